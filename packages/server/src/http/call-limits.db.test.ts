import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { tenants } from '@countinghouse/contract/features/tenants';
import { routes } from '@countinghouse/contract/routes';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CallLimits } from './call-limits.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, {}, { callPace: { burst: 40, perMinute: 60 } });
});
afterAll(() => testServer.close());

const limited = { status: 429, body: { code: 'RATE_LIMITED', message: 'Too many attempts. Try again later.' } };

/** Calls until there is none left. */
async function exhaust(work: () => Promise<{ readonly status: number }>): Promise<void> {
  for (let i = 0; i < 50; i++) if ((await work()).status === 429) return;
  throw new Error('never limited');
}

describe('a person who calls too often', () => {
  test('is told so, and in how many seconds to go on; reads and posting go on all the while, and so does everybody else', async () => {
    const acme = await openOrganisation(testServer);
    const { owner } = acme;
    await exhaust(() => owner.call(parties.create, { body: { label: 'x' } }));
    const answer = await owner.call(parties.create, { body: { label: 'x' } });
    expect(answer).toMatchObject(limited);
    expect(answer.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-limit': '40',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
    });
    for (let i = 0; i < 60; i++) {
      expect((await owner.call(tenants.mine)).status).toBe(200);
      expect((await owner.call(intents.execute, { body: acme.intent() })).status).toBe(200);
    }
    expect((await openOrganisation(testServer)).tenantId).not.toBe(acme.tenantId);
  });
  test('is told with each call that counts how many are left, and with no other', async () => {
    const acme = await openOrganisation(testServer);
    const create = async (): Promise<readonly unknown[]> => {
      const { headers } = await acme.owner.call(parties.create, { body: { label: 'x' } });
      return ['limit', 'remaining', 'reset'].map((name) => Number(headers[`ratelimit-${name}`]));
    };
    const [limit, before, reset] = (await create()) as [number, number, number];
    const [, after] = (await create()) as [number, number];
    expect([limit, after]).toEqual([40, before - 1]);
    // One call a second comes back.
    expect(reset).toBe(40 - before);
    for (const answer of [await acme.owner.call(tenants.mine), await acme.owner.call(intents.execute, { body: acme.intent() })])
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
  test('is told with the last one in how many seconds there is another', async () => {
    const told: Record<string, unknown> = {};
    const reply = { getHeader: (name: string) => told[name], headers: (more: object) => Object.assign(told, more) };
    const limits = new CallLimits({ burst: 40, perMinute: 60 });
    for (let i = 0; i < 3; i++) await limits.countKey('k', 3, reply as unknown as Parameters<typeof limits.countKey>[2]);
    expect(told).toEqual({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0', 'ratelimit-reset': '20' });
  });
  test('is limited also where every call is refused for another reason', async () => {
    const pat = await testServer.person();
    await exhaust(() => pat.send('POST', tenants.rename.path, {}));
  });
});

const unheard = { getHeader: () => undefined, headers: (): never => ({}) as never };

describe('the bucket', () => {
  test('fills again with time, and not beyond its burst', async () => {
    const limits = new CallLimits({ burst: 2, perMinute: 6000 });
    const take = (): Promise<boolean> =>
      limits.count(tenants.rename, 'pat', unheard).then(
        () => true,
        () => false,
      );
    expect([await take(), await take(), await take()]).toEqual([true, true, false]);
    await expect.poll(take).toBe(true);
  });
  test('lets go of whoever was away the longest, never of who is at it', async () => {
    const limits = new CallLimits({ burst: 1, perMinute: 0.001 });
    await limits.count(tenants.rename, 'pat', unheard);
    for (let i = 0; i < 10_000; i++) {
      await limits.count(tenants.rename, `other ${i}`, unheard);
      await expect(limits.count(tenants.rename, 'pat', unheard)).rejects.toThrow('RATE_LIMITED');
    }
  });
});

describe('a call with a bearer credential', () => {
  const all = Object.values(routes).flatMap((feature) => Object.values(feature));
  test.each(all.map((r) => [`${r.method} ${r.path}`, r] as const))(
    '%s is judged by it, whatever session comes with it',
    async (_title, r) => {
      const pat = await testServer.person();
      for (const authorization of ['Bearer made-up', 'bearer made-up', 'Bearer'])
        expect(
          await pat.send(r.method, r.path.replace(/:\w+/g, 'x'), r.method === 'GET' ? undefined : {}, { authorization }),
        ).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', message: 'You don’t have permission to perform that action.' } });
    },
  );
  test('of another scheme is none of ours: a proxy before us may use it', async () => {
    const pat = await testServer.person();
    expect((await pat.call(tenants.mine, undefined, { authorization: 'Basic dTpw' })).status).toBe(200);
  });
});
