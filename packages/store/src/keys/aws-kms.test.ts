// The adapter against a fake that speaks AWS KMS's JSON protocol over HTTP: what is sent, what is made of the answer. It shows
// nothing of AWS itself.

import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { awsKms } from './aws-kms.ts';
import { KeyUnavailable, localKms } from './kms.ts';
import { preferring } from './open-kms.ts';

interface Asked {
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>>;
}
const asked: Asked[] = [];
let server: Server;
const before = { ...process.env };

/** Ciphertext is what was asked for, in the clear: key, context and text. */
function answer(target: string, body: Record<string, unknown>): readonly [number, unknown] {
  const of = (blob: unknown) => JSON.parse(Buffer.from(String(blob), 'base64').toString()) as Record<string, unknown>;
  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const bound = (name: string) => JSON.stringify(body[name]);
  if (target === 'Encrypt')
    return [200, { CiphertextBlob: made({ key: body['KeyId'], bound: bound('EncryptionContext'), text: body['Plaintext'] }) }];
  const old = of(body['CiphertextBlob']);
  const context = target === 'Decrypt' ? 'EncryptionContext' : 'SourceEncryptionContext';
  if (old['bound'] !== bound(context)) return [400, { __type: 'InvalidCiphertextException', message: 'a secret of the operator' }];
  if (target === 'Decrypt') return [200, { Plaintext: old['text'], KeyId: old['key'] }];
  return [
    200,
    { CiphertextBlob: made({ key: body['DestinationKeyId'], bound: bound('DestinationEncryptionContext'), text: old['text'] }) },
  ];
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const target = String(request.headers['x-amz-target']).replace('TrentService.', '');
      const body = JSON.parse(text) as Record<string, unknown>;
      asked.push({ target, body });
      const [status, said] = answer(target, body);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(async () => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked.length = 0;
});

const secret = randomBytes(32);

describe('AWS KMS', () => {
  test('wraps under the key that was named, bound to the context, and unwraps', async () => {
    const kms = awsKms('alias/books');
    const wrapped = await kms.wrap(secret, 'pii/1');
    expect(wrapped).toMatch(/^aws1\.[\w-]+$/);
    expect(await kms.unwrap(wrapped, 'pii/1')).toEqual(secret);
    expect(asked.map((a) => [a.target, a.body['KeyId'], a.body['EncryptionContext']])).toEqual([
      ['Encrypt', 'alias/books', { context: 'pii/1' }],
      ['Decrypt', undefined, { context: 'pii/1' }],
    ]);
  });
  test('refuses another context, and does not pass on what AWS said', async () => {
    const kms = awsKms('alias/books');
    const refused = kms.unwrap(await kms.wrap(secret, 'a'), 'b');
    await expect(refused).rejects.toThrow(KeyUnavailable);
    await expect(refused).rejects.toThrow(/^AWS KMS: InvalidCiphertextException$/);
    await expect(kms.unwrap('local1.a.b.c', 'a')).rejects.toThrow('not a key that AWS KMS wrapped');
  });
  test('turns to another key without the secret leaving AWS', async () => {
    const wrapped = await awsKms('alias/old').wrap(secret, 'a');
    const rotated = await awsKms('alias/new').rotate(wrapped, 'a');
    expect(await awsKms('alias/new').unwrap(rotated, 'a')).toEqual(secret);
    expect(asked[1]).toMatchObject({
      target: 'ReEncrypt',
      body: { DestinationKeyId: 'alias/new', SourceEncryptionContext: { context: 'a' } },
    });
    expect(asked.filter((a) => a.target === 'Decrypt')).toHaveLength(1);
  });
  test('taken into use later, still unwraps what the local master key wrapped, and rotating brings it over', async () => {
    const local = localKms(randomBytes(32));
    const kms = preferring('aws1', awsKms('alias/books'), 'local1', local);
    const old = await local.wrap(secret, 'a');
    expect(await kms.unwrap(old, 'a')).toEqual(secret);
    expect(asked).toEqual([]);
    const rotated = await kms.rotate(old, 'a');
    expect(rotated).toMatch(/^aws1\./);
    expect(await kms.unwrap(rotated, 'a')).toEqual(secret);
    expect(await kms.rotate(rotated, 'a')).toMatch(/^aws1\./);
  });
});
