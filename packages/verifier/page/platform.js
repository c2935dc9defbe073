// What a browser gives in the place of src/platform.js: the same exports, from WebCrypto, and SHA-256 of our own.
// @ts-check

import shapes from '../shapes.json' with { type: 'json' };
import { bytesOfBase64url, bytesOfHex, hexOf } from '../src/bytes.js';
import { elementsOf, inside, TAG } from '../src/der.js';
import { hasSha256, sha256, sha256Hex, writeSha256 } from './sha256.js';

/** @typedef {import('#platform').Scheme} Scheme */
/** @typedef {{ readonly jwk: Readonly<Record<string, string>>, imported: Promise<CryptoKey> | null }} VerifyKey */

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const P256_BYTES = 32;
/** @type {Readonly<Record<string, string>>} */
const digests = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };
/** @type {Readonly<Record<string, { readonly name: string, readonly bytes: number }>>} */
const curves = {
  '2a8648ce3d030107': { name: 'P-256', bytes: 32 },
  '2b81040022': { name: 'P-384', bytes: 48 },
  '2b81040023': { name: 'P-521', bytes: 66 },
};

export { hasSha256, sha256, sha256Hex, writeSha256 };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A page has no files. @type {typeof import('#platform').spareFile} */
export const spareFile = () => null;

/** @type {(bytes: Uint8Array) => string[]} */
export const splitLines = (bytes) => utf8.decode(bytes).split('\n');

export const shapesOfEvents = /** @type {typeof import('#platform').shapesOfEvents} */ (/** @type {unknown} */ (shapes));

/** WebCrypto takes memory of one's own. @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
const own = (bytes) => new Uint8Array(bytes);

/** @type {(name: string, data: Uint8Array) => Promise<Uint8Array>} */
export const digestOf = async (name, data) => new Uint8Array(await crypto.subtle.digest(digests[name], own(data)));

/** Throws where the point is not one of P-256; that of Ed25519 is looked at when it verifies. @param {Readonly<Record<string, string>>} jwk @returns {VerifyKey} */
export function publicKeyOf(jwk) {
  if (jwk['crv'] === 'P-256') {
    const [x, y] = [coordinateOf(jwk['x']), coordinateOf(jwk['y'])];
    if ((y * y - (x * x * x - 3n * x + B)) % P !== 0n) throw new RangeError('not a point of the curve');
  }
  return { jwk, imported: null };
}

/** @param {string} text */
function coordinateOf(text) {
  const bytes = bytesOfBase64url(text);
  const value = bytes?.length === P256_BYTES ? BigInt(`0x${hexOf(bytes)}`) : P;
  if (value >= P) throw new RangeError('not a coordinate');
  return value;
}

/**
 * @param {'EdDSA' | 'ES256'} algorithm
 * @param {VerifyKey} key
 * @param {Uint8Array} data
 * @param {Uint8Array} signature
 */
export async function isSigned(algorithm, key, data, signature) {
  const how = algorithm === 'EdDSA' ? { name: 'Ed25519' } : { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  key.imported ??= crypto.subtle.importKey('jwk', { ...key.jwk }, how, false, ['verify']);
  try {
    return await crypto.subtle.verify(how, await key.imported, own(signature), own(data));
  } catch {
    // Bytes that are no point of the curve are found here: nothing is signed by them.
    return false;
  }
}

/**
 * @param {Uint8Array} spki
 * @param {Scheme} scheme
 * @param {Uint8Array} data
 * @param {Uint8Array} signature
 */
export async function isSignedWith(spki, { kind, digest }, data, signature) {
  if (kind === 'Ed25519') return isHeld(spki, { name: 'Ed25519' }, data, signature);
  const hash = digests[digest ?? ''];
  if (kind === 'RSA') return isHeld(spki, { name: 'RSASSA-PKCS1-v1_5', hash }, data, signature);
  const curve = curves[hexOf(inside(inside(elementsOf(spki), 0, TAG.sequence), 0, TAG.sequence)[1].body)];
  if (curve === undefined) throw new RangeError('a curve that is not understood here');
  return isHeld(spki, { name: 'ECDSA', namedCurve: curve.name, hash }, data, joinedPair(signature, curve.bytes));
}

/** @param {Uint8Array} spki @param {{ readonly name: string, readonly hash?: string, readonly namedCurve?: string }} how @param {Uint8Array} data @param {Uint8Array} signature */
async function isHeld(spki, how, data, signature) {
  const key = await crypto.subtle.importKey('spki', own(spki), how, false, ['verify']);
  return crypto.subtle.verify(how, key, own(signature), own(data));
}

/** `r ‖ s` of a signature in DER. @param {Uint8Array} signature @param {number} bytes of each */
function joinedPair(signature, bytes) {
  const [r, s] = inside(elementsOf(signature), 0, TAG.sequence).map(({ body }) =>
    BigInt(`0x${hexOf(body)}`)
      .toString(16)
      .padStart(2 * bytes, '0'),
  );
  return bytesOfHex(`${r}${s}`);
}
