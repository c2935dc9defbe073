// Keys and detached compact JWS (RFC 7515 appendix F): EdDSA with Ed25519 and ES256, nothing else.
// @ts-check

import { isSigned, publicKeyOf, sha256 } from '#platform';
import { base64urlOf, bytesOfBase64, bytesOfBase64url, hexOf, utf8 } from './bytes.js';
import { canonicalOf } from './canonical.js';

const ED25519_BYTES = 32;
const SIGNATURE_BYTES = 64;
const utf8Text = new TextDecoder();
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** @typedef {'EdDSA' | 'ES256'} Algorithm */
/** @typedef {{ readonly algorithm: Algorithm, readonly key: ReturnType<typeof publicKeyOf>, readonly thumbprint: string, readonly x: string }} PublicKey */

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
      const key = publicKeyOf({ kty, crv, x });
      return { algorithm: 'EdDSA', key, thumbprint: thumbprintOf({ crv, kty, x }), x };
    }
    if (kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string') {
      const key = publicKeyOf({ kty, crv, x, y });
      return { algorithm: 'ES256', key, thumbprint: thumbprintOf({ crv, kty, x, y }), x };
    }
  } catch {
    // Not a point of the curve.
  }
  return null;
}

/** What stands before the key itself in the DER of a SubjectPublicKeyInfo (RFC 8410, RFC 5480). */
const ED25519_SPKI = '302a300506032b6570032100';
const P256_SPKI = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';
const P256_BYTES = 32;

/**
 * The public keys of PEM text, as JWKs; null for one that is neither Ed25519 nor P-256.
 * @param {string} text
 * @returns {readonly (Readonly<Record<string, string>> | null)[]}
 */
export function importPem(text) {
  const blocks = text.matchAll(/-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----/g);
  return Array.from(blocks, ([, body = '']) => jwkOfSpki(bytesOfBase64(body.replaceAll(/\s/g, '')) ?? new Uint8Array()));
}

/** @param {Uint8Array} spki */
function jwkOfSpki(spki) {
  /** @type {(prefix: string, bytes: number) => Uint8Array | null} */
  const behind = (prefix, bytes) => {
    const at = prefix.length / 2;
    return spki.length === at + bytes && hexOf(spki.subarray(0, at)) === prefix ? spki.subarray(at) : null;
  };
  const ed25519 = behind(ED25519_SPKI, ED25519_BYTES);
  if (ed25519 !== null) return { kty: 'OKP', crv: 'Ed25519', x: base64urlOf(ed25519) };
  const p256 = behind(P256_SPKI, 2 * P256_BYTES);
  if (p256 === null) return null;
  return { kty: 'EC', crv: 'P-256', x: base64urlOf(p256.subarray(0, P256_BYTES)), y: base64urlOf(p256.subarray(P256_BYTES)) };
}

/** RFC 7638. @type {(members: Readonly<Record<string, string>>) => string} */
const thumbprintOf = (members) => base64urlOf(sha256(canonicalOf(members)));

/** @type {(text: string, bytes: number) => boolean} */
function isBytes(text, bytes) {
  return bytesOfBase64url(text)?.length === bytes;
}

/**
 * @typedef {object} Detached
 * @property {string} header as it stands
 * @property {Algorithm} algorithm
 * @property {string} kid
 * @property {Uint8Array} signature
 */

/**
 * The parts of a detached JWS; null where it is not one that is understood here.
 * @param {string} jws
 * @returns {Detached | null}
 */
export function parseDetached(jws) {
  const [header = '', payload, signature = '', ...rest] = jws.split('.');
  if (payload !== '' || rest.length > 0 || !BASE64URL.test(header)) return null;
  const [headerBytes, bytes] = [bytesOfBase64url(header), bytesOfBase64url(signature)];
  if (headerBytes === null || bytes?.length !== SIGNATURE_BYTES) return null;
  try {
    const { alg, kid, crit, b64 } = /** @type {Readonly<Record<string, unknown>>} */ (JSON.parse(utf8Text.decode(headerBytes)));
    if ((alg !== 'EdDSA' && alg !== 'ES256') || typeof kid !== 'string' || crit !== undefined || b64 !== undefined) return null;
    return { header, algorithm: alg, kid, signature: bytes };
  } catch {
    return null;
  }
}

/** The header of a signed head is canonical and has nothing but these two. @type {(kid: string) => string} */
export const headHeader = (kid) => base64urlOf(utf8(canonicalOf({ alg: 'EdDSA', kid })));

/**
 * Whether a detached JWS holds over a text. Computed beside the main thread.
 * @param {Pick<Detached, 'header' | 'signature'>} jws
 * @param {string} text
 * @param {PublicKey} key
 * @returns {Promise<boolean>}
 */
export function holds({ header, signature }, text, { algorithm, key }) {
  return isSigned(algorithm, key, utf8(`${header}.${base64urlOf(utf8(text))}`), signature);
}
