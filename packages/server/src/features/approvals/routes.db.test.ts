import { createHash } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { entities } from '@countinghouse/contract/features/entities';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { settings } from '@countinghouse/contract/features/settings';
import { tenants } from '@countinghouse/contract/features/tenants';
import { canonicalize, type Json } from '@countinghouse/kernel/canonical/jcs';
import { type Approvals, holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { openEntities, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireApprovals, tellCheckers } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
let acme: Approvals;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openApprovals(testServer);
});
afterAll(() => testServer.close());
const sound = async (o: Approvals): Promise<void> =>
  expect(
    await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
  ).toEqual([]);

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const approve = (who: Person, id: string, body: { comment?: string; payload_hash?: string } = {}) =>
  who.call(approvals.approve, { params: { id }, body });
const reject = (who: Person, id: string, reason = '') => who.call(approvals.reject, { params: { id }, body: { reason } });
const withdraw = (who: Person, id: string) => who.call(approvals.withdraw, { params: { id } });
const look = async (who: Person, id: string) => (await who.call(approvals.get, { params: { id } })).body;
const cash = async (o: Approvals) =>
  (await o.owner.call(accounts.list, { body: {} })).body.accounts.find((a) => a.code === 'CASH')?.balance ?? '';
const url = (what: string, id = NOWHERE): string => `/api/internal/approvals/${id}/${what}`;

/** Moves the end of what waits into the past, as if a week had gone by. */
async function letExpire(o: Approvals, id: string): Promise<void> {
  await testServer.opened.loginPool.query("update approvals set expires_at = '2020-01-01' where tenant_id = $1 and id = $2", [
    o.tenantId,
    id,
  ]);
}

describe('an intent that is held', () => {
  test('202: proposed, with what it waits for and how many can decide it; a duplicate is answered the same', async () => {
    const body = acme.intent({ proposed_actions: [row('CASH', 'BANK', '100')] });
    const before = await cash(acme);
    const first = await acme.maker.call(intents.execute, { body });
    expect(first).toMatchObject({
      status: 202,
      body: { ok: true, status: 'proposed', duplicate: false, approvalId: expect.any(String), details: { eligible: 2 } },
    });
    expect(await acme.maker.call(intents.execute, { body })).toMatchObject({
      status: 202,
      body: { ...first.body, duplicate: true },
    });
    expect(await cash(acme)).toBe(before);
    const { intent } = (await acme.maker.call(intents.get, { params: { intent_id: body.intent_id } })).body;
    expect(intent).toMatchObject({ status: 'proposed', approval: { id: first.body.approvalId, status: 'pending' }, postings: [] });
  });
  test('eligible is 0 where nobody but its maker could decide it', async () => {
    const alone = await openApprovals(testServer);
    await alone.owner.call(people.removeMember, { params: { id: alone.checker.id } });
    const body = alone.intent({ proposed_actions: [row('CASH', 'BANK', '100')] });
    expect(await alone.owner.call(intents.execute, { body })).toMatchObject({ status: 202, body: { details: { eligible: 0 } } });
  });
});

describe('GET /api/internal/approvals/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/approvals/list')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: newest first, by status, by text, a page at a time; and how many wait for whoever asks', async () => {
    const o = await openApprovals(testServer);
    const one = await holdBack(o, o.maker);
    const two = await holdBack(o, o.maker, { proposed_actions: [row('CASH', 'BANK', '100', { narrative: 'New roof' })] });
    const three = await holdBack(o, o.checker);
    await reject(o.checker, one.approvalId, 'Not this year');
    const list = async (query: object, who = o.checker) => (await who.call(approvals.list, { query })).body;
    expect((await list({})).approvals.map((a) => [a.id, a.status, a.reason, a.barred])).toEqual([
      [three.approvalId, 'pending', 'HIGH_RISK_AMOUNT', 'SELF_APPROVAL'],
      [two.approvalId, 'pending', 'HIGH_RISK_AMOUNT', null],
      [one.approvalId, 'rejected', 'REJECTED', 'APPROVAL_ALREADY_DECIDED'],
    ]);
    expect((await list({})).as_of).toBe(await o.headSeq());
    expect((await list({ status: 'rejected' })).approvals).toMatchObject([
      { id: one.approvalId, maker: 'Mo', decider: 'Mo', comment: 'Not this year', held_for: { amount: '100.00000000', currency: 'USD' } },
    ]);
    for (const q of ['roof', two.intentId.slice(4, 20), two.approvalId.toUpperCase()])
      expect((await list({ q })).approvals.map((a) => a.id)).toEqual([two.approvalId]);
    expect((await list({ q: 'cash' })).approvals).toHaveLength(3);
    const [newest] = (await list({ limit: 1 })).approvals;
    expect((await list({ limit: 1, before: newest?.created_seq ?? 0 })).approvals.map((a) => a.id)).toEqual([two.approvalId]);
    expect([(await list({})).waiting, (await list({}, o.owner)).waiting, (await list({}, o.maker)).waiting]).toEqual([1, 2, 0]);
  });
  test('200: those that touch the entity that is asked for, and every change', async () => {
    const o = await openEntities(testServer);
    const a = await openApprovals(testServer, o);
    await holdBack(a, a.owner);
    const hq = await holdBack(a, a.owner, { proposed_actions: [row('HQ-1', 'CASH', '100')] });
    const answer = await a.checker.call(approvals.list, { query: {} }, { 'x-entity-id': o.hq });
    expect(answer.body.approvals.map((x) => x.id)).toEqual([hq.approvalId]);
  });
});

