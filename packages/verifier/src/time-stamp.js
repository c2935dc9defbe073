// An RFC 3161 token as far as Node alone can check it: it is about this text, and whoever holds the certificate inside signed it.
// Whether that certificate is an authority's, and was valid then, is left to `openssl ts -verify`.
// @ts-check

import { hash, verify, X509Certificate } from 'node:crypto';

const TAG = { integer: 0x02, octets: 0x04, oid: 0x06, time: 0x18, sequence: 0x30, set: 0x31, context0: 0xa0 };
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

/** One element of DER. @typedef {{ readonly tag: number, readonly whole: Buffer, readonly body: Buffer }} Element */

/**
 * The elements one behind the other. Throws RangeError for what is not DER.
 * @param {Buffer} bytes
 * @returns {readonly Element[]}
 */
function elementsOf(bytes) {
  const elements = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes.readUInt8(at);
    let length = bytes.readUInt8(at + 1);
    let start = at + 2;
    if (length > 0x80) {
      const count = length - 0x80;
      length = bytes.readUIntBE(start, count);
      start += count;
    } else if (length === 0x80) throw new RangeError('not DER');
    if (start + length > bytes.length) throw new RangeError('cut off');
    elements.push({ tag, whole: bytes.subarray(at, start + length), body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}

/** @type {(elements: readonly Element[], index: number, tag: number) => Element} */
function expect(elements, index, tag) {
  const element = elements[index];
  if (element?.tag !== tag) throw new RangeError('not a time-stamp token');
  return element;
}

/** The parts of the element at a place. @type {(elements: readonly Element[], index: number, tag: number) => readonly Element[]} */
const inside = (elements, index, tag) => elementsOf(expect(elements, index, tag).body);

/**
 * @typedef {object} TimeStamp
 * @property {string} serial hexadecimal
 * @property {string} at RFC 3339, whole seconds
 * @property {boolean} signed false where the token brings no certificate, or signs in a way that is not understood here
 * @property {string | null} signer the subject of its certificate
 */

/**
 * Answers what the token says, or in a sentence what is wrong with it.
 * @param {Buffer} token DER of the ContentInfo
 * @param {string} text
 * @returns {TimeStamp | string}
 */
export function checkTimeStamp(token, text) {
  try {
    return check(token, text);
  } catch {
    // Whatever DER, a certificate or OpenSSL stumbles over: it was altered, or never was one.
    return 'it is not a time-stamp token, or was altered';
  }
}

/** @type {(token: Buffer, text: string) => TimeStamp | string} */
function check(token, text) {
  const outer = elementsOf(token);
  const contentInfo = inside(outer, 0, TAG.sequence);
  if (outer.length !== 1 || expect(contentInfo, 0, TAG.oid).body.toString('hex') !== OID.signedData) return 'it is not signed data';
  const signedData = inside(inside(contentInfo, 1, TAG.context0), 0, TAG.sequence);
  if (expect(signedData, 0, TAG.integer).body.toString('hex') !== CMS_VERSION) return 'it is of another version';
  const encapsulated = inside(signedData, 2, TAG.sequence);
  if (expect(encapsulated, 0, TAG.oid).body.toString('hex') !== OID.tstInfo) return 'it is not a time-stamp token';
  const content = expect(inside(encapsulated, 1, TAG.context0), 0, TAG.octets).body;
  const info = inside(elementsOf(content), 0, TAG.sequence);
  const imprint = inside(info, 2, TAG.sequence);
  const digest = digests[expect(inside(imprint, 0, TAG.sequence), 0, TAG.oid).body.toString('hex')];
  if (digest === undefined) return 'it hashes in a way that is not understood here';
  if (!expect(imprint, 1, TAG.octets).body.equals(hash(digest, text, 'buffer'))) return 'it is about another text than this checkpoint';
  const said = {
    serial: expect(info, 3, TAG.integer).body.toString('hex'),
    at: instantOf(expect(info, 4, TAG.time).body.toString('latin1')),
  };
  const signed = checkSigner(signedData, content);
  return typeof signed === 'string' ? signed : { ...said, ...signed };
}

/** @type {(time: string) => string} */
function instantOf(time) {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(time);
  if (match === null) throw new RangeError('not a time');
  return `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}Z`;
}

/** @type {(signedData: readonly Element[], content: Buffer) => Pick<TimeStamp, 'signed' | 'signer'> | string} */
function checkSigner(signedData, content) {
  const certificates = signedData[3]?.tag === TAG.context0 ? elementsOf(signedData[3].body) : [];
  const signer = inside(inside(signedData, signedData.length - 1, TAG.set), 0, TAG.sequence);
  const serial = expect(inside(signer, 1, TAG.sequence), 1, TAG.integer).body;
  const digest = digests[expect(inside(signer, 2, TAG.sequence), 0, TAG.oid).body.toString('hex')];
  const attributes = expect(signer, 3, TAG.context0);
  const algorithm = expect(inside(signer, 4, TAG.sequence), 0, TAG.oid).body.toString('hex');
  const signature = expect(signer, 5, TAG.octets).body;
  if (digest === undefined || !(RSA.test(algorithm) || ECDSA.test(algorithm))) return { signed: false, signer: null };
  if (!attributeOf(attributes, OID.contentType).equals(Buffer.from(OID.tstInfo, 'hex'))) return 'its signature is not one of a time-stamp';
  if (!attributeOf(attributes, OID.messageDigest).equals(hash(digest, content, 'buffer'))) return 'its content was altered';
  const certificate = certificates.map(readCertificate).find((c) => c !== null && hasSerial(c, serial));
  if (certificate === null || certificate === undefined) return { signed: false, signer: null };
  if (!isBound(attributes, certificate)) return 'its certificate is not the one that it was signed with';
  if (certificates.some((c) => !isIntact(readCertificate(c), certificates))) return 'a certificate that it brings was altered';
  // The attributes are signed as the SET that they are, not under the tag that they are sent with (RFC 5652 §5.4).
  const signed = Buffer.concat([Buffer.from([TAG.set]), attributes.whole.subarray(1)]);
  if (!verify(digest, signed, certificate.publicKey, signature)) return 'its signature is wrong';
  return { signed: true, signer: certificate.subject.replaceAll('\n', ', ') };
}

/** The one value of a signed attribute. @type {(attributes: Element, oid: string) => Buffer} */
function attributeOf(attributes, oid) {
  for (const attribute of elementsOf(attributes.body)) {
    const parts = elementsOf(attribute.body);
    if (expect(parts, 0, TAG.oid).body.toString('hex') !== oid) continue;
    const [value] = elementsOf(expect(parts, 1, TAG.set).body);
    if (value !== undefined) return value.body;
  }
  throw new RangeError('an attribute is missing');
}

/**
 * Whether the signed attributes name this very certificate (RFC 5035; SHA-1 in its first version, SHA-256 by default in its second).
 * @param {Element} attributes
 * @param {X509Certificate} certificate
 */
function isBound(attributes, certificate) {
  const has = (/** @type {string} */ oid) => elementsOf(attributes.body).some((a) => elementsOf(a.body)[0]?.body.toString('hex') === oid);
  const isSecond = has(OID.signingCertificateV2);
  const value = elementsOf(attributeOf(attributes, isSecond ? OID.signingCertificateV2 : OID.signingCertificate));
  const named = inside(inside(value, 0, TAG.sequence), 0, TAG.sequence);
  const [first] = named;
  const isOther = isSecond && first?.tag === TAG.sequence;
  const digest = isOther ? digests[expect(elementsOf(first.body), 0, TAG.oid).body.toString('hex')] : isSecond ? 'sha256' : 'sha1';
  return digest !== undefined && expect(named, isOther ? 1 : 0, TAG.octets).body.equals(hash(digest, certificate.raw, 'buffer'));
}

/**
 * Whether a certificate is signed by its issuer, where that is here too.
 * @param {X509Certificate | null} certificate
 * @param {readonly Element[]} all
 */
function isIntact(certificate, all) {
  if (certificate === null) return false;
  const issuers = all.map(readCertificate).filter((c) => c !== null && c.subject === certificate.issuer);
  return issuers.length === 0 || issuers.some((issuer) => issuer !== null && certificate.verify(issuer.publicKey));
}

/** @type {(element: Element) => X509Certificate | null} */
function readCertificate(element) {
  try {
    return new X509Certificate(element.whole);
  } catch {
    return null;
  }
}

/** @type {(certificate: X509Certificate, serial: Buffer) => boolean} */
const hasSerial = (certificate, serial) => BigInt(`0x${certificate.serialNumber}`) === BigInt(`0x${serial.toString('hex')}`);
