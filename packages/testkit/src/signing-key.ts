// Keys of providers that sign what they say, each with a certificate of its own making.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate } from 'pkijs';

const COMMON_NAME = '2.5.4.3';
const DAY_MS = 86_400_000;

export interface SigningKey {
  readonly key: KeyObject;
  /** In PEM. */
  readonly certificate: string;
}

/** `days`: so long its certificate goes on; less than nothing: so long ago it ended. */
export async function makeSigningKey(days = 365): Promise<SigningKey> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 1 });
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: 'Provider' }) }));
  certificate.notBefore.value = new Date(Date.now() - (1 + Math.max(0, -days)) * DAY_MS);
  certificate.notAfter.value = new Date(Date.now() + days * DAY_MS);
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  const key = createPrivateKey({ key: Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)), format: 'der', type: 'pkcs8' });
  const der = Buffer.from(certificate.toSchema().toBER()).toString('base64');
  return { key, certificate: `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----` };
}