describe('GET /api/internal/approvals/:id', () => {
  test('401 and 404', async () => {
    expect(await testServer.nobody.send('GET', approvals.get.path.replace(':id', NOWHERE))).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await acme.checker.send('GET', approvals.get.path.replace(':id', NOWHERE))).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: the payload is what was hashed; the preview is what approving then comes to', async () => {
    const o = await openApprovals(testServer);
    await o.submit({ type: 'limit.set', key: 'daily_txn_count_max', value: '9' });
    const { approvalId, intentId } = await holdBack(o, o.maker, {
      proposed_actions: [row('CASH', 'BANK', '-100.005', { narrative: 'é' }), row('CASH', 'BANK', '30')],
    });
    const { approval, payload, preview, votes, events } = await look(o.checker, approvalId);
    const hashed = createHash('sha256')
      .update(canonicalize(payload as Json as never))
      .digest('hex');
    expect(hashed).toBe(approval.payload_hash);
    expect(payload).toMatchObject({ intent_id: intentId, maker_id: o.maker.id, rows: [{ amount: '100.00500000' }, {}] });
    expect(preview).toMatchObject({
      outcome: 'done',
      code: null,
      accounts: [
        { code: 'BANK', before: '0', after: '7000.5', held_before: '0', held_after: '0' },
        { code: 'CASH', before: '0', after: '-7000.5', held_before: '0', held_after: '0' },
      ],
      limits: [
        { key: 'high_risk_amount', value: '100.00000000', used: null },
        { key: 'daily_txn_count_max', value: '9', used: '1' },
      ],
    });
    expect([votes, events.map((e) => e.event_type)]).toEqual([[], ['intent.proposed']]);
    await approve(o.checker, approvalId, { comment: 'Seen.', payload_hash: hashed });
    expect(await cash(o)).toBe('-7000.5');
    const after = await look(o.maker, approvalId);
    expect(after).toMatchObject({
      approval: { status: 'approved', decided_by: o.checker.id, comment: 'Seen.' },
      preview: null,
      votes: [{ user_id: o.checker.id, comment: 'Seen.', name: 'Mo' }],
    });
    expect(after.events.map((e) => e.event_type)).toEqual(['intent.proposed', 'approval.approved', 'intent.validated', 'intent.executed']);
    await sound(o);
  });
  test('200: a hold says what it would reserve; what a guard would refuse says which', async () => {
    const o = await openApprovals(testServer);
    const { approvalId } = await holdBack(o, o.maker, { use_case: 'hold' });
    expect((await look(o.checker, approvalId)).preview?.accounts).toMatchObject([
      { code: 'CASH', held_after: '0' },
      { code: 'BANK', before: '0', after: '0', held_before: '0', held_after: '10000' },
    ]);
    await o.submit({ type: 'account.close', id: o.cash, reason: null });
    expect((await look(o.checker, approvalId)).preview).toMatchObject({
      outcome: 'broken',
      code: 'ACCOUNT_CLOSED',
      message: expect.any(String),
    });
  });
});

