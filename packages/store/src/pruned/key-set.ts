// The keys and intents that left the database, as far as four bytes of each tell: what is not among them did not leave. Held in memory by whoever posts.

import type { Tx } from '../reader.ts';
import { ENTRY_BYTES, type KeyKind, placeOfKey } from './key-entries.ts';

const BUCKETS = 65_536;
/** Buckets that are read at once: the thread that posts reads them. */
const BUCKETS_A_PAGE = 256;

/** A bucket of `key-entries.ts`, with all of its entries. */
interface Bucket {
  readonly bucket: number;
  readonly entries: Buffer;
}

export class KeySet {
  /** Up to which seq it has every key. */
  readonly through: number;
  private readonly prefixes: Uint32Array;
  /** Where the prefixes of a bucket begin, and where those of the last end. */
  private readonly starts: Uint32Array;

  private constructor(through: number, count: number) {
    this.through = through;
    this.prefixes = new Uint32Array(count);
    this.starts = new Uint32Array(BUCKETS + 1).fill(count);
  }

  /** Of buckets in order that have `count` entries in all. */
  static async of(through: number, count: number, pages: AsyncIterable<readonly Bucket[]>): Promise<KeySet> {
    const made = new KeySet(through, count);
    let [at, begun] = [0, 0];
    for await (const page of pages)
      for (const { bucket, entries } of page) {
        made.starts.fill(at, begun, bucket + 1);
        begun = bucket + 1;
        for (let from = 0; from < entries.length; from += ENTRY_BYTES) made.prefixes[at++] = entries.readUInt32BE(from);
      }
    if (at !== count) throw new Error(`${count} keys left, and ${at} are told`);
    return made;
  }

  /** In memory. */
  get bytes(): number {
    return this.prefixes.byteLength + this.starts.byteLength;
  }

  /** Never false for one that left; true for one in some three hundred million that did not, where a million left. */
  mayHave(tenantId: string, kind: KeyKind, text: string): boolean {
    const { bucket, hash } = placeOfKey(tenantId, kind, text);
    return this.prefixes.subarray(this.starts[bucket], this.starts[bucket + 1]).includes(hash.readUInt32BE(0));
  }
}

/** All keys that left, in a transaction that sees one point in time; null where there are more than `most`, or none has all of a stretch. */
export async function readKeySet(tx: Tx, tenantId: string, most: number): Promise<KeySet | null> {
  // Each stretch has every key up to its end, whichever rows left or stayed: `blocksOf` reads them all.
  const [stretches, keys] = [
    await tx.query<{ through: number; events: number }>(
      `select coalesce(max(last_seq), 0)::bigint as through, coalesce(sum(last_seq - first_seq + 1), 0)::bigint as events
       from pruned_stretches where tenant_id = $1`,
      [tenantId],
    ),
    await tx.query<{ count: number }>(
      'select (coalesce(sum(length(entries)), 0) / $2)::bigint as count from pruned_keys where tenant_id = $1',
      [tenantId, ENTRY_BYTES],
    ),
  ];
  const [{ through, events } = { through: 0, events: 0 }, { count } = { count: 0 }] = [stretches.rows[0], keys.rows[0]];
  return through === 0 || events !== through || count > most ? null : KeySet.of(through, count, pagesOf(tx, tenantId));
}

async function* pagesOf(tx: Tx, tenantId: string): AsyncGenerator<readonly Bucket[]> {
  for (let from = 0; from < BUCKETS; from += BUCKETS_A_PAGE) {
    const page = await tx.query<Bucket>(
      'select bucket, entries from pruned_keys where tenant_id = $1 and bucket >= $2 and bucket < $3 order by bucket',
      [tenantId, from, from + BUCKETS_A_PAGE],
    );
    yield page.rows;
  }
}
