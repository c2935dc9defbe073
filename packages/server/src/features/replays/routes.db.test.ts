import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { replays } from '@countinghouse/contract/features/replays';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInPlace } from '../../checks/checking.ts';
import { replayLedgers } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const tamper = (sql: string, tenantId: string) => testServer.opened.loginPool.query(sql, [tenantId]);
const run = () => replayLedgers(testServer.opened.services);

describe('POST /api/v1/replays', () => {
  test('200: a replay waits its turn, says how far it came, and finds a ledger in order equal', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('CASH', 'BANK', '1'), row('BANK', 'CASH', '2')] }) });
    const mo = await o.member();
    const seq = await o.headSeq();
    const { replay } = (await mo.call(replays.start, { body: {} })).body;
    expect(replay).toMatchObject({ state: 'waiting', asked_by: mo.id, done: 0, total: seq, events_per_second: null, result: null });
    expect((await o.owner.call(replays.start, { body: {} })).body.replay.id).toBe(replay.id);
    expect(await run()).toBe(1);
    const after = (await mo.call(replays.latest)).body.replay;
    expect(after).toMatchObject({
      id: replay.id,
      state: 'done',
      done: seq,
      total: seq,
      result: { equal: true, events: seq, postings: 2, chain_fault: null, verdict_faults: [], differences: [] },
    });
    expect(after?.events_per_second).toBeGreaterThan(0);
  });
  test('200: it names the rows that differ, and of each what is stored and what the events say', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(intents.execute, { body: o.intent() });
    await tamper("update accounts set balance = balance + 1, kind = 'other' where tenant_id = $1 and code = 'CASH'", o.tenantId);
    await tamper("delete from tenant_currencies where tenant_id = $1 and code = 'EUR'", o.tenantId);
    await tamper("insert into tenant_currencies (tenant_id, code) values ($1, 'CHF')", o.tenantId);
    await o.owner.call(replays.start, { body: {} });
    await run();
    const result = (await o.owner.call(replays.latest)).body.replay?.result;
    expect(result?.equal).toBe(false);
    const of = (table: string) => result?.differences.filter((d) => d.table === table);
    expect(of('accounts')).toMatchObject([
      {
        key: { id: o.cash },
        what: 'differs',
        cells: [
          { column: 'kind', stored: 'other', replayed: 'operational' },
          { column: 'balance', stored: 11, replayed: 10 },
        ],
      },
    ]);
    expect(
      of('tenant_currencies')
        ?.map((d) => [d.key['code'], d.what])
        .sort(),
    ).toEqual([
      ['CHF', 'only_stored'],
      ['EUR', 'only_replayed'],
    ]);
  });
  test('200: a chain that breaks is named, and nothing after it is replayed', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(intents.execute, { body: o.intent() });
    await tamper("update events set actor_id = 'x' where tenant_id = $1 and seq = 3", o.tenantId);
    await o.owner.call(replays.start, { body: {} });
    await run();
    expect((await o.owner.call(replays.latest)).body.replay?.result).toMatchObject({
      equal: false,
      events: 2,
      chain_fault: { seq: 3, what: 'event_hash' },
    });
  });
  test('200: also in a read-only organisation, and one organisation never sees another’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await acme.deactivate();
    expect((await acme.owner.call(replays.start, { body: {} })).status).toBe(200);
    expect((await other.owner.call(replays.latest)).body.replay).toBeNull();
    await run();
    expect((await acme.owner.call(health.get)).body.full).toBeNull();
  });
  test('401: nobody asks', async () => {
    expect(await testServer.nobody.call(replays.start, { body: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('GET /api/v1/replays/latest', () => {
  test('200: none while nobody asked', async () => {
    const { owner } = await openOrganisation(testServer);
    expect((await owner.call(replays.latest)).body).toEqual({ replay: null });
  });
  test('401: nobody sees it', async () => {
    expect(await testServer.nobody.call(replays.latest)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

test('a replay that is stopped half way is handed back, and begun anew by the next', async () => {
  const o = await openOrganisation(testServer);
  await o.owner.call(intents.execute, { body: o.intent() });
  const { id } = (await o.owner.call(replays.start, { body: {} })).body.replay;
  const stopping = { aborted: false } as AbortSignal & { aborted: boolean };
  const services = {
    ...testServer.opened.services,
    checking: checkInPlace(async () => {
      stopping.aborted = true;
      return testServer.opened.services.connectAsOwner();
    }),
  };
  expect(await replayLedgers(services, stopping)).toBe(0);
  expect((await o.owner.call(replays.latest)).body.replay).toMatchObject({ id, state: 'waiting', done: 0 });
  expect(await run()).toBe(1);
  expect((await o.owner.call(replays.latest)).body.replay).toMatchObject({ id, state: 'done', result: { equal: true } });
});
