import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@countinghouse/contract/features/accounts';
import { entities } from '@countinghouse/contract/features/entities';
import { health } from '@countinghouse/contract/features/health';
import { holds } from '@countinghouse/contract/features/holds';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { type Organisation, openEntities, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireHolds } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());
const pools = () => ({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool });

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
type Change = Parameters<Organisation['intent']>[0];

/** Places a hold of 10 USD that would leave CASH, and answers the id that capture and void name. */
async function place(o: Organisation, more: Change = {}): Promise<string> {
  const body = o.intent({ use_case: 'hold', proposed_actions: [row('BANK', 'CASH', '10')], ...more });
  const answer = await o.owner.call(intents.execute, { body });
  expect(answer).toMatchObject({ status: 200, body: { ok: true, status: 'executed' } });
  return body.intent_id;
}
const follow = (o: Organisation, use_case: string, hold: string, rows: ReturnType<typeof row>[] = []) =>
  o.owner.call(intents.execute, { body: o.intent({ use_case, constraints: { hold }, proposed_actions: rows, snapshot_ids: {} }) });
const accountOf = async (o: Organisation, code: string) => {
  const found = (await o.owner.call(accounts.list, { body: {} })).body.accounts.find((a) => a.code === code);
  return [found?.balance, found?.held, found?.available];
};

describe('GET /api/internal/holds/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/holds/list')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: newest first, by status, by text, a page at a time; each with its rows and what became of it', async () => {
    const o = await openOrganisation(testServer);
    const [one, two, three] = [
      await place(o),
      await place(o, { proposed_actions: [row('BANK', 'CASH', '1', { narrative: 'Deposit' })] }),
      await place(o),
    ];
    const capture = await follow(o, 'capture', one);
    await follow(o, 'void', three);
    const list = async (query: object) => (await o.owner.call(holds.list, { query })).body.holds;
    expect((await list({})).map((h) => [h.intent_id, h.status])).toEqual([
      [three, 'voided'],
      [two, 'open'],
      [one, 'captured'],
    ]);
    expect(await list({ status: 'captured' })).toMatchObject([
      { intent_id: one, closed_by: capture.body.intentId, rows: [{ debit_code: 'BANK', credit_code: 'CASH', amount: '10.00000000' }] },
    ]);
    for (const q of ['deposit', two.slice(4)]) expect((await list({ q })).map((h) => h.intent_id)).toEqual([two]);
    const [newest] = await list({ limit: 1 });
    expect((await list({ limit: 1, before: newest?.placed_seq ?? 0 })).map((h) => h.intent_id)).toEqual([two]);
  });
  test('200: only those that touch the entity that is asked for', async () => {
    const o = await openEntities(testServer);
    await place(o);
    const hq = await place(o, { proposed_actions: [row('HQ-1', 'CASH', '1')] });
    const answer = await o.owner.call(holds.list, { query: {} }, { 'x-entity-id': o.hq });
    expect(answer.body.holds.map((h) => h.intent_id)).toEqual([hq]);
    await o.owner.call(entities.switch, { body: { entityId: null } });
    expect((await o.owner.call(holds.list, { query: {} })).body.holds).toHaveLength(2);
  });
});