describe('POST /api/internal/approvals/:id/approve-seen', () => {
  const send = (who: Pick<Person, 'send'>, id: string, body: object = { payload_hash: 'f'.repeat(64) }) =>
    who.send('POST', approvals.approveSeen.path.replace(':id', id), body);

  test('401, 404, 403: nobody, nowhere, its maker, a member', async () => {
    const { approvalId } = await holdBack(acme, acme.maker);
    expect(await send(testServer.nobody, approvalId)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await send(acme.checker, NOWHERE)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await send(acme.maker, approvalId)).toMatchObject(refused(403, 'FORBIDDEN'));
    const own = await holdBack(acme, acme.owner);
    const { approval } = await look(acme.owner, own.approvalId);
    expect(await send(acme.owner, own.approvalId, { payload_hash: approval.payload_hash })).toMatchObject(refused(403, 'SELF_APPROVAL'));
  });
  test('400 without the hash of what was seen, or with another; with it 200, and 409 from then on', async () => {
    const { approvalId } = await holdBack(acme, acme.maker);
    const { approval } = await look(acme.checker, approvalId);
    for (const [body, code] of [
      [{}, 'MISSING_FIELDS'],
      [{ comment: 'Seen.' }, 'MISSING_FIELDS'],
      [{ payload_hash: '' }, 'MISSING_FIELDS'],
      [{ payload_hash: 'f' }, 'VALIDATION_ERROR'],
      [{ payload_hash: 'f'.repeat(64) }, 'VALIDATION_ERROR'],
    ] as const)
      expect(await send(acme.checker, approvalId, body)).toMatchObject({
        status: 400,
        body: { code, details: [{ path: 'payload_hash' }] },
      });
    const seen = { payload_hash: approval.payload_hash, comment: 'Seen.' };
    expect(await send(acme.checker, approvalId, seen)).toMatchObject({ status: 200, body: { approval: { status: 'approved' } } });
    expect(await send(acme.checker, approvalId, seen)).toMatchObject(refused(409, 'APPROVAL_ALREADY_DECIDED'));
  });
});

