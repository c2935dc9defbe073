import { expect, test } from 'vitest';
import { SharedWalks } from './shared-walks.ts';

/** Walks over as many events as they are told, and are counted. */
function openWalks() {
  let [now, walked] = [0, 0];
  const walks = new SharedWalks<string>(() => now);
  const look = (key: string, events: number, found = 'nothing', tookMs = 300): Promise<string> =>
    walks.find(key, async () => {
      walked += 1;
      now += tookMs;
      return { found, events, tookMs, mayStand: found === 'nothing' };
    });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { walks, look, walked: () => walked, pass };
}

test('who looks meanwhile shares the walk', async () => {
  const { look, walked } = openWalks();
  expect(await Promise.all([look('a', 1), look('a', 1), look('b', 1)])).toEqual(['nothing', 'nothing', 'nothing']);
  expect(walked()).toBe(2);
});

test('a short walk is done again by the next; a long one stands three times as long as it took', async () => {
  const { look, walked, pass } = openWalks();
  for (let i = 0; i < 2; i++) await look('short', 5_000);
  expect(walked()).toBe(2);
  await look('long', 5_001);
  pass(899);
  await look('long', 5_001);
  expect(walked()).toBe(3);
  pass(1);
  await look('long', 5_001);
  expect(walked()).toBe(4);
});

test('what was found, and what is forgotten, does not stand', async () => {
  const { walks, look, walked } = openWalks();
  expect(await look('a 0', 9_999, 'a fault')).toBe('a fault');
  await look('a 0', 9_999);
  await look('b 0', 9_999);
  walks.forget('a');
  await look('a 0', 9_999);
  await look('b 0', 9_999);
  expect(walked()).toBe(4);
});

test('a walk that fails is done again by the next', async () => {
  const walks = new SharedWalks<string>();
  await expect(walks.find('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await walks.find('a', () => Promise.resolve({ found: 'here', events: 1, tookMs: 1, mayStand: true }))).toBe('here');
});
