import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { decodeBase64url, readPublicKey } from './public-key.ts';

const publicJwk = (type: 'ed25519' | 'ec'): JWK =>
  (type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')).publicKey.export({
    format: 'jwk',
  }) as JWK;
const littleEndian = (y: bigint): string => Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse().toString('base64url');
const bigEndian = (n: bigint): string => Buffer.from(n.toString(16).padStart(64, '0'), 'hex').toString('base64url');

const P = 2n ** 255n - 19n;
const SIGN = 2n ** 255n;
const power = (base: bigint, exponent: bigint): bigint => {
  let [result, b] = [1n, ((base % P) + P) % P];
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % P;
    b = (b * b) % P;
  }
  return result;
};

/** Every y of a point whose order divides 8, found by the arithmetic of the curve alone: doubling −x² + y² = 1 + d x² y² backwards. */
function smallOrder(): ReadonlySet<bigint> {
  const inverse = (n: bigint): bigint => power(n, P - 2n);
  const d = ((P - 121665n) * inverse(121666n)) % P;
  // Order 8 doubles to (x, 0): y² = −x², and with it −d y⁴ + 2 y² − 1 = 0, so y² = (1 ± √(1 − d)·…)/d; both signs are tried.
  const rootOf = (n: bigint): bigint | null => {
    const a = ((n % P) + P) % P;
    for (const candidate of [power(a, (P + 3n) / 8n), (power(a, (P + 3n) / 8n) * power(2n, (P - 1n) / 4n)) % P])
      if ((candidate * candidate) % P === a) return candidate;
    return null;
  };
  const found = new Set([0n, 1n, P - 1n]);
  const root = rootOf(1n + d);
  if (root === null) return found;
  for (const sign of [1n, -1n]) {
    const y = rootOf(((sign * root - 1n) * inverse(d)) % P);
    if (y !== null) for (const each of [y, P - y]) found.add(each);
  }
  return found;
}

describe('a public key', () => {
  test.each(['ed25519', 'ec'] as const)('of %s is read, and named by its thumbprint', async (type) => {
    const jwk = publicJwk(type);
    const read = readPublicKey({ ...jwk, extra: 1, kid: 'other' });
    expect(read).toMatchObject({ thumbprint: await calculateJwkThumbprint(jwk), algorithm: type === 'ec' ? 'ES256' : 'EdDSA', jwk });
  });
  test('of small order is refused, in each of its spellings', () => {
    const small = smallOrder();
    expect(small.size).toBe(5);
    for (const y of [...small, P, P + 1n])
      for (const spelled of [y, y + SIGN]) expect(readPublicKey({ kty: 'OKP', crv: 'Ed25519', x: littleEndian(spelled) })).toBeNull();
  });
  test('that is not on its curve, or outside the field, is refused', () => {
    const { x = '', y = '' } = publicJwk('ec');
    const shifted = (text: string, by: bigint): string => bigEndian(BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`) ^ by);
    const p256 = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
    for (const [a, b] of [
      [shifted(x, 1n), y],
      [x, shifted(y, 1n)],
      [y, x],
      [bigEndian(0n), bigEndian(0n)],
      [bigEndian(p256), y],
    ])
      expect(readPublicKey({ kty: 'EC', crv: 'P-256', x: a, y: b })).toBeNull();
  });
  test.each([
    ['RSA', { kty: 'RSA', n: 'AQAB', e: 'AQAB' }],
    ['a secret', { kty: 'oct', k: 'AAAA' }],
    ['X25519', { ...publicJwk('ed25519'), crv: 'X25519' }],
    ['another curve', { ...publicJwk('ec'), crv: 'secp256k1' }],
    ['too short', { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }],
    ['no text', { kty: 'OKP', crv: 'Ed25519', x: 7 }],
    ['nothing', {}],
  ])('%s is none', (_what, jwk) => {
    expect(readPublicKey(jwk)).toBeNull();
  });
});

test('base64url has one spelling: no padding, no blanks, no other alphabet, no stray bits', () => {
  expect(decodeBase64url('_-8')?.toString('hex')).toBe('ffef');
  for (const text of ['_-8=', '_-9', '_ -8', '/+8', '_-8\n', 'A', 'ä']) expect(decodeBase64url(text)).toBeNull();
});
