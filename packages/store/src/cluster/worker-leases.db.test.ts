import { randomUUID } from 'node:crypto';
import { openPool, type Pool } from '@countinghouse/store/connection';
import { useDatabase } from '@countinghouse/testkit/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WorkerLeases } from './worker-leases.ts';

const db = useDatabase();
const names = Array.from({ length: 16 }, (_, i) => `work ${i}`);
const never = new AbortController().signal;
/** Nobody waits longer for one that died. */
const TAKEN_OVER_WITHIN_MS = 10_000;

let pool: Pool;
beforeAll(() => {
  pool = openPool(db.where, 'writer', { max: 4 });
});
afterAll(() => pool.end());

/** Who is there, as servers find it. */
let there: string[] = [];
const open: Server[] = [];
afterEach(async () => {
  for (const { leases } of open.splice(0)) await leases.leave();
  there = [];
});

interface Server {
  readonly id: string;
  readonly leases: WorkerLeases;
  /** When it became its turn at each. */
  readonly turns: string[];
}

async function enter(more: readonly string[] = names): Promise<Server> {
  const server: Server = { id: randomUUID(), leases: new WorkerLeases(), turns: [] };
  for (const name of more) server.leases.join(name, () => server.turns.push(name));
  there.push(server.id);
  await server.leases.share({ pool, id: server.id, serverIds: () => there, onError: (error) => expect.unreachable(String(error)) });
  open.push(server);
  return server;
}

/** It is not there any more, and nobody was told. */
async function die(server: Server): Promise<void> {
  there = there.filter((id) => id !== server.id);
  open.splice(open.indexOf(server), 1);
  await server.leases.abandon();
}

const holdersOf = (servers: readonly Server[]): readonly number[] =>
  names.map((name) => servers.filter(({ leases }) => leases.has(name)).length);

/** Never two at one name, and in the end one at each; answers how long that took. */
async function untilEachIsHeld(servers: readonly Server[], withinMs: number): Promise<number> {
  const startedMs = performance.now();
  await expect
    .poll(
      () => {
        const holders = holdersOf(servers);
        expect(Math.max(...holders), 'two have the same turn').toBeLessThanOrEqual(1);
        return Math.min(...holders);
      },
      { timeout: withinMs, interval: 20 },
    )
    .toBe(1);
  return performance.now() - startedMs;
}

test('alone, each turn is its own, and no statement is sent', async () => {
  const leases = new WorkerLeases();
  expect(leases.has('anything')).toBe(true);
  expect(await leases.take('anything', never, async (stopping) => stopping)).toBe(never);
});

test('servers share the work: each kind is one’s turn at a time, and all have some', async () => {
  const first = await enter();
  expect(holdersOf([first])).toEqual(names.map(() => 1));
  const all = [first, await enter(), await enter()];
  await expect.poll(() => all.map(({ leases }) => names.some((name) => leases.has(name))), { timeout: 20_000 }).toEqual([true, true, true]);
  await untilEachIsHeld(all, 20_000);
  expect(all[1]?.turns).toEqual(expect.arrayContaining(names.filter((name) => all[1]?.leases.has(name))));
});

test('what a server had that goes is had by others at once; what one had that died within 10 s', async () => {
  const all = [await enter(), await enter(), await enter()];
  await untilEachIsHeld(all, 20_000);
  const [dies, goes, stays] = all as [Server, Server, Server];
  const had = names.filter((name) => dies.leases.has(name));
  const tookMs: number[] = [];
  if (had.length > 0) {
    await die(dies);
    tookMs.push(await untilEachIsHeld([goes, stays], 2 * TAKEN_OVER_WITHIN_MS));
  }
  there = there.filter((id) => id !== goes.id);
  open.splice(open.indexOf(goes), 1);
  await goes.leases.leave();
  await untilEachIsHeld([stays], TAKEN_OVER_WITHIN_MS);
  expect(had.length, 'the one that died had nothing').toBeGreaterThan(0);
  expect(Math.max(...tookMs)).toBeLessThan(TAKEN_OVER_WITHIN_MS);
});

test('work under way is told to stop where its turn goes to another, who waits until it has', async () => {
  const [name = ''] = names;
  const first = await enter([name]);
  const heard = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const working = first.leases.take(name, never, async (stopping) => {
    stopping.addEventListener('abort', () => heard.resolve());
    await ended.promise;
    return 'stopped';
  });
  const second = await enter([name]);
  there = [second.id];
  await heard.promise;
  expect(second.leases.has(name)).toBe(false);
  ended.resolve();
  expect(await working).toBe('stopped');
  await expect.poll(() => second.leases.has(name), { timeout: 20_000 }).toBe(true);
  expect(await first.leases.take(name, never, async () => 'again')).toBe(null);
});
