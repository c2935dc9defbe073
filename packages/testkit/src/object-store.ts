// What every object store does, as tests that run over each of them.

import { hash, randomBytes, randomUUID } from 'node:crypto';
import { ObjectDamaged, type ObjectStore } from '@countinghouse/store/objects/object-store';
import { describe, expect, test } from 'vitest';

export interface TestedStore {
  readonly objects: ObjectStore;
  /** Writes other content of the same length where the store keeps this one. */
  alter(tenantId: string, content: Buffer): void;
  /** Takes away what the store keeps of this content. */
  remove(tenantId: string, content: Buffer): void;
  /** How many copies of this content the store keeps for anybody. */
  count(tenantId: string, content: Buffer): number;
}

async function* chunks(...parts: readonly (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** The store is opened before the tests run: `open` is called within them. */
export function describeObjectStore(open: () => TestedStore): void {
  describe('an object', () => {
    test('is kept under the hash of its content, whatever pieces it came in, and comes back as it was', async () => {
      const { objects, count } = open();
      const tenantId = randomUUID();
      const content = randomBytes(300_000);
      const stored = await objects.put(tenantId, chunks(content.subarray(0, 7), content.subarray(7)));
      expect(stored).toEqual({ sha256: hash('sha256', content), sizeBytes: 300_000 });
      expect((await objects.get(tenantId, stored.sha256)).equals(content)).toBe(true);
      expect(await objects.has(tenantId, stored.sha256)).toBe(true);
      expect(count(tenantId, content)).toBe(1);
    });
    test('may be empty, and be put twice, also at once', async () => {
      const { objects } = open();
      const tenantId = randomUUID();
      const all = await Promise.all([1, 2, 3, 4].map(() => objects.put(tenantId, chunks())));
      expect(new Set(all.map((s) => s.sha256))).toEqual(new Set([hash('sha256', '')]));
      expect((await objects.get(tenantId, hash('sha256', ''))).length).toBe(0);
      const content = randomBytes(1000);
      await Promise.all([1, 2, 3, 4].map(() => objects.put(tenantId, chunks(content))));
      expect((await objects.get(tenantId, hash('sha256', content))).equals(content)).toBe(true);
    });
    test('of another organisation is not there', async () => {
      const { objects } = open();
      const { sha256 } = await objects.put(randomUUID(), chunks('theirs'));
      const other = randomUUID();
      expect(await objects.has(other, sha256)).toBe(false);
      await expect(objects.get(other, sha256)).rejects.toMatchObject({ fault: 'missing' });
    });
    test('that was altered is refused, and mended by putting it again', async () => {
      const { objects, alter } = open();
      const tenantId = randomUUID();
      const content = randomBytes(64);
      const { sha256 } = await objects.put(tenantId, chunks(content));
      alter(tenantId, content);
      await expect(objects.get(tenantId, sha256)).rejects.toThrow(ObjectDamaged);
      await objects.put(tenantId, chunks(content.subarray(0, 9), content.subarray(9)));
      expect((await objects.get(tenantId, sha256)).equals(content)).toBe(true);
    });
    test('that was taken away is missing, and mended by putting it again', async () => {
      const { objects, remove } = open();
      const tenantId = randomUUID();
      const content = randomBytes(64);
      const { sha256 } = await objects.put(tenantId, chunks(content));
      remove(tenantId, content);
      await expect(objects.get(tenantId, sha256)).rejects.toMatchObject({ fault: 'missing' });
      await objects.put(tenantId, chunks(content));
      expect((await objects.get(tenantId, sha256)).equals(content)).toBe(true);
    });
    test('whose content breaks off leaves nothing', async () => {
      const { objects, count } = open();
      const tenantId = randomUUID();
      const half = randomBytes(100);
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield half;
        throw new Error('the line went dead');
      }
      await expect(objects.put(tenantId, broken())).rejects.toThrow('the line went dead');
      expect(count(tenantId, half)).toBe(0);
    });
    test.each([
      ['../../etc', 'a'.repeat(64)],
      [randomUUID(), '../../../../etc/passwd'],
      [randomUUID(), 'A'.repeat(64)],
      ['', ''],
    ])('is never looked for at %j %j', async (tenantId, sha256) => {
      const { objects } = open();
      await expect(objects.get(tenantId, sha256)).rejects.toThrow(RangeError);
      await expect(objects.has(tenantId, sha256)).rejects.toThrow(RangeError);
      await expect(objects.addressOf(tenantId, sha256, { name: 'x', type: 'text/plain' }, 60)).rejects.toThrow(RangeError);
    });
  });
}
