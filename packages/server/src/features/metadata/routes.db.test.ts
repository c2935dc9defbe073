import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { type IntentInput, intents } from '@countinghouse/contract/features/intents';
import { type MetadataView, metadata } from '@countinghouse/contract/features/metadata';
import { parties } from '@countinghouse/contract/features/parties';
import { postings } from '@countinghouse/contract/features/postings';
import { holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openEntities, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
type Changes = Readonly<Record<string, string | null>>;

async function post(o: Organisation, more: Partial<IntentInput> = {}): Promise<string> {
  const body = o.intent(more);
  expect((await o.owner.call(intents.execute, { body })).status).toBe(200);
  return body.intent_id;
}
const annotate = (who: Person, intent_id: string, changes: Changes) =>
  who.call(metadata.annotateIntent, { params: { intent_id }, body: { metadata: changes } });
const view = async (
  who: Person,
  intent_id: string,
  query: { readonly limit?: number; readonly after?: string } = {},
): Promise<MetadataView> => {
  const answer = await who.call(metadata.ofIntent, { params: { intent_id }, query });
  expect(answer.status).toBe(200);
  return answer.body;
};
const ids = async (o: Organisation, asked: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await o.owner.call(intents.list, { query: { metadata: asked } })).body.intents.map((i) => i.intent_id);

const faultsOf = (o: Organisation) =>
  findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId);

/** Each row of a table for keys and values: what they are, and whether they are taken. */
const words: readonly (readonly [string, Readonly<Record<string, unknown>>, boolean])[] = [
  ['a key of 40 with a value of 500', { ['k'.repeat(40)]: 'v'.repeat(500) }, true],
  ['letters of other scripts, emoji, quotes and brackets', { 'Kostenstelle ÄÖ [“1”]': '日本 \\ " \' $1 😀' }, true],
  ['an empty value, and one of several lines', { a: '', b: 'one\ntwo' }, true],
  ['names that objects have', { constructor: '1', toString: '2', hasOwnProperty: '3' }, true],
  ['50 keys', Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'v'])), true],
  ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])), false],
  ['a key of 41', { ['k'.repeat(41)]: 'v' }, false],
  ['an empty key', { '': 'v' }, false],
  ['a key with blanks around it', { ' a': 'v' }, false],
  ['a key of two lines', { 'a\nb': 'v' }, false],
  ['a key that turns the direction of text', { 'a\u202eb': 'v' }, false],
  ['a key with a control character', { 'a\u0007': 'v' }, false],
  ['a key with half a letter', { 'a\ud800': 'v' }, false],
  ['a value of 501', { a: 'v'.repeat(501) }, false],
  ['a value with NUL', { a: 'v\u0000' }, false],
  ['a value with half a letter', { a: 'v\udc00' }, false],
  ['a number', { a: 1 }, false],
  ['a list', { a: ['v'] }, false],
];

