// Rows that left the database, brought into a transaction that reads: from then on its tables `events` and `postings` have them too, so that what is asked
// of them is asked as ever. They are in settings of the transaction, and go with it; nothing is written.

import { readAmountE8 } from '@countinghouse/kernel/money/amount';
import type { LoggedEvent } from '../chained-event.ts';
import type { Tx } from '../reader.ts';
import { literal } from '../sql/statement.ts';
import {
  type BlockPlace,
  type DaysAsked,
  findPrunedTo,
  findSeqsOf,
  listBlocksBetween,
  listBlocksOf,
  readBlocks,
  TooFarPruned,
} from './read-rows.ts';
import type { LoggedPosting } from './stretch.ts';

/** Blocks that one call reads: some tenths of a second from a disk, a second or two from another machine. */
const BLOCKS_MAX = 400;
const BLOCKS_AT_ONCE = 16;
/** What the views of the schema `thawed` read. */
const EVENTS = 'app.thawed_events';
const POSTINGS = 'app.thawed_postings';

/** Brings rows into the rest of the transaction, beside those that were brought before. */
async function bring(tx: Tx, events: readonly LoggedEvent[], postings: readonly LoggedPosting[]): Promise<void> {
  const found = await tx.query<{ events: string | null; postings: string | null }>(
    `select nullif(current_setting('${EVENTS}', true), '') as events, nullif(current_setting('${POSTINGS}', true), '') as postings`,
  );
  const [before] = found.rows;
  const and = <T>(text: string | null | undefined, rows: readonly T[]): readonly T[] => [
    ...(JSON.parse(text ?? '[]') as readonly T[]),
    ...rows,
  ];
  await bringOnly(tx, and(before?.events, events), and(before?.postings, postings));
}

/** The same in the place of what was brought before. */
export async function bringOnly(tx: Tx, events: readonly LoggedEvent[], postings: readonly LoggedPosting[]): Promise<void> {
  await tx.query(`set local ${EVENTS} = ${literal(JSON.stringify(events))}`);
  await tx.query(`set local ${POSTINGS} = ${literal(JSON.stringify(postings))}`);
  await tx.query('set local search_path = thawed, public');
}

/** Brings the events at these places, with their postings. Answers whether any of them was brought. Throws TooFarPruned. */
export async function thawSeqs(tx: Tx, tenantId: string, seqs: readonly number[]): Promise<boolean> {
  const blocks = seqs.length === 0 ? [] : await listBlocksOf(tx, tenantId, seqs);
  if (blocks.length === 0) return false;
  if (blocks.length > BLOCKS_MAX) throw new TooFarPruned('more of what left the database than one call reads');
  const wanted = new Set(seqs);
  const read = await readBlocks(tx, tenantId, blocks, ['events', 'postings']);
  const events = read.flatMap((rows) => rows.events.filter(({ seq }) => wanted.has(seq)));
  const postings = read.flatMap((rows) => rows.postings.filter(({ seq }) => wanted.has(seq)));
  if (events.length === 0) return false;
  await bring(tx, events, postings);
  return true;
}

/** Brings all events of an intent, with its postings. */
export async function thawIntent(tx: Tx, tenantId: string, intentId: string): Promise<boolean> {
  return thawSeqs(tx, tenantId, await findSeqsOf(tx, tenantId, [intentId]));
}

export interface PostingsAsked extends DaysAsked {
  /** Above this seq, and up to that one. */
  readonly after: number;
  readonly through: number;
  /** Whether their events are needed too. */
  readonly withEvents?: boolean;
}

/** Brings the postings between two seqs, to some days, where there are any. Throws TooFarPruned. */
export async function thawPostings(tx: Tx, tenantId: string, { withEvents = false, ...asked }: PostingsAsked): Promise<void> {
  const blocks = await listBlocksWithin(tx, tenantId, asked);
  if (blocks.length === 0) return;
  const read = await readBlocks(tx, tenantId, blocks, withEvents ? ['events', 'postings'] : ['postings']);
  const postings = read.flatMap((rows) => rows.postings.filter((p) => p.seq > asked.after && p.seq <= asked.through && isWithin(p, asked)));
  const seqs = new Set(postings.map(({ seq }) => seq));
  await bring(
    tx,
    read.flatMap((rows) => rows.events.filter(({ seq }) => seqs.has(seq))),
    postings,
  );
}

