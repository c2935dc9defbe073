// Intents that follow another: captures, voids and reversals, and every way they may not go.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { balances } from '@countinghouse/contract/features/balances';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());
const pools = () => ({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool });

/** Long enough for a hold to be placed, even on a busy machine. */
const LIFE_MS = 1_000;
const rejected = (code: string) => ({ status: 422, body: { ok: false, status: 'rejected', code, error: code } });
const post = async (o: Organisation, more: Parameters<Organisation['intent']>[0] = {}): Promise<string> => {
  const body = o.intent(more);
  await o.owner.call(intents.execute, { body });
  return body.intent_id;
};
const follow = (o: Organisation, use_case: string, constraints: object, rows: ReturnType<typeof row>[] = []) =>
  o.owner.call(intents.execute, {
    body: o.intent({ use_case, constraints: { ...constraints }, proposed_actions: rows, snapshot_ids: {} }),
  });
const reverse = (o: Organisation, reverses: string) => follow(o, 'reversal', { reverses });

describe('POST /api/v1/intents/execute, use case capture or void', () => {
  test.each([
    ['HOLD_NOT_FOUND', 'a hold that was never placed', async () => randomUUID()],
    ['HOLD_NOT_FOUND', 'an ordinary posting', (o: Organisation) => post(o)],
    [
      'HOLD_CAPTURED',
      'a hold that was captured',
      async (o: Organisation) => {
        const hold = await post(o, { use_case: 'hold' });
        await follow(o, 'capture', { hold });
        return hold;
      },
    ],
    [
      'HOLD_VOIDED',
      'a hold that was voided',
      async (o: Organisation) => {
        const hold = await post(o, { use_case: 'hold' });
        await follow(o, 'void', { hold });
        return hold;
      },
    ],
    [
      'HOLD_EXPIRED',
      'a hold whose time is up',
      async (o: Organisation) => {
        const hold = await post(o, { use_case: 'hold', constraints: { hold_expires_at: new Date(Date.now() + LIFE_MS).toISOString() } });
        await sleep(LIFE_MS);
        return hold;
      },
    ],
  ])('422 %s: of %s', async (code, _what, make) => {
    const o = await openOrganisation(testServer);
    const hold = await make(o);
    for (const use of ['capture', 'void']) expect(await follow(o, use, { hold })).toMatchObject(rejected(code));
  });
  test('422 HOLD_EXCEEDED: more than is held, telling the row; the hold stays open', async () => {
    const o = await openOrganisation(testServer);
    const hold = await post(o, { use_case: 'hold' });
    const answer = await follow(o, 'capture', { hold }, [row('CASH', 'BANK', '9'), row('CASH', 'BANK', '1.00000001')]);
    expect(answer).toMatchObject({ ...rejected('HOLD_EXCEEDED'), body: { details: { hold, row: 1 } } });
    expect(await follow(o, 'capture', { hold })).toMatchObject({ status: 200 });
  });
  test('another organisation’s hold is not found', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const hold = await post(other, { use_case: 'hold' });
    expect(await follow(acme, 'capture', { hold })).toMatchObject(rejected('HOLD_NOT_FOUND'));
  });
});

describe('POST /api/v1/intents/execute, use case reversal', () => {
  test('200: takes a posting back, linked both ways', async () => {
    const o = await openOrganisation(testServer);
    const posted = await post(o);
    const answer = await reverse(o, posted);
    expect(answer).toMatchObject({ status: 200, body: { status: 'executed', duplicate: false } });
    const view = async (intent_id: string) => (await o.owner.call(intents.get, { params: { intent_id } })).body.intent;
    expect(await view(posted)).toMatchObject({ reverses: null, reversed_by: answer.body.intentId });
    expect(await view(answer.body.intentId)).toMatchObject({ reverses: posted, reversed_by: null, use_case: 'reversal' });
    expect((await o.owner.call(balances.get, { query: {} })).body.accounts.map((a) => a.balance)).toEqual(['0', '0']);
  });
  test('422 INTENT_NOT_FOUND: of an intent that is not there, or is another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), await post(other)]) expect(await reverse(acme, id)).toMatchObject(rejected('INTENT_NOT_FOUND'));
  });
  test('422 INTENT_NOT_REVERSIBLE: of a rejected intent, a hold, or a reversal', async () => {
    const o = await openOrganisation(testServer);
    const back = (await reverse(o, await post(o))).body.intentId;
    const barred = await post(o, { proposed_actions: [row('CASH', 'CASH', '1')] });
    for (const id of [barred, await post(o, { use_case: 'hold' }), back])
      expect(await reverse(o, id)).toMatchObject(rejected('INTENT_NOT_REVERSIBLE'));
  });
  const ROUNDS = 50;
  test(`422 INTENT_ALREADY_REVERSED: ${ROUNDS} rounds of eight at once, one wins and the others are told which`, async () => {
    const o = await openOrganisation(testServer);
    for (let round = 0; round < ROUNDS; round++) {
      const posted = await post(o);
      const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(o, posted)));
      const won = answers.filter((a) => a.status === 200);
      expect(won).toHaveLength(1);
      const told = { ...rejected('INTENT_ALREADY_REVERSED'), body: { details: { reversed_by: won[0]?.body.intentId } } };
      for (const a of answers) if (a.status !== 200) expect(a).toMatchObject(told);
    }
    expect((await o.owner.call(balances.get, { query: {} })).body.accounts.map((a) => a.balance)).toEqual(['0', '0']);
    expect((await o.owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 2 * ROUNDS } });
    expect(await findFaults(pools(), o.tenantId)).toEqual([]);
  });
});
