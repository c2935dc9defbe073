// Rows that left the database, read from the object that has them: a block is one range read.

import { hash } from 'node:crypto';
import type pg from 'pg';
import type { LoggedEvent } from '../chained-event.ts';
import { inflateBlock } from '../features/evidence/blocks.ts';
import { ObjectDamaged, type ObjectStore } from '../objects/object-store.ts';
import { type ObjectSettings, openObjects } from '../objects/open-objects.ts';
import { PatientClient } from '../patient-client.ts';
import type { Tx } from '../reader.ts';
import { type KeyKind, placeOfKey, seqsIn } from './key-entries.ts';
import type { LoggedPosting, Rows } from './stretch.ts';

/** Whoever asks the database: a transaction, or a pool whose role sees every organisation. */
export type Asking = Tx | pg.Pool;

export interface BlockPlace {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly byte_offset: number;
  readonly event_bytes: number;
  readonly posting_bytes: number;
  readonly sha256: Buffer;
  /** The object. */
  readonly rows_sha256: string;
}

/** Read at once: each is some tens of kilobytes from a disk or another machine. */
const READS_AT_ONCE = 8;

/** What is asked for reaches further into what left the database than one call may read. */
export class TooFarPruned extends Error {}

const opened = new WeakMap<ObjectSettings, ObjectStore>();

/** Where the rows are that left the database of this connection. Throws where it was not told. */
function objectsOf(client: Asking): ObjectStore {
  const rows =
    client instanceof PatientClient ? client.rows : (client as { readonly options?: { readonly rows?: ObjectSettings } }).options?.rows;
  if (rows === undefined) throw new Error('this connection does not know where rows are that left the database');
  const known = opened.get(rows) ?? openObjects(rows);
  opened.set(rows, known);
  return known;
}

/** Up to which event rows have left the database; 0: none has. */
export async function findPrunedTo(client: Asking, tenantId: string): Promise<number> {
  const found = await client.query<{ through: number | null }>(
    'select max(last_seq) as through from pruned_stretches where tenant_id = $1',
    [tenantId],
  );
  return found.rows[0]?.through ?? 0;
}

const places = `select b.first_seq, b.last_seq, b.byte_offset, b.event_bytes, b.posting_bytes, b.sha256, p.rows_sha256
  from pruned_blocks b join prunes p on p.tenant_id = b.tenant_id and p.from_seq = b.stretch_seq where b.tenant_id = $1`;

/** The blocks that these events are in, of those in a block, in order. */
export async function listBlocksOf(client: Asking, tenantId: string, seqs: readonly number[]): Promise<readonly BlockPlace[]> {
  const found = await client.query<BlockPlace>(
    `${places} and b.first_seq in (
       select (select max(first_seq) from pruned_blocks where tenant_id = $1 and first_seq <= s.seq) from unnest($2::bigint[]) as s(seq)
     ) order by b.first_seq`,
    [tenantId, seqs],
  );
  return found.rows;
}

/** Blocks with events above one seq and up to another, in order; those alone that post to days within these, where there are any. */
export async function listBlocksBetween(
  client: Asking,
  tenantId: string,
  { after, through, from = null, to = null }: { readonly after: number; readonly through: number } & DaysAsked,
  limit: number,
): Promise<readonly BlockPlace[]> {
  const found = await client.query<BlockPlace>(
    `${places} and b.last_seq > $2 and b.first_seq <= $3 and ($4::date is null or b.last_value_date >= $4) and ($5::date is null or b.first_value_date <= $5)
     order by b.first_seq limit $6`,
    [tenantId, after, through, from, to, limit],
  );
  return found.rows;
}

/** Blocks with events above one seq and up to another, the newest first. */
export async function listBlocksBack(
  client: Asking,
  tenantId: string,
  { after, through }: { readonly after: number; readonly through: number },
  limit: number,
): Promise<readonly BlockPlace[]> {
  const found = await client.query<BlockPlace>(`${places} and b.last_seq > $2 and b.first_seq <= $3 order by b.first_seq desc limit $4`, [
    tenantId,
    after,
    through,
    limit,
  ]);
  return found.rows;
}

