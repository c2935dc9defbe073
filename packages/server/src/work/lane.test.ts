import { expect, test } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { Lane } from './lane.ts';

/** Enters a lane and notes who had their turn. */
function open(atOnceMax: number, waitingMax = 100) {
  const lane = new Lane(atOnceMax, waitingMax);
  const turns: string[] = [];
  const leaves: (() => void)[] = [];
  const enter = (who: string): Promise<void> =>
    lane.enter(who).then((leave) => {
      turns.push(who);
      leaves.push(leave);
    });
  const leaveNext = async (): Promise<void> => {
    leaves.shift()?.();
    await new Promise(setImmediate);
  };
  return { lane, turns, leaves, enter, leaveNext };
}

test('those who wait take turns, however many one of them has waiting', async () => {
  const { turns, enter, leaveNext } = open(2);
  for (const who of ['busy', 'busy', 'busy', 'busy', 'busy', 'quiet', 'other', 'quiet']) void enter(who);
  await new Promise(setImmediate);
  expect(turns).toEqual(['busy', 'busy']);
  for (let i = 0; i < 6; i++) await leaveNext();
  expect(turns).toEqual(['busy', 'busy', 'busy', 'quiet', 'other', 'busy', 'quiet', 'busy']);
});
test('never more at once than it takes, and again as many once all have left', async () => {
  const { lane, enter, leaves, leaveNext } = open(3);
  let under = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      lane.run(`o${i % 4}`, async () => {
        most = Math.max(most, ++under);
        await new Promise(setImmediate);
        under -= 1;
      }),
    ),
  );
  expect([most, under]).toEqual([3, 0]);
  for (let i = 0; i < 4; i++) void enter('again');
  await new Promise(setImmediate);
  expect(leaves).toHaveLength(3);
  await leaveNext();
  expect(leaves).toHaveLength(3);
});
test('work that fails leaves its place, and leaving twice frees one place', async () => {
  const { lane } = open(1);
  await expect(lane.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const leave = await lane.enter('a');
  leave();
  leave();
  await lane.enter('b');
  let third = false;
  void lane.enter('c').then(() => {
    third = true;
  });
  await new Promise(setImmediate);
  expect(third).toBe(false);
});
test('who has too much waiting is refused; others are not', async () => {
  const { lane } = open(1, 2);
  await lane.enter('a');
  void lane.enter('a');
  void lane.enter('a');
  const refused = await lane.enter('a').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).code).toBe('OVERLOADED');
  let waits = true;
  void lane.enter('b').then(() => {
    waits = false;
  });
  await new Promise(setImmediate);
  expect(waits).toBe(true);
});