describe('a hold over the wire', () => {
  test('reserves, is captured in parts, and the rest is free again; every step is one event, and the books are sound', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(intents.execute, { body: o.intent() });
    const before = await o.headSeq();
    const hold = await place(o);
    expect(await accountOf(o, 'CASH')).toEqual(['1000', '1000', '0']);
    expect(await follow(o, 'capture', hold, [row('BANK', 'CASH', '4')])).toMatchObject({ status: 200, body: { status: 'executed' } });
    expect(await accountOf(o, 'CASH')).toEqual(['600', '600', '0']);
    expect(await follow(o, 'capture', hold, [row('BANK', 'CASH', '1'), row('BANK', 'CASH', '2')])).toMatchObject({ status: 200 });
    expect(await accountOf(o, 'CASH')).toEqual(['300', '300', '0']);
    expect(await follow(o, 'capture', hold, [row('BANK', 'CASH', '3.01')])).toMatchObject(refused(422, 'HOLD_EXCEEDED'));
    expect(await follow(o, 'void', hold)).toMatchObject({ status: 200 });
    expect(await accountOf(o, 'CASH')).toEqual(['300', '0', '300']);
    expect(await o.headSeq()).toBe(before + 5);
    expect((await o.owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 4 } });
    expect(await findFaults(pools(), o.tenantId)).toEqual([]);
  });
  test('an intent tells what became of its hold', async () => {
    const o = await openOrganisation(testServer);
    const hold = await place(o);
    const captured = await follow(o, 'capture', hold);
    const view = async (intent_id: string) => (await o.owner.call(intents.get, { params: { intent_id } })).body.intent;
    expect(await view(hold)).toMatchObject({
      postings: [],
      hold: { intent_id: hold, status: 'captured', closed_by: captured.body.intentId },
    });
    expect(await view(captured.body.intentId)).toMatchObject({ postings: [{ amount: '10.00000000' }], hold: { intent_id: hold } });
  });
  test('tells which captures took of it and what is left, and each capture its hold', async () => {
    const o = await openOrganisation(testServer);
    const hold = await place(o, { proposed_actions: [row('BANK', 'CASH', '10'), row('BANK', 'CASH', '2')] });
    const first = (await follow(o, 'capture', hold, [row('BANK', 'CASH', '4')])).body.intentId;
    const view = async (intent_id: string) => (await o.owner.call(intents.get, { params: { intent_id } })).body.intent.hold;
    const open = { intent_id: hold, status: 'open', closed_by: null, captured_by: [first] };
    for (const id of [hold, first])
      expect(await view(id)).toMatchObject({ ...open, rows: [{ rest: '6.00000000' }, { amount: '2.00000000', rest: '2.00000000' }] });
    const last = (
      await o.owner.call(intents.execute, {
        body: o.intent({
          use_case: 'capture',
          constraints: { hold, release_rest: true },
          proposed_actions: [row('BANK', 'CASH', '1')],
        }),
      })
    ).body.intentId;
    const closed = { status: 'captured', closed_by: last, captured_by: [first, last] };
    for (const id of [hold, first, last])
      expect(await view(id)).toMatchObject({ ...closed, rows: [{ rest: '0.00000000' }, { rest: '0.00000000' }] });
    expect(await accountOf(o, 'CASH')).toEqual(['-500', '0', '-500']);
  });
  test('is captured by a state that is loaded again as by the one that knew it', async () => {
    const o = await openOrganisation(testServer);
    const hold = await place(o);
    await follow(o, 'capture', hold, [row('BANK', 'CASH', '4')]);
    testServer.opened.services.ledger.reload(o.tenantId);
    expect(await follow(o, 'capture', hold, [row('BANK', 'CASH', '6.01')])).toMatchObject(refused(422, 'HOLD_EXCEEDED'));
    expect(await follow(o, 'capture', hold)).toMatchObject({ status: 200 });
    expect(await follow(o, 'void', hold)).toMatchObject(refused(422, 'HOLD_CAPTURED'));
    expect(await accountOf(o, 'CASH')).toEqual(['-1000', '0', '-1000']);
    expect(await findFaults(pools(), o.tenantId)).toEqual([]);
  });
  test('lets the rest go only where it is told so with true or false', async () => {
    const o = await openOrganisation(testServer);
    const constraints = { hold: await place(o), release_rest: 'yes' };
    const asked = await o.owner.call(intents.execute, { body: o.intent({ use_case: 'capture', constraints, proposed_actions: [] }) });
    expect(asked).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('ends at its time, at once; the event that says so follows, once', async () => {
    const o = await openOrganisation(testServer);
    const LIFE_MS = 1_000;
    const hold = await place(o, { constraints: { hold_expires_at: new Date(Date.now() + LIFE_MS).toISOString() } });
    expect(await accountOf(o, 'CASH')).toEqual(['0', '1000', '-1000']);
    await sleep(LIFE_MS);
    expect(await accountOf(o, 'CASH')).toEqual(['0', '0', '0']);
    const list = async () => (await o.owner.call(holds.list, { query: {} })).body.holds.map((h) => [h.intent_id, h.status]);
    expect(await list()).toEqual([[hold, 'expired']]);
    expect(await follow(o, 'capture', hold)).toMatchObject(refused(422, 'HOLD_EXPIRED'));
    const before = await o.headSeq();
    const { services } = testServer.opened;
    const closed = await Promise.all([expireHolds(services), expireHolds(services)]);
    expect(closed.reduce((a, b) => a + b)).toBe(1);
    expect(await o.headSeq()).toBe(before + 1);
    expect(await list()).toEqual([[hold, 'expired']]);
    expect(await findFaults(pools(), o.tenantId)).toEqual([]);
  });
  test('waits for its last event while the organisation is read-only', async () => {
    const o = await openOrganisation(testServer);
    const LIFE_MS = 500;
    await place(o, { constraints: { hold_expires_at: new Date(Date.now() + LIFE_MS).toISOString() } });
    await o.deactivate();
    await sleep(LIFE_MS);
    const before = await o.headSeq();
    await expireHolds(testServer.opened.services);
    expect(await o.headSeq()).toBe(before);
    expect(await accountOf(o, 'CASH')).toEqual(['0', '0', '0']);
  });
});

test('as many parts as fit are captured at once, whoever comes first, and no more than was held is posted', async () => {
  const o = await openOrganisation(testServer);
  const hold = await place(o);
  const answers = await Promise.all(Array.from({ length: 8 }, () => follow(o, 'capture', hold, [row('BANK', 'CASH', '3')])));
  expect(answers.filter((a) => a.status === 200)).toHaveLength(3);
  for (const a of answers) if (a.status !== 200) expect(a).toMatchObject(refused(422, 'HOLD_EXCEEDED'));
  expect(await accountOf(o, 'CASH')).toEqual(['-900', '100', '-1000']);
  expect(await findFaults(pools(), o.tenantId)).toEqual([]);
});

const ROUNDS = inForm(40, 100);
test(`${ROUNDS} rounds of eight captures and a void at once: one of them wins, and what was held is posted once or not at all`, async () => {
  const o = await openOrganisation(testServer);
  const winners = new Map<string, number>();
  let cents = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const hold = await place(o);
    const asked = ['capture', 'capture', 'capture', 'capture', 'void', 'capture', 'capture', 'capture', 'capture'];
    if (round % 2 === 1) asked.unshift(...asked.splice(4, 1));
    const answers = await Promise.all(asked.map((use) => follow(o, use, hold)));
    const won = answers.map((a, i) => (a.status === 200 ? asked[i] : null)).filter((use) => use !== null);
    expect(won).toHaveLength(1);
    const loser = won[0] === 'capture' ? 'HOLD_CAPTURED' : 'HOLD_VOIDED';
    for (const a of answers) if (a.status !== 200) expect(a).toMatchObject(refused(422, loser));
    winners.set(won[0] ?? '', (winners.get(won[0] ?? '') ?? 0) + 1);
    if (won[0] === 'capture') cents += 1000;
  }
  expect(winners.get('capture')).toBeGreaterThan(0);
  expect(winners.get('void')).toBeGreaterThan(0);
  expect(await accountOf(o, 'CASH')).toEqual([String(-cents), '0', String(-cents)]);
  expect(await findFaults(pools(), o.tenantId)).toEqual([]);
});
