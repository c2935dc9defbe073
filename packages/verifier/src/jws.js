// Keys and detached compact JWS (RFC 7515 appendix F): EdDSA with Ed25519 and ES256, nothing else.
// @ts-check

import { createPublicKey, hash, verify } from 'node:crypto';
import { canonicalOf } from './canonical.js';

const ED25519_BYTES = 32;
const SIGNATURE_BYTES = 64;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** @typedef {'EdDSA' | 'ES256'} Algorithm */
/** @typedef {{ readonly algorithm: Algorithm, readonly key: import('node:crypto').KeyObject, readonly thumbprint: string, readonly x: string }} PublicKey */

/**
 * A public key from a JWK (RFC 7517); null where it is of another kind, or no key.
 * @param {unknown} jwk
 * @returns {PublicKey | null}
 */
export function importKey(jwk) {
  if (jwk === null || typeof jwk !== 'object') return null;
  const { kty, crv, x, y } = /** @type {Readonly<Record<string, unknown>>} */ (jwk);
  try {
    if (kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && isBytes(x, ED25519_BYTES)) {
      const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
      return { algorithm: 'EdDSA', key, thumbprint: thumbprintOf({ crv, kty, x }), x };
    }
    if (kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string') {
      const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
      return { algorithm: 'ES256', key, thumbprint: thumbprintOf({ crv, kty, x, y }), x };
    }
  } catch {
    // Not a point of the curve.
  }
  return null;
}

/**
 * The public keys of PEM text, as JWKs. Throws for what is no public key.
 * @param {string} text
 * @returns {readonly unknown[]}
 */
export function importPem(text) {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  return blocks.map((pem) => createPublicKey(pem).export({ format: 'jwk' }));
}

/** RFC 7638. @type {(members: Readonly<Record<string, string>>) => string} */
const thumbprintOf = (members) => Buffer.from(hash('sha256', canonicalOf(members)), 'hex').toString('base64url');

/** @type {(text: string, bytes: number) => boolean} */
function isBytes(text, bytes) {
  const decoded = Buffer.from(text, 'base64url');
  return decoded.length === bytes && decoded.toString('base64url') === text;
}

/**
 * @typedef {object} Detached
 * @property {string} header as it stands
 * @property {Algorithm} algorithm
 * @property {string} kid
 * @property {Buffer} signature
 */

/**
 * The parts of a detached JWS; null where it is not one that is understood here.
 * @param {string} jws
 * @returns {Detached | null}
 */
export function parseDetached(jws) {
  const [header = '', payload, signature = '', ...rest] = jws.split('.');
  if (payload !== '' || rest.length > 0 || !BASE64URL.test(header) || !isBytes(signature, SIGNATURE_BYTES)) return null;
  try {
    const { alg, kid, crit, b64 } = /** @type {Readonly<Record<string, unknown>>} */ (
      JSON.parse(Buffer.from(header, 'base64url').toString('utf8'))
    );
    if ((alg !== 'EdDSA' && alg !== 'ES256') || typeof kid !== 'string' || crit !== undefined || b64 !== undefined) return null;
    return { header, algorithm: alg, kid, signature: Buffer.from(signature, 'base64url') };
  } catch {
    return null;
  }
}

/** The header of a signed head is canonical and has nothing but these two. @type {(kid: string) => string} */
export const headHeader = (kid) => Buffer.from(canonicalOf({ alg: 'EdDSA', kid })).toString('base64url');

/**
 * Whether a detached JWS holds over a text. Computed beside the main thread.
 * @param {Pick<Detached, 'header' | 'signature'>} jws
 * @param {string} text
 * @param {PublicKey} key
 * @returns {Promise<boolean>}
 */
export function holds({ header, signature }, text, { algorithm, key }) {
  const data = Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`);
  return new Promise((resolve) => {
    const answer = (/** @type {Error | null} */ error, /** @type {boolean} */ isValid) => resolve(error === null && isValid);
    if (algorithm === 'EdDSA') verify(null, data, key, signature, answer);
    else verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature, answer);
  });
}
