// What a side of a match is, in two short lines: whom or what it was, and what else tells it from others.
import type { OpenReconPosting, ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { count } from '../use-acts.ts';
import { bankWords } from './bank-words.ts';

export interface InWords {
  readonly first: string;
  readonly second: string;
}

/** Rows of the bank. */
export function rowsInWords(rows: ReconSuggestion['rows']): InWords {
  const [first = rows[0]?.source ?? '', ...rest] = bankWords(rows[0] ?? { counterparty: '', description: '', reference: '' });
  return { first: several(first, rows.length, 'row'), second: rows.length === 1 ? rest.join(' · ') : referencesOf(rows) };
}

const referencesOf = (rows: ReconSuggestion['rows']): string => rows.map((r) => r.reference || r.description).join(', ');

/** Postings of the books. */
export function postingsInWords(postings: readonly OpenReconPosting[]): InWords {
  const codes = [...new Set(postings.map((p) => p.counterparty.code))].join(', ');
  const isTakenBack = postings.some((p) => p.reversed);
  return {
    first: several(postings[0]?.narrative || codes, postings.length, 'posting'),
    second: [codes, isTakenBack ? 'taken back' : ''].filter((words) => words !== '').join(' · '),
  };
}

const several = (words: string, n: number, one: string): string => (n === 1 || n === 0 ? words : `${words}, ${count(n, one)}`);
