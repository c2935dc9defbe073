import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type BundleIndex, bundlesOf, openBundle, type PackedBundle } from './packed-bundles.ts';

// As a server wrote it before packs had events: 59 bundles in two blocks.
const content = readFileSync(new URL('../../../../../vectors/evidence/bundles.pack', import.meta.url));
const indexAt = Number(content.readBigUInt64BE(content.length - 18));
const index = JSON.parse(gunzipSync(content.subarray(indexAt, -34)).toString()) as BundleIndex;
const lines = gunzipSync(content).toString().split('\n').slice(0, -2);
const blockOf = ({ place }: PackedBundle, of = content): Buffer => of.subarray(place.offset, place.offset + place.length);

describe('a pack of bundles', () => {
  test('has every bundle byte for byte, each read by the bytes of its block alone', async () => {
    const found = bundlesOf(index);
    expect([found.length, new Set(found.map((b) => b.place.offset)).size]).toEqual([59, 2]);
    for (const [i, bundle] of found.entries()) {
      const text = (await openBundle(blockOf(bundle), bundle.place, bundle.sha256)).toString();
      expect(text).toBe(lines[i]);
      expect(JSON.parse(text)).toMatchObject({ format: 'countinghouse-evidence', name: bundle.name });
    }
  });
  test('with any byte of a block changed gives out none of its bundles wrongly, and the others as they were', async () => {
    const found = bundlesOf(index);
    const [first, last] = [found[0], found.at(-1)] as [PackedBundle, PackedBundle];
    let refused = 0;
    for (let i = 0; i < first.place.length; i += 97) {
      const altered = Buffer.from(content);
      altered.writeUInt8(altered.readUInt8(i) ^ 1, i);
      const opened = await openBundle(blockOf(first, altered), first.place, first.sha256).catch((error: unknown) => {
        expect(error).toMatchObject({ fault: 'altered' });
        refused += 1;
        return null;
      });
      // A byte of the gzip header says nothing of the content.
      if (opened !== null) expect(opened.toString()).toBe(lines[0]);
      expect((await openBundle(blockOf(last, altered), last.place, last.sha256)).toString()).toBe(lines.at(-1));
    }
    expect(refused).toBeGreaterThan(50);
  });
  test('whose index names a block that it does not have is refused', () => {
    expect(() => bundlesOf({ ...index, blocks: [] })).toThrow('a pack whose index is wrong at 13');
  });
});
