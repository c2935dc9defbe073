import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import { expect, test } from 'vitest';
import { FrameReader, frame, Outbox } from './frames.ts';

/** An outbox, what it wrote, and which messages it refused. */
function open() {
  const written: Buffer[] = [];
  const refused: { readonly message: unknown; readonly error: unknown }[] = [];
  const outbox = new Outbox<unknown>(
    (bytes) => written.push(bytes),
    (message, error) => refused.push({ message, error }),
  );
  return { outbox, written, refused };
}
const read = (frames: readonly Buffer[]): readonly unknown[] => new FrameReader().read(Buffer.concat(frames));

test('what is sent in one turn is one frame, in order; the next turn has its own', async () => {
  const { outbox, written } = open();
  for (const n of [1n, new Map([['a', 2]]), 'three']) outbox.send(n);
  await Promise.resolve().then(() => outbox.send(4));
  expect(written).toEqual([]);
  await nextTurn();
  expect(written.map((bytes) => deserialize(bytes.subarray(4)))).toEqual([[1n, new Map([['a', 2]]), 'three', 4]]);
  outbox.send(5);
  await nextTurn();
  expect(written).toHaveLength(2);
  expect(read(written)).toEqual([1n, new Map([['a', 2]]), 'three', 4, 5]);
});

test('a message that cannot be written is refused by itself; those beside it arrive', async () => {
  const { outbox, written, refused } = open();
  const bad = { call: () => 1 };
  for (const message of [1, bad, 2]) outbox.send(message);
  await nextTurn();
  expect(read(written)).toEqual([1, 2]);
  expect(refused).toEqual([{ message: bad, error: expect.objectContaining({ message: expect.stringContaining('could not be cloned') }) }]);
});

test('what is too long for one frame goes in several; what is too long alone is refused', async () => {
  const { outbox, written, refused } = open();
  const [large, larger] = [Buffer.alloc(40 * 2 ** 20, 1), Buffer.alloc(65 * 2 ** 20, 2)];
  for (const message of [large, larger, large]) outbox.send(message);
  await nextTurn();
  expect(written).toHaveLength(2);
  expect(read(written).map((m) => (m as Buffer).length)).toEqual([large.length, large.length]);
  expect(refused.map(({ message, error }) => [message === larger, error instanceof RangeError])).toEqual([[true, true]]);
});

test('frames are read as they arrive, however they are cut', () => {
  const bytes = Buffer.concat([frame([1, 2]), frame(['three'])]);
  for (const cut of [1, 3, 5, 8, 1_000]) {
    const reader = new FrameReader();
    const all: unknown[] = [];
    for (let at = 0; at < bytes.length; at += cut) all.push(...reader.read(bytes.subarray(at, at + cut)));
    expect(all).toEqual([1, 2, 'three']);
  }
});

test('a frame that says it is longer than any may be is not waited for', () => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(64 * 2 ** 20 + 1);
  expect(() => new FrameReader().read(head)).toThrow(RangeError);
});
