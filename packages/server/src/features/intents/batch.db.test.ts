import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { health } from '@countinghouse/contract/features/health';
import { BATCH_INTENTS_MAX, intents } from '@countinghouse/contract/features/intents';
import { openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const path = intents.batch.path;

/** An answer of either kind, as far as these tests look into it. */
interface Sent {
  readonly status: number;
  readonly body: {
    readonly ok?: boolean;
    readonly executed?: number;
    readonly details: readonly { readonly path: string }[];
    readonly results: readonly {
      readonly receipt: { readonly seq: number; readonly balances?: readonly { readonly code: string; readonly balance: string }[] };
      readonly error?: object;
    }[];
  };
}
const send = async (o: Organisation, all: readonly unknown[], more = {}): Promise<Sent> =>
  (await o.owner.send('POST', path, { intents: all, ...more })) as unknown as Sent;
const held = async (o: Organisation): Promise<readonly string[]> => (await o.owner.call(balances.get)).body.accounts.map((a) => a.balance);
const pay = (o: Organisation, amount: string, more = {}) => o.intent({ proposed_actions: [row('CASH', 'BANK', amount)], ...more });
/** Rejected: there is no such account. */
const bad = (o: Organisation, more = {}) => o.intent({ proposed_actions: [row('NOWHERE', 'BANK', '1')], ...more });

describe('POST /api/internal/intents/batch', () => {
  test('each intent gets the receipt that it would have had alone, in order, with the balances after it', async () => {
    const o = await openOrganisation(testServer);
    const all = [pay(o, '10'), pay(o, '5'), bad(o), pay(o, '1')];
    const { status, body } = await send(o, all);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: false,
      executed: 3,
      results: [
        { index: 0, intentId: all[0]?.intent_id, status: 200, receipt: { ok: true, status: 'executed', duplicate: false } },
        { index: 1, status: 200 },
        {
          index: 2,
          status: 422,
          receipt: { ok: false, error: 'ACCOUNT_NOT_FOUND' },
          error: { code: 'ACCOUNT_NOT_FOUND', details: { row: 0 } },
        },
        { index: 3, status: 200 },
      ],
    });
    const after = body.results.map((r) => r.receipt.balances?.map((b) => [b.code, b.balance]));
    expect(after).toEqual([
      [
        ['BANK', '-10.00000000'],
        ['CASH', '10.00000000'],
      ],
      [
        ['BANK', '-15.00000000'],
        ['CASH', '15.00000000'],
      ],
      undefined,
      [
        ['BANK', '-16.00000000'],
        ['CASH', '16.00000000'],
      ],
    ]);
  });

  test('a repeat answers item by item from the log, also once other postings came between', async () => {
    const o = await openOrganisation(testServer);
    const all = [pay(o, '10'), bad(o), pay(o, '5')];
    const first = await send(o, all);
    await o.owner.call(intents.execute, { body: pay(o, '100') });
    const again = await send(o, all);
    // What exactly a rejection was about is told once.
    const asRepeated = first.body.results.map(({ error, ...r }) => ({
      ...r,
      receipt: { ...r.receipt, duplicate: true },
      ...(error === undefined ? {} : { error: { ...error, details: undefined } }),
    }));
    expect(again.body).toEqual({ ok: false, executed: 2, results: asRepeated });
    expect(await held(o)).toEqual(['-11500', '11500']);
  });

  test('a reversal of one before it in the same call finds it; in an atomic call, which has written nothing yet, it does not', async () => {
    const o = await openOrganisation(testServer);
    const paid = pay(o, '10');
    const back = o.intent({ use_case: 'reversal', constraints: { reverses: paid.intent_id }, proposed_actions: [] });
    expect(await send(o, [paid, back], { atomic: true })).toMatchObject({
      status: 422,
      body: { details: { index: 1, error: { code: 'INTENT_NOT_FOUND' } } },
    });
    const both = [paid, back, pay(o, '1', { idem_key: 'a\u200b' })];
    expect((await send(o, both)).body).toMatchObject({ ok: true, executed: 3 });
    expect(await held(o)).toEqual(['-100', '100']);
  });

  test('five hundred are one call; two with one key are one posting and its repeat', async () => {
    const o = await openOrganisation(testServer);
    const all = Array.from({ length: BATCH_INTENTS_MAX }, () => pay(o, '0.01'));
    expect((await send(o, all)).body).toMatchObject({ ok: true, executed: BATCH_INTENTS_MAX });
    const twice = pay(o, '1');
    const { body } = await send(o, [twice, twice, { ...twice, proposed_actions: [row('CASH', 'BANK', '2')] }]);
    expect(body.results).toMatchObject([
      { status: 200, receipt: { duplicate: false } },
      { status: 200, receipt: { duplicate: true } },
      { status: 409, error: { code: 'IDEMPOTENCY_CONFLICT' } },
    ]);
    expect(await held(o)).toEqual(['-600', '600']);
    expect((await o.owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 501 } });
  });

  test.each([
    ['no intents', [], 'intents'],
    ['too many', Array.from({ length: BATCH_INTENTS_MAX + 1 }, () => ({})), 'intents'],
    ['one without a key', [{ idem_key: undefined }], 'intents.0.idem_key'],
    ['one whose amount is no number', [{}, { proposed_actions: [row('CASH', 'BANK', 'ten')] }], 'intents.1.proposed_actions.0.amount'],
    ['one whose key does not print', [{ idem_key: 'a\u0007' }], 'intents.0.idem_key'],
  ])('400: %s; nothing is posted', async (_what, some, at) => {
    const o = await openOrganisation(testServer);
    const answer = await send(
      o,
      some.map((more) => pay(o, '1', more)),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((d) => d.path)).toContain(at);
    expect(await held(o)).toEqual(['0', '0']);
  });

  test('401 UNAUTHENTICATED for nobody, 403 FORBIDDEN for an auditor', async () => {
    const o = await openOrganisation(testServer);
    expect(await testServer.nobody.send('POST', path, { intents: [pay(o, '1')] })).toMatchObject({ body: { code: 'UNAUTHENTICATED' } });
    const auditor = await o.member('auditor');
    expect(await auditor.send('POST', path, { intents: [pay(o, '1')] })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  test('503 JWKS_UNAVAILABLE is told of the intent alone, or of an atomic batch, and leaves keys free', async () => {
    const o = await openOrganisation(testServer);
    await testServer.opened.loginPool.query(
      "update tenants set signing_mode = 'EXTERNAL_JWKS', jwks_url = 'https://127.0.0.1/' where tenant_id = $1",
      [o.tenantId],
    );
    testServer.opened.services.ledger.reload(o.tenantId);
    const before = await o.headSeq();
    const all = [pay(o, '2'), makeSigner().sign(pay(o, '1'))];
    expect(await send(o, all, { atomic: true })).toMatchObject({ status: 503, body: { code: 'JWKS_UNAVAILABLE' } });
    expect(await o.headSeq()).toBe(before);
    const { body } = await send(o, all);
    expect(body.results).toMatchObject([{ status: 200 }, { status: 503, error: { code: 'JWKS_UNAVAILABLE' } }]);
    expect(await o.headSeq()).toBe(before + 1);
  });

  test('503 SIGNING_CHANGED is told of the intent alone, or of an atomic batch, where another server changed which keys count', async () => {
    const o = await openOrganisation(testServer);
    await send(o, [pay(o, '1')]);
    const other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { workers: false });
    const switchTo = (signing_mode: 'STANDARD' | 'EXTERNAL_JWKS') =>
      other.opened.services.ledger.submit(o.tenantId, {
        type: 'signing.change',
        actor: { kind: 'user', id: o.owner.id },
        change: { signing_mode, jwks_url: 'https://127.0.0.1/' },
      });
    const all = [pay(o, '2'), makeSigner().sign(pay(o, '1'))];
    await switchTo('EXTERNAL_JWKS');
    const before = await o.headSeq();
    expect(await send(o, all, { atomic: true })).toMatchObject({ status: 503, body: { code: 'SIGNING_CHANGED' } });
    expect(await o.headSeq()).toBe(before);
    await switchTo('STANDARD');
    expect((await send(o, all)).body.results).toMatchObject([{ status: 200 }, { status: 503, error: { code: 'SIGNING_CHANGED' } }]);
    await other.close();
  });
});

