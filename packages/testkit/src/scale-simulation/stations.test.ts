import { expect, test } from 'vitest';
import { costs } from './costs.ts';
import { Disk, Processors, Thread } from './stations.ts';
import { Timeline } from './timeline.ts';

const window = { fromMs: 10, toMs: 20 };

test('who comes while a disk flushes waits for the next flush, which all of them share', () => {
  const time = new Timeline();
  const disk = new Disk(time, { fromMs: 0, toMs: 10 });
  const doneMs: number[] = [];
  const writesMs = 0.1;
  for (const atMs of [0, 0.5, 1]) time.at(atMs, () => disk.flush(writesMs * costs.diskRate.value, () => doneMs.push(time.nowMs)));
  time.runUntil(10);
  const firstMs = writesMs + costs.flush.value;
  const restMs = firstMs + 2 * writesMs + costs.flush.value;
  expect(doneMs).toEqual([firstMs, restMs, restMs].map((ms) => expect.closeTo(ms, 9)));
  expect(disk.used).toBeCloseTo((3 * writesMs) / 10, 9);
});

test('a batch is next on a thread, before the calls that wait; what is under way is not cut off', () => {
  const time = new Timeline();
  const thread = new Thread(time, { fromMs: 0, toMs: 10 });
  const done: string[] = [];
  const note = (name: string) => () => done.push(`${name} at ${time.nowMs}`);
  time.at(0, () => {
    thread.call(2, note('first call'));
    thread.call(2, note('second call'));
  });
  time.at(1, () => thread.batch(1, note('batch')));
  time.runUntil(10);
  expect(done).toEqual(['first call at 2', 'batch at 3', 'second call at 5']);
  expect(thread.used).toBe(0.5);
});

test('processors take work as it comes, each one piece at a time; only what lies in the window counts', () => {
  const processors = new Processors(2, window);
  expect([processors.take(8, 4), processors.take(8, 10), processors.take(9, 4), processors.take(18, 5)]).toEqual([12, 18, 16, 23]);
  expect(processors.used).toBe((2 + 8 + 4 + 2) / 20);
});