export interface DaysAsked {
  /** First and last value date, `YYYY-MM-DD`. */
  readonly from?: string | null;
  readonly to?: string | null;
}

/** Which of the two members of a block. */
type Member = 'events' | 'postings';

/** The rows of blocks, in their order; of the parts that are asked for. Throws ObjectDamaged and ObjectStoreUnavailable. */
export async function readBlocks(
  client: Asking,
  tenantId: string,
  blocks: readonly BlockPlace[],
  members: readonly Member[],
): Promise<readonly Rows[]> {
  if (blocks.length === 0) return [];
  const objects = objectsOf(client);
  const read: Rows[] = [];
  for (let at = 0; at < blocks.length; at += READS_AT_ONCE)
    read.push(...(await Promise.all(blocks.slice(at, at + READS_AT_ONCE).map((block) => readBlock(objects, tenantId, block, members)))));
  return read;
}

async function readBlock(objects: ObjectStore, tenantId: string, block: BlockPlace, members: readonly Member[]): Promise<Rows> {
  const bytes = await objects.getRange(tenantId, block.rows_sha256, block.byte_offset, block.event_bytes + block.posting_bytes);
  if (!hash('sha256', bytes, 'buffer').equals(block.sha256)) throw new ObjectDamaged('altered');
  const told = members.includes('events')
    ? await linesOf<LoggedEvent | { head: Rows['heads'][number] }>(bytes.subarray(0, block.event_bytes))
    : [];
  const postings = members.includes('postings') ? await linesOf<LoggedPosting>(bytes.subarray(block.event_bytes)) : [];
  return {
    events: told.flatMap((row) => ('head' in row ? [] : [row])),
    heads: told.flatMap((row) => ('head' in row ? [row.head] : [])),
    postings,
  };
}

async function linesOf<T>(member: Buffer): Promise<readonly T[]> {
  const text = (await inflateBlock(member)).toString();
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as T);
}

/** Where keys or intents are that left, to select from: `a.n` counts from 1 in what `$2` and `$3` ask, `k.entries` has what is there. */
export const LEFT_KEYS = `unnest($2::int[], $3::bytea[]) with ordinality as a (bucket, hash, n)
     join pruned_keys k on k.tenant_id = $1 and k.bucket = a.bucket where position(a.hash in k.entries) > 0`;

export interface LeftKey {
  readonly n: number;
  readonly entries: Buffer;
}

/** What of keys and intents is asked, and how what is found is read: the seqs at which they may be, a few too many, never one too few. */
export class LeftKeys {
  private readonly places: readonly ReturnType<typeof placeOfKey>[];

  constructor(tenantId: string, asked: Readonly<Partial<Record<KeyKind, readonly string[]>>>) {
    const placesOf = (kind: KeyKind) => (asked[kind] ?? []).map((text) => placeOfKey(tenantId, kind, text));
    this.places = [...placesOf('key'), ...placesOf('intent')];
  }

  /** `$2` and `$3`. */
  get parameters(): readonly unknown[] {
    return [this.places.map(({ bucket }) => bucket), this.places.map((place) => place.hash)];
  }

  seqsIn(found: readonly LeftKey[]): readonly number[] {
    return [...new Set(found.flatMap(({ n, entries }) => seqsIn(entries, this.places[n - 1]?.hash ?? Buffer.alloc(0))))];
  }
}

/** The seqs at which intents that left may be. */
export async function findSeqsOf(client: Asking, tenantId: string, intentIds: readonly string[]): Promise<readonly number[]> {
  const left = new LeftKeys(tenantId, { intent: intentIds });
  const found = await client.query<LeftKey>(`select a.n::int, k.entries from ${LEFT_KEYS}`, [tenantId, ...left.parameters]);
  return left.seqsIn(found.rows);
}

/** The events of these seqs that are in blocks. */
export async function readEventsAt(client: Asking, tenantId: string, seqs: readonly number[]): Promise<readonly LoggedEvent[]> {
  if (seqs.length === 0) return [];
  const wanted = new Set(seqs);
  const read = await readBlocks(client, tenantId, await listBlocksOf(client, tenantId, seqs), ['events']);
  return read.flatMap(({ events }) => events.filter(({ seq }) => wanted.has(seq)));
}
