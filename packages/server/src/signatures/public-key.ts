// Public keys from outside. Only Ed25519 and P-256, and only points that bind: one on no curve or of small order would let a
// signature fit more than was signed.

import { createPublicKey, type KeyObject } from 'node:crypto';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { thumbprint } from '@countinghouse/store/keys/thumbprint';

export type SignatureAlgorithm = 'EdDSA' | 'ES256';

export interface PublicKey {
  /** RFC 7638 thumbprint. */
  readonly thumbprint: string;
  readonly algorithm: SignatureAlgorithm;
  /** The members that make the key, and no others. */
  readonly jwk: JsonObject;
  readonly key: KeyObject;
}

const COORDINATE_BYTES = 32;

/** Bytes of base64url without padding, in the one spelling that they have; null for any other. */
export function decodeBase64url(text: string): Buffer | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

function coordinate(value: unknown): bigint | null {
  const bytes = typeof value === 'string' ? decodeBase64url(value) : null;
  return bytes?.length === COORDINATE_BYTES ? BigInt(`0x${bytes.toString('hex')}`) : null;
}

const ED25519_P = 2n ** 255n - 19n;
/** The y of a point of order 8; P − y is that of the others. Source: RFC 8032 §5.1; the test finds it again. */
const ORDER_8_Y = 55188659117513257062467267217118295137698188065244968500265048394206261417927n;
/** The y of every point whose order divides 8; the sign of x does not matter. */
const smallOrderY: ReadonlySet<bigint> = new Set([0n, 1n, ED25519_P - 1n, ORDER_8_Y, ED25519_P - ORDER_8_Y]);

function isBindingEd25519(x: unknown): boolean {
  const bytes = typeof x === 'string' ? decodeBase64url(x) : null;
  if (bytes?.length !== COORDINATE_BYTES) return false;
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  return y < ED25519_P && !smallOrderY.has(y);
}

/** Source: FIPS 186-5, SP 800-186 §3.2.1.3. The cofactor is 1: a point on the curve binds. */
const P256_P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const P256_B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

function isOnP256(jwk: Readonly<Record<string, unknown>>): boolean {
  const [x, y] = [coordinate(jwk['x']), coordinate(jwk['y'])];
  if (x === null || y === null || x >= P256_P || y >= P256_P) return false;
  return (y * y - (x * x * x - 3n * x + P256_B)) % P256_P === 0n;
}

/** The key that a JWK is, or null where it is none that may sign here. Members beyond the key itself are not looked at. */
export function readPublicKey(jwk: Readonly<Record<string, unknown>>): PublicKey | null {
  const { kty, crv } = jwk;
  if (kty === 'OKP' && crv === 'Ed25519' && isBindingEd25519(jwk['x'])) return keyOf('EdDSA', { crv, kty, x: String(jwk['x']) });
  if (kty === 'EC' && crv === 'P-256' && isOnP256(jwk)) return keyOf('ES256', { crv, kty, x: String(jwk['x']), y: String(jwk['y']) });
  return null;
}

function keyOf(algorithm: SignatureAlgorithm, jwk: { readonly [name: string]: string }): PublicKey | null {
  try {
    return { thumbprint: thumbprint(jwk), algorithm, jwk, key: createPublicKey({ key: jwk, format: 'jwk' }) };
  } catch {
    return null;
  }
}
