import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse } from '@countinghouse/testkit/house';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where);
});
afterAll(() => house.close());

/** What only a superuser can do to a database: the log writer has no right to. */
const tamper = (sql: string, tenantId: string) => house.opened.loginPool.query(sql, [tenantId]);

describe('GET /api/v1/health', () => {
  test('200: an organisation in order has counts and no faults', async () => {
    const { owner, member, intent, headSeq } = await openOrganisation(house);
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '1'), row('BANK', 'CASH', '2')] }) });
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'CASH', '1')] }) });
    const mo = await member();
    const seq = await headSeq();
    expect((await mo.call(health.get)).body).toEqual({
      ok: true,
      counts: { events: seq, postings: 2, accounts: 2 },
      invariants: { missingPostings: [], hashBreaks: [], balanceDrift: [] },
      checked: { from_seq: 1, to_seq: seq, at: expect.any(String), complete: true },
    });
  });
  test('200: text of any kind in an intent does not disturb it', async () => {
    const { owner, intent } = await openOrganisation(house);
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
    [
      'a time',
      'event_hash',
      "update events set event_ts = event_ts + interval '1 microsecond' where tenant_id = $1 and event_type = 'intent.executed'",
    ],
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
  test.each(tampered)('200: %s that was changed is one hash break: %s', async (_what, what, sql) => {
    const { owner, tenantId, intent } = await openOrganisation(house);
    await owner.call(intents.execute, { body: intent() });
    await tamper(sql, tenantId);
    const { body } = await owner.call(health.get);
    expect(body.ok).toBe(false);
    expect(body.invariants.hashBreaks).toEqual([
      { seq: expect.any(Number), prev_hash: expect.any(String), expected_prev_hash: expect.any(String), what },
    ]);
  });
  test('200: a balance that was edited is drift, with what is reported and what is derived', async () => {
    const { owner, tenantId, intent, cash } = await openOrganisation(house);
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
    const { owner, tenantId, intent, cash } = await openOrganisation(house);
    const valueDate = '2026-01-31';
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '10', { valueDate })] }) });
    await tamper("update account_days set value_date = '2026-02-01' where tenant_id = $1 and debits > 0", tenantId);
    const { body } = await owner.call(health.get);
    expect(body.ok).toBe(false);
    expect(body.invariants.balanceDrift).toEqual([
      { id: cash, code: 'CASH', value_date: valueDate, reported_balance: '0', derived_balance: '1000' },
    ]);
  });
  test('200: an executed intent without its postings is named by its id and seq', async () => {
    const { owner, tenantId, intent } = await openOrganisation(house);
    const sent = intent();
    const { body: receipt } = await owner.call(intents.execute, { body: sent });
    await tamper('delete from postings where tenant_id = $1', tenantId);
    expect((await owner.call(health.get)).body).toMatchObject({
      ok: false,
      invariants: { missingPostings: [{ id: sent.intent_id, seq: receipt.seq }], balanceDrift: [{ code: 'BANK' }, { code: 'CASH' }] },
    });
  });
  test('200: the faults of one organisation are not another’s', async () => {
    const [acme, other] = [await openOrganisation(house), await openOrganisation(house)];
    await tamper("update accounts set balance = 1 where tenant_id = $1 and code = 'CASH'", acme.tenantId);
    expect((await acme.owner.call(health.get)).body.ok).toBe(false);
    expect((await other.owner.call(health.get)).body.ok).toBe(true);
  });
  test('401: nobody sees it', async () => {
    expect(await house.nobody.call(health.get)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});
