// The rows of a file named by what they say. Equal rows of two statements are one movement where both may tell of it, and two where one of them goes on
// from the other by its balances, in the same file or in one that came before.

import type { ImportedRow, ImportedStatement } from '@countinghouse/kernel/recon/commands';
import { findOthers } from '@countinghouse/kernel/recon/other-statements';
import { contentOf, identifyRows, type RowsSeen } from '@countinghouse/kernel/recon/row-ids';
import type { Pool } from '@countinghouse/store/connection';
import { listNearStatements, listStatementsOfRows } from '@countinghouse/store/features/recon/continuity';
import { read } from '@countinghouse/store/reader';
import { feedsOf, toCompared } from './continuity.ts';
import { sha256 } from './rules.ts';

/** A statement whose rows have no ids yet. */
export interface Draft extends Omit<ImportedStatement, 'rows'> {
  readonly rows: readonly Omit<ImportedRow, 'id'>[];
}

/** Of equal rows of other statements so many are counted: with more in a day the next is taken for one of them. */
const EQUALS_MAX = 1_000;

/** In the order of the file. In between, others are served. */
export async function identifyAll(readerPool: Pool, tenantId: string, drafts: readonly Draft[]): Promise<readonly ImportedStatement[]> {
  const near = await read(readerPool, { tenantId }, (tx) => listNearStatements(tx, tenantId, null, feedsOf(drafts)));
  const known = Map.groupBy(near.map(toCompared), feedKey);
  const statementsOfRows = (ids: readonly string[]) => read(readerPool, { tenantId }, (tx) => listStatementsOfRows(tx, tenantId, ids));
  const identified: ImportedStatement[] = [];
  const before = new Map<string, Counted>();
  for (const draft of drafts) {
    await nextTurn();
    const others = findOthers(
      draft,
      draft.rows.map((r) => r.amountE8),
      known.get(feedKey(draft)) ?? [],
    );
    const counted = goesOnFrom(before.get(feedKey(draft)), draft);
    const { rows, seen } = others.size === 0 ? identify(draft, counted) : await countOn(draft, counted, others, statementsOfRows);
    before.set(feedKey(draft), { draft, seen });
    await nextTurn();
    identified.push({ ...draft, rows });
  }
  return identified;
}

const nextTurn = (): Promise<void> => new Promise(setImmediate);

const feedKey = ({ source, accountId }: Pick<Draft, 'source' | 'accountId'>): string => JSON.stringify([source, accountId]);

/** A statement of a feed, and how often its rows and those before were there. */
interface Counted {
  readonly draft: Draft;
  readonly seen: RowsSeen;
}

/**
 * What is counted on: of a statement that opens with what the one before closed with, and that closed with something else than it opened with. Only
 * then are equal rows of both certainly two; statements that share days have the same ones.
 */
function goesOnFrom(before: Counted | undefined, { openingE8 }: Draft): RowsSeen {
  if (before === undefined || openingE8 === null) return new Map();
  const { openingE8: opened, closingE8: closed } = before.draft;
  return closed === openingE8 && opened !== closed ? before.seen : new Map();
}

interface Identified {
  readonly rows: readonly ImportedRow[];
  readonly seen: RowsSeen;
}

/** `counted` stays as it is. */
function identify(draft: Draft, counted: RowsSeen): Identified {
  const seen = new Map(counted);
  return { rows: identifyRows(sha256, draft, draft.rows, seen), seen };
}

/** Counts on behind the equal rows that `others` brought, until no row of the statement is one of them. */
async function countOn(
  draft: Draft,
  counted: RowsSeen,
  others: ReadonlySet<string>,
  statementsOfRows: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Identified> {
  const from = new Map(counted);
  let found = identify(draft, from);
  for (let round = 0; round < EQUALS_MAX; round += 1) {
    const there = await statementsOfRows(found.rows.map((r) => r.id));
    const taken = new Set(found.rows.filter((r) => others.has(there.get(r.id) ?? '')).map((r) => contentOf(draft, r)));
    if (taken.size === 0) break;
    for (const content of taken) from.set(content, (from.get(content) ?? 0) + 1);
    found = identify(draft, from);
  }
  return found;
}