describe('PATCH /api/v1/intents/:intent_id/metadata', () => {
  test('401: not without a session', async () => {
    const answer = await testServer.nobody.send('PATCH', '/api/v1/intents/x/metadata', { metadata: { a: '1' } });
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: keys are given, changed and removed; each change is in the log with who and when; nothing posted moves', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o, { metadata: { team: 'treasury', order: '7' } });
    const mo = await o.member();
    expect(await annotate(mo, id, { team: 'risk', order: null, note: 'n' })).toMatchObject({
      status: 200,
      body: { metadata: { team: 'risk', note: 'n' } },
    });
    const { metadata: kept, changes, next } = await view(o.owner, id);
    expect([kept, next]).toEqual([{ team: 'risk', note: 'n' }, null]);
    expect(changes.map((c) => [c.actor_id, c.changes])).toEqual([
      [mo.id, { team: 'risk', order: null, note: 'n' }],
      [o.owner.id, { team: 'treasury', order: '7' }],
    ]);
    expect((await o.owner.call(intents.get, { params: { intent_id: id } })).body.intent).toMatchObject({
      status: 'executed',
      metadata: kept,
      events: [{ event_type: 'intent.executed' }],
      receipt: { status: 'executed', duplicate: false },
    });
    expect((await o.owner.call(postings.list, { query: {} })).body.postings).toHaveLength(1);
    const { body: log } = await o.owner.call(events.list, { query: { type: 'intent.annotated' } });
    expect(log.events).toMatchObject([{ actor_id: mo.id, intent_status: null, payload: { intent_id: id, changes: { order: null } } }]);
    expect((await o.owner.call(intents.list, { query: {} })).body.as_of).toBe(await o.headSeq());
    expect(await faultsOf(o)).toEqual([]);
  });
  test('200: what changes nothing writes nothing', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o, { metadata: { team: 'treasury' } });
    const before = await o.headSeq();
    expect((await annotate(o.owner, id, { team: 'treasury', gone: null })).body).toEqual({ metadata: { team: 'treasury' } });
    expect(await o.headSeq()).toBe(before);
  });
  test('200: of an intent that waits, was executed after it waited, or was refused', async () => {
    const o = await openApprovals(testServer);
    const held = await holdBack(o, o.maker, { metadata: { team: 'treasury' } });
    expect((await annotate(o.owner, held.intentId, { team: 'risk' })).status).toBe(200);
    expect((await o.checker.call(approvals.approve, { params: { id: held.approvalId }, body: {} })).status).toBe(200);
    expect((await o.owner.call(intents.get, { params: { intent_id: held.intentId } })).body.intent).toMatchObject({
      status: 'executed',
      metadata: { team: 'risk' },
    });
    expect((await annotate(o.owner, held.intentId, { later: '1' })).status).toBe(200);
    const refusedBody = o.intent({ proposed_actions: [row('CASH', 'CASH', '1')], metadata: { team: 'risk' } });
    expect((await o.owner.call(intents.execute, { body: refusedBody })).status).toBe(422);
    expect((await annotate(o.owner, refusedBody.intent_id, { why: 'typed twice' })).status).toBe(200);
    expect(await ids(o, { team: 'risk' })).toEqual([refusedBody.intent_id, held.intentId]);
    const found = (await o.owner.call(postings.list, { query: { metadata: { team: 'risk', later: '1' } } })).body.postings;
    expect(found.map((p) => p.intent_id)).toEqual([held.intentId]);
    expect(await faultsOf(o)).toEqual([]);
  });
  test.each(words)('%s: a change of metadata takes it or not', async (_what, changes, taken) => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    const answer = await o.owner.send('PATCH', `/api/v1/intents/${id}/metadata`, { metadata: changes });
    expect(answer.status).toBe(taken ? 200 : 400);
    expect((await view(o.owner, id)).metadata).toEqual(taken ? changes : {});
    if (!taken) expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
  test('400: __proto__, nothing, and more than fits', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    expect((await o.owner.send('PATCH', `/api/v1/intents/${id}/metadata`, '{"metadata":{"__proto__":"x"}}')).status).toBe(400);
    for (const body of [{}, { metadata: {} }, { metadata: { a: '1' }, more: 1 }])
      expect((await o.owner.send('PATCH', `/api/v1/intents/${id}/metadata`, body)).status).toBe(400);
    const many = (n: number): Changes => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 'v']));
    expect((await annotate(o.owner, id, many(50))).status).toBe(200);
    expect(await annotate(o.owner, id, { other: '1' })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('403: not who may not post to its accounts, nor an auditor', async () => {
    const o = await openEntities(testServer);
    const id = await post(o, { proposed_actions: [row('HQ-1', 'CASH', '1')] });
    const [outside, auditor] = [await o.entityPerson(o.de, 'entity_member'), await o.member('auditor')];
    for (const who of [outside, auditor]) expect(await annotate(who, id, { a: '1' })).toMatchObject(refused(403, 'FORBIDDEN'));
    const inside = await o.entityPerson(o.hq, 'entity_member');
    expect((await annotate(inside, id, { a: '1' })).status).toBe(200);
  });
  test('404: an intent that is not there, or of another organisation', async () => {
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of ['none', await post(other)]) expect(await annotate(o.owner, id, { a: '1' })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/v1/intents/:intent_id/metadata', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/v1/intents/x/metadata')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: an intent that is not there', async () => {
    const o = await openOrganisation(testServer);
    const answer = await o.owner.call(metadata.ofIntent, { params: { intent_id: 'none' }, query: {} });
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: nothing where nothing was said; changes come a page at a time, the latest first', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    expect(await view(o.owner, id)).toEqual({ metadata: {}, changes: [], next: null });
    for (const n of ['1', '2', '3']) await annotate(o.owner, id, { n });
    const first = await view(o.owner, id, { limit: 2 });
    expect(first.changes.map((c) => c.changes)).toEqual([{ n: '3' }, { n: '2' }]);
    const rest = await view(o.owner, id, { limit: 2, after: first.next ?? expect.fail('there is more') });
    expect([rest.changes.map((c) => c.changes), rest.next]).toEqual([[{ n: '1' }], null]);
  });
});

