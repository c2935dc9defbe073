// What belongs together on one account: rows of the bank on the one side, postings on the other. Rules in order, the surest first;
// what one rule took the next does not see. The same items give the same matches, in whatever order they come.
// It proposes; whether a row and a posting are still free is decided where the match is written (`decide.ts`).

import { DayParts } from './day-parts.ts';
import type { ReconMatch } from './events.ts';
import { pairOneToOne } from './one-to-one.ts';
import { comparePostings, compareRows, type OpenPosting, type OpenRow } from './open-items.ts';
import { type Budget, CANDIDATES_MAX, findSum } from './sums.ts';
import { isWithinWindow } from './window.ts';

export type Proposal = Omit<ReconMatch, 'id' | 'account_id' | 'last_on'> & { readonly score: number };

/** Steps of one search, and of all of a call. Source: decision 0043. */
const SEARCH_STEPS_MAX = 4_000;
const STEPS_MAX = 2_000_000;

// How sure a rule is. Source: decision 0043.
export const SCORE_ALONE = 100;
const LESS_A_DAY_APART = 10;
const LESS_AMONG_EQUALS = 5;
const SCORE_ONE_INTENT = 85;
const SCORE_WHOLE_DAY = 75;
const SCORE_SUM = 70;
const LESS_A_PART = 5;

/**
 * The matches of one account's open items, all in its currency.
 *
 * Rules: one row and one posting of the same amount; one row and all that one intent posted to the account; one row and several
 * postings, several rows and one posting: all of a day, else the fewest that come to the amount and no others do. Everything within
 * the window. Sums are of one direction, money in or money out, and of at least two.
 */
export function matchAccount(rows: readonly OpenRow[], postings: readonly OpenPosting[]): readonly Proposal[] {
  const unmatched = new Unmatched(rows.toSorted(compareRows), postings.toSorted(comparePostings));
  const budget = { steps: STEPS_MAX };
  return [
    ...matchOneToOne(unmatched),
    ...matchIntents(unmatched),
    ...matchSums(unmatched.rows, unmatched.postings, budget, (row, parts, score, why) => {
      unmatched.take([row], parts);
      return { rule: 'one_to_many', score, reason: `${parts.length} postings ${why}.`, ...refer([row], parts) };
    }),
    ...matchSums(unmatched.postings, unmatched.rows, budget, (posting, parts, score, why) => {
      unmatched.take(parts, [posting]);
      return { rule: 'many_to_one', score, reason: `${parts.length} rows ${why}.`, ...refer(parts, [posting]) };
    }),
  ];
}

/**
 * The matches that a stretch of days has a part in: those with a row before `untilDay`. Rows from there on are looked at because they
 * may be surer owners of what earlier rows could make a sum of; what they alone match is left to their own stretch.
 */
export function matchUntil(rows: readonly OpenRow[], postings: readonly OpenPosting[], untilDay: number): readonly Proposal[] {
  const own = new Set(rows.filter((r) => r.day < untilDay).map((r) => r.id));
  return matchAccount(rows, postings).filter((m) => m.row_ids.some((id) => own.has(id)));
}

/** What no rule has taken yet, in order. */
class Unmatched {
  private readonly allRows: readonly OpenRow[];
  private readonly allPostings: readonly OpenPosting[];
  private readonly taken = new Set<OpenRow | OpenPosting>();

  constructor(rows: readonly OpenRow[], postings: readonly OpenPosting[]) {
    this.allRows = rows;
    this.allPostings = postings;
  }

  get rows(): readonly OpenRow[] {
    return this.allRows.filter((r) => !this.taken.has(r));
  }

  get postings(): readonly OpenPosting[] {
    return this.allPostings.filter((p) => !this.taken.has(p));
  }

  take(rows: readonly OpenRow[], postings: readonly OpenPosting[]): void {
    for (const item of [...rows, ...postings]) this.taken.add(item);
  }
}

const refer = (rows: readonly OpenRow[], postings: readonly OpenPosting[]) => ({
  row_ids: rows.map((r) => r.id),
  postings: postings.map(({ seq, line }) => ({ seq, line })),
});

function matchOneToOne(unmatched: Unmatched): readonly Proposal[] {
  return pairOneToOne(unmatched.rows, unmatched.postings).map(({ row, posting, apart, rows, postings }) => {
    unmatched.take([row], [posting]);
    const among = rows > 1 || postings > 1;
    const score = SCORE_ALONE - (apart > 0 ? LESS_A_DAY_APART : 0) - (among ? LESS_AMONG_EQUALS : 0);
    const when = apart > 0 ? 'one day apart' : 'the same day';
    const several = among ? ` Of ${rows} such rows and ${postings} such postings, in their order.` : '';
    return { rule: 'one_to_one', score, reason: `Same account, currency and amount, ${when}.${several}`, ...refer([row], [posting]) };
  });
}

