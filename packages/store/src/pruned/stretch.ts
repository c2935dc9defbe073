// The rows of a stretch of a log in one object, before they leave the database: a gzip file of blocks, each the events with their signed heads, then
// their postings, as rows of these tables in JSON. What is kept beside the object says where each block, account and key is. The form is told in
// docs/reference/pruned-rows.md.

import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { LoggedEvent } from '../chained-event.ts';
import type { StoredPosting } from '../features/health/posted.ts';
import type { SignedHead } from '../features/health/signed-log.ts';
import type { Tx } from '../reader.ts';
import { KeyEntries } from './key-entries.ts';

/** What may leave: the events of intents. */
export const leavingTypes = ['intent.proposed', 'intent.validated', 'intent.executed', 'intent.rejected'] as const;

export const mayLeave = ({ event_type }: Pick<LoggedEvent, 'event_type'>): boolean =>
  (leavingTypes as readonly string[]).includes(event_type);

/** A row of `postings` as it is stored. */
export type LoggedPosting = StoredPosting & { readonly tenant_id: string };

/** Rows as they lie in a block, one behind the other. */
export interface Rows {
  readonly events: readonly LoggedEvent[];
  readonly heads: readonly SignedHead[];
  readonly postings: readonly LoggedPosting[];
}

export interface BlockEntry {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly firstTs: string;
  readonly firstValueDate: string | null;
  readonly lastValueDate: string | null;
  readonly offset: number;
  readonly eventBytes: number;
  readonly postingBytes: number;
  readonly sha256: Buffer;
}

/** A block takes events until it has so much text of them, or so many: reading one event inflates a block. */
const BLOCK_BYTES = 256 * 1024;
const PAGE_EVENTS = 256;
/** What is written once and read seldom may take longer to write. */
const LEVEL = 7;

export const eventColumns =
  'tenant_id, seq, event_id, event_type, event_ts, actor_id, idem_key, intent_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version';
export const postingColumns =
  'tenant_id, seq, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative, debit_balance_after, credit_balance_after';
export const headColumns = 'seq, event_hash, event_ts, kid, signature';

/** What of a stretch is read besides its events. */
export type Part = 'heads' | 'postings';

/** Rows between two seqs, the first left out, as many events as the limit says, and what belongs to them. */
export async function readRows(tx: Tx, tenantId: string, { after, through, limit }: RowsAsked, parts: readonly Part[]): Promise<Rows> {
  const events = await tx.query<LoggedEvent>(
    `select ${eventColumns} from public.events where tenant_id = $1 and seq > $2 and seq <= $3 order by seq limit $4`,
    [tenantId, after, through, limit],
  );
  const to = events.rows.length < limit ? through : (events.rows.at(-1)?.seq ?? through);
  const within = [tenantId, after, to];
  const heads = !parts.includes('heads')
    ? []
    : (
        await tx.query<SignedHead>(
          `select ${headColumns} from signed_heads where tenant_id = $1 and seq > $2 and seq <= $3 order by seq`,
          within,
        )
      ).rows;
  const postings = !parts.includes('postings')
    ? []
    : (
        await tx.query<LoggedPosting>(
          `select ${postingColumns} from public.postings where tenant_id = $1 and seq > $2 and seq <= $3 order by seq, line`,
          within,
        )
      ).rows;
  return { events: events.rows, heads, postings };
}

export interface RowsAsked {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

/** What says where each row of a stretch is, in the making. */
export class StretchIndex {
  readonly blocks: BlockEntry[] = [];
  /** Of each account the first seqs of the blocks that post to it. */
  readonly accounts = new Map<string, number[]>();
  readonly keys = new KeyEntries();
  private offset = 0;

  add(tenantId: string, { events, heads, postings }: Rows): Buffer {
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) throw new Error('a block without events');
    const dates = postings.map((posting) => posting.value_date).sort();
    const ofEvents = gzipSync(linesOf([...events, ...heads.map((head) => ({ head }))]), { level: LEVEL });
    const ofPostings = gzipSync(linesOf(postings), { level: LEVEL });
    const bytes = Buffer.concat([ofEvents, ofPostings]);
    this.blocks.push({
      firstSeq: first.seq,
      lastSeq: last.seq,
      firstTs: first.event_ts,
      firstValueDate: dates[0] ?? null,
      lastValueDate: dates.at(-1) ?? null,
      offset: this.offset,
      eventBytes: ofEvents.length,
      postingBytes: ofPostings.length,
      sha256: hash('sha256', bytes, 'buffer'),
    });
    this.offset += bytes.length;
    for (const id of new Set(postings.flatMap((p) => [p.debit_account_id, p.credit_account_id]))) {
      const known = this.accounts.get(id);
      if (known === undefined) this.accounts.set(id, [first.seq]);
      else known.push(first.seq);
    }
    for (const { seq, idem_key, intent_id } of events) {
      if (idem_key !== null) this.keys.add(tenantId, 'key', idem_key, seq);
      if (intent_id !== null) this.keys.add(tenantId, 'intent', intent_id, seq);
    }
    return bytes;
  }
}

const linesOf = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/**
 * The object of the events above one seq and up to another, block by block; `index` has where everything is once it ended. Throws where an event is
 * missing. Memory is a block, and the index.
 */
export async function* blocksOf(tx: Tx, tenantId: string, range: Omit<RowsAsked, 'limit'>, index: StretchIndex): AsyncGenerator<Buffer> {
  const { through } = range;
  let { after } = range;
  let held: Rows = { events: [], heads: [], postings: [] };
  let bytes = 0;
  while (after < through) {
    const page = await readRows(tx, tenantId, { after, through, limit: PAGE_EVENTS }, ['heads', 'postings']);
    const last = page.events.at(-1)?.seq ?? after;
    if (page.events.length !== last - after || page.events.length === 0) throw new Error(`the log lacks an event behind ${after}`);
    held = {
      events: [...held.events, ...page.events],
      heads: [...held.heads, ...page.heads],
      postings: [...held.postings, ...page.postings],
    };
    bytes += page.events.reduce((sum, event) => sum + event.payload.length, 0);
    after = last;
    if (bytes < BLOCK_BYTES && after < through) continue;
    yield index.add(tenantId, held);
    held = { events: [], heads: [], postings: [] };
    bytes = 0;
  }
}