describe('an intent is posted with metadata', () => {
  test.each(words)('%s: posting takes it or not', async (_what, given, taken) => {
    const o = await openOrganisation(testServer);
    const body = { ...o.intent(), metadata: given };
    expect((await o.owner.send('POST', '/api/v1/intents/execute', body)).status).toBe(taken ? 200 : 400);
    if (taken) expect((await view(o.owner, body.intent_id)).metadata).toEqual(given);
  });
  test('a repeat with other metadata, or none, is a repeat', async () => {
    const o = await openOrganisation(testServer);
    const body = o.intent({ metadata: { team: 'treasury' } });
    await o.owner.call(intents.execute, { body });
    for (const given of [{ team: 'risk' }, {}, undefined]) {
      const { metadata: _before, ...same } = body;
      const again = await o.owner.call(intents.execute, { body: given === undefined ? same : { ...same, metadata: given } });
      expect(again).toMatchObject({ status: 200, body: { duplicate: true } });
    }
    expect((await view(o.owner, body.intent_id)).metadata).toEqual({ team: 'treasury' });
  });
  test('in a batch each has its own', async () => {
    const o = await openOrganisation(testServer);
    const all = ['a', 'b'].map((team) => o.intent({ metadata: { team } }));
    await o.owner.call(intents.batch, { body: { intents: [...all, o.intent()], atomic: true } });
    for (const { intent_id, metadata: given } of all) expect((await view(o.owner, intent_id)).metadata).toEqual(given);
    expect(await faultsOf(o)).toEqual([]);
  });
  test('no row is written where there is none', async () => {
    const o = await openOrganisation(testServer);
    await post(o);
    await post(o, { metadata: {} });
    for (const table of ['metadata', 'metadata_changes'])
      expect((await testServer.opened.loginPool.query(`select from ${table} where tenant_id = $1`, [o.tenantId])).rowCount).toBe(0);
  });
});

