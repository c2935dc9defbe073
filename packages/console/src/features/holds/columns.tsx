import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import type { Hold } from '@countinghouse/contract/features/holds';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { minorUnitsIn, plainAmountE8 } from '../../lib/values/money.ts';
import { showInstant, showRelative } from '../../lib/values/time.ts';
import type { GridColumn } from '../../ui/grid/column.ts';
import { Hash } from '../../ui/value/Hash.tsx';
import { Money } from '../../ui/value/Money.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { sumsOf } from './sums.ts';

/** `2026-01-31`: the time of day is on hover and in the panel. */
const DATE_SHOWN = 10;
const dash = <span className="dimmed">—</span>;
const more = (count: number) => (count === 0 ? null : <span className="dimmed"> +{count}</span>);

/** Each code once, in the order of the rows. */
const codesOf = (codes: readonly string[]): string => [...new Set(codes)].join(', ');
const narrativesOf = ({ rows }: Hold): string => [...new Set(rows.map((r) => r.narrative).filter((n) => n !== ''))].join('; ');

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const [first = '', ...others] = [...new Set(codes)];
  return (
    <span title={codesOf(codes)}>
      <strong>{first}</strong>
      {more(others.length)}
    </span>
  );
}

/** Until when; quiet once the hold is closed and the time means nothing any more. */
function Expiry({ hold }: { readonly hold: Hold }) {
  const [zone] = useTimeZone();
  return (
    <time dateTime={hold.expires_at} title={hold.expires_at} className={`nowrap ${hold.status === 'open' ? '' : 'dimmed'}`}>
      <span className="mono">{showInstant(hold.expires_at, zone).slice(0, DATE_SHOWN)}</span>
      {hold.status === 'open' ? <span> · {showRelative(hold.expires_at, Date.now())}</span> : null}
    </time>
  );
}

export const columnsFor = (currencies: readonly CurrencyInfo[]): readonly GridColumn<Hold>[] => [
  { id: 'status', header: 'Status', width: '106px', fixed: true, text: (h) => h.status, cell: (h) => <StatusBadge status={h.status} /> },
  {
    id: 'intent',
    header: 'Intent',
    width: '166px',
    fixed: true,
    text: (h) => h.intent_id,
    cell: (h) => <Hash value={h.intent_id} what="intent id" />,
  },
  {
    id: 'debit',
    header: 'Debit',
    width: 'minmax(134px, 1fr)',
    text: (h) => codesOf(h.rows.map((r) => r.debit_code)),
    cell: (h) => <Codes codes={h.rows.map((r) => r.debit_code)} />,
  },
  {
    id: 'credit',
    header: 'Credit',
    width: 'minmax(134px, 1fr)',
    text: (h) => codesOf(h.rows.map((r) => r.credit_code)),
    cell: (h) => <Codes codes={h.rows.map((r) => r.credit_code)} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 'minmax(120px, 0.8fr)',
    align: 'right',
    text: (h) =>
      [...sumsOf([h])].map(([currency, e8]) => `${currency} ${plainAmountE8(e8, minorUnitsIn(currencies, currency))}`).join('; '),
    cell: (h) => {
      const [first, ...others] = [...sumsOf([h])];
      if (first === undefined) return dash;
      const [currency, amountE8] = first;
      return (
        <>
          <Money amountE8={amountE8} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} showCurrency />
          {more(others.length)}
        </>
      );
    },
  },
  {
    id: 'narrative',
    header: 'Narrative',
    width: 'minmax(120px, 1.4fr)',
    text: narrativesOf,
    cell: (h) => (narrativesOf(h) === '' ? dash : <span title={narrativesOf(h)}>{narrativesOf(h)}</span>),
  },
  { id: 'expires', header: 'Expires', width: '182px', text: (h) => h.expires_at, cell: (h) => <Expiry hold={h} /> },
  {
    id: 'placed',
    header: 'Placed',
    width: '92px',
    text: (h) => h.placed_at,
    cell: (h) => (
      <time dateTime={h.placed_at} title={h.placed_at} className="dimmed">
        {showRelative(h.placed_at, Date.now())}
      </time>
    ),
  },
  {
    id: 'closed',
    header: 'Closed by',
    width: '100px',
    text: (h) => h.closed_by ?? '',
    cell: (h) =>
      h.closed_by === null ? (
        dash
      ) : (
        <Anchor
          inherit
          title={h.closed_by}
          renderRoot={(props) => <Link {...props} to={paths.intent} params={{ intentId: h.closed_by ?? '' }} />}
        >
          {h.status === 'voided' ? 'Void' : 'Capture'}
        </Anchor>
      ),
  },
];
