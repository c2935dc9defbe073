import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { readAmountE8 } from '../../../lib/values/money.ts';
import { code, count, status, text } from '../../../ui/grid/columns.tsx';
import { Day } from '../../../ui/value/Day.tsx';
import { Amount } from '../parts/Amount.tsx';
import { bankLine } from '../parts/bank-words.ts';

const whyOf = (r: BankRow): string => r.match?.reason ?? r.exception?.note ?? '';

export const rowColumns = [
  code<BankRow>('on', 'Posted', '104px', (r) => r.posted_at, {
    fixed: true,
    sort: true,
    narrow: 'below',
    cell: (r) => <Day on={r.posted_on} />,
  }),
  text<BankRow>('account', 'Account', '130px', (r) => r.account_code, { sort: true, strong: true }),
  text<BankRow>('amount', 'Amount', '150px', (r) => r.amount, {
    align: 'right',
    sort: (r) => readAmountE8(r.amount),
    cell: (r) => <Amount amount={r.amount} currency={r.currency} shown plus />,
  }),
  status<BankRow>('state', 'Status', '120px', (r) => r.state),
  count<BankRow>('age', 'Age', '76px', (r) => r.age_days, {
    sort: true,
    descending: false,
    cell: (r) => <span className="numbers">{r.age_days} d</span>,
  }),
  text<BankRow>('source', 'Source', 'minmax(110px, 0.8fr)', (r) => r.source, { sort: true, narrow: 'none' }),
  text<BankRow>('words', 'What the bank says', 'minmax(160px, 1.4fr)', bankLine, {
    titled: true,
    narrow: 'title',
    narrowCell: (r) => bankLine(r) || r.source,
  }),
  text<BankRow>('why', 'Why', 'minmax(180px, 1.6fr)', whyOf, {
    cell: (r) => <span title={whyOf(r)}>{r.match?.score == null ? whyOf(r) : `${r.match.score} · ${whyOf(r)}`}</span>,
  }),
];
