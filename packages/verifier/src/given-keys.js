// Keys as people hand them over: a JWK, a JWK set, PEM, or the thumbprints of keys alone, as they are read out over the telephone.
// @ts-check

import { importKey, importPem } from './jws.js';

/** @typedef {import('./keys.js').GivenKey} GivenKey */

const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/**
 * Answers the keys, at least one, or in a few words why the text has none that can be used.
 * @param {string} text
 * @returns {readonly GivenKey[] | string}
 */
export function parseGivenKeys(text) {
  const words = text.trim().split(/\s+/);
  if (words.every((word) => THUMBPRINT.test(word))) return words.map((thumbprint) => ({ kid: null, thumbprint, key: null }));
  const jwks = text.includes('-----BEGIN') ? importPem(text) : jwksOf(text);
  if (jwks === null) return 'is neither JSON nor PEM nor a thumbprint';
  if (jwks.length === 0) return 'has no key';
  const keys = [];
  for (const jwk of jwks) {
    const key = importKey(jwk);
    if (key === null) return 'has a key that is not Ed25519 or P-256';
    const { kid } = /** @type {{ readonly kid?: unknown }} */ (jwk);
    keys.push({ kid: typeof kid === 'string' ? kid : null, thumbprint: key.thumbprint, key });
  }
  return keys;
}

/** Null where the text is no JSON. @param {string} text @returns {readonly unknown[] | null} */
function jwksOf(text) {
  try {
    const value = JSON.parse(text);
    const { keys } = /** @type {{ readonly keys?: unknown }} */ (value ?? {});
    return Array.isArray(keys) ? keys : [value];
  } catch {
    return null;
  }
}

/** The keys of the logs that a policy names. @param {import('./policy.js').Policy} policy @returns {readonly GivenKey[]} */
export const keysOfPolicy = ({ logs }) => logs.flatMap(({ x }) => givenKeyOf({ kty: 'OKP', crv: 'Ed25519', x }));

/** @param {unknown} jwk @returns {readonly GivenKey[]} none where it is no key */
function givenKeyOf(jwk) {
  const key = importKey(jwk);
  return key === null ? [] : [{ kid: null, thumbprint: key.thumbprint, key }];
}
