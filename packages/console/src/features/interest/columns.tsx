import type { InterestAccount, InterestDay } from '@countinghouse/contract/features/interest';
import { AMOUNT_DECIMALS } from '@countinghouse/kernel/money/amount';
import { Badge } from '@mantine/core';
import { readAmountE8, readMinorE8, showAmountE8, sideOf } from '../../lib/values/money.ts';
import { badge, code, money, text } from '../../ui/grid/columns.tsx';
import { Day } from '../../ui/value/Day.tsx';
import { sentenceCase } from '../../ui/value/status.ts';
import { Fraction } from './Fraction.tsx';
import { showPercent } from './figures.ts';

/** Enough for any position of a log: so many digits sort as text. */
const SEQ_DIGITS = 16;

export const accountColumns = [
  code<InterestAccount>('code', 'Account', 'minmax(110px, 1fr)', (a) => a.code, { fixed: true, sort: true, strong: true }),
  badge<InterestAccount>('bucket', 'Bucket', '120px', (a) => a.bucket_code, { sort: true, color: 'teal' }),
  money<InterestAccount>(
    'accrued',
    'Accrued',
    '190px',
    (a) => ({ amountE8: readMinorE8(a.accrued, a.minorUnits), minorUnits: a.minorUnits, currency: a.currency }),
    { sort: true, showCurrency: true, side: true, file: (a) => a.accrued },
  ),
  text<InterestAccount>('last', 'Accrued to', '110px', (a) => a.last_on, {
    sort: true,
    descending: true,
    narrowCell: (a) => <>to {a.last_on === null ? null : <Day on={a.last_on} />}</>,
    cell: (a) => (a.last_on === null ? null : <Day on={a.last_on} />),
  }),
  badge<InterestAccount>('state', 'State', '108px', (a) => sentenceCase(stateOf(a)), {
    file: stateOf,
    sort: true,
    narrow: 'state',
    color: (a) => (a.waits !== null ? 'orange' : stateOf(a) === 'accrues' ? 'teal' : 'gray'),
  }),
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
    <span className="numbers nowrap" data-amount>
      {showAmountE8(amountE8 < 0n ? -amountE8 : amountE8, AMOUNT_DECIMALS)} <span className="dimmed">{sideOf(amountE8)}</span>
    </span>
  );
}

const fraction = (field: 'exact' | 'remainder', header: string, width: string) =>
  text<InterestDay>(field, header, width, (d) => d[field], { align: 'right', narrow: 'none', cell: (d) => <Fraction value={d[field]} /> });

/** What interest of a day is calculated on, and what was posted. */
export const dayColumns = (minorUnits: number) => [
  text<InterestDay>('day', 'Day', '196px', (d) => d.on, {
    fixed: true,
    descending: true,
    sort: (d) => `${d.on} ${String(d.seq).padStart(SEQ_DIGITS, '0')}`,
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
  }),
  money<InterestDay>(
    'balance',
    'Closing balance',
    'minmax(140px, 1fr)',
    (d) => ({ amountE8: readMinorE8(d.balance, minorUnits), minorUnits }),
    { side: true, file: (d) => d.balance, narrow: 'below' },
  ),
  text<InterestDay>('rate', 'Rate a year', '100px', (d) => d.rate, {
    align: 'right',
    narrow: 'state',
    cell: (d) => <span className="numbers">{showPercent(d.rate)}</span>,
  }),
  text<InterestDay>('days', 'Days', '80px', (d) => `${d.days}/${d.basis}`, {
    align: 'right',
    narrow: 'none',
    cell: (d) => (
      <span className="numbers" title={d.day_count}>
        {d.days} / {d.basis}
      </span>
    ),
  }),
  fraction('exact', 'Before rounding', '212px'),
  text<InterestDay>('amount', 'Posted', '164px', (d) => d.amount, { align: 'right', cell: (d) => <Posted amount={d.amount} /> }),
  fraction('remainder', 'Carried on', '196px'),
  text<InterestDay>('bucket', 'Bucket', '110px', (d) => d.bucket_code, { hidden: true, narrow: 'none' }),
  text<InterestDay>('value_date', 'Value date', '110px', (d) => d.value_date, {
    hidden: true,
    narrow: 'none',
    cell: (d) => <Day on={d.value_date} />,
  }),
];
