import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Waiting } from './batch.ts';
import { CommandQueue } from './command-queue.ts';

const SLICE = 32;
const MEGABYTE = 2 ** 20;
const quiet = { size: 0, bytes: 0, committing: null };

const waiting = (bulk: boolean): Waiting => ({
  commands: [{ type: 'member.remove', actor: { kind: 'user', id: 'u' }, userId: 'v' }],
  sideWrites: [],
  ...(bulk ? { bulk: true as const } : {}),
  resolve: () => {},
  reject: () => {},
  attempts: 0,
  alone: false,
  lookedUp: false,
});

let queue: CommandQueue;
const carry = (count: number, bytes: number): void => {
  for (let i = 0; i < count; i++) queue.pushBulk(waiting(true), bytes);
};
/** Somebody came alone, and has been taken. */
const expectOthers = (): void => {
  queue.push(waiting(false));
  queue.drop(1);
};
const admitted = (): number => queue.admitted.filter(({ bulk }) => bulk === true).length;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(10_000);
  queue = new CommandQueue();
});
afterEach(() => {
  vi.useRealTimers();
});

test('where nobody else posts, a slice is taken, however large', () => {
  carry(40, MEGABYTE);
  queue.admitBulk(SLICE, { size: 900, bytes: MEGABYTE, committing: { hasBulk: false } });
  expect(admitted()).toBe(SLICE);
  expect(queue.length).toBe(40);
});

test('beside others a batch has so many, and so many bytes, of what came in calls that carry many', () => {
  expectOthers();
  carry(200, 2_048);
  queue.admitBulk(SLICE, { size: 100, bytes: 72 * 1024, committing: { hasBulk: false } });
  expect(admitted()).toBe((56 * 1024) / 2_048);
  queue.drop(admitted());
  queue.admitBulk(SLICE, { size: 128, bytes: 0, committing: { hasBulk: false } });
  expect(admitted()).toBe(0);
});

test('beside others a batch has none of it where the one that is being committed has some', () => {
  expectOthers();
  carry(10, 500);
  queue.admitBulk(SLICE, { ...quiet, committing: { hasBulk: true } });
  expect(admitted()).toBe(0);
  queue.admitBulk(SLICE, { ...quiet, committing: { hasBulk: false } });
  expect(admitted()).toBe(10);
});

test.each([
  ['while another batch is committed', { ...quiet, committing: { hasBulk: false } }],
  ['with others in its batch', { ...quiet, size: 1, bytes: 500 }],
])('beside others a large one is not taken %s, but for one that has waited for half a second', (_when, before) => {
  expectOthers();
  carry(3, MEGABYTE);
  queue.admitBulk(SLICE, before);
  expect(admitted()).toBe(0);
  vi.advanceTimersByTime(501);
  queue.admitBulk(SLICE, before);
  expect(admitted()).toBe(1);
});

test('beside others large ones are taken one by one where nothing else is decided or committed', () => {
  expectOthers();
  carry(3, MEGABYTE);
  queue.admitBulk(SLICE, quiet);
  queue.admitBulk(SLICE, quiet);
  expect(admitted()).toBe(1);
  queue.push(waiting(false));
  expect(queue.all).toHaveLength(4);
});
