// The smallest useful post: four fields and a key; and accounts that are opened by it.
import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { fx } from '@countinghouse/contract/features/fx';
import { intents } from '@countinghouse/contract/features/intents';
import { postings } from '@countinghouse/contract/features/postings';
import { settings } from '@countinghouse/contract/features/settings';
import { makeProgram, type Program } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let program: Program;
let opener: Program;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  const { owner } = acme;
  const consent = { scope: ['ledger:post'], reference: 'Board resolution 12' };
  await owner.call(settings.changePostingDefaults, { body: { consent } });
  program = await makeProgram(testServer, acme, 'post');
  opener = await makeProgram(testServer, acme, 'admin');
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const smallest = { debit: 'CASH', credit: 'BANK', amount: '12.50', narrative: 'Order 1001' };
const post = (body: object = smallest, key: string = randomUUID(), by: Pick<Program, 'call'> = program) =>
  by.call(intents.post, { body } as never, { 'idempotency-key': key });

describe('POST /api/internal/intents', () => {
  test('200: two accounts, an amount, a narrative and a key; the answer says what was filled in, and the log has it written out', async () => {
    const first = await post(smallest, 'order-1001');
    const today = new Date().toISOString().slice(0, 10);
    const defaults = {
      value_date: today,
      currencies: ['USD'],
      consent: {
        scope: ['ledger:post'],
        reference: 'Board resolution 12',
        granted_at: expect.any(String),
        expires_at: expect.any(String),
      },
      fx_snapshot: null,
    };
    expect(first).toMatchObject({
      status: 200,
      body: { ok: true, intentId: 'order-1001', duplicate: false, balances: [{ code: 'BANK' }, { code: 'CASH' }] },
    });
    expect(first.body.defaults).toEqual(defaults);
    const { intent } = (await program.call(intents.get, { params: { intent_id: 'order-1001' } })).body;
    expect(intent).toMatchObject({ use_case: 'post', value_date: today, postings: [{ amount: '12.50000000', currency: 'USD' }] });
    const again = await post(smallest, 'order-1001');
    expect(again.body).toMatchObject({ duplicate: true, seq: first.body.seq, defaults });
    expect(await post({ ...smallest, amount: '13' }, 'order-1001')).toMatchObject(refused(409, 'IDEMPOTENCY_CONFLICT'));
    expect(await post({ ...smallest, intent_id: 'order-1001' })).toMatchObject(refused(409, 'INTENT_ID_TAKEN'));
  });
  test('200: rows in place of one; what is said is not filled in', async () => {
    const consent = { scope: ['post'], granted_at: '2026-01-01T00:00:00Z', expires_at: '2099-01-01T00:00:00Z' };
    const rows = [
      { debit: 'CASH', credit: 'BANK', amount: '1', currency: 'USD', narrative: 'a' },
      { debit: 'BANK', credit: 'CASH', amount: '1', currency: 'USD', value_date: '2026-01-31' },
    ];
    const answer = await post({
      rows,
      consent,
      value_date: '2026-02-01',
      use_case: 'rent',
      constraints: { a: 1 },
      metadata: { team: 'x' },
    });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, defaults: { fx_snapshot: null } } });
    expect(Object.keys(answer.body.defaults)).toEqual(['fx_snapshot']);
    const { intent } = (await program.call(intents.get, { params: { intent_id: answer.body.intentId } })).body;
    expect(intent.postings.map((p) => p.value_date)).toEqual(['2026-02-01', '2026-01-31']);
    expect(intent.metadata).toEqual({ team: 'x' });
  });
  test('200: an intent of several currencies takes the newest FX snapshot, once an owner said so; else 422', async () => {
    await acme.account('EUR-A', { currency: 'EUR' });
    await acme.account('EUR-B', { currency: 'EUR' });
    await acme.owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate: 1.1 } });
    const body = { rows: [smallest, { debit: 'EUR-A', credit: 'EUR-B', amount: '1' }] };
    expect(await post(body)).toMatchObject(refused(422, 'FX_SNAPSHOT_REQUIRED'));
    await acme.owner.call(settings.changePostingDefaults, { body: { fx_snapshot: 'latest' } });
    const answer = await post(body);
    expect(answer.body.defaults).toMatchObject({ currencies: ['USD', 'EUR'], fx_snapshot: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });
  test('400: without a credit, with rows beside a debit, without a key, without a row; 400: a person who gives no consent', async () => {
    const { credit: _credit, ...lacking } = smallest;
    expect(await post(lacking)).toMatchObject(refused(400, 'MISSING_FIELDS'));
    expect(await post({ ...smallest, rows: [smallest] })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await program.call(intents.post, { body: smallest })).toMatchObject(refused(400, 'MISSING_FIELDS'));
    expect(await post({})).toMatchObject(refused(400, 'MISSING_FIELDS'));
    const asked = await post(smallest, randomUUID(), acme.owner);
    expect(asked).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ path: 'consent' }] } });
  });
  test('403: a key that only reads; 202: one that only proposes', async () => {
    expect(await post(smallest, randomUUID(), await makeProgram(testServer, acme, 'read'))).toMatchObject(refused(403, 'FORBIDDEN'));
    const proposed = await post(smallest, randomUUID(), await makeProgram(testServer, acme, 'propose'));
    expect(proposed).toMatchObject({ status: 202, body: { status: 'proposed', defaults: { currencies: ['USD'] } } });
  });
  test('200: accounts that are not there are opened on first use, by two who ask at once only once', async () => {
    const rules = [{ prefix: 'W:', gl_account: '1000', kind: 'wallet', floor_minor: '0' }];
    expect(await acme.owner.call(accounts.setOpeningRules, { body: { rules } })).toMatchObject({
      status: 200,
      body: { rules: [{ prefix: 'W:', gl_code: '1000', currency: null, floor_minor: '0', entity: null }] },
    });
    const asked = { ...smallest, debit: 'W:ANN', constraints: { open_missing: true } };
    const both = await Promise.all([post(asked, randomUUID(), opener), post(asked, randomUUID(), opener)]);
    expect(both.map((answer) => answer.body.ok)).toEqual([true, true]);
    const found = (await program.call(accounts.search, { query: { code_prefix: 'W:' } })).body.accounts;
    expect(found).toMatchObject([{ code: 'W:ANN', kind: 'wallet', floor: 'zero', balance: '25.00000000' }]);
    expect(await post({ ...asked, debit: 'W:BEN' })).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await post({ ...asked, debit: 'X:BEN' }, randomUUID(), opener)).toMatchObject(refused(422, 'ACCOUNT_NOT_FOUND'));
    const batch = [acme.intent({ constraints: { open_missing: true } })].map((intent) => ({
      ...intent,
      idem_key: randomUUID(),
      proposed_actions: [{ debitAccount: 'W:CLEO', creditAccount: 'BANK', amount: '1', currency: 'USD' }],
    }));
    for (const atomic of [false, true]) {
      const sent = batch.map((intent) => ({ ...intent, intent_id: randomUUID(), idem_key: randomUUID() }));
      expect((await acme.owner.call(intents.batch, { body: { intents: sent, atomic } })).body.ok).toBe(true);
    }
  });
});

