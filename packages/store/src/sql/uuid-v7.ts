// RFC 9562 version 7 ids: ordered by time, so that indexes grow at one end. Random bytes are drawn in bulk.

import { randomFillSync } from 'node:crypto';

const RANDOM_BYTES = 10;
const pool = Buffer.allocUnsafe(RANDOM_BYTES * 512);
let used = pool.length;

export function uuidV7(nowMs: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const time = nowMs.toString(16).padStart(12, '0');
  const rest = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}
