import type { InterestAccount, InterestDay } from '@countinghouse/contract/features/interest';
import { AMOUNT_DECIMALS } from '@countinghouse/kernel/money/amount';
import { Badge } from '@mantine/core';
import { compareBigints, readAmountE8, readMinorE8, showAmountE8, sideOf } from '../../lib/values/money.ts';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { Money } from '../../ui/value/Money.tsx';
import { Fraction } from './Fraction.tsx';
import { showPercent } from './figures.ts';

const dash = <span className="dimmed">—</span>;
const accruedOf = (a: InterestAccount): bigint => readMinorE8(a.accrued, a.minorUnits);

export const accountColumns: readonly GridColumn<InterestAccount>[] = [
  {
    id: 'code',
    header: 'Account',
    width: 'minmax(110px, 1fr)',
    fixed: true,
    compare: (a, b) => compareText(a.code, b.code),
    text: (a) => a.code,
    cell: (a) => <strong className="mono">{a.code}</strong>,
  },
  {
    id: 'bucket',
    header: 'Bucket',
    width: '120px',
    compare: (a, b) => compareText(a.bucket_code ?? '', b.bucket_code ?? ''),
    text: (a) => a.bucket_code ?? '',
    cell: (a) => (a.bucket_code === null ? dash : <Badge color="teal">{a.bucket_code}</Badge>),
  },
  {
    id: 'accrued',
    header: 'Accrued',
    width: '190px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(accruedOf(a), accruedOf(b)),
    text: (a) => a.accrued,
    cell: (a) => <Money amountE8={accruedOf(a)} minorUnits={a.minorUnits} currency={a.currency} showCurrency side />,
  },
  {
    id: 'last',
    header: 'Accrued to',
    width: '110px',
    descendingFirst: true,
    compare: (a, b) => compareText(a.last_on ?? '', b.last_on ?? ''),
    text: (a) => a.last_on ?? '',
    cell: (a) => (a.last_on === null ? dash : <span className="numbers">{a.last_on}</span>),
  },
  {
    id: 'state',
    header: 'State',
    width: '100px',
    compare: (a, b) => compareText(stateOf(a), stateOf(b)),
    text: stateOf,
    cell: (a) => <Badge color={a.waits !== null ? 'orange' : stateOf(a) === 'accrues' ? 'teal' : 'gray'}>{stateOf(a)}</Badge>,
  },
];

function stateOf(a: InterestAccount): string {
  if (a.waits !== null) return 'waits';
  if (a.next_on !== null) return 'accrues';
  return a.month === null ? 'ended' : 'capitalises';
}

/** With all its decimals: days stand below each other. */
function Posted({ amount }: { readonly amount: string }) {
  const amountE8 = readAmountE8(amount);
  return (
    <span className="numbers nowrap">
      {showAmountE8(amountE8, AMOUNT_DECIMALS)} <span className="dimmed">{sideOf(amountE8)}</span>
    </span>
  );
}

/** What a day is reckoned on, and what it came to. */
export const dayColumns = (minorUnits: number): readonly GridColumn<InterestDay>[] => [
  {
    id: 'day',
    header: 'Day',
    width: '196px',
    fixed: true,
    descendingFirst: true,
    compare: (a, b) => compareText(a.on, b.on) || a.seq - b.seq,
    text: (d) => d.on,
    cell: (d) => (
      <span className="nowrap">
        <strong className="numbers">{d.on}</strong>
        {d.was === null ? null : (
          <>
            {' '}
            <Badge color="orange" size="xs">
              correction
            </Badge>
          </>
        )}
      </span>
    ),
  },
  {
    id: 'balance',
    header: 'Closing balance',
    width: 'minmax(140px, 1fr)',
    align: 'right',
    text: (d) => d.balance,
    cell: (d) => <Money amountE8={readMinorE8(d.balance, minorUnits)} minorUnits={minorUnits} side />,
  },
  {
    id: 'rate',
    header: 'Rate a year',
    width: '100px',
    align: 'right',
    text: (d) => d.rate,
    cell: (d) => <span className="numbers">{showPercent(d.rate)}</span>,
  },
  {
    id: 'days',
    header: 'Days',
    width: '80px',
    align: 'right',
    text: (d) => `${d.days}/${d.basis}`,
    cell: (d) => (
      <span className="numbers" title={d.day_count}>
        {d.days} / {d.basis}
      </span>
    ),
  },
  {
    id: 'exact',
    header: 'Before rounding',
    width: '212px',
    align: 'right',
    text: (d) => d.exact,
    cell: (d) => <Fraction value={d.exact} />,
  },
  {
    id: 'amount',
    header: 'Posted',
    width: '164px',
    align: 'right',
    text: (d) => d.amount,
    cell: (d) => <Posted amount={d.amount} />,
  },
  {
    id: 'remainder',
    header: 'Carried on',
    width: '196px',
    align: 'right',
    text: (d) => d.remainder,
    cell: (d) => <Fraction value={d.remainder} />,
  },
  {
    id: 'bucket',
    header: 'Bucket',
    width: '110px',
    hidden: true,
    text: (d) => d.bucket_code,
    cell: (d) => d.bucket_code,
  },
  {
    id: 'value_date',
    header: 'Value date',
    width: '110px',
    hidden: true,
    text: (d) => d.value_date,
    cell: (d) => <span className="numbers">{d.value_date}</span>,
  },
];
