import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { health } from '@countinghouse/contract/features/health';
import { type IntentInput, intents } from '@countinghouse/contract/features/intents';
import { canonicalize, type Json } from '@countinghouse/kernel/canonical/jcs';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const execute = intents.execute.path;

describe('POST /api/v1/intents/execute', () => {
  describe('200', () => {
    test('the receipt names the event that it left, and both balances move', async () => {
      const { owner, intent, headSeq, cash, bank } = await openOrganisation(testServer);
      const sent = intent();
      const answer = await owner.call(intents.execute, { body: sent });
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toEqual({
        ok: true,
        status: 'executed',
        intentId: sent.intent_id,
        eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        eventHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        seq: await headSeq(),
        duplicate: false,
        balances: [
          { accountId: bank, code: 'BANK', currency: 'USD', balance: '-10.00000000' },
          { accountId: cash, code: 'CASH', currency: 'USD', balance: '10.00000000' },
        ],
      });
      expect((await owner.call(balances.get)).body.accounts.map((a) => [a.code, a.balance])).toEqual([
        ['BANK', '-1000'],
        ['CASH', '1000'],
      ]);
    });
    test('a member may post to accounts by id, by code in any case, with a currency in any case', async () => {
      const { member, intent, cash } = await openOrganisation(testServer);
      const body = intent({ proposed_actions: [row(cash, ' bank ', '1', { currency: 'usd' })] });
      expect((await (await member()).call(intents.execute, { body })).body.ok).toBe(true);
    });
    test('the key may come in the header alone, or in both when they agree', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      const { idem_key, ...keyless } = intent();
      const first = await owner.call(intents.execute, { body: keyless }, { 'idempotency-key': idem_key ?? '' });
      expect(first.body).toMatchObject({ ok: true, duplicate: false });
      const both = await owner.call(intents.execute, { body: { ...keyless, idem_key } }, { 'idempotency-key': idem_key ?? '' });
      expect(both.body).toEqual({ ...first.body, duplicate: true });
    });
    test('five hundred rows are one intent', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      const rows = Array.from({ length: 500 }, (_, i) => row(i % 2 === 0 ? 'CASH' : 'BANK', i % 2 === 0 ? 'BANK' : 'CASH', '0.01'));
      expect((await owner.call(intents.execute, { body: intent({ proposed_actions: rows }) })).status).toBe(200);
      expect((await owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 500 } });
    });
  });

  describe('200 again: the same key', () => {
    test('two hundred calls at once post once: two hundred equal receipts, one of them not a duplicate', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      const body = intent();
      const answers = await Promise.all(Array.from({ length: 200 }, () => owner.call(intents.execute, { body })));
      expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
      expect(answers.filter((a) => a.body.duplicate)).toHaveLength(199);
      const receipts = new Set(answers.map(({ body: { duplicate: _, ...receipt } }) => canonicalize(receipt as Json)));
      expect(receipts.size).toBe(1);
      expect((await owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 1 } });
      expect((await owner.call(balances.get)).body.accounts.map((a) => a.balance)).toEqual(['-1000', '1000']);
    });
    test('calls at once with one key and two amounts: one amount is posted, the other is a conflict', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      const body = intent();
      const other = { ...body, proposed_actions: [row('CASH', 'BANK', '11')] };
      const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => owner.send('POST', execute, i % 2 === 0 ? body : other)));
      const statuses = answers.map((a) => a.status);
      expect(statuses.filter((s) => s === 200)).toHaveLength(30);
      expect(statuses.filter((s) => s === 409)).toHaveLength(30);
      expect((await owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 1 } });
    });
    test('a rejection is final for its key: the same receipt and status again, also once its reason is gone', async () => {
      const { owner, intent, glAccountId } = await openOrganisation(testServer);
      const body = intent({ proposed_actions: [row('NEW', 'BANK', '1')] });
      const first = await owner.send('POST', execute, body);
      expect(first).toMatchObject({ status: 422, body: { error: 'ACCOUNT_NOT_FOUND', duplicate: false } });
      await owner.call(accounts.create, { body: { code: 'NEW', ledgerAccountId: glAccountId } });
      const { eventId, eventHash, seq } = first.body;
      expect(await owner.send('POST', execute, body)).toMatchObject({
        status: 422,
        body: { ok: false, error: 'ACCOUNT_NOT_FOUND', duplicate: true, eventId, eventHash, seq },
      });
      expect((await owner.send('POST', execute, { ...body, ...keys() })).status).toBe(200);
    });
    test('a key belongs to its organisation: another one may use the same', async () => {
      const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
      const idem_key = 'invoice-1';
      for (const o of [acme, other])
        expect((await o.owner.call(intents.execute, { body: o.intent({ idem_key }) })).body.duplicate).toBe(false);
    });
  });

  describe('400', () => {
    const today = new Date().toISOString().slice(0, 10);
    const rowWith = (change: object) => ({ proposed_actions: [{ ...row('CASH', 'BANK', '1'), ...change }] });
    const holdUntil = (hold_expires_at: string) => ({ use_case: 'hold', constraints: { hold_expires_at } });
    const consentWith = (change: object) => ({
      consent: { scope: ['x'], granted_at: `${today}T00:00:00Z`, expires_at: '2099-01-01T00:00:00Z', ...change },
    });
    test.each([
      ['no rows', { proposed_actions: [] }, 'VALIDATION_ERROR', 'proposed_actions'],
      ['rows left out', { proposed_actions: undefined }, 'MISSING_FIELDS', 'proposed_actions'],
      [
        '501 rows',
        { proposed_actions: Array.from({ length: 501 }, () => row('CASH', 'BANK', '1')) },
        'VALIDATION_ERROR',
        'proposed_actions',
      ],
      ['an amount of zero', rowWith({ amount: '0.00000000' }), 'VALIDATION_ERROR', 'proposed_actions.0.amount'],
      ['an empty amount', rowWith({ amount: '' }), 'VALIDATION_ERROR', 'proposed_actions.0.amount'],
      ['an amount left out', rowWith({ amount: undefined }), 'MISSING_FIELDS', 'proposed_actions.0.amount'],
      ['an amount that is a number', rowWith({ amount: 10 }), 'VALIDATION_ERROR', 'proposed_actions.0.amount'],
      ['an amount in Arabic digits', rowWith({ amount: '١٠' }), 'VALIDATION_ERROR', 'proposed_actions.0.amount'],
      ['an amount with nine decimals', rowWith({ amount: '1.000000001' }), 'VALIDATION_ERROR', 'proposed_actions.0.amount'],
      ['an amount with 21 digits', rowWith({ amount: '1'.repeat(21) }), 'VALIDATION_ERROR', 'proposed_actions.0.amount'],
      ['an amount with an exponent', rowWith({ amount: '1e3' }), 'VALIDATION_ERROR', 'proposed_actions.0.amount'],
      ['a blank account', rowWith({ debitAccount: ' ' }), 'MISSING_FIELDS', 'proposed_actions.0.debitAccount'],
      ['an account on two lines', rowWith({ creditAccount: 'BANK\nCASH' }), 'VALIDATION_ERROR', 'proposed_actions.0.creditAccount'],
      ['a currency of four', rowWith({ currency: 'USDT' }), 'VALIDATION_ERROR', 'proposed_actions.0.currency'],
      [
        'a value date of a row that does not exist',
        rowWith({ valueDate: '2026-02-29' }),
        'VALIDATION_ERROR',
        'proposed_actions.0.valueDate',
      ],
      ['a value date of a row long ago', rowWith({ valueDate: '1999-01-01' }), 'VALIDATION_ERROR', 'proposed_actions.0.valueDate'],
      ['a narrative with NUL', rowWith({ narrative: 'a\u0000' }), 'VALIDATION_ERROR', 'proposed_actions.0.narrative'],
      ['a field of a row that there is not', rowWith({ amountE8: '1' }), 'VALIDATION_ERROR', 'proposed_actions.0.amountE8'],
      ['a value date long ahead', { value_date: '2099-01-01' }, 'VALIDATION_ERROR', 'value_date'],
      ['a use case of the system', { use_case: 'year_end' }, 'VALIDATION_ERROR', 'use_case'],
      ['a hold without rows', { use_case: 'hold', proposed_actions: [] }, 'VALIDATION_ERROR', 'proposed_actions'],
      ['a hold with a time that is none', holdUntil('tomorrow'), 'VALIDATION_ERROR', 'constraints.hold_expires_at'],
      ['a hold that has ended', holdUntil('2020-01-01T00:00:00Z'), 'VALIDATION_ERROR', 'constraints.hold_expires_at'],
      ['a capture of nothing named', { use_case: 'capture' }, 'MISSING_FIELDS', 'constraints.hold'],
      ['a void with rows', { use_case: 'void', constraints: { hold: 'x' } }, 'VALIDATION_ERROR', 'proposed_actions'],
      ['a reversal of nothing named', { use_case: 'reversal', proposed_actions: [] }, 'MISSING_FIELDS', 'constraints.reverses'],
      [
        'a wish for funds that is no answer',
        { constraints: { require_available: 'yes' } },
        'VALIDATION_ERROR',
        'constraints.require_available',
      ],
      ['a blank use case', { use_case: ' ' }, 'MISSING_FIELDS', 'use_case'],
      ['no organisation named', { tenant_id: undefined }, 'MISSING_FIELDS', 'tenant_id'],
      ['no consent', { consent: undefined }, 'MISSING_FIELDS', 'consent'],
      ['a consent without scope', consentWith({ scope: undefined }), 'MISSING_FIELDS', 'consent.scope'],
      ['an intent id with a slash', { intent_id: 'a/b' }, 'VALIDATION_ERROR', 'intent_id'],
      ['a field that there is not', { amount: '1' }, 'VALIDATION_ERROR', 'amount'],
      ['constraints that are a list', { constraints: [] }, 'VALIDATION_ERROR', 'constraints'],
      ['constraints with NUL', { constraints: { a: ['\u0000'] } }, 'VALIDATION_ERROR', 'constraints'],
      ['constraints with a lone surrogate', { constraints: { '\ud800': 1 } }, 'VALIDATION_ERROR', 'constraints'],
      ['a signature with a space', { signature: 'a b' }, 'VALIDATION_ERROR', 'signature'],
      ['no key at all', { idem_key: undefined }, 'MISSING_FIELDS', 'idem_key'],
      ['a key of 201', { idem_key: 'x'.repeat(201) }, 'VALIDATION_ERROR', 'idem_key'],
      ['a key with a line break', { idem_key: 'a\nb' }, 'VALIDATION_ERROR', 'idem_key'],
    ])('%s', async (_what, change, code, path) => {
      const { owner, intent, headSeq } = await openOrganisation(testServer);
      const before = await headSeq();
      const answer = await owner.send('POST', execute, { ...intent(), ...change });
      expect(answer).toMatchObject({
        status: 400,
        body: { code, error: code, details: expect.arrayContaining([{ path, message: expect.any(String) }]) },
      });
      expect(await headSeq()).toBe(before);
    });
    test('a header that names another key than the body', async () => {
      const { owner, intent, headSeq } = await openOrganisation(testServer);
      const before = await headSeq();
      expect(await owner.call(intents.execute, { body: intent() }, { 'idempotency-key': 'another' })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', details: [{ path: 'idem_key' }] },
      });
      expect(await headSeq()).toBe(before);
    });
  });

  test('401: nobody posts', async () => {
    const { intent, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    expect(await testServer.nobody.call(intents.execute, { body: intent() })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    expect(await headSeq()).toBe(before);
  });

  describe('409', () => {
    test('the same key with another amount', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      const body = intent();
      await owner.call(intents.execute, { body });
      expect(await owner.call(intents.execute, { body: { ...body, proposed_actions: [row('CASH', 'BANK', '11')] } })).toMatchObject({
        status: 409,
        body: { code: 'IDEMPOTENCY_CONFLICT', error: 'IDEMPOTENCY_CONFLICT', details: { intent_id: body.intent_id } },
      });
    });
    test('another key with the same intent id', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      const body = intent();
      await owner.call(intents.execute, { body });
      expect(await owner.call(intents.execute, { body: { ...body, idem_key: randomUUID() } })).toMatchObject({
        status: 409,
        body: { code: 'INTENT_ID_TAKEN', details: { intent_id: body.intent_id } },
      });
    });
    test('a body that names another organisation than the header: a second tab never posts into the wrong books', async () => {
      const { owner, tenantId, intent, headSeq } = await openOrganisation(testServer);
      const second = String((await owner.send('POST', '/api/internal/tenants/create', { name: 'Second' })).body['tenantId']);
      const before = await headSeq();
      for (const [header, named] of [
        [tenantId, second],
        [second, tenantId],
        [tenantId, randomUUID()],
      ] as const)
        expect(await owner.call(intents.execute, { body: intent({ tenant_id: named }) }, { 'x-tenant-id': header })).toMatchObject({
          status: 409,
          body: { code: 'TENANT_MISMATCH' },
        });
      expect(await headSeq()).toBe(before);
    });
  });
});

