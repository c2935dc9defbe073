// What is told of an import beside its rows: whether statements follow each other, and whether something came in twice.
import * as z from 'zod';

/** Gaps that one answer tells. */
export const GAPS_TOLD_MAX = 20;
/** Gaps that a person reads in words. */
const GAPS_IN_WORDS_MAX = 3;

/** Neighbours by day of one source and account: the later does not open with what the earlier closed with. Positive is money of ours. */
export const StatementGap = z.object({
  source: z.string(),
  account_code: z.string(),
  currency: z.string(),
  closed_on: z.string(),
  closing_balance: z.string(),
  opens_on: z.string(),
  opening_balance: z.string(),
});
export type StatementGap = z.output<typeof StatementGap>;

export const Continuity = z.object({
  /** The first 20 of them. */
  gaps: z.array(StatementGap),
  gap_count: z.number().int(),
  /** New rows with day and amount of a row that another import brought, and with other words or another time. */
  alike: z.number().int(),
});
export type Continuity = z.output<typeof Continuity>;

/** How whoever tells it writes amounts in their currency, and days. */
export interface ShownAs {
  readonly money: (amount: string, currency: string) => string;
  readonly day: (day: string) => string;
}

/** What whoever imports should look into, a sentence or two for each; empty where there is nothing. */
export function continuityWords({ gaps, gap_count, alike }: Continuity, as: ShownAs): string[] {
  const shown = gaps.slice(0, GAPS_IN_WORDS_MAX).map((gap) => gapWords(gap, as));
  const more = gap_count - shown.length;
  return [
    ...shown,
    ...(more === 0 ? [] : [`${more} more ${more === 1 ? 'statement does' : 'statements do'} not follow the one before.`]),
    ...(alike === 0 ? [] : [alikeWords(alike)]),
  ];
}

function gapWords(gap: StatementGap, { money, day }: ShownAs): string {
  const opens = money(gap.opening_balance, gap.currency);
  const closed = money(gap.closing_balance, gap.currency);
  const facts = `The statement of ${gap.account_code} from ${day(gap.opens_on)} opens with ${opens}; the one before it closed with ${closed} on ${day(gap.closed_on)}.`;
  return gap.opens_on > gap.closed_on
    ? `${facts} Statements between them may be missing.`
    : `${facts} Something between them may be missing, or be in both.`;
}

const alikeWords = (alike: number): string =>
  alike === 1
    ? '1 row has the day and amount of one that another import brought. It may have come in twice.'
    : `${alike} rows have the day and amount of ones that another import brought. They may have come in twice.`;