describe('POST /api/internal/approvals/:id/approve', () => {
  test('401, 404, 403 and 400: nobody, nowhere, its maker, a member, another hash', async () => {
    const { approvalId } = await holdBack(acme, acme.maker);
    expect(await testServer.nobody.send('POST', url('approve'), {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await acme.checker.send('POST', url('approve'))).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await approve(acme.maker, approvalId)).toMatchObject(refused(403, 'FORBIDDEN'));
    const own = await holdBack(acme, acme.owner);
    expect(await approve(acme.owner, own.approvalId)).toMatchObject(refused(403, 'SELF_APPROVAL'));
    const answer = await approve(acme.checker, approvalId, { payload_hash: '0'.repeat(64) });
    expect(answer).toMatchObject({ ...refused(400, 'VALIDATION_ERROR'), body: { details: [{ path: 'payload_hash' }] } });
  });
  test('200: it is posted and its receipt comes back; 409 from then on', async () => {
    const { approvalId, intentId } = await holdBack(acme, acme.maker);
    const before = await cash(acme);
    const answer = await acme.checker.send('POST', url('approve', approvalId));
    expect(answer).toMatchObject({
      status: 200,
      body: { approval: { id: approvalId, status: 'approved' }, receipt: { ok: true, status: 'executed', intentId, duplicate: false } },
    });
    expect(await cash(acme)).toBe(String(Number(before) + 10_000));
    expect(await approve(acme.checker, approvalId)).toMatchObject(refused(409, 'APPROVAL_ALREADY_DECIDED'));
    const { intent } = (await acme.maker.call(intents.get, { params: { intent_id: intentId } })).body;
    expect(intent).toMatchObject({ status: 'executed', actor_id: acme.maker.id, approval: { status: 'approved' }, postings: [{}] });
    expect(intent.events.map((e) => e.event_type)).toEqual(['intent.proposed', 'intent.validated', 'intent.executed']);
  });
  test('422: a guard that does not hold any more rejects it with its code', async () => {
    const o = await openApprovals(testServer);
    const { approvalId, intentId } = await holdBack(o, o.maker);
    await o.submit({ type: 'account.close', id: o.cash, reason: null });
    expect(await approve(o.checker, approvalId)).toMatchObject({
      status: 422,
      body: {
        code: 'ACCOUNT_CLOSED',
        details: { account: 'CASH' },
        approval: { status: 'rejected', reason: 'ACCOUNT_CLOSED' },
        receipt: { ok: false, status: 'rejected', intentId, error: 'ACCOUNT_CLOSED' },
      },
    });
    await sound(o);
  });
  test('422: a maker who lost the right is told of as such, and not whoever approves; before it is asked for too', async () => {
    const o = await openApprovals(testServer);
    const { approvalId } = await holdBack(o, o.maker);
    await o.owner.call(people.removeMember, { params: { id: o.maker.id } });
    const said = { code: 'FORBIDDEN', message: 'Whoever asked for this may not do it any more.' };
    expect((await look(o.checker, approvalId)).preview).toMatchObject(said);
    expect(await approve(o.checker, approvalId)).toMatchObject({ status: 422, body: { ...said, approval: { status: 'rejected' } } });
  });
  test('423: not while the organisation is read-only; it waits', async () => {
    const o = await openApprovals(testServer);
    const { approvalId } = await holdBack(o, o.maker);
    await o.deactivate();
    expect(await approve(o.checker, approvalId)).toMatchObject(refused(423, 'TENANT_READONLY'));
    await o.owner.call(tenants.clearReadOnly, { body: {} });
    expect(await approve(o.checker, approvalId)).toMatchObject({ status: 200 });
  });
  test('200 by an administrator of every entity it touches, 403 by one of another', async () => {
    const o = await openEntities(testServer);
    const a = await openApprovals(testServer, o);
    const worker = await o.entityPerson(o.hq, 'entity_member');
    const [admin, other] = [await o.entityPerson(o.hq, 'entity_admin'), await o.entityPerson(o.de, 'entity_admin')];
    await o.account('HQ-2', { entityId: o.hq });
    const { approvalId } = await holdBack(a, worker, { proposed_actions: [row('HQ-1', 'HQ-2', '100')] });
    expect((await admin.call(approvals.list, { query: {} })).body).toMatchObject({ waiting: 1, approvals: [{ barred: null }] });
    expect((await other.call(approvals.list, { query: {} })).body).toMatchObject({ waiting: 0, approvals: [{ barred: 'FORBIDDEN' }] });
    expect(await approve(other, approvalId)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await approve(admin, approvalId)).toMatchObject({ status: 200 });
  });
});

describe('POST /api/internal/approvals/:id/reject', () => {
  test('401, 404, 403, then 200, then 409', async () => {
    const { approvalId, intentId } = await holdBack(acme, acme.maker);
    expect(await testServer.nobody.send('POST', url('reject'), {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await reject(acme.checker, NOWHERE)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await reject(acme.maker, approvalId)).toMatchObject(refused(403, 'FORBIDDEN'));
    const own = await holdBack(acme, acme.owner);
    expect(await reject(acme.owner, own.approvalId)).toMatchObject(refused(403, 'SELF_APPROVAL'));
    expect(await reject(acme.checker, approvalId, ' Not this year ')).toMatchObject({
      status: 200,
      body: {
        approval: { status: 'rejected', reason: 'REJECTED', comment: 'Not this year' },
        receipt: { status: 'rejected', error: 'REJECTED' },
      },
    });
    expect(await reject(acme.checker, approvalId)).toMatchObject(refused(409, 'APPROVAL_ALREADY_DECIDED'));
    const { intent } = (await acme.maker.call(intents.get, { params: { intent_id: intentId } })).body;
    expect(intent).toMatchObject({ status: 'rejected', receipt: { error: 'REJECTED' }, approval: { status: 'rejected' } });
  });
});

describe('POST /api/internal/approvals/:id/withdraw', () => {
  test('401, 404, 403 for another than its maker, then 200, then 409', async () => {
    const { approvalId } = await holdBack(acme, acme.maker);
    expect(await testServer.nobody.send('POST', url('withdraw'), {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await withdraw(acme.maker, NOWHERE)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await withdraw(acme.owner, approvalId)).toMatchObject({ ...refused(403, 'FORBIDDEN'), body: { details: { needs: 'maker' } } });
    expect(await withdraw(acme.maker, approvalId)).toMatchObject({
      status: 200,
      body: { approval: { status: 'rejected', reason: 'WITHDRAWN' } },
    });
    expect(await withdraw(acme.maker, approvalId)).toMatchObject(refused(409, 'APPROVAL_ALREADY_DECIDED'));
  });
});

describe('POST /api/internal/settings/four-eyes', () => {
  const set = (who: Person, on: boolean) => who.call(approvals.fourEyes, { body: { on } });
  test('401, 403, and 409 with one owner', async () => {
    const o = await openApprovals(testServer);
    await o.owner.call(people.removeMember, { params: { id: o.checker.id } });
    expect(await testServer.nobody.send('POST', approvals.fourEyes.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await set(o.maker, true)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await set(o.owner, true)).toMatchObject(refused(409, 'FOUR_EYES_NEEDS_OWNERS'));
  });
  test('200 on at once; then roles and turning them off wait (202) for another owner, asked for once (409)', async () => {
    const o = await openEntities(testServer);
    const a = await openApprovals(testServer, o);
    expect(await set(a.owner, true)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await a.owner.call(settings.get)).body.settings.four_eyes).toBe(true);
    const promote = () => a.owner.call(people.changeRole, { params: { id: a.maker.id }, body: { role: 'owner' } });
    const held = await promote();
    expect(held).toMatchObject({
      status: 202,
      body: { ok: true, status: 'proposed', approvalId: expect.any(String), details: { eligible: 1 } },
    });
    expect(await promote()).toMatchObject(refused(409, 'CHANGE_PENDING'));
    const { approvalId } = held.body as unknown as { approvalId: string };
    expect(await look(a.checker, approvalId)).toMatchObject({
      approval: { kind: 'change', subject: 'member.change_role', reason: 'FOUR_EYES', barred: null },
      payload: { command: 'member.change_role', fields: { userId: a.maker.id, role: 'owner' } },
      preview: { outcome: 'done', changes: [{ what: 'role of Mo', before: 'member', after: 'owner' }] },
    });
    expect(await approve(a.owner, approvalId)).toMatchObject(refused(403, 'SELF_APPROVAL'));
    expect(await approve(a.maker, approvalId)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await approve(a.checker, approvalId)).toMatchObject({ status: 200, body: { receipt: null } });
    expect((await a.owner.call(people.members)).body.members.find((m) => m.id === a.maker.id)?.role).toBe('owner');
    expect((await look(a.owner, approvalId)).events.map((e) => e.event_type)).toEqual([
      'approval.requested',
      'approval.approved',
      'member.role_changed',
    ]);
    const demote = { entityId: o.hq, userId: a.checker.id, entity_role: 'entity_admin' } as const;
    expect(await a.owner.call(entities.setRole, { body: demote })).toMatchObject({ status: 202 });
    const off = await set(a.owner, false);
    expect(off).toMatchObject({ status: 202 });
    expect(await set(a.owner, false)).toMatchObject(refused(409, 'CHANGE_PENDING'));
    expect(await approve(a.checker, (off.body as unknown as { approvalId: string }).approvalId)).toMatchObject({ status: 200 });
    expect((await a.owner.call(settings.get)).body.settings.four_eyes).toBe(false);
    await sound(a);
  });
});

describe('what nobody decided in time', () => {
  test('can be decided no more, at once; the event that says so follows, once', async () => {
    const o = await openApprovals(testServer);
    const { approvalId, intentId } = await holdBack(o, o.maker);
    await letExpire(o, approvalId);
    const list = async () => (await o.checker.call(approvals.list, { query: {} })).body;
    expect(await list()).toMatchObject({ waiting: 0, approvals: [{ status: 'rejected', reason: 'EXPIRED' }] });
    // A server that has it from the table: ours has the time in memory that the event says.
    const later = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { workers: false });
    const closed = await Promise.all([expireApprovals(later.opened.services), expireApprovals(later.opened.services)]);
    await later.close();
    expect(closed.reduce((a, b) => a + b)).toBe(1);
    const { intent } = (await o.maker.call(intents.get, { params: { intent_id: intentId } })).body;
    expect(intent).toMatchObject({ status: 'rejected', receipt: { error: 'EXPIRED' }, approval: { status: 'rejected' } });
    expect(await approve(o.checker, approvalId)).toMatchObject(refused(409, 'APPROVAL_ALREADY_DECIDED'));
  });
});

describe('the mail to checkers', () => {
  test('goes once to everybody who may decide, never to its maker; it names no amount', async () => {
    const o = await openApprovals(testServer);
    await tellCheckers(testServer.opened.services);
    const before = (await testServer.mails()).length;
    const { approvalId } = await holdBack(o, o.maker);
    const told = await Promise.all([tellCheckers(testServer.opened.services), tellCheckers(testServer.opened.services)]);
    expect(told.reduce((a, b) => a + b)).toBe(2);
    expect(await tellCheckers(testServer.opened.services)).toBe(0);
    const mails = (await testServer.mails()).slice(before);
    expect(mails.map((m) => /^To: (.+)$/m.exec(m)?.[1]).sort()).toEqual([o.owner.email, o.checker.email].sort());
    for (const mail of mails) {
      expect(mail).toContain(`/dashboard/admin/approvals/${approvalId}`);
      expect(mail).not.toMatch(/\b100\b|CASH|BANK|USD/);
    }
  });
  test('is not written for what was decided before it left', async () => {
    const o = await openApprovals(testServer);
    const { approvalId } = await holdBack(o, o.maker);
    await withdraw(o.maker, approvalId);
    const { letters } = testServer.opened.services;
    const due = { id: NOWHERE, kind: 'approval', user_id: o.checker.id, attempts: 0, refusals: 0, outlived: false } as const;
    const queued = await letters.queueApproval(o.checker.id, o.tenantId, approvalId);
    const [id, , , wrapped_token] = queued.values;
    expect(await letters.write({ ...due, id: String(id), wrapped_token: String(wrapped_token) })).toBeNull();
  });
});
