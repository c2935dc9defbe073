// An authenticator app: codes of a secret in base32 (RFC 6238, SHA-1, six digits, thirty seconds).

import { createHmac } from 'node:crypto';

const PERIOD_SECONDS = 30;
const DIGITS = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(text: string): Buffer {
  let bits = 0n;
  let count = 0;
  const bytes: number[] = [];
  for (const letter of text.replaceAll('=', '')) {
    bits = (bits << 5n) | BigInt(alphabet.indexOf(letter));
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push(Number((bits >> BigInt(count)) & 255n));
  }
  return Buffer.from(bytes);
}

/** The code at an instant; `steps` away from it. */
export function totp(secret: string, nowMs: number, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 1000 / PERIOD_SECONDS) + steps));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** A code that is none of those taken now, or of the hour around it. */
export function wrongCode(secret: string, nowMs: number): string {
  const near = new Set(Array.from({ length: 121 }, (_, i) => totp(secret, nowMs, i - 60)));
  for (let n = 0; ; n++) {
    const code = String(n).padStart(DIGITS, '0');
    if (!near.has(code)) return code;
  }
}
