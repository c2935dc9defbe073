// Receipts in both formats: against the published vectors, and against everything slightly wrong. Those that a server hands out are in receipt.db.test.ts.

import { readFileSync } from 'node:fs';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { madeReceipts, receiptKey } from '@countinghouse/testkit/made-receipts';
import { describe, expect, test } from 'vitest';
import { parseGivenKeys } from './given-keys.js';
import { parsePolicy } from './policy.js';
import { verifyReceipt } from './receipt.js';

interface Index {
  readonly key: object;
  readonly sound: object;
  readonly receipts: readonly { readonly file: string; readonly about: string; readonly policy?: string; readonly code: string | null }[];
}
const folder = new URL('../../../vectors/receipts/', import.meta.url);
const { key, sound, receipts } = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as Index;
const keysOf = (jwk: object) => {
  const keys = parseGivenKeys(JSON.stringify(jwk));
  return typeof keys === 'string' ? expect.fail(keys) : keys;
};

describe('the published vectors', () => {
  test.each(receipts)('$file: $about', async ({ file, policy, code }) => {
    const checked = await verifyReceipt(
      readFileSync(new URL(file, folder)),
      keysOf(key),
      policy === undefined ? null : parsePolicy(policy),
    );
    expect(checked.fault?.code ?? null).toBe(code);
    if (code !== null) return;
    expect(checked.proven).toMatchObject({ ...sound, format: file.endsWith('.cose') ? 'cose' : 'tlog-proof' });
    expect(checked.proven?.witnesses?.map(({ name }) => name) ?? null).toEqual(policy === undefined ? null : ['w1', 'w2']);
  });
  test('are those that are made', () => {
    expect(receipts).toEqual(
      madeReceipts.map(({ name, about, policy, code }) => ({
        file: name,
        about,
        ...(policy === undefined ? {} : { policy: expect.any(String) }),
        code,
      })),
    );
    expect(new Set(receipts.map((each) => each.code))).toEqual(
      new Set([null, 'form', 'event', 'inclusion', 'checkpoint', 'key', 'signature', 'quorum']),
    );
  });
});

describe('what a tlog-proof says of the event', () => {
  const [first = '', extra = '', ...rest] = readFileSync(new URL('sound.tlog-proof', folder), 'utf8').split('\n');
  const told = JSON.parse(Buffer.from(extra.slice('extra '.length), 'base64').toString()) as JsonObject & { readonly event: JsonObject };
  const codeOf = async (said: JsonObject): Promise<string | null> => {
    const text = [first, `extra ${Buffer.from(canonicalize(said)).toString('base64')}`, ...rest].join('\n');
    return (await verifyReceipt(Buffer.from(text), keysOf(key), null)).fault?.code ?? null;
  };
  test('has nothing beside what is hashed and signed', async () => {
    expect(await codeOf(told)).toBeNull();
    expect(await codeOf({ ...told, note: 'paid twice' })).toBe('form');
    expect(await codeOf({ ...told, event: { ...told.event, note: 'paid twice' } })).toBe('form');
  });
});

describe('a COSE receipt', () => {
  const bytes = madeReceipts.find(({ name }) => name === 'sound.cose')?.bytes ?? expect.fail('the sound one');
  const codeOf = async (other: Uint8Array) => (await verifyReceipt(other, keysOf(receiptKey))).fault?.code ?? 'proven';

  test('is bound in each of its bytes', async () => {
    expect(await codeOf(bytes)).toBe('proven');
    const found = new Map<string, number>();
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of [1, 0x20, 0x80]) {
        const other = Buffer.from(bytes);
        other.writeUInt8(other.readUInt8(at) ^ bit, at);
        const code = await codeOf(other);
        expect([at, bit, code]).not.toEqual([at, bit, 'proven']);
        found.set(code, (found.get(code) ?? 0) + 1);
      }
    }
    for (const code of ['form', 'event', 'inclusion', 'checkpoint', 'signature', 'key']) expect(found.get(code)).toBeGreaterThan(0);
  });
  test('is refused wherever it is cut off', async () => {
    for (let end = 0; end < bytes.length; end++) expect(await codeOf(bytes.subarray(0, end))).toBe('form');
  });
});
