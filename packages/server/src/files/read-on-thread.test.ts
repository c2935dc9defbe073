import { counting, failing, filling, refusing, waiting } from '@countinghouse/testkit/readers';
import { expect, test } from 'vitest';
import { readOnThread } from './read-on-thread.ts';

const refused = (message: string) => ({ code: 'VALIDATION_ERROR', details: [{ path: 'file', message }] });

test('the parts come in order, several readings at once', async () => {
  const [one, two] = await Promise.all([readOnThread(counting, 5_000), readOnThread(counting, 3)]);
  expect([one.length, one.every((n, i) => n === i), two]).toEqual([5_000, true, [0, 1, 2]]);
});
test('nothing is an answer too', async () => {
  expect(await readOnThread(counting, 0)).toEqual([]);
});
test('others are served while it reads', async () => {
  const gate = new SharedArrayBuffer(4);
  const reading = readOnThread(waiting, gate);
  // On this thread it would wait for ever for what follows.
  await new Promise(setImmediate);
  Atomics.store(new Int32Array(gate), 0, 1);
  Atomics.notify(new Int32Array(gate), 0);
  expect(await reading).toHaveLength(1);
});
test('what the reader refuses is refused, also behind a part', async () => {
  await expect(readOnThread(refusing, 'No.')).rejects.toMatchObject(refused('No.'));
});
test('a reader that fails is no refusal', async () => {
  await expect(readOnThread(failing, 'a bug')).rejects.toThrow('a bug');
});
test('what takes too long is refused', async () => {
  await expect(readOnThread(waiting, new SharedArrayBuffer(4), 50)).rejects.toMatchObject(
    refused('Reading this file takes too long. Split it.'),
  );
});
test('what takes too much memory is refused, and the next is read', async () => {
  await expect(readOnThread(filling, 'a'.repeat(100_000))).rejects.toMatchObject(
    refused('Reading this file takes too much memory. Split it.'),
  );
  expect(await readOnThread(counting, 1)).toEqual([0]);
});