/** A row that comes to all that an intent posted to the account, however many lines that are. */
function matchIntents(unmatched: Unmatched): readonly Proposal[] {
  const bySum = new Map<bigint, OpenPosting[][]>();
  for (const own of Map.groupBy(unmatched.postings, (p) => p.seq).values()) {
    if (own.length < 2) continue;
    const sumE8 = own.reduce((sum, p) => sum + p.amountE8, 0n);
    const known = bySum.get(sumE8);
    if (known === undefined) bySum.set(sumE8, [own]);
    else known.push(own);
  }
  const found: Proposal[] = [];
  for (const row of bySum.size === 0 ? [] : unmatched.rows) {
    const groups = bySum.get(row.amountE8) ?? [];
    const at = groups.findIndex((own) => own.every((p) => isWithinWindow(row.day, p.day)));
    const own = groups[at];
    if (own === undefined) continue;
    groups.splice(at, 1);
    unmatched.take([row], own);
    const reason = `All ${own.length} postings of one intent to this account come to this row.`;
    found.push({ rule: 'one_intent', score: SCORE_ONE_INTENT, reason, ...refer([row], own) });
  }
  return found;
}

interface Item {
  readonly day: number;
  readonly amountE8: bigint;
}

/** Wholes that parts come to, each part in one sum at most. */
function matchSums<W extends Item, P extends Item>(
  wholes: readonly W[],
  parts: readonly P[],
  budget: Budget,
  propose: (whole: W, parts: readonly P[], score: number, why: string) => Proposal,
): readonly Proposal[] {
  const keyOf = (day: number, e8: bigint): string => `${day} ${e8 < 0n ? '-' : '+'}`;
  const days = new Map([...Map.groupBy(parts, (p) => keyOf(p.day, p.amountE8))].map(([key, own]) => [key, new DayParts(own)]));
  const found: Proposal[] = [];
  for (const whole of wholes) {
    // Its own day first, then the one before and the one after.
    const near = [0, -1, 1].flatMap((apart) => {
      const own = days.get(keyOf(whole.day + apart, whole.amountE8));
      return own === undefined ? [] : [{ own, apart }];
    });
    const match = findWholeDay(whole, near) ?? findFew(whole, near, budget);
    if (match === null) continue;
    for (const { own } of near) for (const part of match.parts) own.take(part);
    found.push(propose(whole, match.parts, match.score, match.why));
  }
  return found;
}

interface Found<P> {
  readonly parts: readonly P[];
  readonly score: number;
  readonly why: string;
}
type Near<P extends Item> = readonly { readonly own: DayParts<P>; readonly apart: number }[];

function findWholeDay<P extends Item>(whole: Item, near: Near<P>): Found<P> | null {
  for (const { own, apart } of near) {
    if (own.count < 2 || own.sumE8 !== whole.amountE8) continue;
    const which = apart === 0 ? 'the same day' : apart < 0 ? 'the day before' : 'the day after';
    return {
      parts: own.all(),
      score: SCORE_WHOLE_DAY - (apart === 0 ? 0 : LESS_A_DAY_APART),
      why: `of ${which}, all in this direction, come to this amount`,
    };
  }
  return null;
}

function findFew<P extends Item>(whole: Item, near: Near<P>, budget: Budget): Found<P> | null {
  const parts = near.flatMap(({ own }) => own.firstBelow(whole.amountE8, CANDIDATES_MAX)).slice(0, CANDIDATES_MAX);
  if (parts.length < 2 || budget.steps <= 0) return null;
  const own = { steps: Math.min(SEARCH_STEPS_MAX, budget.steps) };
  const before = own.steps;
  const places = findSum(
    whole.amountE8,
    parts.map((p) => p.amountE8),
    own,
  );
  budget.steps -= before - Math.max(own.steps, 0);
  if (places === null) return null;
  const chosen = places.flatMap((place) => parts[place] ?? []);
  const apart = chosen.some((p) => p.day !== whole.day);
  const score = SCORE_SUM - (chosen.length - 2) * LESS_A_PART - (apart ? LESS_A_DAY_APART : 0);
  return { parts: chosen, score, why: `${apart ? 'at most one day apart' : 'of the same day'} come to this amount, and no others do` };
}
