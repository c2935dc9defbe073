import { createHash, randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { controls } from '@countinghouse/contract/features/controls';
import { events } from '@countinghouse/contract/features/events';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { holds } from '@countinghouse/contract/features/holds';
import { intents } from '@countinghouse/contract/features/intents';
import { type Period, periods } from '@countinghouse/contract/features/periods';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { type Answer, openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { codeOf, overlap, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const YEAR = new Date().getUTCFullYear() - 1;
const MARCH = { period_start: `${YEAR}-03-01`, period_end: `${YEAR}-03-31` };
const APRIL = { period_start: `${YEAR}-04-01`, period_end: `${YEAR}-04-30` };
const END = MARCH.period_end;

/** CASH and BANK on GL 1000, and DEBT on GL 2000; 100 owed since March. */
async function openBooks(): Promise<Organisation> {
  const o = await openOrganisation(testServer);
  const gl = await o.owner.call(glAccounts.create, { body: { code: '2000', title: 'Debt', class: 'L', normalBalance: 'CR' } });
  await o.owner.call(accounts.create, { body: { code: 'DEBT', ledgerAccountId: gl.body.gl.id } });
  await post(o, '100', `${YEAR}-03-10`);
  return o;
}
const post = (o: Organisation, amount: string, valueDate: string, more = {}) =>
  o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('CASH', 'DEBT', amount, { valueDate })], ...more }) });
const start = (o: Organisation, range = MARCH) =>
  o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } });
const lock = (o: Organisation, range = MARCH) => o.owner.call(periods.lock, { body: range });
async function lockMarch(o: Organisation): Promise<Period> {
  await start(o);
  return (await lock(o)).body.period;
}
const paths = { list: periods.list.path, start: periods.start.path, lock: periods.lock.path, publish: periods.publish.path };

