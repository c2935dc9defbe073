// The whole server under load, over HTTP, on a data directory of its own.

import { setTimeout as sleep } from 'node:timers/promises';
import { openWorld, type World } from '@countinghouse/testkit/world';
import { afterEach, describe, expect, test } from 'vitest';
import { chanceOf } from './chance.ts';
import { type History, openHistory } from './history.ts';
import { compareWithLog, Poster, type Row, STORED_INTENTS, type Stored } from './posting.ts';
import { killUnderLoad, type Victim } from './workloads/kill.ts';

const SEED = 20_261_121;
const TIMEOUT_MS = 180_000;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
}, TIMEOUT_MS);

async function open(name: string): Promise<{ readonly world: World; readonly history: History }> {
  const history = openHistory(name, SEED);
  closing.push(history.close);
  const world = await openWorld();
  closing.push(world.close);
  return { world, history };
}

/** The row of the intent with this number: every pair of accounts comes up. */
function rowOf(number: number, accounts: number): Row {
  const debit = number % accounts;
  const credit = (debit + 1 + (Math.floor(number / accounts) % (accounts - 1))) % accounts;
  return { debitAccount: `USD-${debit + 1}`, creditAccount: `USD-${credit + 1}`, amount: `${(number % 500) + 1}.37`, currency: 'USD' };
}

/** So many callers, each taking the next number until `last`. */
async function postNumbers(poster: Poster, callers: number, last: number, accounts: number, goOn: () => boolean): Promise<void> {
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < last && goOn()) {
      const number = next++;
      await poster.post(`n-${number}`, [rowOf(number, accounts)]);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
}

describe('the system under load', () => {
  test('20,000 intents from 64 callers on 50 accounts: all there once, in one chain, in balance', { timeout: TIMEOUT_MS }, async () => {
    const { world, history } = await open('load');
    const poster = new Poster(await world.makeOrganisation({ currencies: ['USD'], accountsEach: 50 }), history);
    await postNumbers(poster, 64, 20_000, 50, () => true);
    expect(poster.told.filter((t) => t.status !== 200 || t.duplicate)).toEqual([]);
    expect(new Set(poster.told.map((t) => t.seq)).size).toBe(20_000);
    const stored = await world.query<Stored>(STORED_INTENTS, [poster.organisation.tenantId]);
    expect(stored).toHaveLength(20_000);
    expect(compareWithLog(poster.told, stored)).toEqual([]);
    expect(await world.check(poster.organisation)).toEqual([]);
  });

  test('kill -9 of the server and of PostgreSQL, ten times each: nothing acknowledged is lost, nothing doubled, ready within 10 s', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { world, history } = await open('kill-ten');
    const victims: Victim[] = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'server' : 'postgres'));
    const verdict = await killUnderLoad({ world, history, chance: chanceOf(SEED), goOn: () => true }, () => victims.shift() ?? null);
    expect(verdict.faults).toEqual([]);
    expect(verdict.counts).toMatchObject({ server: 10, postgres: 10 });
    for (const hits of Object.values(verdict.hits)) expect(hits).toBeGreaterThan(0);
  });

  test('SIGTERM: the server finishes what it has, ends with 0, and what it acknowledged is there', { timeout: TIMEOUT_MS }, async () => {
    const { world, history } = await open('stop');
    const poster = new Poster(await world.makeOrganisation({ currencies: ['USD'], accountsEach: 10 }), history);
    let going = true;
    const load = postNumbers(poster, 32, Number.MAX_SAFE_INTEGER, 10, () => going);
    while (poster.acknowledged < 500) await sleep(10);
    const inFlight = poster.inFlight;
    expect(await world.server()?.end('SIGTERM')).toBe(0);
    const acknowledged = poster.acknowledged;
    expect(inFlight).toBeGreaterThan(0);
    expect(await world.restart(10_000)).toBe(true);
    going = false;
    await load;
    const stored = await world.query<Stored>(STORED_INTENTS, [poster.organisation.tenantId]);
    expect(stored.length).toBeGreaterThanOrEqual(acknowledged);
    expect(compareWithLog(poster.told, stored)).toEqual([]);
    expect(await world.check(poster.organisation)).toEqual([]);
  });
});