/** As many as one call reads; else throws TooFarPruned. */
async function listBlocksWithin(tx: Tx, tenantId: string, asked: PostingsAsked): Promise<readonly BlockPlace[]> {
  const blocks = await listBlocksBetween(tx, tenantId, asked, BLOCKS_MAX + 1);
  if (blocks.length > BLOCKS_MAX) throw new TooFarPruned('more of what left the database than one call reads');
  return blocks;
}

/**
 * What all postings between two seqs come to, of each account debits less credits in units of 10⁻⁸: of those that left and of those that stayed, for a block has both.
 * Nothing is brought. Throws TooFarPruned.
 */
export async function sumOfBlocks(
  tx: Tx,
  tenantId: string,
  asked: Pick<PostingsAsked, 'after' | 'through'>,
): Promise<ReadonlyMap<string, bigint>> {
  const blocks = await listBlocksWithin(tx, tenantId, asked);
  const sums = new Map<string, bigint>();
  for (const { postings } of await readBlocks(tx, tenantId, blocks, ['postings']))
    for (const { seq, amount, debit_account_id: debit, credit_account_id: credit } of postings) {
      if (seq <= asked.after || seq > asked.through) continue;
      const e8 = readAmountE8(amount);
      sums.set(debit, (sums.get(debit) ?? 0n) + e8).set(credit, (sums.get(credit) ?? 0n) - e8);
    }
  return sums;
}

/** Brings what was learnt after a seq of days up to one: what is to be taken away again from what is known now. */
export async function thawLearntAfter(tx: Tx, tenantId: string, seq: number, lastDay: string): Promise<void> {
  const through = await findPrunedTo(tx, tenantId);
  if (seq < through) await thawPostings(tx, tenantId, { after: seq, through, to: lastDay });
}

const isWithin = ({ value_date }: LoggedPosting, { from = null, to = null }: DaysAsked): boolean =>
  (from === null || value_date >= from) && (to === null || value_date <= to);

export interface AccountAsked {
  /** Postings up to this seq, the newest first. */
  readonly upTo: number;
  /** At least so many, where there are. */
  readonly most: number;
  readonly matches: (posting: LoggedPosting) => boolean;
}

/** Brings the newest postings of an account that match, with their events. Throws TooFarPruned where more blocks had to be looked into than one call reads. */
export async function thawAccount(tx: Tx, tenantId: string, accountId: string, { upTo, most, matches }: AccountAsked): Promise<boolean> {
  const found = await tx.query<{ seq: number }>(
    `select b.seq from pruned_accounts a cross join lateral unnest(a.blocks) as b (seq)
     where a.tenant_id = $1 and a.account_id = $2 and b.seq <= $3 order by b.seq desc limit $4`,
    [tenantId, accountId, upTo, BLOCKS_MAX + 1],
  );
  const seqs = found.rows.map((row) => row.seq);
  const events: LoggedEvent[] = [];
  const postings: LoggedPosting[] = [];
  for (let at = 0; at < seqs.length && postings.length < most; at += BLOCKS_AT_ONCE) {
    if (at >= BLOCKS_MAX) throw new TooFarPruned('more of what left the database than one call reads');
    const blocks: readonly BlockPlace[] = await listBlocksOf(tx, tenantId, seqs.slice(at, at + BLOCKS_AT_ONCE));
    for (const rows of await readBlocks(tx, tenantId, blocks, ['events', 'postings'])) {
      const own = rows.postings.filter(
        (p) => (p.debit_account_id === accountId || p.credit_account_id === accountId) && p.seq <= upTo && matches(p),
      );
      const of = new Set(own.map(({ seq }) => seq));
      postings.push(...own);
      events.push(...rows.events.filter(({ seq }) => of.has(seq)));
    }
  }
  if (postings.length === 0) return false;
  await bring(tx, events, postings);
  return true;
}
