// An RFC 3161 token as far as it can be checked by itself: it is about this text, and whoever holds the certificate inside signed it.
// Whether that certificate is an authority's, and was valid then, is left to `openssl ts -verify`.
// @ts-check

import { digestOf, isSignedWith } from '#platform';
import { areEqual, hexOf, joined, utf8 } from './bytes.js';
import { isIssuedBy, readCertificate } from './certificate.js';
import { elementsOf, expect, inside, TAG } from './der.js';

/** @typedef {import('./der.js').Element} Element */
/** @typedef {import('./certificate.js').Certificate} Certificate */

const OID = {
  signedData: '2a864886f70d010702',
  tstInfo: '2a864886f70d0109100104',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingCertificate: '2a864886f70d010910020c',
  signingCertificateV2: '2a864886f70d010910022f',
};
const CMS_VERSION = '03';
/** @type {Readonly<Record<string, string>>} */
const digests = { '608648016503040201': 'sha256', '608648016503040202': 'sha384', '608648016503040203': 'sha512' };
const RSA = /^2a864886f70d0101(?:01|0b|0c|0d)$/;
const ECDSA = /^2a8648ce3d0403(?:02|03|04)$/;

/**
 * @typedef {object} TimeStamp
 * @property {string} serial hexadecimal
 * @property {string} at RFC 3339, whole seconds
 * @property {boolean} signed false where the token brings no certificate, or signs in a way that is not understood here
 * @property {string | null} signer the subject of its certificate
 */

/**
 * Answers what the token says, or in a sentence what is wrong with it.
 * @param {Uint8Array} token DER of the ContentInfo
 * @param {string} text
 * @returns {Promise<TimeStamp | string>}
 */
export async function checkTimeStamp(token, text) {
  try {
    return await check(token, text);
  } catch {
    // Whatever DER, a certificate or its key stumbles over: it was altered, or never was one.
    return 'it is not a time-stamp token, or was altered';
  }
}

/** @type {(token: Uint8Array, text: string) => Promise<TimeStamp | string>} */
async function check(token, text) {
  const outer = elementsOf(token);
  const contentInfo = inside(outer, 0, TAG.sequence);
  if (outer.length !== 1 || hexOf(expect(contentInfo, 0, TAG.oid).body) !== OID.signedData) return 'it is not signed data';
  const signedData = inside(inside(contentInfo, 1, TAG.context0), 0, TAG.sequence);
  if (hexOf(expect(signedData, 0, TAG.integer).body) !== CMS_VERSION) return 'it is of another version';
  const encapsulated = inside(signedData, 2, TAG.sequence);
  if (hexOf(expect(encapsulated, 0, TAG.oid).body) !== OID.tstInfo) return 'it is not a time-stamp token';
  const content = expect(inside(encapsulated, 1, TAG.context0), 0, TAG.octets).body;
  const info = inside(elementsOf(content), 0, TAG.sequence);
  const imprint = inside(info, 2, TAG.sequence);
  const digest = digests[hexOf(expect(inside(imprint, 0, TAG.sequence), 0, TAG.oid).body)];
  if (digest === undefined) return 'it hashes in a way that is not understood here';
  if (!areEqual(expect(imprint, 1, TAG.octets).body, await digestOf(digest, utf8(text))))
    return 'it is about another text than this checkpoint';
  const said = {
    serial: hexOf(expect(info, 3, TAG.integer).body),
    at: instantOf(new TextDecoder('latin1').decode(expect(info, 4, TAG.time).body)),
  };
  const signed = await checkSigner(signedData, content);
  return typeof signed === 'string' ? signed : { ...said, ...signed };
}

/** @type {(time: string) => string} */
function instantOf(time) {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(time);
  if (match === null) throw new RangeError('not a time');
  return `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}Z`;
}

