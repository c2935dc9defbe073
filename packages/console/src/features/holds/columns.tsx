import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import type { Hold } from '@countinghouse/contract/features/holds';
import { paths } from '../../lib/screen/paths.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { minorUnitsIn, plainAmountE8 } from '../../lib/values/money.ts';
import { dateOf, showDay, showRelative } from '../../lib/values/time.ts';
import { id, status, text } from '../../ui/grid/columns.tsx';
import { FirstAmount } from '../../ui/money/FirstAmount.tsx';
import { TwoLines } from '../../ui/table/TwoLines.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { restsOf, sumsOf } from './sums.ts';

const once = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const [first = '', ...others] = once(codes);
  return (
    <span title={[first, ...others].join(', ')}>
      {first}
      {others.length === 0 ? null : <span className="dimmed"> +{others.length}</span>}
    </span>
  );
}

/** Until when; quiet once the hold is closed and the time means nothing any more. */
function Expiry({ hold }: { readonly hold: Hold }) {
  const [zone] = useTimeZone();
  return (
    <time dateTime={hold.expires_at} title={hold.expires_at} className={`nowrap ${hold.status === 'open' ? '' : 'dimmed'}`}>
      <span className="numbers">{showDay(dateOf(hold.expires_at, zone))}</span>
      {hold.status === 'open' ? <span> · {showRelative(hold.expires_at, Date.now())}</span> : null}
    </time>
  );
}

/** The accounts on one side, each once, in the order of the rows. */
const side = (field: 'debit' | 'credit', header: string, leaves: number) => {
  const codesOf = (h: Hold) => h.rows.map((r) => r[`${field}_code`]);
  return text<Hold>(field, header, 'minmax(126px, 0.8fr)', (h) => once(codesOf(h)).join(', '), {
    leaves,
    cell: (h) => <Codes codes={codesOf(h)} />,
  });
};

const amounts = (
  name: string,
  header: string,
  sums: (holds: readonly Hold[]) => ReadonlyMap<string, bigint>,
  currencies: readonly CurrencyInfo[],
) => {
  const of = (h: Hold) => [...sums([h])].map(([currency, amountE8]) => ({ currency, amountE8 }));
  return text<Hold>(
    name,
    header,
    'minmax(116px, 0.8fr)',
    (h) =>
      of(h)
        .map(({ currency, amountE8 }) => `${currency} ${plainAmountE8(amountE8, minorUnitsIn(currencies, currency))}`)
        .join('; '),
    { align: 'right', cell: (h) => (of(h).length === 0 ? null : <FirstAmount amounts={of(h)} currencies={currencies} />) },
  );
};

export const columnsFor = (currencies: readonly CurrencyInfo[]) => [
  status<Hold>('status', 'Status', '106px', (h) => h.status, { fixed: true }),
  text<Hold>(
    'narrative',
    'Narrative',
    'minmax(180px, 2fr)',
    (h) => once(h.rows.map((r) => r.narrative).filter((n) => n !== '')).join('; '),
    { fixed: true, titled: true, strong: true },
  ),
  side('debit', 'Debit', 3),
  side('credit', 'Credit', 4),
  amounts('amount', 'Amount', sumsOf, currencies),
  amounts('rest', 'Still held', (holds) => (holds[0]?.status === 'open' ? restsOf(holds) : new Map()), currencies),
  text<Hold>('expires', 'Expires', '156px', (h) => h.expires_at, { cell: (h) => <Expiry hold={h} /> }),
  text<Hold>('placed', 'Placed', '92px', (h) => h.placed_at, {
    leaves: 1,
    cell: (h) => (
      <time dateTime={h.placed_at} title={h.placed_at} className="dimmed">
        {showRelative(h.placed_at, Date.now())}
      </time>
    ),
  }),
  text<Hold>('closed', 'Closed by', '100px', (h) => h.closed_by, {
    leaves: 2,
    cell: (h) => (
      <span title={h.closed_by ?? ''}>
        <TextLink to={paths.intent} params={{ intentId: h.closed_by ?? '' }}>
          {h.status === 'voided' ? 'Void' : 'Capture'}
        </TextLink>
      </span>
    ),
  }),
  id<Hold>('intent', 'Intent', '166px', (h) => h.intent_id, 'intent id', { hidden: true }),
];

/** A hold where the list is narrow. */
export function compactRow(hold: Hold, currencies: readonly CurrencyInfo[]) {
  const amounts = [...sumsOf([hold])].map(([currency, amountE8]) => ({ currency, amountE8 }));
  const codes = once(hold.rows.flatMap((r) => [r.debit_code, r.credit_code]));
  return (
    <TwoLines
      title={once(hold.rows.map((r) => r.narrative).filter((n) => n !== '')).join('; ') || codes.join(', ')}
      amount={<FirstAmount amounts={amounts} currencies={currencies} />}
      below={codes.join(', ')}
      state={hold.status === 'open' ? <Expiry hold={hold} /> : <StatusBadge status={hold.status} plain />}
    />
  );
}
