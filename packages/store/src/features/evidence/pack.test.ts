import { hash, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleIdOf, seqOfBundleId } from './bundle-id.ts';
import { type Bundle, openBundle, type Pack, PackWriter, readPackIndex } from './pack.ts';

const TENANT = 'b0000000-0000-4000-8000-000000000001';
const bundleOf = (seq: number, filler = ''): Bundle => ({
  seq,
  intentId: `intent-${seq}`,
  name: `intents/intent-${seq}`,
  text: `{"filler":"${filler}","name":"Zahlung über ${seq} €","seq":${seq}}`,
  metadata: { kind: 'intent' },
});
function packOf(bundles: readonly Bundle[]): Pack {
  const writer = new PackWriter(TENANT);
  for (const bundle of bundles) writer.add(bundle);
  expect(writer.count).toBe(bundles.length);
  return writer.end();
}
/** Text that does not compress, so that blocks end. */
const noise = (seq: number): string => Array.from({ length: 200 }, (_, i) => hash('sha256', `${seq}/${i}`)).join('');
const many = Array.from({ length: 40 }, (_, i) => bundleOf(i * 3 + 1, noise(i)));

describe('a pack', () => {
  test('has every bundle byte for byte, each read by the bytes of its block alone', async () => {
    const { content, index } = packOf(many);
    const found = readPackIndex(index);
    expect(found.map(({ seq, intentId, name, metadata }) => ({ seq, intentId, name, metadata }))).toEqual(
      many.map(({ text: _text, ...told }) => told),
    );
    const blocks = new Set(found.map((b) => b.place.offset));
    expect(blocks.size).toBeGreaterThan(2);
    for (const [i, { place, sha256 }] of found.entries()) {
      const block = Buffer.from(content.subarray(place.offset, place.offset + place.length));
      expect((await openBundle(block, place, sha256)).toString()).toBe(many[i]?.text);
    }
  });
  test('is a gzip file of lines: every bundle, then the index', () => {
    const { content, index } = packOf(many);
    const lines = gunzipSync(content).toString().split('\n');
    expect(lines.slice(0, -2)).toEqual(many.map((b) => b.text));
    expect(lines.at(-2)).toBe(gunzipSync(index).toString().trimEnd());
    expect(lines.at(-1)).toBe('');
  });
  test('ends with 34 bytes that say where its index begins', () => {
    const { content, index } = packOf([bundleOf(7)]);
    const end = content.subarray(-34);
    expect(gunzipSync(end)).toHaveLength(0);
    expect(end.subarray(0, 16).toString('hex')).toBe('1f8b08040000000000ff0c0043480800');
    const from = Number(end.readBigUInt64BE(16));
    expect(content.subarray(from, -34).equals(index)).toBe(true);
    expect(JSON.parse(gunzipSync(index).toString())).toMatchObject({
      format: 'countinghouse-evidence-pack',
      version: 1,
      tenant_id: TENANT,
      blocks: [[0, from]],
      bundles: [{ block: 0, offset: 0, seq: 7, sha256: hash('sha256', bundleOf(7).text) }],
    });
  });
  test('of one bundle larger than a block has it whole', async () => {
    const large = bundleOf(1, 'x'.repeat(3_000_000));
    const { content, index } = packOf([large]);
    const [{ place, sha256 }] = readPackIndex(index) as [ReturnType<typeof readPackIndex>[number]];
    const opened = await openBundle(content.subarray(place.offset, place.offset + place.length), place, sha256);
    expect(opened.toString()).toBe(large.text);
  });
  test('with any byte of a block changed gives out none of its bundles wrongly, and the others as they were', async () => {
    const { content, index } = packOf(many);
    const found = readPackIndex(index);
    const [first, last] = [found[0], found.at(-1)];
    if (first === undefined || last === undefined) throw new Error('no bundles');
    const blockOf = ({ place }: typeof first, of: Buffer): Buffer => of.subarray(place.offset, place.offset + place.length);
    let refused = 0;
    for (let i = 0; i < first.place.length; i += 499) {
      const altered = Buffer.from(content);
      altered.writeUInt8(altered.readUInt8(i) ^ 1, i);
      const opened = await openBundle(blockOf(first, altered), first.place, first.sha256).catch((error: unknown) => {
        expect(error).toMatchObject({ fault: 'altered' });
        refused += 1;
        return null;
      });
      // A byte of the gzip header says nothing of the content.
      if (opened !== null) expect(opened.toString()).toBe(many[0]?.text);
      expect((await openBundle(blockOf(last, altered), last.place, last.sha256)).toString()).toBe(many.at(-1)?.text);
    }
    expect(refused).toBeGreaterThan(50);
  });
});

describe('the id of a bundle', () => {
  test('names the event of its organisation, and of no other', () => {
    for (const seq of [1, 255, 4_711, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      const id = bundleIdOf(TENANT, seq);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect([seqOfBundleId(TENANT, id), seqOfBundleId(TENANT, id.toUpperCase())]).toEqual([seq, seq]);
      expect(seqOfBundleId(randomUUID(), id)).toBe(null);
    }
    expect(seqOfBundleId(TENANT, randomUUID())).toBe(null);
  });
});
