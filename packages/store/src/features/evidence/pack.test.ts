import { hash, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ArchivedEvent } from '../../archive/event.ts';
import { bundleIdOf, seqOfBundleId } from './bundle-id.ts';
import { checkKept, type EventIndex, placeOf, type SignedTree, treeOf, writePack } from './pack.ts';

const TENANT = 'b0000000-0000-4000-8000-000000000001';
const FIRST = 1_001;
const eventOf = (seq: number, filler = ''): ArchivedEvent => ({
  seq,
  event_id: randomUUID(),
  event_type: 'intent.executed',
  event_ts: '2026-03-01T00:00:00.000000Z',
  actor_id: 'somebody',
  payload: JSON.stringify({ filler, name: `Zahlung über ${seq} €` }),
  payload_hash: hash('sha256', `payload ${seq}`),
  prev_hash: hash('sha256', `event ${seq - 1}`),
  event_hash: hash('sha256', `event ${seq}`),
  signature: seq % 2 === 0 ? null : 'header..signature',
  hash_version: 1,
});
const tree: SignedTree = { treeSize: 5_000, rootHash: 'a'.repeat(64), checkpoint: 'a note', kid: 'k', publicJwk: { kty: 'OKP', x: 'x' } };
const outside = [hash('sha256', 'left'), hash('sha256', 'right')];
/** Text that does not compress, so that blocks end. */
const noise = (seq: number): string => Array.from({ length: 200 }, (_, i) => hash('sha256', `${seq}/${i}`)).join('');
const events = Array.from({ length: 40 }, (_, i) => eventOf(FIRST + i, noise(i)));
const { content, index } = writePack(TENANT, events, tree, outside);
const told = JSON.parse(gunzipSync(index).toString()) as EventIndex;
const blockOf = (seq: number, of = content): Buffer => {
  const { offset, length } = placeOf(told, seq);
  return of.subarray(offset, offset + length);
};

describe('a pack', () => {
  test('is a gzip file of lines: every event as an archive has it, then the index', () => {
    const lines = gunzipSync(content).toString().split('\n');
    expect(lines.slice(0, -2).map((line) => JSON.parse(line))).toEqual(events.map((event) => ({ kind: 'event', ...event })));
    expect(lines.at(-2)).toBe(gunzipSync(index).toString().trimEnd());
    expect(lines.at(-1)).toBe('');
  });
  test('ends with 34 bytes that say where its index begins, and that says what proves it', () => {
    const end = content.subarray(-34);
    expect(gunzipSync(end)).toHaveLength(0);
    expect(end.subarray(0, 16).toString('hex')).toBe('1f8b08040000000000ff0c0043480800');
    expect(content.subarray(Number(end.readBigUInt64BE(16)), -34).equals(index)).toBe(true);
    expect(told).toMatchObject({
      format: 'countinghouse-evidence-pack',
      version: 2,
      tenant_id: TENANT,
      first_seq: FIRST,
      last_seq: FIRST + 39,
    });
    expect(told).toMatchObject({ tree_size: 5_000, checkpoint: 'a note', outside });
    expect(treeOf(told)).toEqual(tree);
  });
  test('has each event in a block that is read alone', async () => {
    expect(told.blocks.length).toBeGreaterThan(2);
    for (const event of events) await checkKept(blockOf(event.seq), placeOf(told, event.seq), event);
    expect(() => placeOf(told, FIRST - 1)).toThrow('without event 1000');
  });
  test('of one event larger than a block has it whole', async () => {
    const large = eventOf(7, 'x'.repeat(3_000_000));
    const pack = writePack(TENANT, [large], tree, []);
    await checkKept(pack.content, { offset: 0, length: 0, line: 0 }, large);
    expect(JSON.parse(gunzipSync(pack.index).toString())).toMatchObject({
      blocks: [[0, expect.any(Number), 7]],
      first_seq: 7,
      last_seq: 7,
    });
  });
  test('does not confirm an event that differs from the log in any member', async () => {
    const event = events[3] as ArchivedEvent;
    for (const member of Object.keys(event) as (keyof ArchivedEvent)[]) {
      const other = { ...event, [member]: typeof event[member] === 'number' ? event[member] + 1 : `${event[member]} ` };
      await expect(checkKept(blockOf(event.seq), placeOf(told, event.seq), other)).rejects.toMatchObject({ fault: 'altered' });
    }
  });
  test('with any byte of a block changed confirms none of its events wrongly, and the others as before', async () => {
    const [first, last] = [events[0], events.at(-1)] as [ArchivedEvent, ArchivedEvent];
    let refused = 0;
    let looked = 0;
    for (let i = 0; i < blockOf(first.seq).length; i += 499) {
      const altered = Buffer.from(content);
      altered.writeUInt8(altered.readUInt8(i) ^ 1, i);
      looked += 1;
      // A change elsewhere in the block may leave this line as it was; then it is this event, to the byte.
      await checkKept(blockOf(first.seq, altered), placeOf(told, first.seq), first).catch((error: unknown) => {
        expect(error).toMatchObject({ fault: 'altered' });
        refused += 1;
      });
      await checkKept(blockOf(last.seq, altered), placeOf(told, last.seq), last);
    }
    expect([looked > 50, refused >= looked - 1]).toEqual([true, true]);
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
