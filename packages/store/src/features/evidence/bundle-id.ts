// The id of a packed bundle: a UUID (RFC 9562, version 8) that follows from the organisation and the event, so that none is stored. The
// second half is the seq; the first is a hash, by which the id of another organisation's bundle is no id here.

import { hash } from 'node:crypto';

const VARIANT = 0x8000_0000_0000_0000n;
const SEQ_MASK = 0x3fff_ffff_ffff_ffffn;

export function bundleIdOf(tenantId: string, seq: number): string {
  const bytes = hash('sha256', `evidence ${tenantId} ${seq}`, 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeBigUInt64BE(VARIANT | BigInt(seq), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The seq that an id names; null for what is not the id of a packed bundle of this organisation. */
export function seqOfBundleId(tenantId: string, id: string): number | null {
  const hex = id.toLowerCase().replaceAll('-', '');
  const seq = Number(BigInt(`0x${hex.slice(16)}`) & SEQ_MASK);
  return Number.isSafeInteger(seq) && bundleIdOf(tenantId, seq) === id.toLowerCase() ? seq : null;
}