describe('GET /api/internal/intents/:intent_id', () => {
  test('200: what it is now, its receipt, its postings with codes, and its events', async () => {
    const { owner, member, intent, cash, bank } = await openOrganisation(testServer);
    const sent = intent({ proposed_actions: [row('CASH', 'BANK', '-2.5', { narrative: 'Fee', valueDate: '2026-01-31' })] });
    const { body: receipt } = await owner.call(intents.execute, { body: sent });
    const answer = await (await member()).call(intents.get, { params: { intent_id: sent.intent_id } });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.intent).toEqual({
      approval: null,
      repeats: null,
      metadata: {},
      intent_id: sent.intent_id,
      status: 'executed',
      use_case: 'manual_post',
      value_date: sent.value_date,
      actor_id: owner.id,
      created_at: answer.body.intent.events[0]?.event_ts,
      receipt,
      hold: null,
      reverses: null,
      reversed_by: null,
      schedule: null,
      postings: [
        {
          line: 1,
          debit_account_id: bank,
          debit_code: 'BANK',
          credit_account_id: cash,
          credit_code: 'CASH',
          amount: '2.50000000',
          currency: 'USD',
          value_date: '2026-01-31',
          narrative: 'Fee',
        },
      ],
      events: [expect.objectContaining({ seq: receipt.seq, event_hash: receipt.eventHash, intent_status: 'executed' })],
    });
  });
  test('200: a rejected one has no postings, and its error', async () => {
    const { owner, intent } = await openOrganisation(testServer);
    const sent = intent({ proposed_actions: [row('CASH', 'CASH', '1')] });
    await owner.send('POST', execute, sent);
    expect((await owner.call(intents.get, { params: { intent_id: sent.intent_id } })).body.intent).toMatchObject({
      status: 'rejected',
      postings: [],
      receipt: { ok: false, status: 'rejected', error: 'SAME_ACCOUNT', duplicate: false },
    });
  });
  test.each(['%00', 'a%20b', 'x'.repeat(65), "'"])('400: %s is no intent id', async (id) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', `/api/v1/intents/${id}`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'intent_id' }] },
    });
  });
  test('401: nobody sees it', async () => {
    expect(await testServer.nobody.call(intents.get, { params: { intent_id: 'x' } })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
  test('404: another organisation’s is as one that never was', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const sent = other.intent();
    await other.owner.call(intents.execute, { body: sent });
    for (const intent_id of [sent.intent_id, randomUUID()])
      expect(await acme.owner.call(intents.get, { params: { intent_id } })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

function keys(): Pick<IntentInput, 'intent_id' | 'idem_key'> {
  return { intent_id: randomUUID(), idem_key: randomUUID() };
}
