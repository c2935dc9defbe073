// Pairs rows and postings of one account: as many as can be, and none a day apart that could have a free partner of its own day. Among
// equals the earlier comes first.

import type { OpenPosting, OpenRow } from './open-items.ts';
import { WINDOW_DAYS } from './window.ts';

export interface Pair {
  readonly row: OpenRow;
  readonly posting: OpenPosting;
  /** Days between them. */
  readonly apart: number;
  /** How many postings came into question for the row, and rows for the posting; both at least 1. */
  readonly postings: number;
  readonly rows: number;
}

/** Both lists in the order of `compareRows` and `comparePostings`. Linear but for the grouping by amount. */
export function pairOneToOne(rows: readonly OpenRow[], postings: readonly OpenPosting[]): readonly Pair[] {
  const postingsOf = Map.groupBy(postings, (p) => p.amountE8);
  const found: Pair[] = [];
  for (const [amountE8, some] of Map.groupBy(rows, (r) => r.amountE8)) {
    const others = postingsOf.get(amountE8);
    if (others !== undefined) for (const pair of pairEqual(some, others)) found.push(pair);
  }
  return found;
}

function pairEqual(rows: readonly OpenRow[], postings: readonly OpenPosting[]): readonly Pair[] {
  const pairs = pairMost(rows, postings);
  moveCloser(pairs, rows, postings);
  const rowsOn = countDays(rows);
  const postingsOn = countDays(postings);
  return pairs.map(({ row, posting }) => ({
    row,
    posting,
    apart: Math.abs(row.day - posting.day),
    postings: countAround(postingsOn, row.day),
    rows: countAround(rowsOn, posting.day),
  }));
}

interface Making {
  row: OpenRow;
  posting: OpenPosting;
}

/** Whoever goes out of reach first is served first: no other way pairs more. */
function pairMost(rows: readonly OpenRow[], postings: readonly OpenPosting[]): Making[] {
  const pairs: Making[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [row, posting] = [rows[i], postings[j]];
    if (row === undefined || posting === undefined) return pairs;
    if (row.day < posting.day - WINDOW_DAYS) i += 1;
    else if (posting.day < row.day - WINDOW_DAYS) j += 1;
    else {
      pairs.push({ row, posting });
      i += 1;
      j += 1;
    }
  }
}

/** From the last pair back: one that lies a day apart takes a free partner of its own day, and so frees one for the pair before. */
function moveCloser(pairs: readonly Making[], rows: readonly OpenRow[], postings: readonly OpenPosting[]): void {
  const taken = new Set<OpenRow | OpenPosting>(pairs.flatMap((p) => [p.row, p.posting]));
  const freeRows = freeByDay(rows, taken);
  const freePostings = freeByDay(postings, taken);
  for (const pair of pairs.toReversed()) {
    if (pair.row.day === pair.posting.day) continue;
    const posting = freePostings.get(pair.row.day)?.shift();
    if (posting !== undefined) {
      addFree(freePostings, pair.posting);
      pair.posting = posting;
      continue;
    }
    const row = freeRows.get(pair.posting.day)?.shift();
    if (row === undefined) continue;
    addFree(freeRows, pair.row);
    pair.row = row;
  }
}

function freeByDay<T extends OpenRow | OpenPosting>(items: readonly T[], taken: ReadonlySet<unknown>): Map<number, T[]> {
  return Map.groupBy(
    items.filter((item) => !taken.has(item)),
    (item) => item.day,
  );
}

function addFree<T extends OpenRow | OpenPosting>(free: Map<number, T[]>, item: T): void {
  const list = free.get(item.day);
  if (list === undefined) free.set(item.day, [item]);
  else list.unshift(item);
}

function countDays(items: readonly { readonly day: number }[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { day } of items) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}

const countAround = (counts: ReadonlyMap<number, number>, day: number): number =>
  (counts.get(day - 1) ?? 0) + (counts.get(day) ?? 0) + (counts.get(day + 1) ?? 0);