describe('lists are asked by metadata', () => {
  test('intents and their totals: with each value under its key, a page at a time', async () => {
    const o = await openOrganisation(testServer);
    const made: string[] = [];
    for (const team of ['a', 'b', 'a', 'a']) made.push(await post(o, { metadata: { team, 'cost [1]': 'x & y' } }));
    const [one = '', , three = '', four = ''] = made;
    await annotate(o.owner, three, { urgent: 'yes' });
    expect(await ids(o, { team: 'a' })).toEqual([four, three, one]);
    expect(await ids(o, { 'cost [1]': 'x & y', team: 'a', urgent: 'yes' })).toEqual([three]);
    expect(await ids(o, { team: 'A' })).toEqual([]);
    expect(await ids(o, { none: 'a' })).toEqual([]);
    const first = (await o.owner.call(intents.list, { query: { metadata: { team: 'a' }, limit: 2 } })).body;
    expect(first.intents.map((i) => [i.intent_id, i.metadata['team']])).toEqual([
      [four, 'a'],
      [three, 'a'],
    ]);
    const rest = (
      await o.owner.call(intents.list, { query: { metadata: { team: 'a' }, limit: 2, after: first.next ?? expect.fail('there is more') } })
    ).body;
    expect([rest.intents.map((i) => i.intent_id), rest.next]).toEqual([[one], null]);
    const totals = (await o.owner.call(intents.totals, { query: { metadata: { team: 'a' }, currency: 'USD' } })).body;
    expect(totals).toMatchObject({ count: 3, amounts: [{ currency: 'USD', count: 3 }], complete: true });
  });
  test('postings of such intents, with the other filters', async () => {
    const o = await openOrganisation(testServer);
    await post(o, {
      metadata: { team: 'a' },
      proposed_actions: [row('CASH', 'BANK', '1'), row('BANK', 'CASH', '2'), row('CASH', 'BANK', '3')],
    });
    await post(o, { metadata: { team: 'a' }, proposed_actions: [row('CASH', 'BANK', '4')] });
    await post(o, { metadata: { team: 'b' } });
    type Query = Parameters<typeof o.owner.call<typeof postings.list>>[1] extends infer I ? NonNullable<I> : never;
    const amounts = async (query: object) => {
      const { body } = await o.owner.call(postings.list, { query: { metadata: { team: 'a' }, ...query } } as Query);
      return { amounts: body.postings.map((p) => Number(p.amount)), next: body.next };
    };
    expect(await amounts({})).toEqual({ amounts: [4, 3, 2, 1], next: null });
    expect((await amounts({ account: 'cash' })).amounts).toEqual([4, 3, 2, 1]);
    expect((await amounts({ amount_from: '3' })).amounts).toEqual([4, 3]);
    const first = await amounts({ limit: 2 });
    expect(first.amounts).toEqual([4, 3]);
    expect(await amounts({ limit: 2, after: first.next })).toEqual({ amounts: [2, 1], next: expect.any(String) });
  });
  test('400: a filter that is none, or names a key twice', async () => {
    const o = await openOrganisation(testServer);
    for (const query of [
      'metadata=a',
      'metadata[a]=1&metadata[a]=2',
      'metadata[__proto__]=1',
      'metadata[]=1',
      `metadata[${'k'.repeat(41)}]=1`,
    ])
      for (const path of ['intents', 'postings', 'intent-totals', 'accounts'])
        expect([query, path, (await o.owner.send('GET', `/api/v1/${path}?${query}`)).status]).toEqual([query, path, 400]);
  });
});

const annotateAccount = (who: Person, id: string, changes: Changes) =>
  who.call(metadata.annotateAccount, { params: { id }, body: { metadata: changes } });

