// An X.509 certificate (RFC 5280) as far as a time-stamp needs it: whose it is, by whom, its key, and whether another's key signed it.
// @ts-check

import { isSignedWith } from '#platform';
import { hexOf } from './bytes.js';
import { elementsOf, expect, inside, TAG } from './der.js';

/** @typedef {import('#platform').Scheme} Scheme */

/**
 * @typedef {object} Certificate
 * @property {Uint8Array} raw
 * @property {string} serial hexadecimal
 * @property {string} issuer DER of the name, hexadecimal
 * @property {string} subject the same
 * @property {string} subjectText for a person
 * @property {Uint8Array} spki
 * @property {Uint8Array} signed what its issuer signed
 * @property {Scheme | null} scheme how; null where that is not understood here
 * @property {Uint8Array} signature
 */

/** @type {Readonly<Record<string, Scheme>>} */
const schemes = {
  '2a864886f70d010105': { kind: 'RSA', digest: 'sha1' },
  '2a864886f70d01010b': { kind: 'RSA', digest: 'sha256' },
  '2a864886f70d01010c': { kind: 'RSA', digest: 'sha384' },
  '2a864886f70d01010d': { kind: 'RSA', digest: 'sha512' },
  '2a8648ce3d0401': { kind: 'ECDSA', digest: 'sha1' },
  '2a8648ce3d040302': { kind: 'ECDSA', digest: 'sha256' },
  '2a8648ce3d040303': { kind: 'ECDSA', digest: 'sha384' },
  '2a8648ce3d040304': { kind: 'ECDSA', digest: 'sha512' },
  '2b6570': { kind: 'Ed25519', digest: null },
};

/** Names of attributes as they are usually written. @type {Readonly<Record<string, string>>} */
const attributes = {
  550403: 'CN',
  550406: 'C',
  550407: 'L',
  550408: 'ST',
  '55040a': 'O',
  '55040b': 'OU',
  '2a864886f70d010901': 'emailAddress',
};

/**
 * Throws RangeError for what is no certificate.
 * @param {import('./der.js').Element} element
 * @returns {Certificate}
 */
export function readCertificate({ tag, whole, body }) {
  const parts = elementsOf(body);
  if (tag !== TAG.sequence || parts.length !== 3) throw new RangeError('not a certificate');
  const toBeSigned = expect(parts, 0, TAG.sequence);
  const members = elementsOf(toBeSigned.body);
  // The version is left out in certificates of the first one.
  const at = members[0]?.tag === TAG.context0 ? 1 : 0;
  const subject = expect(members, at + 4, TAG.sequence);
  return {
    raw: whole,
    serial: hexOf(expect(members, at, TAG.integer).body),
    issuer: hexOf(expect(members, at + 2, TAG.sequence).whole),
    subject: hexOf(subject.whole),
    subjectText: nameOf(subject),
    spki: expect(members, at + 5, TAG.sequence).whole,
    signed: toBeSigned.whole,
    scheme: schemes[hexOf(expect(inside(parts, 1, TAG.sequence), 0, TAG.oid).body)] ?? null,
    signature: expect(parts, 2, TAG.bits).body.subarray(1),
  };
}

/** Whether an issuer's key signed it. @param {Certificate} certificate @param {Certificate} issuer */
export const isIssuedBy = async ({ scheme, signed, signature }, { spki }) =>
  scheme !== null && (await isSignedWith(spki, scheme, signed, signature));

/** @param {import('./der.js').Element} name */
function nameOf({ body }) {
  const parts = elementsOf(body).flatMap(({ body: set }) =>
    elementsOf(set).map(({ body: pair }) => {
      const [type, value] = elementsOf(pair);
      if (type === undefined || value === undefined) throw new RangeError('not a name');
      const oid = hexOf(type.body);
      return `${attributes[oid] ?? oid}=${textOf(value)}`;
    }),
  );
  return parts.join(', ');
}

/** @param {import('./der.js').Element} value */
function textOf({ tag, body }) {
  return new TextDecoder(tag === TAG.utf8 ? 'utf-8' : tag === TAG.bmp ? 'utf-16be' : 'latin1').decode(body);
}
