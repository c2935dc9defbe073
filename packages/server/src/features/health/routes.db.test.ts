import { anchors } from '@countinghouse/contract/features/anchors';
import { events } from '@countinghouse/contract/features/events';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { tenants } from '@countinghouse/contract/features/tenants';
import { claimCheck } from '@countinghouse/store/checks';
import { sumDays } from '@countinghouse/store/days';
import { changeEvents } from '@countinghouse/testkit/changed-events';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForChecks, checkLedgers } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

/** What only a superuser can do to a database: the log writer has no right to. */
const tamper = (sql: string, tenantId: string) => testServer.opened.loginPool.query(sql, [tenantId]);

describe('GET /api/v1/health', () => {
  test('200: an organisation in order has counts and no faults', async () => {
    const { owner, member, intent, headSeq } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '1'), row('BANK', 'CASH', '2')] }) });
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'CASH', '1')] }) });
    const mo = await member();
    const seq = await headSeq();
    expect((await mo.call(health.get)).body).toEqual({
      ok: true,
      counts: { events: seq, postings: 2, accounts: 2 },
      invariants: { missingPostings: [], hashBreaks: [], balanceDrift: [] },
      checked: { from_seq: 1, to_seq: seq, at: expect.any(String), complete: true },
      coverage: { through: seq, first_contradiction: null },
      broken_at: null,
      loss: null,
      witnesses: [],
      backup: null,
      database: { mode: 'read-write', replica_age_seconds: null },
      disk: { used_percent: expect.any(Number), full_percent: 95 },
      full: null,
    });
  });
  test('200: text of any kind in an intent does not disturb it', async () => {
    const { owner, intent } = await openOrganisation(testServer);
    const answer = await owner.call(intents.execute, { body: intent({ constraints: { 'a\\u0000': '\\u0000 "\u2028 🏦', b: [1e308] } }) });
    expect(answer.status).toBe(200);
    expect((await owner.call(health.get)).body.ok).toBe(true);
  });

  const tampered: readonly (readonly [string, string, string])[] = [
    [
      'a payload',
      'payload_hash',
      "update events set payload = replace(payload, '10.00000000', '90.00000000') where tenant_id = $1 and event_type = 'intent.executed'",
    ],
    ['an actor', 'event_hash', "update events set actor_id = 'x' where tenant_id = $1 and event_type = 'intent.executed'"],
    ['a signature', 'event_hash', "update events set signature = 'x' where tenant_id = $1 and event_type = 'intent.executed'"],
    ['the hash version', 'hash_version', "update events set hash_version = 2 where tenant_id = $1 and event_type = 'intent.executed'"],
    ['a link', 'prev_hash', "update events set prev_hash = repeat('0', 64) where tenant_id = $1 and event_type = 'intent.executed'"],
    ['an event taken out', 'seq', 'delete from events where tenant_id = $1 and seq = 3'],
    [
      'the last event taken off',
      'head',
      'delete from events where tenant_id = $1 and seq = (select seq from chain_heads where tenant_id = $1)',
    ],
  ];
  test('200: a time that was changed is one hash break: event_hash', async () => {
    const { owner, tenantId, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent() });
    await changeEvents(testServer.opened.loginPool, tenantId, {
      column: 'event_ts',
      to: "event_ts + interval '1 microsecond'",
      where: "event_type = 'intent.executed'",
    });
    const { body } = await owner.call(health.get);
    expect(body.ok).toBe(false);
    expect(body.invariants.hashBreaks).toEqual([expect.objectContaining({ what: 'event_hash' })]);
  });
  test.each(tampered)('200: %s that was changed is one hash break: %s', async (_what, what, sql) => {
    const { owner, tenantId, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent() });
    await tamper(sql, tenantId);
    const { body } = await owner.call(health.get);
    expect(body.ok).toBe(false);
    expect(body.invariants.hashBreaks).toEqual([
      { seq: expect.any(Number), prev_hash: expect.any(String), expected_prev_hash: expect.any(String), what },
    ]);
  });
  test('200: a balance that was edited is drift, with what is reported and what is derived', async () => {
    const { owner, tenantId, intent, cash } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent() });
    await tamper("update accounts set balance = balance + 0.5 where tenant_id = $1 and code = 'CASH'", tenantId);
    const { body } = await owner.call(health.get);
    expect(body).toMatchObject({
      ok: false,
      invariants: {
        balanceDrift: [{ id: cash, code: 'CASH', value_date: null, reported_balance: '1050', derived_balance: '1000' }],
        hashBreaks: [],
      },
    });
  });
  test('200: a day that was edited is drift of that day', async () => {
    const { owner, tenantId, intent, cash } = await openOrganisation(testServer);
    const valueDate = '2026-01-31';
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '10', { valueDate })] }) });
    expect(await sumDays(testServer.opened.services.writerPool, tenantId)).toBe(0);
    await tamper("update account_days set value_date = '2026-02-01' where tenant_id = $1 and debits > 0", tenantId);
    const { body } = await owner.call(health.get);
    expect(body.ok).toBe(false);
    expect(body.invariants.balanceDrift).toEqual([
      { id: cash, code: 'CASH', value_date: valueDate, currency: 'USD', reported_balance: '0', derived_balance: '1000' },
    ]);
  });
  test('200: an executed intent without its postings is named by its id and seq', async () => {
    const { owner, tenantId, intent } = await openOrganisation(testServer);
    const sent = intent();
    const { body: receipt } = await owner.call(intents.execute, { body: sent });
    await tamper('delete from postings where tenant_id = $1', tenantId);
    expect((await owner.call(health.get)).body).toMatchObject({
      ok: false,
      invariants: { missingPostings: [{ id: sent.intent_id, seq: receipt.seq }], balanceDrift: [{ code: 'BANK' }, { code: 'CASH' }] },
    });
  });
  test('200: the faults of one organisation are not another’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await tamper("update accounts set balance = 1 where tenant_id = $1 and code = 'CASH'", acme.tenantId);
    expect((await acme.owner.call(health.get)).body.ok).toBe(false);
    expect((await other.owner.call(health.get)).body.ok).toBe(true);
  });
  test('200: a log that was rewritten with fresh hashes is not the one that was anchored', async () => {
    const { owner, tenantId, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent() });
    const { anchor } = (await owner.call(anchors.make, { body: {} })).body;
    // As if another log had been there when it was anchored.
    await tamper("update anchors set root = decode(repeat('0', 64), 'hex') where tenant_id = $1", tenantId);
    const { body } = await owner.call(health.get);
    expect(body.invariants.hashBreaks).toEqual([
      { seq: anchor.to_seq, prev_hash: anchor.root_hash, expected_prev_hash: '0'.repeat(64), what: 'anchor' },
    ]);
  });
  test('200: a found break makes the organisation read-only, is told to every owner once, and is an event with its counts', async () => {
    const o = await openOrganisation(testServer);
    const { owner, tenantId } = o;
    await owner.call(intents.execute, { body: o.intent() });
    await o.member();
    await tamper("update accounts set balance = balance + 1 where tenant_id = $1 and code = 'CASH'", tenantId);
    const [first, second] = await Promise.all([owner.call(health.get), owner.call(health.get)]);
    expect([first.body.ok, second.body.ok]).toEqual([false, false]);
    expect((await owner.call(health.get)).body.broken_at).toMatch(/Z$/);
    expect(await owner.call(intents.execute, { body: o.intent() })).toMatchObject({ status: 423, body: { code: 'TENANT_READONLY' } });
    const broken = (await owner.call(events.list, { query: { type: 'ledger.' } })).body.events;
    expect(broken).toMatchObject([
      { event_type: 'ledger.broken', actor_id: 'system', payload: { missing_postings: 0, hash_breaks: 0, balance_drift: 1 } },
    ]);
    expect((await owner.call(tenants.mine)).body.tenants).toMatchObject([{ readOnly: true, broken: true }]);
    const told = (await testServer.mails()).filter((mail) => mail.includes('does not check out') && mail.includes(owner.email));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('/dashboard/health');
  });
  test('401: nobody sees it', async () => {
    expect(await testServer.nobody.call(health.get)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('POST /api/internal/health/check', () => {
  test('200: a full check says how far it is, and what it found; who asks meanwhile is told of the same', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(intents.execute, { body: o.intent() });
    const mo = await o.member();
    const seq = await o.headSeq();
    const { body } = await mo.call(health.check, { body: {} });
    expect(body.full).toEqual({
      id: expect.any(String),
      state: 'waiting',
      asked_by: mo.id,
      asked_at: expect.stringMatching(/Z$/),
      started_at: null,
      ended_at: null,
      step: 'waiting',
      done: 0,
      total: seq,
      events_per_second: null,
      ok: null,
      found: null,
    });
    expect((await o.owner.call(health.check, { body: {} })).body.full?.id).toBe(body.full?.id);
    await checkLedgers(testServer.opened.services);
    const { full } = (await o.owner.call(health.get)).body;
    expect(full).toMatchObject({ id: body.full?.id, state: 'done', step: 'ended', done: seq, total: seq, ok: true });
    expect(full?.events_per_second).toBeGreaterThan(0);
    expect((await mo.call(health.check, { body: {} })).body.full?.id).not.toBe(full?.id);
    await checkLedgers(testServer.opened.services);
  });
  test('200: a full check that finds a fault stops the ledger, with nobody looking', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(intents.execute, { body: o.intent() });
    await o.owner.call(health.check, { body: {} });
    await tamper('delete from postings where tenant_id = $1', o.tenantId);
    await checkLedgers(testServer.opened.services);
    const found = await testServer.opened.loginPool.query(
      'select broken_at is not null as broken, read_only from tenants where tenant_id = $1',
      [o.tenantId],
    );
    expect(found.rows).toEqual([{ broken: true, read_only: true }]);
    expect((await o.owner.call(health.get)).body.full?.ok).toBe(false);
  });
  test('200: one whose process died is begun anew, and after three deaths has failed', async () => {
    const o = await openOrganisation(testServer);
    const asked = (await o.owner.call(health.check, { body: {} })).body.full;
    const die = async (): Promise<void> => {
      const claimed = await claimCheck(testServer.opened.services.writerPool, ['full']);
      expect(claimed?.id).toBe(asked?.id);
      // Nobody else has it while its lease runs.
      expect(await claimCheck(testServer.opened.services.writerPool, ['full'])).toBeNull();
      await testServer.opened.loginPool.query("update checks set leased_until = now() - interval '1 second' where id = $1", [asked?.id]);
    };
    for (let i = 0; i < 3; i++) await die();
    expect(await checkLedgers(testServer.opened.services)).toBe(0);
    expect((await o.owner.call(health.get)).body.full).toMatchObject({ id: asked?.id, state: 'failed', ok: null });
  });
  test('401: nobody asks', async () => {
    expect(await testServer.nobody.call(health.check, { body: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('a ledger that is too long to be checked at once', () => {
  test('shows its last full check and the tail since then, is stopped by what is found there, and mended only by a full check', async () => {
    const long = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { checkInlineEventsMax: 5, workers: false });
    try {
      const o = await openOrganisation(long);
      await o.owner.call(intents.execute, { body: o.intent() });
      const { services } = long.opened;
      const first = (await o.owner.call(health.get)).body;
      expect(first).toMatchObject({
        ok: false,
        checked: { to_seq: 0, complete: false },
        full: { state: 'waiting', asked_by: 'system' },
        broken_at: null,
      });
      await checkLedgers(services);
      expect((await o.owner.call(health.get)).body).toMatchObject({ ok: true, checked: { to_seq: await o.headSeq(), complete: true } });
      // In the tail: an intent without its postings.
      const receipt = (await o.owner.call(intents.execute, { body: o.intent() })).body;
      const kept = await long.opened.loginPool.query(
        'with gone as (delete from postings where tenant_id = $1 and seq = $2 returning *) select to_jsonb(gone) as row from gone',
        [o.tenantId, receipt.seq],
      );
      expect((await o.owner.call(health.get)).body).toMatchObject({ ok: false, invariants: { missingPostings: [{ seq: receipt.seq }] } });
      // Put back, and still: nobody has looked at the whole since.
      await long.opened.loginPool.query('insert into postings select (jsonb_populate_record(null::postings, $1::jsonb)).*', [
        JSON.stringify(kept.rows[0].row),
      ]);
      const refused = await o.owner.call(tenants.clearReadOnly, { body: {} });
      expect(refused).toMatchObject({ status: 409, body: { code: 'LEDGER_BROKEN', details: { check: expect.any(String) } } });
      await checkLedgers(services);
      expect((await o.owner.call(tenants.clearReadOnly, { body: {} })).status).toBe(200);
      expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
    } finally {
      await long.close();
    }
  });
});

test('a log that is shorter than its anchor is asked to be checked, and so is one that was not for a day', async () => {
  const o = await openOrganisation(testServer);
  await o.owner.call(anchors.make, { body: {} });
  await tamper('update anchors set to_seq = to_seq + 5 where tenant_id = $1', o.tenantId);
  await askForChecks(testServer.opened.services);
  await checkLedgers(testServer.opened.services);
  expect((await o.owner.call(health.get)).body).toMatchObject({
    ok: false,
    invariants: { hashBreaks: [{ what: 'anchor', seq: (await o.headSeq()) - 1 + 5 }] },
  });
  const old = await openOrganisation(testServer);
  await tamper("update tenants set created_at = now() - interval '2 days' where tenant_id = $1", old.tenantId);
  await askForChecks(testServer.opened.services);
  expect((await old.owner.call(health.get)).body.full).toMatchObject({ asked_by: 'system', state: 'waiting' });
});
