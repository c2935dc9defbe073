// The page's primitives answer what Node's answer.

import { createPrivateKey, generateKeyPairSync, hash, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { importKey } from '../src/jws.js';
import * as ofNode from '../src/platform.js';
import * as ofPage from './platform.js';
import { Sha256 } from './sha256.js';

const data = Buffer.from('what is signed');
const platforms = [ofNode, ofPage] as const;

test('both platforms give the same names', () => {
  expect(Object.keys(ofPage).toSorted()).toEqual(Object.keys(ofNode).toSorted());
});

test('SHA-256 is that of Node for every length around its blocks, for texts and in pieces', () => {
  for (let size = 0; size < 200; size++) {
    const bytes = Buffer.alloc(size, size);
    expect(Buffer.from(ofPage.sha256(bytes)).toString('hex')).toBe(hash('sha256', bytes));
    const pieces = new Sha256();
    for (let at = 0; at < size; at += 7) pieces.update(bytes.subarray(at, at + 7));
    expect(Buffer.from(pieces.digest())).toEqual(hash('sha256', bytes, 'buffer'));
  }
  for (const text of ['Größe € 😀 '.repeat(20_000), 'plain '.repeat(20_000), '\u007f', '\u0080']) {
    const digits = ofNode.sha256Hex(text);
    expect(ofPage.sha256Hex(text)).toBe(digits);
    for (const { hasSha256 } of platforms) {
      expect(hasSha256(text, digits)).toBe(true);
      for (let at = 0; at < digits.length; at++)
        expect(hasSha256(text, `${digits.slice(0, at)}${digits[at] === '0' ? '1' : '0'}${digits.slice(at + 1)}`)).toBe(false);
      expect([hasSha256(text, ''), hasSha256(text, `${digits}0`), hasSha256(text, digits.toUpperCase())]).toEqual([false, false, false]);
    }
  }
});

describe('signatures', () => {
  test.each(['EdDSA', 'ES256'] as const)('of %s hold, and no others', async (algorithm) => {
    const { publicKey, privateKey } =
      algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signature = sign(algorithm === 'EdDSA' ? null : 'sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>;
    expect(await ofNode.isSigned(algorithm, ofNode.publicKeyOf(jwk), data, signature)).toBe(true);
    expect(await ofPage.isSigned(algorithm, ofPage.publicKeyOf(jwk), data, signature)).toBe(true);
    signature[5] = (signature[5] ?? 0) ^ 1;
    expect(await ofNode.isSigned(algorithm, ofNode.publicKeyOf(jwk), data, signature)).toBe(false);
    expect(await ofPage.isSigned(algorithm, ofPage.publicKeyOf(jwk), data, signature)).toBe(false);
  });
  test('a point that is not of the curve is no key, here and there', () => {
    const jwk = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) } as Record<string, string>;
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const odd = { ...jwk, y: String(other.y) };
    expect(importKey(odd)).toBe(null);
    expect(() => ofPage.publicKeyOf(odd)).toThrow(RangeError);
  });
  test.each([
    ['RSA', 'sha256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['RSA', 'sha512', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ECDSA', 'sha256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['ECDSA', 'sha384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['Ed25519', null, generateKeyPairSync('ed25519')],
  ] as const)('of certificates hold: %s with %s', async (kind, digest, { publicKey, privateKey }) => {
    const spki = publicKey.export({ format: 'der', type: 'spki' });
    // More than one, since a number of a signature in DER may be shorter than the curve.
    for (let n = 0; n < 20; n++) {
      const signed = Buffer.from(`${n}`);
      const signature = sign(digest, signed, createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })));
      for (const platform of platforms) {
        expect(await platform.isSignedWith(spki, { kind, digest }, signed, signature)).toBe(true);
        expect(await platform.isSignedWith(spki, { kind, digest }, data, signature)).toBe(false);
      }
    }
  });
});

test('a hash is written where it is to, and nothing beside it', () => {
  for (const { writeSha256 } of platforms) {
    const bytes = Buffer.alloc(40, 7);
    writeSha256(bytes, 3, 'Größe');
    expect(bytes).toEqual(Buffer.concat([Buffer.alloc(3, 7), hash('sha256', 'Größe', 'buffer'), Buffer.alloc(5, 7)]));
  }
});
