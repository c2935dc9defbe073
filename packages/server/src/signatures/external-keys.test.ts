import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { EgressRefused } from './egress.ts';
import { ExternalKeys, KeySetUnavailable, readKeySet } from './external-keys.ts';

const jwk = (kid: unknown, more: object = {}): object => ({
  ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
  kid,
  sub: 'pat@example.com',
  ...more,
});
const setOf = (...keys: readonly object[]): string => JSON.stringify({ keys });

describe('a key set', () => {
  test('has the keys that can sign and say whose they are', () => {
    const ec = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }), kid: 'ec', sub: 'u' };
    const set = readKeySet(setOf(jwk('ed', { use: 'sig', alg: 'EdDSA', key_ops: ['verify'] }), ec));
    expect([...set].map(([kid, { subject, key }]) => [kid, subject, key.algorithm])).toEqual([
      ['ed', 'pat@example.com', 'EdDSA'],
      ['ec', 'u', 'ES256'],
    ]);
  });
  test.each([
    ['without a name', jwk(undefined)],
    ['of nobody', jwk('k', { sub: undefined })],
    ['of an empty somebody', jwk('k', { sub: '' })],
    ['for encryption', jwk('k', { use: 'enc' })],
    ['for something else', jwk('k', { key_ops: ['encrypt'] })],
    ['for another algorithm', jwk('k', { alg: 'ES256' })],
    ['with its private part', jwk('k', { d: 'AAAA' })],
    ['that is a secret', { kty: 'oct', k: 'AAAA', kid: 'k', sub: 'u' }],
    ['that binds nothing', jwk('k', { x: `AQ${'A'.repeat(41)}` })],
  ])('leaves out a key %s', (_what, key) => {
    expect([...readKeySet(setOf(key, jwk('good'))).keys()]).toEqual(['good']);
  });
  test('counts none of two keys with one name', () => {
    expect([...readKeySet(setOf(jwk('k'), jwk('good'), jwk('k'), jwk('k'))).keys()]).toEqual(['good']);
  });
  test.each([['no JSON'], ['null'], ['[]'], ['{}'], ['{"keys":{}}'], [JSON.stringify({ keys: Array(501).fill({}) })]])(
    'is not %s',
    (text) => {
      expect(() => readKeySet(text.slice(0, 9_000))).toThrow(KeySetUnavailable);
    },
  );
});

describe('keys of elsewhere', () => {
  const URL = 'https://keys.example.com/';
  const SECOND = 1_000;
  const MINUTE = 60 * SECOND;

  /** A clock and an address that are turned by hand. */
  function open() {
    const world = { nowMs: 0, asked: 0, sleeping: 0, wake: (): void => {}, answer: setOf(jwk('a')), status: 200, away: false };
    const keys = new ExternalKeys(
      {
        send: async () => {
          world.asked += 1;
          if (world.away) throw new EgressRefused('The address can’t be reached.');
          return { status: world.status, headers: {}, body: Buffer.from(world.answer) };
        },
      },
      {
        nowMs: () => world.nowMs,
        sleep: (ms) =>
          new Promise<void>((resolve) => {
            world.sleeping += 1;
            world.wake = () => {
              world.nowMs += ms;
              resolve();
            };
          }),
      },
    );
    const find = (kid: string): Promise<string> =>
      keys.find(URL, kid).then(
        (found) => (found === null ? 'none' : found.subject),
        (error: unknown) => (error instanceof KeySetUnavailable ? 'unavailable' : 'broken'),
      );
    const findAnew = (kid: string) => keys.findAnew(URL, kid);
    return { world, find, findAnew };
  }

  test('are asked for once, however many look at once, and remembered for a minute', async () => {
    const { world, find } = open();
    expect(await Promise.all(Array.from({ length: 20 }, () => find('a')))).toEqual(Array(20).fill('pat@example.com'));
    world.nowMs = MINUTE / 2 - 1;
    expect([await find('a'), world.asked]).toEqual(['pat@example.com', 1]);
    world.away = true;
    world.nowMs = MINUTE - 1;
    expect([await find('a'), world.asked]).toEqual(['pat@example.com', 2]);
    await new Promise(setImmediate);
    world.away = false;
    world.nowMs = MINUTE + 5 * SECOND;
    world.answer = setOf(jwk('b'));
    expect([await find('a'), world.asked]).toEqual(['none', 3]);
  });
  test('are read ahead from half a minute on, and nobody waits for it', async () => {
    const { world, find } = open();
    await find('a');
    world.answer = setOf(jwk('b'));
    world.nowMs = MINUTE / 2;
    expect([await find('a'), world.asked]).toEqual(['pat@example.com', 2]);
    await Promise.resolve();
    await new Promise(setImmediate);
    expect([await find('b'), world.asked]).toEqual(['pat@example.com', 2]);
  });
  test('are asked for again where a key does not fit: what its name stands for now is answered', async () => {
    const { world, find, findAnew } = open();
    await find('a');
    world.answer = setOf(jwk('a', { sub: 'sam@example.com' }));
    world.nowMs = 4 * SECOND;
    expect([await find('a'), (await findAnew('a'))?.subject, await find('a'), world.asked]).toEqual([
      'pat@example.com',
      'sam@example.com',
      'sam@example.com',
      2,
    ]);
    world.answer = setOf(jwk('b'));
    world.nowMs = 8 * SECOND;
    expect(await findAnew('a')).toBeNull();
  });
  test('an unknown name has them asked for again before anything is said of it, all who wait together, once in three seconds', async () => {
    const { world, find } = open();
    await find('a');
    world.answer = setOf(jwk('a'), jwk('new'));
    world.nowMs = 3 * SECOND - 1;
    const waiting = Promise.all(Array.from({ length: 50 }, () => find('new')));
    expect(await find('a')).toBe('pat@example.com');
    expect([world.asked, world.sleeping]).toEqual([1, 1]);
    world.wake();
    expect(await waiting).toEqual(Array(50).fill('pat@example.com'));
    expect([world.nowMs, world.asked]).toEqual([3 * SECOND, 2]);
    world.nowMs = 6 * SECOND;
    expect(await Promise.all(Array.from({ length: 50 }, () => find('nobody')))).toEqual(Array(50).fill('none'));
    expect([world.asked, world.sleeping]).toEqual([3, 1]);
  });
  test('that cannot be had count for nothing once they are old, and are tried again in seconds', async () => {
    const { world, find } = open();
    await find('a');
    world.away = true;
    world.nowMs = MINUTE / 4;
    expect([await find('new'), await find('a')]).toEqual(['unavailable', 'pat@example.com']);
    world.nowMs = MINUTE;
    expect([await find('a'), await find('a'), world.asked]).toEqual(['unavailable', 'unavailable', 3]);
    world.away = false;
    world.status = 500;
    world.nowMs += 5 * SECOND;
    expect(await find('a')).toBe('unavailable');
    world.status = 200;
    world.answer = '<html>';
    world.nowMs += 5 * SECOND;
    expect(await find('a')).toBe('unavailable');
    world.answer = setOf(jwk('a'));
    world.nowMs += 5 * SECOND;
    expect(await find('a')).toBe('pat@example.com');
  });
});
