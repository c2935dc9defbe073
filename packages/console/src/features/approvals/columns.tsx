import type { Approval } from '@countinghouse/contract/features/approvals';
import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { minorUnitsIn, plainAmountE8, readAmountE8 } from '../../lib/values/money.ts';
import { showRelative } from '../../lib/values/time.ts';
import { instant, status, text } from '../../ui/grid/columns.tsx';
import { FirstAmount } from '../../ui/money/FirstAmount.tsx';
import { amountPxOf } from '../../ui/money/Money.tsx';
import { Stacked } from '../../ui/table/Stacked.tsx';
import { TwoLines } from '../../ui/table/TwoLines.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { wordOfReason, wordsOf } from './words.ts';

const amountsOf = ({ amounts }: Approval) => amounts.map(({ currency, amount }) => ({ currency, amountE8: readAmountE8(amount) }));

/** A currency and how many more there are, left of the figures. */
const CURRENCY_PX = 62;

/** Whether what it says in few words is a sum. */
const saysAmount = ({ subject }: Approval): boolean => subject === 'account.set_floor' || subject === 'limit.set';

export const columnsFor = (currencies: readonly CurrencyInfo[]) => [
  status<Approval>('status', 'Status', '112px', (a) => a.status, { fixed: true }),
  text<Approval>('subject', 'What', 'minmax(220px, 3fr)', (a) => `${wordOfSubject(a)}: ${a.summary}`, {
    fixed: true,
    cell: (a) => {
      const [title, more] = wordsOf(a);
      const below = more === '' ? null : <span {...(saysAmount(a) ? { 'data-amount': true } : {})}>{more}</span>;
      return <Stacked title={title} below={below} />;
    },
  }),
  text<Approval>(
    'amount',
    'Amount',
    'minmax(126px, 0.4fr)',
    (a) =>
      amountsOf(a)
        .map(({ currency, amountE8 }) => `${currency} ${plainAmountE8(amountE8, minorUnitsIn(currencies, currency))}`)
        .join('; '),
    {
      align: 'right',
      amountPx: (a) => {
        const [first] = amountsOf(a);
        return first === undefined ? 0 : CURRENCY_PX + amountPxOf({ ...first, minorUnits: minorUnitsIn(currencies, first.currency) }, {});
      },
      cell: (a) => <FirstAmount amounts={amountsOf(a)} currencies={currencies} apart />,
    },
  ),
  text<Approval>('reason', 'Reason', 'minmax(152px, 0.6fr)', (a) => wordOfReason(a.reason), {
    leaves: 2,
    cell: (a) => <span title={a.comment ?? ''}>{wordOfReason(a.reason)}</span>,
  }),
  text<Approval>('maker', 'Made by', 'minmax(104px, 0.5fr)', (a) => a.maker, {
    leaves: 3,
    cell: (a) => (a.barred === 'SELF_APPROVAL' ? <span title={a.maker}>You</span> : a.maker),
  }),
  instant<Approval>('created', 'Created', (a) => a.created_at, { absolute: true, width: '142px', leaves: 1 }),
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
export function compactRow(a: Approval, currencies: readonly CurrencyInfo[]) {
  const [title, more] = wordsOf(a);
  return (
    <TwoLines
      title={title}
      amount={a.amounts.length === 0 ? null : <FirstAmount amounts={amountsOf(a)} currencies={currencies} />}
      below={<span {...(saysAmount(a) ? { 'data-amount': true } : {})}>{more}</span>}
      state={<StatusBadge status={a.status} plain />}
    />
  );
}
