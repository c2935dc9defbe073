// What belongs together among the open items of one account and month. A server finds it on a thread (`checks/checking-thread.ts`): tens of thousands of rows
// and postings are read and compared in one go, and nobody who posts waits for that.

import { matchUntil, type Proposal } from '@countinghouse/kernel/recon/match';
import { SUGGESTED_DAYS, type Suggestion, suggest } from '@countinghouse/kernel/recon/suggest';
import { addDays, addMonths, parseDate } from '@countinghouse/kernel/time/instant';
import type { Pool } from '@countinghouse/store/connection';
import {
  findOpenMonth,
  listLatestOpenRows,
  listOpenPostings,
  listOpenPostingsIn,
  listOpenRows,
  type OpenMonth,
} from '@countinghouse/store/features/recon/open-items';
import { read } from '@countinghouse/store/reader';

/** Where a run stands: what comes after it is next; null: at its beginning. */
export type MatchedThrough = Pick<OpenMonth, 'accountId' | 'month'> | null;

export interface MonthProposed {
  readonly month: OpenMonth;
  readonly proposals: readonly Proposal[];
}

/** The next month of an account with open rows, and its matches; null where there is none. */
export type ProposeNext = (tenantId: string, after: MatchedThrough) => Promise<MonthProposed | null>;

/** In one transaction, so that rows and postings are of one moment. */
export async function proposeNext(pool: Pool, tenantId: string, after: MatchedThrough): Promise<MonthProposed | null> {
  const open = await read(pool, { tenantId }, async (tx) => {
    const month = await findOpenMonth(tx, tenantId, after);
    if (month === null) return null;
    return { month, rows: await listOpenRows(tx, tenantId, month), postings: await listOpenPostings(tx, tenantId, month) };
  });
  if (open === null) return null;
  return { month: open.month, proposals: matchUntil(open.rows, open.postings, firstDayAfter(open.month.month)) };
}

/** What may belong together on an account. */
export type SuggestMatches = (tenantId: string, accountId: string) => Promise<readonly Suggestion[]>;

/** Open rows that are looked at, the latest. Source: decision 0202. */
const SUGGESTED_ROWS_MAX = 500;
/** Postings that are, the latest. */
const SUGGESTED_POSTINGS_MAX = 10_000;

export async function suggestMatches(pool: Pool, tenantId: string, accountId: string): Promise<readonly Suggestion[]> {
  const { rows, postings } = await read(pool, { tenantId }, async (tx) => {
    const latest = await listLatestOpenRows(tx, tenantId, accountId, SUGGESTED_ROWS_MAX);
    const days = latest.map((r) => r.day);
    if (days.length === 0) return { rows: [], postings: [] };
    const from = dateOf(Math.min(...days) - SUGGESTED_DAYS);
    const before = dateOf(Math.max(...days) + SUGGESTED_DAYS + 1);
    return { rows: latest, postings: await listOpenPostingsIn(tx, tenantId, accountId, { from, before }, SUGGESTED_POSTINGS_MAX) };
  });
  if (postings.length < SUGGESTED_POSTINGS_MAX) return suggest(rows, postings);
  // Of earlier rows not all that may fit was read.
  const knownFrom = Math.min(...postings.map((p) => p.day)) + 1 + SUGGESTED_DAYS;
  return suggest(
    rows.filter((r) => r.day >= knownFrom),
    postings,
  );
}

const dateOf = (day: number): string => addDays('1970-01-01', day);

/** Days since 1970 of the first day of the next month. */
function firstDayAfter(month: string): number {
  const day = parseDate(addMonths(month, 1));
  if (day === null) throw new RangeError(`not a month: ${month}`);
  return day;
}