describe('POST /api/v1/periods/close/start', () => {
  test('401 and 403: it takes an owner', async () => {
    const o = await openBooks();
    const body = { ...MARCH, valuation_snapshot_id: o.fxSnapshotId };
    expect(await testServer.nobody.send('POST', paths.start, body)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).send('POST', paths.start, body)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('200: the period is closing, and what is posted into it is marked', async () => {
    const o = await openBooks();
    const { period } = (
      await o.owner.call(periods.start, {
        body: { ...MARCH, valuation_snapshot_id: o.fxSnapshotId, snapshot_kind: 'fx', evidence_ref: ' binder 7 ' },
      })
    ).body;
    expect(period).toMatchObject({
      ...MARCH,
      period_code: `${YEAR}-03`,
      status: 'closing',
      started_by: o.owner.id,
      valuation_snapshot_id: o.fxSnapshotId,
      snapshot_kind: 'fx',
      start_evidence_ref: 'binder 7',
      locked_at: null,
      published_at: null,
      files: [],
    });
    const receipt = (await post(o, '5', END)).body;
    const [event] = (await o.owner.call(events.list, { query: { limit: 1 } })).body.events;
    expect(event).toMatchObject({ seq: receipt.seq, payload: { adjusts: [`${YEAR}-03`] } });
    const { work } = (await o.owner.call(periods.get, { params: { id: period.id } })).body;
    expect(work).toMatchObject({ adjustment_count: 1, adjustments: [{ seq: receipt.seq, event_id: receipt.eventId }], open_holds: [] });
  });
  test('409: the same range again, and one that shares a day', async () => {
    const o = await openBooks();
    await start(o);
    expect(await start(o)).toMatchObject(refused(409, 'PERIOD_STATE'));
    const overlap = await start(o, { period_start: END, period_end: `${YEAR}-04-15` });
    expect(overlap).toMatchObject({ ...refused(409, 'PERIOD_OVERLAP'), body: { details: { period_code: `${YEAR}-03` } } });
  });
  test('422: a snapshot that is not there, or of another kind', async () => {
    const o = await openBooks();
    for (const change of [{ valuation_snapshot_id: randomUUID() }, { valuation_snapshot_id: o.fxSnapshotId, snapshot_kind: 'config' }])
      expect(await o.owner.send('POST', paths.start, { ...MARCH, ...change })).toMatchObject(refused(422, 'SNAPSHOT_NOT_FOUND'));
  });
  test.each([
    ['no first day', { period_start: undefined }, 'period_start'],
    ['a day that there is not', { period_end: `${YEAR}-02-30` }, 'period_end'],
    ['an end before the start', { period_end: `${YEAR}-02-28` }, 'period_end'],
    ['no snapshot', { valuation_snapshot_id: undefined }, 'valuation_snapshot_id'],
    ['a kind of snapshot that there is not', { snapshot_kind: 'photo' }, 'snapshot_kind'],
  ])('400: %s', async (_what, change, path) => {
    const o = await openBooks();
    const answer = await o.owner.send('POST', paths.start, { ...MARCH, valuation_snapshot_id: o.fxSnapshotId, ...change });
    expect(answer).toMatchObject({ ...refused(400, 'VALIDATION_ERROR'), body: { details: [{ path }] } });
  });
  test('423: not while the organisation is read-only', async () => {
    const o = await openBooks();
    await o.deactivate();
    expect(await start(o)).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/v1/periods/close/lock', () => {
  test('401 and 403: it takes an owner', async () => {
    const o = await openBooks();
    expect(await testServer.nobody.send('POST', paths.lock, MARCH)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).send('POST', paths.lock, MARCH)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('422: a policy of the organisation that does not allow it is named', async () => {
    const o = await openBooks();
    await start(o);
    const spec = { hook: 'period.lock', expr: `period.actor != "${o.owner.id}"` };
    await o.owner.call(controls.register, { body: { id: randomUUID(), name: 'Not by its owner', spec } });
    expect(await o.owner.call(periods.lock, { body: MARCH })).toMatchObject({
      ...refused(422, 'POLICY_REJECTED'),
      body: { details: { name: 'Not by its owner', version: 1, hook: 'period.lock' } },
    });
  });
  test('200: seals the trial balance at the end of the period; what comes later does not change it', async () => {
    const o = await openBooks();
    await start(o);
    const adjusting = (await post(o, '5', END)).body;
    await post(o, '1000', APRIL.period_start);
    const { id } = (await o.owner.call(snapshots.take, { body: { kind: 'reference' } })).body.snapshot;
    const { period } = (
      await o.owner.call(periods.lock, {
        body: {
          ...MARCH,
          adjustments_snapshot_id: id,
          adjustments_snapshot_kind: 'reference',
          adjusting_event_id: adjusting.eventId,
          adjusting_event_seq: adjusting.seq,
          evidence_ref: 'binder 8',
        },
      })
    ).body;
    expect(period).toMatchObject({
      status: 'locked',
      locked_by: o.owner.id,
      lock_evidence_ref: 'binder 8',
      adjustments_snapshot_id: id,
      adjustments_snapshot_kind: 'reference',
      adjusting_event_id: adjusting.eventId,
      adjusting_event_seq: adjusting.seq,
      trial_balance_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      accounts_count: 3,
    });
    await post(o, '77', `${YEAR}-02-15`);
    const { balances } = (await o.owner.call(periods.get, { params: { id: period.id } })).body;
    expect(balances.map((b) => [b.code, b.title, b.currency, b.minorUnits, b.balance])).toEqual([
      ['1000', 'Cash', 'USD', 2, '10500'],
      ['2000', 'Debt', 'USD', 2, '-10500'],
    ]);
    expect(
      await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
    ).toEqual([]);
  });
  test('a posting back into it is rejected with the row, the day and the period; the receipt says so, and it is final', async () => {
    const o = await openBooks();
    await lockMarch(o);
    const body = o.intent({ proposed_actions: [row('CASH', 'DEBT', '1', { valueDate: END })] });
    const rejected = { ok: false, status: 'rejected', error: 'PERIOD_LOCKED', code: 'PERIOD_LOCKED' };
    const details = { row: 0, value_date: END, period_code: `${YEAR}-03` };
    expect(await o.owner.call(intents.execute, { body })).toMatchObject({ status: 422, body: { ...rejected, duplicate: false, details } });
    expect(await o.owner.call(intents.execute, { body })).toMatchObject({ status: 422, body: { ...rejected, duplicate: true } });
    expect((await post(o, '1', APRIL.period_start)).status).toBe(200);
  });
  test('409: before the start, a second time, and while a hold is open that is valued in it', async () => {
    const o = await openBooks();
    expect(await lock(o)).toMatchObject({ ...refused(409, 'PERIOD_STATE'), body: { details: { status: 'open', needs: 'closing' } } });
    await start(o);
    const held = o.intent({ use_case: 'hold', proposed_actions: [row('CASH', 'DEBT', '5', { valueDate: END })] });
    expect((await o.owner.call(intents.execute, { body: held })).status).toBe(200);
    expect(await lock(o)).toMatchObject({ ...refused(409, 'PERIOD_STATE'), body: { details: { open_holds: [held.intent_id] } } });
    const [period] = (await o.owner.call(periods.list, {})).body.periods;
    const { work } = (await o.owner.call(periods.get, { params: { id: period?.id ?? '' } })).body;
    expect(work.open_holds).toEqual([held.intent_id]);
    const released = o.intent({ use_case: 'void', constraints: { hold: held.intent_id }, proposed_actions: [] });
    expect((await o.owner.call(intents.execute, { body: released })).status).toBe(200);
    expect((await o.owner.call(holds.list, { query: { status: 'open' } })).body.holds).toEqual([]);
    expect((await lock(o)).status).toBe(200);
    expect(await lock(o)).toMatchObject(refused(409, 'PERIOD_STATE'));
  });
  test('404: an adjusting event that the log has not at that seq', async () => {
    const o = await openBooks();
    await start(o);
    const { eventId, seq } = (await post(o, '5', END)).body;
    for (const [adjusting_event_id, adjusting_event_seq] of [
      [randomUUID(), seq],
      [eventId, seq - 1],
      [eventId, seq + 1],
    ])
      expect(await o.owner.send('POST', paths.lock, { ...MARCH, adjusting_event_id, adjusting_event_seq })).toMatchObject(
        refused(404, 'NOT_FOUND'),
      );
    for (const half of [{ adjusting_event_id: eventId }, { adjusting_event_seq: seq }])
      expect(await o.owner.send('POST', paths.lock, { ...MARCH, ...half })).toMatchObject(refused(400, 'MISSING_FIELDS'));
  });
  test('422: a snapshot of the adjustments that is not there', async () => {
    const o = await openBooks();
    await start(o);
    expect(await o.owner.call(periods.lock, { body: { ...MARCH, adjustments_snapshot_id: randomUUID() } })).toMatchObject(
      refused(422, 'SNAPSHOT_NOT_FOUND'),
    );
  });
});

describe('POST /api/v1/periods/close/publish', () => {
  test('401 and 403: it takes an owner', async () => {
    const o = await openBooks();
    expect(await testServer.nobody.send('POST', paths.publish, MARCH)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).send('POST', paths.publish, MARCH)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('200: makes the statement as CSV and PDF, keeps it, and hands it out as it was', async () => {
    const o = await openBooks();
    const { id } = await lockMarch(o);
    const { period } = (await o.owner.call(periods.publish, { body: { ...MARCH, evidence_ref: 'binder 9' } })).body;
    expect(period).toMatchObject({
      status: 'published',
      published_by: o.owner.id,
      publish_evidence_ref: 'binder 9',
      statement_uri: `/api/internal/periods/${id}/statement/pdf`,
      files: [{ format: 'csv' }, { format: 'pdf' }],
    });
    await post(o, '77', `${YEAR}-02-15`);
    for (const { format, sha256, size_bytes } of period.files) {
      const answer = (await o.owner.call(periods.statement, { params: { id, format } })) as Answer<unknown> as Answer<{ text: string }>;
      expect([format, answer.status, Number(answer.headers['content-length'])]).toEqual([format, 200, size_bytes]);
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="statement-${YEAR}-03.${format}"`);
      const { text } = answer.body;
      if (format === 'pdf') expect(text.slice(0, 5)).toBe('%PDF-');
      else {
        expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
        expect(text).toContain('account,1000,Cash,A,100.00,');
      }
    }
  });
  test('200: with a URI of its own nothing is made', async () => {
    const o = await openBooks();
    const { id } = await lockMarch(o);
    const { period } = (await o.owner.call(periods.publish, { body: { ...MARCH, statement_uri: 'https://example.test/march' } })).body;
    expect(period).toMatchObject({ status: 'published', statement_uri: 'https://example.test/march', files: [] });
    const file = { params: { id, format: 'pdf' as const } };
    expect(await o.owner.call(periods.statement, file)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: before the lock, and a second time', async () => {
    const o = await openBooks();
    const publish = () => o.owner.call(periods.publish, { body: MARCH });
    expect(await publish()).toMatchObject({ ...refused(409, 'PERIOD_STATE'), body: { details: { status: 'open', needs: 'locked' } } });
    await start(o);
    expect(await publish()).toMatchObject({ ...refused(409, 'PERIOD_STATE'), body: { details: { status: 'closing', needs: 'locked' } } });
    await lock(o);
    expect((await publish()).status).toBe(200);
    expect(await publish()).toMatchObject(refused(409, 'PERIOD_STATE'));
  });
  test('409 PERIOD_STATE: asked for while it is being locked; what is published has its statement', async () => {
    let overlapping = 0;
    for (let round = 0; round < 4; round++) {
      const o = await openBooks();
      await start(o);
      const [locking, publishing] = await Promise.all([timed(() => lock(o)), timed(() => o.owner.call(periods.publish, { body: MARCH }))]);
      expect(locking.answer.status).toBe(200);
      if (overlap(locking, publishing)) overlapping += 1;
      const [period] = (await o.owner.call(periods.list)).body.periods;
      if (codeOf(publishing) === 'PERIOD_STATE') expect(period).toMatchObject({ status: 'locked' });
      else expect(period).toMatchObject({ status: 'published', files: [{ format: 'csv' }, { format: 'pdf' }] });
    }
    expect(overlapping).toBeGreaterThan(0);
  });
});

describe('GET /api/internal/periods/list', () => {
  test('401 without a session; 200: the latest first', async () => {
    const o = await openBooks();
    expect(await testServer.nobody.send('GET', paths.list)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    await start(o);
    await start(o, APRIL);
    const { body } = await (await o.member()).call(periods.list, {});
    expect(body.periods.map((p) => p.period_code)).toEqual([`${YEAR}-04`, `${YEAR}-03`]);
  });
});

describe('GET /api/internal/periods/:id', () => {
  test('401 without a session; 404: one that is not there', async () => {
    const o = await openBooks();
    const input = { params: { id: randomUUID() } };
    expect(await testServer.nobody.call(periods.get, input)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await o.owner.call(periods.get, input)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/internal/periods/:id/compare/:other', () => {
  test('401 without a session', async () => {
    const input = { params: { id: randomUUID(), other: randomUUID() }, query: {} };
    expect(await testServer.nobody.call(periods.compare, input)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('two sealed trial balances, side by side and as CSV', async () => {
    const o = await openBooks();
    const { id } = await lockMarch(o);
    await start(o, APRIL);
    const [april] = (await o.owner.call(periods.list, {})).body.periods;
    const other = april?.id ?? '';
    expect(await o.owner.call(periods.compare, { params: { id, other }, query: {} })).toMatchObject(refused(409, 'PERIOD_STATE'));
    expect(await o.owner.call(periods.compare, { params: { id, other: randomUUID() }, query: {} })).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    const gl = await o.owner.call(glAccounts.create, { body: { code: '3000', title: '=New', class: 'E', normalBalance: 'CR' } });
    await o.owner.call(accounts.create, { body: { code: 'EQ', ledgerAccountId: gl.body.gl.id } });
    await o.owner.call(intents.execute, {
      body: o.intent({ proposed_actions: [row('CASH', 'EQ', '0.5', { valueDate: APRIL.period_end })] }),
    });
    await lock(o, APRIL);
    const { lines, a, b } = (await o.owner.call(periods.compare, { params: { id, other }, query: {} })).body;
    expect([a.period_code, b.period_code]).toEqual([`${YEAR}-03`, `${YEAR}-04`]);
    expect(lines.map((l) => [l.code, l.a, l.b, l.difference])).toEqual([
      ['1000', '10000', '10050', '50'],
      ['2000', '-10000', '-10000', '0'],
      ['3000', '0', '-50', '-50'],
    ]);
    const csv = await o.owner.send('GET', `${periods.compare.path.replace(':id', id).replace(':other', other)}?format=csv`);
    expect(csv.body['text']).toContain(`3000,'=New,USD,0.00,-0.50,-0.50`);
  });
});

describe('GET /api/internal/periods/:id/statement/:format', () => {
  test('401 without a session; 404: before it is published', async () => {
    const o = await openBooks();
    const { id } = await lockMarch(o);
    const input = { params: { id, format: 'csv' as const } };
    expect(await testServer.nobody.call(periods.statement, input)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await o.owner.call(periods.statement, input)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('410: a statement whose content was lost or altered is not handed out', async () => {
    const o = await openBooks();
    const { id } = await lockMarch(o);
    const files = [{ format: 'pdf' as const, sha256: 'a'.repeat(64), size_bytes: 3 }];
    const outcome = await testServer.opened.services.ledger.submit(o.tenantId, {
      type: 'period.publish',
      actor: { kind: 'user', id: o.owner.id },
      start: MARCH.period_start,
      end: END,
      evidenceRef: null,
      statementUri: 'x',
      files,
    });
    expect(outcome.kind).toBe('written');
    expect(await o.owner.call(periods.statement, { params: { id, format: 'pdf' } })).toMatchObject({
      ...refused(410, 'STATEMENT_DAMAGED'),
      body: { details: { fault: 'missing' } },
    });
  });
});
