import type { Approval } from '@countinghouse/contract/features/approvals';
import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsIn } from '../../lib/values/money.ts';
import { showRelative } from '../../lib/values/time.ts';
import type { GridColumn } from '../../ui/grid/column.ts';
import { Money } from '../../ui/value/Money.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { wordOfReason, wordOfSubject } from './words.ts';

const dash = <span className="dimmed">—</span>;

/** Half up: a converted amount has more decimals than anybody reads. The payload and the event have them all. */
const roundToMinor = (amountE8: bigint, minorUnits: number): bigint => {
  const unit = 10n ** BigInt(8 - minorUnits);
  return ((amountE8 + unit / 2n) / unit) * unit;
};

/** What it amounts to in the reporting currency, where that is why it waits. */
export function Amount({ approval, currencies }: { readonly approval: Approval; readonly currencies: readonly CurrencyInfo[] }) {
  const { amount, currency } = approval.held_for;
  if (amount === undefined || currency === undefined) return dash;
  const minorUnits = minorUnitsIn(currencies, currency);
  return <Money amountE8={roundToMinor(parseBalanceE8(amount), minorUnits)} minorUnits={minorUnits} currency={currency} showCurrency />;
}

export const columnsFor = (currencies: readonly CurrencyInfo[]): readonly GridColumn<Approval>[] => [
  { id: 'status', header: 'Status', width: '112px', fixed: true, text: (a) => a.status, cell: (a) => <StatusBadge status={a.status} /> },
  {
    id: 'subject',
    header: 'What',
    width: 'minmax(220px, 2.4fr)',
    fixed: true,
    text: (a) => `${wordOfSubject(a)}: ${a.summary}`,
    cell: (a) => (
      <span title={a.summary}>
        <strong>{wordOfSubject(a)}</strong> <span className="dimmed">{a.summary}</span>
      </span>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 'minmax(126px, 0.7fr)',
    align: 'right',
    text: (a) => (a.held_for.amount === undefined ? '' : `${a.held_for.currency ?? ''} ${a.held_for.amount}`),
    cell: (a) => <Amount approval={a} currencies={currencies} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 'minmax(172px, 0.9fr)',
    text: (a) => wordOfReason(a.reason),
    cell: (a) => <span title={a.comment ?? ''}>{wordOfReason(a.reason)}</span>,
  },
  {
    id: 'maker',
    header: 'Made by',
    width: 'minmax(110px, 0.8fr)',
    text: (a) => a.maker,
    cell: (a) => (a.barred === 'SELF_APPROVAL' ? <span title={a.maker}>you</span> : a.maker),
  },
  { id: 'created', header: 'Created', width: '166px', text: (a) => a.created_at, cell: (a) => <Timestamp at={a.created_at} absolute /> },
  {
    id: 'end',
    header: 'Expires or decided',
    width: '150px',
    text: (a) => a.decided_at ?? a.expires_at,
    cell: (a) =>
      a.status === 'pending' ? (
        <time dateTime={a.expires_at} title={a.expires_at}>
          {showRelative(a.expires_at, Date.now())}
        </time>
      ) : (
        <span title={a.decided_at ?? a.expires_at}>{a.decider === null ? 'by its time' : `by ${a.decider}`}</span>
      ),
  },
];