describe('POST /api/internal/intents/batch with atomic', () => {
  test('all are posted where each can be', async () => {
    const o = await openOrganisation(testServer);
    const { status, body } = await send(o, [pay(o, '10'), pay(o, '5')], { atomic: true });
    expect([status, body.ok, body.executed]).toEqual([200, true, 2]);
    expect(body.results[1]?.receipt.seq).toBe((body.results[0]?.receipt.seq ?? 0) + 1);
    expect(await held(o)).toEqual(['-1500', '1500']);
  });

  test('422 BATCH_REFUSED: the first that cannot be is named, nothing is written, and every key stays free', async () => {
    const o = await openOrganisation(testServer);
    const all = [pay(o, '10'), bad(o), pay(o, '5')];
    const before = await o.headSeq();
    const refused = await send(o, all, { atomic: true });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'BATCH_REFUSED',
        details: { index: 1, intent_id: all[1]?.intent_id, error: { code: 'ACCOUNT_NOT_FOUND', details: { row: 0 } } },
      },
    });
    expect(await o.headSeq()).toBe(before);
    expect(await held(o)).toEqual(['0', '0']);
    // The same keys, without the one that was wrong.
    expect((await send(o, [all[0], all[2]], { atomic: true })).body).toMatchObject({ ok: true, executed: 2 });
    expect((await o.owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 2 } });
  });

  test('each is decided on what those before it left: an account may be filled and emptied in one call, not overdrawn', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(accounts.create, { body: { code: 'TILL', ledgerAccountId: o.glAccountId, floor: 'zero' } });
    const move = (debit: string, credit: string, amount: string) => o.intent({ proposed_actions: [row(debit, credit, amount)] });
    const over = await send(o, [move('TILL', 'BANK', '10'), move('CASH', 'TILL', '11')], { atomic: true });
    expect(over.body).toMatchObject({ code: 'BATCH_REFUSED', details: { index: 1, error: { code: 'INSUFFICIENT_FUNDS' } } });
    const fits = await send(o, [move('TILL', 'BANK', '10'), move('CASH', 'TILL', '10')], { atomic: true });
    expect(fits.body).toMatchObject({ ok: true, executed: 2 });
  });

  test('an intent that would wait for a second person keeps the others from being posted', async () => {
    const o = await openOrganisation(testServer);
    await openApprovals(testServer, o);
    const large = pay(o, '100');
    const alone = await o.owner.send('POST', intents.execute.path, { ...large, intent_id: randomUUID(), idem_key: randomUUID() });
    expect(alone.status).toBe(202);
    const { body } = await send(o, [pay(o, '1'), large], { atomic: true });
    expect(body).toMatchObject({ code: 'BATCH_REFUSED', details: { index: 1, error: { code: 'APPROVAL_REQUIRED' } } });
  });

  test('a repeat of all is answered from the log; one key with another amount refuses all', async () => {
    const o = await openOrganisation(testServer);
    const all = [pay(o, '10'), pay(o, '5')];
    const first = await send(o, all, { atomic: true });
    const again = await send(o, all, { atomic: true });
    expect(again.body.results.map((r) => r.receipt)).toEqual(first.body.results.map((r) => ({ ...r.receipt, duplicate: true })));
    const other = await send(o, [pay(o, '1'), { ...all[0], proposed_actions: [row('CASH', 'BANK', '11')] }], { atomic: true });
    expect(other.body).toMatchObject({ code: 'BATCH_REFUSED', details: { index: 1, error: { code: 'IDEMPOTENCY_CONFLICT' } } });
    const twice = await send(
      o,
      [
        { ...all[0], ...keys('twice') },
        { ...all[0], ...keys('twice') },
      ],
      { atomic: true },
    );
    expect(twice.body).toMatchObject({ code: 'BATCH_REFUSED', details: { index: 1, error: { code: 'IDEMPOTENCY_CONFLICT' } } });
    expect(await held(o)).toEqual(['-1500', '1500']);
  });

  test('an id twice is told as such; an id that is the key of another is no second one', async () => {
    const o = await openOrganisation(testServer);
    const [one, two] = [pay(o, '1'), pay(o, '2')];
    const taken = await send(o, [one, { ...two, intent_id: one.intent_id }], { atomic: true });
    expect(taken.body).toMatchObject({ code: 'BATCH_REFUSED', details: { index: 1, error: { code: 'INTENT_ID_TAKEN' } } });
    const crossed = await send(o, [{ ...one, idem_key: two.intent_id }, two], { atomic: true });
    expect(crossed.body).toMatchObject({ ok: true, executed: 2 });
  });

  test('twenty at once, half of them refused: the others are whole, and the books are sound', async () => {
    const o = await openOrganisation(testServer);
    const batches = Array.from({ length: 20 }, (_, i) => [pay(o, '1'), pay(o, '1'), i % 2 === 0 ? pay(o, '1') : bad(o)]);
    const answers = await Promise.all(batches.map((all) => send(o, all, { atomic: true })));
    expect(answers.map((a) => a.status)).toEqual(batches.map((_, i) => (i % 2 === 0 ? 200 : 422)));
    expect(await held(o)).toEqual(['-3000', '3000']);
    expect((await o.owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 30 } });
  });
});

const keys = (key: string) => ({ idem_key: key, intent_id: key });
