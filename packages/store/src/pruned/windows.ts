// Lists that follow the log: what lies above all that left the database is read there, what lies below in windows of some blocks, each of which is brought for
// the time that it is read.

import type { Tx } from '../reader.ts';
import { type BlockPlace, findPrunedTo, findSeqsOf, listBlocksBack, listBlocksBetween, listBlocksOf, readBlocks } from './read-rows.ts';
import type { Rows } from './stretch.ts';
import { bringOnly } from './thaw.ts';

/** About two thousand events. */
const BLOCKS = 8;
/** Events of a block, about. */
const EVENTS_A_BLOCK = 256;

/** How many windows, that of what is still there among them, one call looks into for its first item. */
export const WINDOWS_MAX = 8;

/** Events above one seq and up to another. */
export interface Range {
  readonly after: number;
  readonly through: number;
}

export interface Window extends Range {
  /** What is left of the range behind this window; null: nothing. */
  readonly rest: Range | null;
}

const whole = (range: Range): Window => ({ ...range, rest: null });

/** Blocks of a window for a list whose statement looks up each event by itself: it costs as the square of what is brought. */
export const blocksOfPage = (limit: number): number => Math.min(BLOCKS, Math.ceil(limit / EVENTS_A_BLOCK) + 1);

/** How a window is brought. */
interface Bringing {
  /** Blocks at most. */
  readonly most?: number;
  /** With what became of its intents behind it: an intent leaves whole, but its events may be many blocks apart. */
  readonly wholeIntents?: boolean;
}

/** The newest part of a range that can be read at once. */
export async function windowBack(
  tx: Tx,
  tenantId: string,
  { after, through }: Range,
  { most = BLOCKS, wholeIntents = false }: Bringing = {},
): Promise<Window> {
  const prunedTo = await findPrunedTo(tx, tenantId);
  if (prunedTo <= after) return whole({ after, through });
  if (through > prunedTo) return { after: prunedTo, through, rest: { after, through: prunedTo } };
  const blocks = await listBlocksBack(tx, tenantId, { after, through }, most);
  const from = blocks.at(-1)?.first_seq;
  if (from === undefined) return whole({ after, through });
  await bringBlocks(tx, tenantId, blocks, wholeIntents);
  return { after: Math.max(after, from - 1), through, rest: from - 1 > after ? { after, through: from - 1 } : null };
}

/** The oldest part of a range that can be read at once. */
export async function windowOn(tx: Tx, tenantId: string, { after, through }: Range): Promise<Window> {
  const prunedTo = await findPrunedTo(tx, tenantId);
  if (prunedTo <= after) return whole({ after, through });
  const blocks = await listBlocksBetween(tx, tenantId, { after, through }, BLOCKS);
  const to = blocks.at(-1)?.last_seq;
  if (to === undefined) return whole({ after, through });
  await bringBlocks(tx, tenantId, blocks);
  return { after, through: Math.min(through, to), rest: to < through ? { after: to, through } : null };
}

async function bringBlocks(tx: Tx, tenantId: string, blocks: readonly BlockPlace[], wholeIntents = false): Promise<void> {
  const rows = await readBlocks(tx, tenantId, blocks, ['events', 'postings']);
  const all = wholeIntents ? [...rows, ...(await readBecome(tx, tenantId, rows))] : rows;
  await bringOnly(
    tx,
    all.flatMap((of) => of.events),
    all.flatMap((of) => of.postings),
  );
}

/** What is in other blocks of the intents that were proposed in these. */
async function readBecome(tx: Tx, tenantId: string, rows: readonly Rows[]): Promise<readonly Pick<Rows, 'events' | 'postings'>[]> {
  const read = new Set(rows.flatMap(({ events }) => events.map(({ seq }) => seq)));
  const proposed = rows.flatMap(({ events }) =>
    events.flatMap(({ event_type, intent_id: id }) => (event_type === 'intent.proposed' && id !== null ? [id] : [])),
  );
  if (proposed.length === 0) return [];
  const seqs = new Set((await findSeqsOf(tx, tenantId, proposed)).filter((seq) => !read.has(seq)));
  const blocks = await listBlocksOf(tx, tenantId, [...seqs]);
  return (await readBlocks(tx, tenantId, blocks, ['events', 'postings'])).map(({ events, postings }) => ({
    events: events.filter(({ seq }) => seqs.has(seq)),
    postings: postings.filter(({ seq }) => seqs.has(seq)),
  }));
}
