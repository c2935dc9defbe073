import type { ReconMatch } from '@countinghouse/contract/recon-shapes';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { actor, count, instant, text } from '../../../ui/grid/columns.tsx';
import { Day } from '../../../ui/value/Day.tsx';
import { Amount } from '../parts/Amount.tsx';
import { type InWords, postingsInWords, rowsInWords } from '../parts/in-words.ts';
import { ruleWords } from '../parts/rule-words.ts';
import { comesTo } from '../why/suggestion.ts';

const sayOf = ({ first, second }: InWords): string => [first, second].filter((words) => words !== '').join(' · ');
const bankOf = ({ rows }: ReconMatch): string => sayOf(rowsInWords(rows));
const booksOf = ({ postings }: ReconMatch): string => sayOf(postingsInWords(postings));
const whyOf = ({ rule, reason }: ReconMatch): string => (reason === '' ? ruleWords[rule] : reason);
const amountOf = (m: ReconMatch) => <Amount amount={formatAmountE8(comesTo(m))} currency={m.currency} shown plus />;

/** What each side says, with its first day before it. */
const Side = ({ day, words }: { readonly day: string | undefined; readonly words: string }) => (
  <span title={words}>
    {day === undefined ? null : (
      <span className="dimmed">
        <Day on={day} />{' '}
      </span>
    )}
    {words}
  </span>
);

export const matchColumns = [
  text<ReconMatch>('account', 'Account', '116px', (m) => m.account_code, { fixed: true, sort: true, strong: true, narrow: 'below' }),
  text<ReconMatch>('amount', 'Amount', '156px', (m) => formatAmountE8(comesTo(m)), { align: 'right', sort: comesTo, cell: amountOf }),
  text<ReconMatch>('bank', 'At the bank', 'minmax(160px, 1.3fr)', bankOf, {
    narrow: 'title',
    narrowCell: (m) => bankOf(m) || booksOf(m),
    cell: (m) => <Side day={m.rows[0]?.posted_on} words={bankOf(m)} />,
  }),
  text<ReconMatch>('books', 'In the books', 'minmax(160px, 1.3fr)', booksOf, {
    cell: (m) => <Side day={m.postings[0]?.value_date} words={booksOf(m)} />,
  }),
  text<ReconMatch>('why', 'Why', 'minmax(150px, 1fr)', whyOf, { titled: true, narrow: 'none', leaves: 4 }),
  count<ReconMatch>('score', 'Score', '70px', (m) => m.score, { sort: true, leaves: 1 }),
  actor<ReconMatch>('by', 'Matched by', '128px', (m) => m.matched_by),
  instant<ReconMatch>('at', 'Matched', (m) => m.matched_at, { sort: true, absolute: true, leaves: 2 }),
];
