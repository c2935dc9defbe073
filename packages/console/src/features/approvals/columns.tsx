import type { Approval } from '@countinghouse/contract/features/approvals';
import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsIn } from '../../lib/money.ts';
import type { GridColumn } from '../../ui/grid/column.ts';
import { Money } from '../../ui/Money.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { wordOfReason, wordOfSubject } from './words.ts';

const dash = <span className="dimmed">—</span>;

/** What it amounts to in the reporting currency, where that is why it waits. */
export function Amount({ approval, currencies }: { readonly approval: Approval; readonly currencies: readonly CurrencyInfo[] }) {
  const { amount, currency } = approval.held_for;
  if (amount === undefined || currency === undefined) return dash;
  return <Money amountE8={parseBalanceE8(amount)} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} showCurrency />;
}

export const columnsFor = (currencies: readonly CurrencyInfo[]): readonly GridColumn<Approval>[] => [
  { id: 'status', header: 'Status', width: '112px', fixed: true, text: (a) => a.status, cell: (a) => <StatusBadge status={a.status} /> },
  {
    id: 'subject',
    header: 'What',
    width: 'minmax(150px, 1.2fr)',
    fixed: true,
    text: wordOfSubject,
    cell: (a) => <strong>{wordOfSubject(a)}</strong>,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 'minmax(130px, 0.8fr)',
    align: 'right',
    text: (a) => (a.held_for.amount === undefined ? '' : `${a.held_for.currency ?? ''} ${a.held_for.amount}`),
    cell: (a) => <Amount approval={a} currencies={currencies} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 'minmax(150px, 1fr)',
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
  { id: 'created', header: 'Created', width: '176px', text: (a) => a.created_at, cell: (a) => <Timestamp at={a.created_at} absolute /> },
  {
    id: 'end',
    header: 'Expires or decided',
    width: '190px',
    text: (a) => a.decided_at ?? a.expires_at,
    cell: (a) =>
      a.status === 'pending' ? (
        <Timestamp at={a.expires_at} />
      ) : (
        <span title={a.decided_at ?? a.expires_at}>{a.decider === null ? 'by its time' : `by ${a.decider}`}</span>
      ),
  },
];