describe('POST /api/v1/intents/execute', () => {
  test('200: an account is posted to by what it is called outside, in a batch and by a hold too, and found so; 422: two are called so', async () => {
    const { owner, intent } = acme;
    const iban = 'DE89 3704 0044 0532 0130 00';
    const opened = (code: string) => owner.call(accounts.open, { body: { code, gl_account: '1000', external_ref: iban } });
    const execute = (debit: string) => owner.call(intents.execute, { body: intent({ proposed_actions: [row(debit, 'CASH', '3')] }) });
    const { id } = (await opened('GIRO')).body.account;
    const posted = await execute(iban.replaceAll(' ', '').toLowerCase());
    expect(posted.body.balances?.map((b) => b.code)).toEqual(['CASH', 'GIRO']);
    const hold = { ...intent({ proposed_actions: [row(iban, 'CASH', '4')], use_case: 'hold' }), idem_key: randomUUID() };
    expect((await owner.call(intents.batch, { body: { intents: [hold] } })).body.ok).toBe(true);
    expect((await owner.call(postings.list, { query: { account: iban } })).body.postings).toMatchObject([{ debit: { account_id: id } }]);
    await opened('GIRO-2');
    const rejected = { status: 422, body: { code: 'ACCOUNT_AMBIGUOUS', details: { row: 0, account: iban, accounts: ['GIRO', 'GIRO-2'] } } };
    expect(await execute(iban)).toMatchObject(rejected);
    expect(await post({ ...smallest, debit: iban })).toMatchObject(rejected);
  });
});
