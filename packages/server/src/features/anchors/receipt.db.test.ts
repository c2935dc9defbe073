// What a receipt proves is asked by the verifier that takes it: packages/verifier/src/receipt.db.test.ts.

import { anchors, COSE_TYPE } from '@countinghouse/contract/features/anchors';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { copyOf } from '@countinghouse/testkit/put-back';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const ask = (o: Organisation, intentId: string, route: { readonly path: string } = anchors.receipt) =>
  o.owner.send('GET', route.path.replace(':intent_id', intentId));
async function post(o: Organisation): Promise<string> {
  const body = o.intent();
  await o.owner.call(intents.execute, { body });
  return body.intent_id;
}

describe('GET /api/v1/intents/:intent_id/proof', () => {
  test('401, 404: a session, and an intent of the own organisation', async () => {
    expect(await testServer.nobody.send('GET', '/api/v1/intents/x/proof')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    expect(await ask(o, 'nowhere')).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await ask(other, await post(o))).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: a file with a name of its own; a read-only auditor gets it too', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    const answer = await (await o.member('auditor')).send('GET', `/api/v1/intents/${id}/proof`);
    expect(answer).toMatchObject({ status: 200, body: { text: expect.stringMatching(/^c2sp\.org\/tlog-proof@v1\nextra /) } });
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${id}.tlog-proof"`);
  });
  test('423: a log that went back is not signed', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    const putBack = await copyOf(db);
    await post(o);
    await putBack();
    expect(await ask(o, id)).toMatchObject(refused(423, 'LOG_WENT_BACK'));
  });
});

describe('GET /api/v1/intents/:intent_id/proof.cose', () => {
  test('401, 404: a session, and an intent of the own organisation', async () => {
    expect(await testServer.nobody.send('GET', '/api/v1/intents/x/proof.cose')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    expect(await ask(o, 'nowhere', anchors.coseReceipt)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await ask(other, await post(o), anchors.coseReceipt)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: a file with a name of its own; a read-only auditor gets it too', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    const answer = await (await o.member('auditor')).send('GET', `/api/v1/intents/${id}/proof.cose`);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': COSE_TYPE } });
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${id}.cose"`);
  });
  test('423: a log that went back is not signed, nor is a root of it that an anchor has', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    await o.owner.call(anchors.make, { body: {} });
    const putBack = await copyOf(db);
    await post(o);
    await putBack();
    expect(await ask(o, id)).toMatchObject({ status: 200 });
    expect(await ask(o, id, anchors.coseReceipt)).toMatchObject(refused(423, 'LOG_WENT_BACK'));
  });
});

describe('a receipt with the answer', () => {
  const execute = async (o: Organisation, body: ReturnType<Organisation['intent']>) =>
    (await o.owner.call(intents.execute, { body, query: { proof: 'tlog-proof' } })).body.proof ?? expect.fail('a proof');

  test('what was decided now is told where it will be, and from when on under an anchor; a repeat has it once one covers it', async () => {
    const o = await openOrganisation(testServer);
    const body = o.intent();
    const path = `/api/v1/intents/${body.intent_id}/proof`;
    const begun = Date.now();
    const fresh = await execute(o, body);
    expect(fresh).toMatchObject({ tlog_proof: null, path });
    const expected = Date.parse(fresh.expected_at ?? '');
    expect([expected % 3_600_000, expected > begun, expected <= Date.now() + 3_600_000]).toEqual([0, true, true]);
    expect(await execute(o, body)).toEqual(fresh);
    await o.owner.call(anchors.make, { body: {} });
    const covered = await execute(o, body);
    expect(covered).toEqual({ tlog_proof: expect.stringMatching(/^c2sp\.org\/tlog-proof@v1\n/), path, expected_at: null });
    expect((await o.owner.send('GET', path)).body).toEqual({ text: covered.tlog_proof });
  });
  test('is told of a rejection too, and of nothing where it was not asked for or the call was refused', async () => {
    const o = await openOrganisation(testServer);
    const rejected = { ...o.intent(), proposed_actions: [row('CASH', 'NOWHERE', '1')] };
    const send = (query: string, body: object) => o.owner.send('POST', `${intents.execute.path}${query}`, body);
    const answer = await send('?proof=tlog-proof', rejected);
    expect(answer).toMatchObject({ status: 422, body: { error: 'ACCOUNT_NOT_FOUND', proof: { tlog_proof: null } } });
    expect((await send('', rejected)).body).not.toHaveProperty('proof');
    const clashes = await send('?proof=tlog-proof', { ...rejected, value_date: '2026-01-02' });
    expect(clashes).toMatchObject(refused(409, 'IDEMPOTENCY_CONFLICT'));
    expect(clashes.body).not.toHaveProperty('proof');
    expect(await send('?proof=cose', rejected)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('of a batch each receipt has its own, and what was refused has none', async () => {
    const o = await openOrganisation(testServer);
    const first = o.intent();
    await execute(o, first);
    await o.owner.call(anchors.make, { body: {} });
    const fresh = o.intent();
    const rejected = { ...o.intent(), proposed_actions: [row('NOWHERE', 'BANK', '1')] };
    const body = { intents: [first, fresh, rejected, { ...first, value_date: '2026-01-02' }] };
    const pathOf = ({ intent_id }: typeof first) => `/api/v1/intents/${intent_id}/proof`;
    const { results } = (await o.owner.call(intents.batch, { body, query: { proof: 'tlog-proof' } })).body;
    expect(results.map((r) => r.status)).toEqual([200, 200, 422, 409]);
    expect(results.map((r) => r.receipt?.proof)).toEqual([
      { tlog_proof: expect.stringMatching(/^c2sp\.org\/tlog-proof@v1\n/), path: pathOf(first), expected_at: null },
      { tlog_proof: null, path: pathOf(fresh), expected_at: expect.stringMatching(/:00:00\.000Z$/) },
      { tlog_proof: null, path: pathOf(rejected), expected_at: expect.any(String) },
      undefined,
    ]);
    const again = (await o.owner.call(intents.batch, { body })).body;
    expect(again.results.map((r) => r.receipt?.proof)).toEqual([undefined, undefined, undefined, undefined]);
    expect(await o.owner.send('POST', `${intents.batch.path}?proof=cose`, body)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
});
