import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeObjectStore } from '@countinghouse/testkit/object-store';
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

async function* once(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
const fileOf = (tenantId: string, content: Buffer): string => {
  const sha256 = hash('sha256', content);
  return path.join(dir, tenantId, sha256.slice(0, 2), sha256);
};
const filesOf = (tenantId: string): readonly string[] =>
  readdirSync(path.join(dir, tenantId), { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => e.name);

describeObjectStore(() => ({
  objects,
  alter: (tenantId, content) => writeFileSync(fileOf(tenantId, content), Buffer.from(content.map((byte) => byte ^ 1))),
  remove: (tenantId, content) => rmSync(fileOf(tenantId, content)),
  count: (tenantId) => filesOf(tenantId).length,
}));

describe('a file of the folder', () => {
  test('is readable by the server alone, under one name, and nothing is left beside it', async () => {
    const tenantId = randomUUID();
    await Promise.all([1, 2, 3].map(() => objects.put(tenantId, once('one'))));
    expect(filesOf(tenantId)).toEqual([hash('sha256', 'one')]);
    expect(statSync(fileOf(tenantId, Buffer.from('one'))).mode & 0o077).toBe(0);
  });
});
