// What every object store does, as tests that run over each of them.

import { hash, randomBytes, randomUUID } from 'node:crypto';
import { type Listed, ObjectDamaged, type ObjectStore } from '@countinghouse/store/objects/object-store';
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
    test('is listed with its size, beside texts by their names', async () => {
      const { objects } = open();
      const tenantId = randomUUID();
      await objects.putNamed(tenantId, 'high-water-mark', 'text');
      const stored = [await objects.put(tenantId, chunks('one')), await objects.put(tenantId, chunks('three'))];
      const listed = new Set<Listed>();
      for await (const found of objects.list()) if (found.tenantId === tenantId) listed.add(found);
      expect(listed).toEqual(new Set<Listed>([{ tenantId, name: 'high-water-mark' }, ...stored.map((s) => ({ tenantId, ...s }))]));
    });
    test('that has a name is the last that was put there, and of its organisation alone', async () => {
      const { objects } = open();
      const tenantId = randomUUID();
      expect(await objects.getNamed(tenantId, 'high-water-mark')).toBeNull();
      await objects.putNamed(tenantId, 'high-water-mark', 'first');
      await objects.putNamed(tenantId, 'high-water-mark', 'second é');
      expect(await objects.getNamed(tenantId, 'high-water-mark')).toBe('second é');
      expect(await objects.getNamed(randomUUID(), 'high-water-mark')).toBeNull();
      await expect(objects.putNamed(tenantId, '../else', 'x')).rejects.toThrow(RangeError);
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
      await expect(objects.getRange(tenantId, sha256, 0, 1)).rejects.toThrow(RangeError);
    });
  });

  describe('a part of an object', () => {
    test('is read without the rest of it: its first bytes, some of the middle, its last', async () => {
      const { objects } = open();
      const tenantId = randomUUID();
      const content = randomBytes(300_000);
      const { sha256 } = await objects.put(tenantId, chunks(content));
      for (const [offset, length] of [
        [0, 1],
        [0, 4096],
        [123_456, 65_536],
        [299_999, 1],
        [0, 300_000],
      ] as const)
        expect((await objects.getRange(tenantId, sha256, offset, length)).equals(content.subarray(offset, offset + length))).toBe(true);
    });
    test('that reaches beyond its end, or begins there, is told as altered; of an object that is not there, as missing', async () => {
      const { objects } = open();
      const tenantId = randomUUID();
      const { sha256 } = await objects.put(tenantId, chunks('0123456789'));
      for (const [offset, length] of [
        [5, 6],
        [10, 1],
        [500, 1],
      ] as const)
        await expect(objects.getRange(tenantId, sha256, offset, length)).rejects.toMatchObject({ fault: 'altered' });
      await expect(objects.getRange(randomUUID(), sha256, 0, 1)).rejects.toMatchObject({ fault: 'missing' });
    });
    test.each([
      [-1, 1],
      [0, 0],
      [0.5, 1],
      [0, Number.NaN],
    ])('from %d on, of %d bytes, is none', async (offset, length) => {
      const { objects } = open();
      const tenantId = randomUUID();
      const { sha256 } = await objects.put(tenantId, chunks('0123456789'));
      await expect(objects.getRange(tenantId, sha256, offset, length)).rejects.toThrow(RangeError);
    });
  });
}
