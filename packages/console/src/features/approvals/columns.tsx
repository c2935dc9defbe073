import type { Approval } from '@countinghouse/contract/features/approvals';
import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { minorUnitsIn, readAmountE8 } from '../../lib/values/money.ts';
import { showRelative } from '../../lib/values/time.ts';
import { dash, instant, status, text } from '../../ui/grid/columns.tsx';
import { amountPxOf, Money } from '../../ui/money/Money.tsx';
import { TwoLines } from '../../ui/table/TwoLines.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { wordOfReason } from './words.ts';

/** What it amounts to in the reporting currency, where that is why it waits. */
export function Amount({ approval, currencies }: { readonly approval: Approval; readonly currencies: readonly CurrencyInfo[] }) {
  const { amount, currency } = approval.held_for;
  if (amount === undefined || currency === undefined) return dash;
  const minorUnits = minorUnitsIn(currencies, currency);
  return <Money amountE8={readAmountE8(amount)} minorUnits={minorUnits} currency={currency} showCurrency />;
}

/** Whether what it says in few words is a sum. */
const saysAmount = ({ subject }: Approval): boolean => subject === 'account.set_floor' || subject === 'limit.set';

export const columnsFor = (currencies: readonly CurrencyInfo[]) => [
  status<Approval>('status', 'Status', '112px', (a) => a.status, { fixed: true }),
  text<Approval>('subject', 'What', 'minmax(220px, 2.4fr)', (a) => `${wordOfSubject(a)}: ${a.summary}`, {
    fixed: true,
    cell: (a) => (
      <span title={a.summary}>
        <strong>{wordOfSubject(a)}</strong>{' '}
        <span className="dimmed" {...(saysAmount(a) ? { 'data-amount': true } : {})}>
          {a.summary}
        </span>
      </span>
    ),
  }),
  text<Approval>(
    'amount',
    'Amount',
    'minmax(126px, 0.7fr)',
    (a) => (a.held_for.amount === undefined ? null : `${a.held_for.currency ?? ''} ${a.held_for.amount}`),
    {
      align: 'right',
      amountPx: ({ held_for: { amount, currency } }) =>
        amount === undefined || currency === undefined
          ? 0
          : amountPxOf(
              { amountE8: readAmountE8(amount), minorUnits: minorUnitsIn(currencies, currency), currency },
              { showCurrency: true },
            ),
      cell: (a) => <Amount approval={a} currencies={currencies} />,
    },
  ),
  text<Approval>('reason', 'Reason', 'minmax(172px, 0.9fr)', (a) => wordOfReason(a.reason), {
    leaves: 2,
    cell: (a) => <span title={a.comment ?? ''}>{wordOfReason(a.reason)}</span>,
  }),
  text<Approval>('maker', 'Made by', 'minmax(110px, 0.8fr)', (a) => a.maker, {
    leaves: 3,
    cell: (a) => (a.barred === 'SELF_APPROVAL' ? <span title={a.maker}>You</span> : a.maker),
  }),
  instant<Approval>('created', 'Created', (a) => a.created_at, { absolute: true, width: '166px', leaves: 1 }),
  text<Approval>('end', 'Expires or decided', '150px', (a) => a.decided_at ?? a.expires_at, {
    cell: (a) =>
      a.status === 'pending' ? (
        <time dateTime={a.expires_at} title={a.expires_at}>
          {showRelative(a.expires_at, Date.now())}
        </time>
      ) : (
        <span title={a.decided_at ?? a.expires_at}>{a.decider === null ? 'by its time' : `by ${a.decider}`}</span>
      ),
  }),
];

/** An approval where the list is narrow. */
export const compactRow = (a: Approval, currencies: readonly CurrencyInfo[]) => (
  <TwoLines
    title={wordOfSubject(a)}
    amount={a.held_for.amount === undefined ? null : <Amount approval={a} currencies={currencies} />}
    below={<span {...(saysAmount(a) ? { 'data-amount': true } : {})}>{a.summary}</span>}
    state={<StatusBadge status={a.status} plain />}
  />
);
