import { hash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openObjectFolder } from './local-folder.ts';
import type { ObjectStore } from './object-store.ts';

let dir: string;
let objects: ObjectStore;
beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-objects-'));
  objects = openObjectFolder(dir);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function* chunks(...parts: readonly (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
const fileOf = (tenantId: string, sha256: string): string => path.join(dir, tenantId, sha256.slice(0, 2), sha256);
const filesOf = (tenantId: string): readonly string[] =>
  readdirSync(path.join(dir, tenantId), { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => e.name);

describe('an object', () => {
  test('is kept under the hash of its content, whatever pieces it came in, and comes back as it was', async () => {
    const tenantId = randomUUID();
    const content = randomBytes(300_000);
    const stored = await objects.put(tenantId, chunks(content.subarray(0, 7), content.subarray(7)));
    expect(stored).toEqual({ sha256: hash('sha256', content), sizeBytes: 300_000 });
    expect((await objects.get(tenantId, stored.sha256)).equals(content)).toBe(true);
    expect(await objects.has(tenantId, stored.sha256)).toBe(true);
    expect(filesOf(tenantId)).toEqual([stored.sha256]);
    expect(statSync(fileOf(tenantId, stored.sha256)).mode & 0o077).toBe(0);
  });
  test('may be empty, and be put twice, also at once', async () => {
    const tenantId = randomUUID();
    const all = await Promise.all([1, 2, 3, 4].map(() => objects.put(tenantId, chunks())));
    expect(new Set(all.map((s) => s.sha256))).toEqual(new Set([hash('sha256', '')]));
    expect(filesOf(tenantId)).toHaveLength(1);
  });
  test('of another organisation is not there', async () => {
    const { sha256 } = await objects.put(randomUUID(), chunks('theirs'));
    const other = randomUUID();
    expect(await objects.has(other, sha256)).toBe(false);
    await expect(objects.get(other, sha256)).rejects.toMatchObject({ fault: 'missing' });
  });
  test('that was altered is refused, and mended by putting it again', async () => {
    const tenantId = randomUUID();
    const { sha256 } = await objects.put(tenantId, chunks('right'));
    writeFileSync(fileOf(tenantId, sha256), 'wrong');
    await expect(objects.get(tenantId, sha256)).rejects.toMatchObject({ fault: 'altered' });
    await objects.put(tenantId, chunks('ri', 'ght'));
    expect((await objects.get(tenantId, sha256)).toString()).toBe('right');
  });
  test('whose content breaks off leaves nothing', async () => {
    const tenantId = randomUUID();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('the line went dead');
    }
    await expect(objects.put(tenantId, broken())).rejects.toThrow('the line went dead');
    expect(filesOf(tenantId)).toEqual([]);
  });
  test.each([
    ['../../etc', 'a'.repeat(64)],
    [randomUUID(), '../../../../etc/passwd'],
    [randomUUID(), 'A'.repeat(64)],
    ['', ''],
  ])('is never looked for at %j %j', async (tenantId, sha256) => {
    await expect(objects.get(tenantId, sha256)).rejects.toThrow(RangeError);
    await expect(objects.has(tenantId, sha256)).rejects.toThrow(RangeError);
  });
});