/** @type {(signedData: readonly Element[], content: Uint8Array) => Promise<Pick<TimeStamp, 'signed' | 'signer'> | string>} */
async function checkSigner(signedData, content) {
  const certificates = signedData[3]?.tag === TAG.context0 ? elementsOf(signedData[3].body) : [];
  const signer = inside(inside(signedData, signedData.length - 1, TAG.set), 0, TAG.sequence);
  const serial = expect(inside(signer, 1, TAG.sequence), 1, TAG.integer).body;
  const digest = digests[hexOf(expect(inside(signer, 2, TAG.sequence), 0, TAG.oid).body)];
  const attributes = expect(signer, 3, TAG.context0);
  const algorithm = hexOf(expect(inside(signer, 4, TAG.sequence), 0, TAG.oid).body);
  const signature = expect(signer, 5, TAG.octets).body;
  if (digest === undefined || !(RSA.test(algorithm) || ECDSA.test(algorithm))) return { signed: false, signer: null };
  if (hexOf(attributeOf(attributes, OID.contentType)) !== OID.tstInfo) return 'its signature is not one of a time-stamp';
  if (!areEqual(attributeOf(attributes, OID.messageDigest), await digestOf(digest, content))) return 'its content was altered';
  const read = certificates.map(readCertificate);
  const certificate = read.find((c) => c.serial === hexOf(serial));
  if (certificate === undefined) return { signed: false, signer: null };
  if (!(await isBound(attributes, certificate))) return 'its certificate is not the one that it was signed with';
  for (const each of read) if (!(await isIntact(each, read))) return 'a certificate that it brings was altered';
  // The attributes are signed as the SET that they are, not under the tag that they are sent with (RFC 5652 §5.4).
  const signed = joined([Uint8Array.of(TAG.set), attributes.whole.subarray(1)]);
  const kind = RSA.test(algorithm) ? 'RSA' : 'ECDSA';
  if (!(await isSignedWith(certificate.spki, { kind, digest }, signed, signature))) return 'its signature is wrong';
  return { signed: true, signer: certificate.subjectText };
}

/** The one value of a signed attribute. @type {(attributes: Element, oid: string) => Uint8Array} */
function attributeOf(attributes, oid) {
  for (const attribute of elementsOf(attributes.body)) {
    const parts = elementsOf(attribute.body);
    if (hexOf(expect(parts, 0, TAG.oid).body) !== oid) continue;
    const [value] = elementsOf(expect(parts, 1, TAG.set).body);
    if (value !== undefined) return value.body;
  }
  throw new RangeError('an attribute is missing');
}

/**
 * Whether the signed attributes name this very certificate (RFC 5035; SHA-1 in its first version, SHA-256 by default in its second).
 * @param {Element} attributes
 * @param {Certificate} certificate
 */
async function isBound(attributes, certificate) {
  const has = (/** @type {string} */ oid) =>
    elementsOf(attributes.body).some((a) => {
      const [type] = elementsOf(a.body);
      return type !== undefined && hexOf(type.body) === oid;
    });
  const isSecond = has(OID.signingCertificateV2);
  const value = elementsOf(attributeOf(attributes, isSecond ? OID.signingCertificateV2 : OID.signingCertificate));
  const named = inside(inside(value, 0, TAG.sequence), 0, TAG.sequence);
  const [first] = named;
  const isOther = isSecond && first?.tag === TAG.sequence;
  const digest = isOther ? digests[hexOf(expect(elementsOf(first.body), 0, TAG.oid).body)] : isSecond ? 'sha256' : 'sha1';
  return digest !== undefined && areEqual(expect(named, isOther ? 1 : 0, TAG.octets).body, await digestOf(digest, certificate.raw));
}

/**
 * Whether a certificate is signed by its issuer, where that is here too.
 * @param {Certificate} certificate
 * @param {readonly Certificate[]} all
 */
async function isIntact(certificate, all) {
  const issuers = all.filter(({ subject }) => subject === certificate.issuer);
  for (const issuer of issuers) if (await isIssuedBy(certificate, issuer)) return true;
  return issuers.length === 0;
}
