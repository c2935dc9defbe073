// Where a key or an intent is in what left the database: of each a hash of 80 bits and its seq. Two that share a hash are told apart by the event itself.

import { hash } from 'node:crypto';

export type KeyKind = 'key' | 'intent';

const BUCKET_BYTES = 2;
const HASH_BYTES = 8;
const SEQ_BYTES = 6;
export const ENTRY_BYTES = HASH_BYTES + SEQ_BYTES;
const RECORD_BYTES = BUCKET_BYTES + ENTRY_BYTES;
const FIRST_RECORDS = 4096;

/** Which bucket a key is in, and the 8 bytes that its entry begins with. */
export function placeOfKey(tenantId: string, kind: KeyKind, text: string): { readonly bucket: number; readonly hash: Buffer } {
  const digest = hash('sha256', `${kind}\0${tenantId}\0${text}`, 'buffer');
  return { bucket: digest.readUInt16BE(0), hash: digest.subarray(BUCKET_BYTES, BUCKET_BYTES + HASH_BYTES) };
}

/** The seqs of the entries that begin with a hash. */
export function seqsIn(entries: Buffer, keyHash: Buffer): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES)
    if (keyHash.compare(entries, at, at + HASH_BYTES) === 0) found.push(entries.readUIntBE(at + HASH_BYTES, SEQ_BYTES));
  return found;
}

/** Entries of a whole stretch: 16 bytes each, so that millions of them take little. */
export class KeyEntries {
  private records = Buffer.alloc(FIRST_RECORDS * RECORD_BYTES);
  private count = 0;

  add(tenantId: string, kind: KeyKind, text: string, seq: number): void {
    if ((this.count + 1) * RECORD_BYTES > this.records.length)
      this.records = Buffer.concat([this.records, Buffer.alloc(this.records.length)]);
    const { bucket, hash: keyHash } = placeOfKey(tenantId, kind, text);
    const at = this.count * RECORD_BYTES;
    this.records.writeUInt16BE(bucket, at);
    keyHash.copy(this.records, at + BUCKET_BYTES);
    this.records.writeUIntBE(seq, at + BUCKET_BYTES + HASH_BYTES, SEQ_BYTES);
    this.count += 1;
  }

  /** Each bucket that has entries, with all of them. */
  buckets(): readonly { readonly bucket: number; readonly entries: Buffer }[] {
    const sizes = new Map<number, number>();
    for (let n = 0; n < this.count; n++) {
      const bucket = this.records.readUInt16BE(n * RECORD_BYTES);
      sizes.set(bucket, (sizes.get(bucket) ?? 0) + 1);
    }
    const filled = new Map([...sizes].map(([bucket, size]) => [bucket, { entries: Buffer.alloc(size * ENTRY_BYTES), at: 0 }]));
    for (let n = 0; n < this.count; n++) {
      const at = n * RECORD_BYTES;
      const to = filled.get(this.records.readUInt16BE(at));
      if (to === undefined) continue;
      this.records.copy(to.entries, to.at, at + BUCKET_BYTES, at + RECORD_BYTES);
      to.at += ENTRY_BYTES;
    }
    return [...filled].map(([bucket, { entries }]) => ({ bucket, entries })).sort((a, b) => a.bucket - b.bucket);
  }
}
