import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Deadlines } from './deadline.ts';

const forEver = new Promise<never>(() => {});

test('work that comes to something in time is answered as it is, whether it succeeds or fails', async () => {
  const deadlines = new Deadlines(1_000);
  expect(await deadlines.keep(Promise.resolve(7), 'OVERLOADED')).toBe(7);
  await expect(deadlines.keep(Promise.reject(new RangeError('no')), 'OVERLOADED')).rejects.toThrow('no');
});

test('work that does not is refused with the code it was given, counted from when its request began', async () => {
  const deadlines = new Deadlines(400);
  const startedMs = performance.now();
  const first = deadlines
    .keep(forEver, 'OUTCOME_UNKNOWN', startedMs - 300)
    .catch((error: unknown) => ({ error, ms: performance.now() - startedMs }));
  const second = deadlines.keep(forEver, 'OVERLOADED').catch((error: unknown) => ({ error, ms: performance.now() - startedMs }));
  expect(await first).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' } });
  expect(await second).toMatchObject({ error: { code: 'OVERLOADED' } });
  expect((await second).ms).toBeGreaterThanOrEqual(400);
});

test('what fails after it was late troubles nobody', async () => {
  const deadlines = new Deadlines(40);
  const late = sleep(120).then(() => Promise.reject(new Error('much later')));
  await expect(deadlines.keep(late, 'OVERLOADED')).rejects.toMatchObject({ code: 'OVERLOADED' });
  await expect(late).rejects.toThrow('much later');
});
