// What a suggestion says about itself in a few words.

import type { Certainty, OpenReconPosting, ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { readAmountE8 } from '../../../lib/values/money.ts';
import { bankWords } from '../parts/bank-words.ts';
import { count } from '../use-acts.ts';
import { sharedWord } from './shared-word.ts';

/** Rows and postings that belong together, or may. */
export type Paired = Pick<ReconSuggestion, 'rows' | 'postings'>;

const DAY_MS = 86_400_000;

export const certaintyWords = { exact: 'Exact', likely: 'Likely', sum: 'Sum' } as const satisfies Record<Certainty, string>;

export const postingKey = (p: Pick<OpenReconPosting, 'seq' | 'line'>): string => `${p.seq}.${p.line}`;

export const suggestionKey = (s: ReconSuggestion): string => s.rows.map((r) => r.id).join();

/** The word that the bank and the books both wrote; null where there is none. */
export const sharedWordOf = (s: Paired): string | null =>
  sharedWord(s.rows.flatMap(bankWords), s.postings.map((p) => p.narrative).join('\n'));

/** Days between the first row and the first posting. */
export const daysApart = ({ rows: [row], postings: [posting] }: Paired): number =>
  row === undefined || posting === undefined ? 0 : Math.abs(Date.parse(row.posted_on) - Date.parse(posting.value_date)) / DAY_MS;

/** `same day, reference`. */
export function whyInShort(s: ReconSuggestion): string {
  const days = daysApart(s);
  const when = days === 0 ? 'same day' : `${count(days, 'day')} apart`;
  const what = s.certainty === 'sum' ? `${count(s.rows.length, 'row')}, ${count(s.postings.length, 'posting')}` : when;
  return sharedWordOf(s) === null ? what : `${what}, reference`;
}

/** Whether some name of the bank begins like one of the books, or the other way round: banks add a legal form, or cut a name off. */
export const isSameWho = (bank: readonly string[], books: readonly string[]): boolean =>
  bank.some((a) => books.some((b) => a.toLowerCase().startsWith(b.toLowerCase()) || b.toLowerCase().startsWith(a.toLowerCase())));

/** What comes to its amount: all of its rows, which is all of its postings. */
export const sumOf = (items: readonly { readonly amount: string }[]): bigint =>
  items.reduce((total, item) => total + readAmountE8(item.amount), 0n);

/** What rows and postings that belong together come to. Postings can cancel each other, without a row. */
export const comesTo = ({ rows, postings }: Paired): bigint => sumOf(rows.length === 0 ? postings : rows);
