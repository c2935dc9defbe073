// What the address says of a statement, as the server is asked: what cannot be meant is left out rather than refused.
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { ungroup } from '../../lib/values/money.ts';
import type { StatementSearch } from './search.ts';

type Filters = Omit<StatementSearch, 'before' | 'open'>;

const isDate = (text: string | undefined): boolean =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
/** Without groups of thousands; undefined for what is no amount. */
const amountOf = (typed: string | undefined): string | undefined => {
  const text = ungroup(typed ?? '');
  return text.startsWith('-') || parseAmountE8(text) === null ? undefined : text;
};
const isCursor = (text: string | undefined): boolean => text !== undefined && /^[1-9]\d{0,14}\.[1-9]\d{0,3}$/.test(text);
const when = (holds: boolean, text: string | undefined): string | undefined => (holds && text !== '' ? text : undefined);

/** The filters that can be meant; undefined for each that is not set. */
export const filtersOf = ({ q, from, to, min, max, counterparty }: Filters): Filters => ({
  q: when(q?.trim() !== '', q?.trim().slice(0, 120)),
  from: when(isDate(from), from),
  to: when(isDate(to), to),
  min: amountOf(min),
  max: amountOf(max),
  counterparty: when(true, counterparty?.slice(0, 64)),
});

export const cursorOf = ({ before }: Pick<StatementSearch, 'before'>): string | undefined => when(isCursor(before), before);

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== undefined);

export const noFilters = { q: undefined, from: undefined, to: undefined, min: undefined, max: undefined, counterparty: undefined } as const;

/** For a query: only what is set. */
export const setOnly = (filters: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined));