describe('PATCH /api/v1/accounts/:id/metadata', () => {
  test('401: not without a session', async () => {
    const answer = await testServer.nobody.send('PATCH', `/api/v1/accounts/${randomUUID()}/metadata`, { metadata: { a: '1' } });
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: beside what it was opened with', async () => {
    const o = await openOrganisation(testServer);
    const opened = await o.owner.call(accounts.create, {
      body: { code: 'WALLET', ledgerAccountId: o.glAccountId, metadata: { customer: '42', tier: 'gold' } },
    });
    const { id } = opened.body.account;
    expect((await annotateAccount(o.owner, id, { tier: null, region: 'EU' })).body).toEqual({ metadata: { customer: '42', region: 'EU' } });
    expect((await o.owner.call(accounts.get, { params: { id } })).body.account.metadata).toEqual({ customer: '42', region: 'EU' });
    const { changes } = (await o.owner.call(metadata.ofAccount, { params: { id }, query: {} })).body;
    expect(changes.map((c) => c.changes)).toEqual([
      { tier: null, region: 'EU' },
      { customer: '42', tier: 'gold' },
    ]);
    expect(await faultsOf(o)).toEqual([]);
  });
  test('403: not who may not post to it', async () => {
    const o = await openEntities(testServer);
    const [id, outside] = [await o.account('HQ-2', { entityId: o.hq }), await o.entityPerson(o.de, 'entity_member')];
    expect(await annotateAccount(outside, id, { a: '1' })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: an account that is not there, or of another organisation', async () => {
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), other.cash])
      expect(await annotateAccount(o.owner, id, { a: '1' })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/v1/accounts/:id/metadata', () => {
  test('401: not without a session; 404: an account that is not there', async () => {
    const answer = await testServer.nobody.send('GET', `/api/v1/accounts/${randomUUID()}/metadata`);
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const o = await openOrganisation(testServer);
    const none = await o.owner.call(metadata.ofAccount, { params: { id: randomUUID() }, query: {} });
    expect(none).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

const annotateEntity = (who: Person, id: string, changes: Changes) =>
  who.call(metadata.annotateEntity, { params: { id }, body: { metadata: changes } });

describe('PATCH /api/v1/entities/:id/metadata', () => {
  test('401: not without a session', async () => {
    const answer = await testServer.nobody.send('PATCH', `/api/v1/entities/${randomUUID()}/metadata`, { metadata: { a: '1' } });
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: beside what it was made with', async () => {
    const o = await openOrganisation(testServer);
    const body = { code: 'HQ', name: 'Headquarters', base_currency: 'USD', metadata: { lei: '5299' } };
    const { id } = (await o.owner.call(entities.create, { body })).body.entity;
    expect((await annotateEntity(o.owner, id, { region: 'EU' })).body).toEqual({ metadata: { lei: '5299', region: 'EU' } });
    expect(await faultsOf(o)).toEqual([]);
  });
  test('403: not who does not administer it', async () => {
    const o = await openEntities(testServer);
    const person = await o.entityPerson(o.hq, 'entity_member');
    expect(await annotateEntity(person, o.hq, { a: '1' })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: an entity that is not there', async () => {
    const o = await openOrganisation(testServer);
    expect(await annotateEntity(o.owner, randomUUID(), { a: '1' })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/v1/entities/:id/metadata', () => {
  test('401: not without a session; 404: an entity that is not there', async () => {
    const answer = await testServer.nobody.send('GET', `/api/v1/entities/${randomUUID()}/metadata`);
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const o = await openOrganisation(testServer);
    const none = await o.owner.call(metadata.ofEntity, { params: { id: randomUUID() }, query: {} });
    expect(none).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

const annotateParty = (who: Person, id: string, changes: Changes) =>
  who.call(metadata.annotateParty, { params: { id }, body: { metadata: changes } });

describe('PATCH /api/v1/parties/:id/metadata', () => {
  test('401: not without a session', async () => {
    const answer = await testServer.nobody.send('PATCH', `/api/v1/parties/${randomUUID()}/metadata`, { metadata: { a: '1' } });
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: beside what it was added with; a change of its words leaves it', async () => {
    const o = await openOrganisation(testServer);
    const { id } = (await o.owner.call(parties.create, { body: { label: 'Globex', metadata: { segment: 'retail' } } })).body.party;
    expect((await annotateParty(o.owner, id, { risk: 'low' })).body).toEqual({ metadata: { segment: 'retail', risk: 'low' } });
    await o.owner.call(parties.change, { params: { id }, body: { label: 'Globex AG' } });
    const { metadata: kept } = (await o.owner.call(metadata.ofParty, { params: { id }, query: {} })).body;
    expect(kept).toEqual({ segment: 'retail', risk: 'low' });
    expect(await faultsOf(o)).toEqual([]);
  });
  test('404: a party that is not there', async () => {
    const o = await openOrganisation(testServer);
    expect(await annotateParty(o.owner, randomUUID(), { a: '1' })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/v1/parties/:id/metadata', () => {
  test('401: not without a session; 404: a party that is not there', async () => {
    const answer = await testServer.nobody.send('GET', `/api/v1/parties/${randomUUID()}/metadata`);
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const o = await openOrganisation(testServer);
    const none = await o.owner.call(metadata.ofParty, { params: { id: randomUUID() }, query: {} });
    expect(none).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
