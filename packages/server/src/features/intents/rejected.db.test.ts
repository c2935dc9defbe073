// Rejections: decided, in the log, and no posting; each for a reason that a rung of the ladder names.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { accounts } from '@countinghouse/contract/features/accounts';
import { controls } from '@countinghouse/contract/features/controls';
import { health } from '@countinghouse/contract/features/health';
import { type IntentInput, intents } from '@countinghouse/contract/features/intents';
import { limits } from '@countinghouse/contract/features/limits';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import { type Answer, openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const execute = intents.execute.path;

/** What a rejection looks like: a receipt and a refusal in one. */
const rejected = (code: string, details: unknown = expect.any(Object)) => ({
  status: 422,
  body: {
    ok: false,
    status: 'rejected',
    error: code,
    code,
    message: expect.any(String),
    requestId: expect.any(String),
    details,
    duplicate: false,
    intentId: expect.any(String),
    eventId: expect.any(String),
    eventHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    seq: expect.any(Number),
  },
});

describe('POST /api/v1/intents/execute', () => {
  describe('422: a rejection is a decision, an event, and no posting', () => {
    const consent = (change: Partial<IntentInput['consent']>) => (o: Organisation) => ({ consent: { ...o.intent().consent, ...change } });
    const rows =
      (...list: readonly IntentInput['proposed_actions'][number][]) =>
      (): Partial<IntentInput> => ({ proposed_actions: [...list] });
    type Change = (o: Organisation) => Partial<IntentInput>;
    const rejections: readonly { readonly code: string; readonly change: Change; readonly details?: Readonly<Record<string, unknown>> }[] =
      [
        { code: 'consent_scope_required', change: consent({ scope: [] }) },
        { code: 'consent_scope_required', change: consent({ scope: [' '] }) },
        { code: 'consent_times_invalid', change: consent({ granted_at: 'yesterday' }) },
        { code: 'consent_times_invalid', change: consent({ granted_at: '2099-01-01T00:00:00Z', expires_at: '2098-01-01T00:00:00Z' }) },
        { code: 'consent_not_yet_valid', change: consent({ granted_at: '2098-01-01T00:00:00Z', expires_at: '2099-01-01T00:00:00Z' }) },
        { code: 'consent_expired', change: consent({ granted_at: '2020-01-01T00:00:00Z', expires_at: '2020-01-02T00:00:00Z' }) },
        { code: 'SIGNATURE_INVALID', change: () => ({ signature: 'nonsense' }) },
        { code: 'SIGNATURE_INVALID', change: () => ({ signature: 'e30..AA' }) },
        { code: 'FX_SNAPSHOT_REQUIRED', change: () => ({ snapshot_ids: {} }) },
        { code: 'SNAPSHOT_NOT_FOUND', change: () => ({ snapshot_ids: { fx: '00000000-0000-4000-8000-000000000000' } }) },
        {
          code: 'ACCOUNT_NOT_FOUND',
          change: rows(row('CASH', 'BANK', '1'), row('CASH', 'NOBODY', '1')),
          details: { row: 1, account: 'NOBODY' },
        },
        { code: 'SAME_ACCOUNT', change: rows(row('CASH', 'cash', '1')), details: { row: 0 } },
        {
          code: 'CURRENCY_MISMATCH',
          change: rows(row('CASH', 'BANK', '1', { currency: 'EUR' })),
          details: { row: 0, currency: 'EUR', debit: 'USD', credit: 'USD' },
        },
      ];
    test.each(rejections)('$code', async ({ code, change, details }) => {
      const organisation = await openOrganisation(testServer);
      const { owner, intent, headSeq } = organisation;
      const before = await headSeq();
      const answer = await owner.send('POST', execute, intent(change(organisation)));
      expect(answer).toMatchObject(rejected(code, details));
      expect(answer.body['seq']).toBe(before + 1);
      expect(await headSeq()).toBe(before + 1);
      expect((await owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: 0 } });
    });
    test('FX_SNAPSHOT_REQUIRED for a snapshot of another kind, which it names', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      const { id } = (await owner.call(snapshots.take, { body: { kind: 'reference' } })).body.snapshot;
      const answer = await owner.send('POST', execute, intent({ snapshot_ids: { fx: id } }));
      expect(answer).toMatchObject(rejected('FX_SNAPSHOT_REQUIRED', { snapshot_id: id, kind: 'reference' }));
    });
    test('SNAPSHOT_NOT_FOUND and ACCOUNT_NOT_FOUND for those of another organisation', async () => {
      const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
      const snapshot = acme.intent({ snapshot_ids: { fx: other.fxSnapshotId } });
      expect(await acme.owner.send('POST', execute, snapshot)).toMatchObject(rejected('SNAPSHOT_NOT_FOUND'));
      const account = acme.intent({ proposed_actions: [row('CASH', other.bank, '1')] });
      expect(await acme.owner.send('POST', execute, account)).toMatchObject(rejected('ACCOUNT_NOT_FOUND', { row: 0, account: other.bank }));
    });
    test('ACCOUNT_CLOSED for an account that was closed, which it names', async () => {
      const { owner, intent, bank } = await openOrganisation(testServer);
      await owner.call(accounts.close, { params: { id: bank }, body: {} });
      const answer = await owner.send('POST', execute, intent());
      expect(answer).toMatchObject(rejected('ACCOUNT_CLOSED', { row: 0, account: 'BANK' }));
    });
    test('INSUFFICIENT_FUNDS for an account below its floor, which it names', async () => {
      const { owner, intent, glAccountId } = await openOrganisation(testServer);
      await owner.call(accounts.create, { body: { code: 'SAFE', ledgerAccountId: glAccountId, floor: 'zero' } });
      const answer = await owner.send('POST', execute, intent({ proposed_actions: [row('CASH', 'SAFE', '0.00000001')] }));
      expect(answer).toMatchObject(rejected('INSUFFICIENT_FUNDS', { account: 'SAFE' }));
    });
    test('LIMIT_EXCEEDED for what passes a limit: which, its value, what is used and what was asked', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      await owner.call(limits.set, { body: { key: 'daily_txn_amount_max', value: '25' } });
      expect((await owner.send('POST', execute, intent({ proposed_actions: [row('CASH', 'BANK', '15')] }))).status).toBe(200);
      const answer = await owner.send('POST', execute, intent({ proposed_actions: [row('CASH', 'BANK', '10.01')] }));
      const day = new Date().toISOString().slice(0, 10);
      const reason = { limit: 'daily_txn_amount_max', currency: 'USD', value: '25.00', used: '15.00', asked: '10.01', day };
      expect(answer).toMatchObject(rejected('LIMIT_EXCEEDED', reason));
      expect((await owner.send('POST', execute, intent({ proposed_actions: [row('CASH', 'BANK', '10')] }))).status).toBe(200);
    });
    test('FX_RATE_MISSING where a limit asks for an amount and no rate leads to the reporting currency', async () => {
      const o = await openOrganisation(testServer);
      await Promise.all(['EUR-1', 'EUR-2'].map((code) => o.account(code, { currency: 'EUR' })));
      await o.owner.call(limits.set, { body: { key: 'high_risk_amount', value: '25' } });
      const body = o.intent({ proposed_actions: [row('EUR-1', 'EUR-2', '1', { currency: 'EUR' })] });
      expect(await o.owner.send('POST', execute, body)).toMatchObject(
        rejected('FX_RATE_MISSING', { currency: 'EUR', reporting_currency: 'USD' }),
      );
    });
    test('POLICY_REJECTED, naming the control, for all but what a policy allows; the key has its answer then', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      const control = {
        id: randomUUID(),
        name: 'At most 5.00',
        spec: { hook: 'intent.validate', expr: 'intent.rows.all(r, r.amount_minor <= 500)' },
      };
      await owner.call(controls.register, { body: control });
      const tooMuch = intent();
      const reason = { control_id: control.id, name: 'At most 5.00', version: 1, hook: 'intent.validate' };
      expect(await owner.send('POST', execute, tooMuch)).toMatchObject(rejected('POLICY_REJECTED', reason));
      await owner.call(controls.retire, { params: { id: control.id } });
      expect((await owner.send('POST', execute, tooMuch)).body).toMatchObject({ error: 'POLICY_REJECTED', duplicate: true });
      expect((await owner.send('POST', execute, intent())).status).toBe(200);
    });
    test('INSUFFICIENT_FUNDS for all but what the balance allows, however many spend it at once', async () => {
      const { owner, intent, glAccountId } = await openOrganisation(testServer);
      await owner.call(accounts.create, { body: { code: 'SAFE', ledgerAccountId: glAccountId, floor: 'zero' } });
      await owner.call(intents.execute, { body: intent({ proposed_actions: [row('SAFE', 'BANK', '30')] }) });
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => owner.send('POST', execute, intent({ proposed_actions: [row('CASH', 'SAFE', '10')] }))),
      );
      expect(answers.filter((a) => a.status === 200)).toHaveLength(3);
      expect(answers.filter((a) => a.body['error'] === 'INSUFFICIENT_FUNDS')).toHaveLength(17);
    });
  });

  describe('422 in a state that other features lead to', () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-shared-'));
    afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
    const environment = { DATA_DIR: dataDir };

    /** Makes an organisation, changes its tables as a later feature will, and opens the system anew: nothing is remembered. */
    async function afterwards<T>(change: (organisation: Organisation, sql: (text: string) => Promise<unknown>) => Promise<T>) {
      const before = await openTestServer(db.where, environment);
      const organisation = await openOrganisation(before);
      const { loginPool } = before.opened;
      const made = await change(organisation, (text) => loginPool.query(text, [organisation.tenantId]));
      await before.close();
      const again = await openTestServer(db.where, environment);
      const { email, password } = organisation.owner;
      const signedIn = await again.nobody.send('POST', '/api/auth/sign-in/email', { email, password });
      const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
      const post = (body: unknown): Promise<Answer> => again.nobody.send('POST', execute, body, { cookie });
      return { ...organisation, made, post, close: again.close };
    }

    test('CURRENCY_NOT_ALLOWED for accounts in a currency that was removed', async () => {
      const { post, intent, close } = await afterwards((_o, sql) =>
        sql("delete from tenant_currencies where tenant_id = $1 and code = 'USD'"),
      );
      expect(await post(intent())).toMatchObject(rejected('CURRENCY_NOT_ALLOWED', { row: 0, currency: 'USD' }));
      await close();
    });
    test('TENANT_READONLY is 423 and leaves no trace; a duplicate is answered all the same', async () => {
      const { post, intent, made, close } = await afterwards(async (o, sql) => {
        const body = o.intent();
        await o.owner.call(intents.execute, { body });
        await sql('update tenants set read_only = true where tenant_id = $1');
        return body;
      });
      expect(await post(intent())).toMatchObject({ status: 423, body: { code: 'TENANT_READONLY' } });
      expect(await post(made)).toMatchObject({ status: 200, body: { ok: true, duplicate: true } });
      await close();
    });

    test('JWKS_UNAVAILABLE is 503 and leaves no trace where the organisation’s key set cannot be had', async () => {
      const { post, intent, close, tenantId } = await afterwards((_o, sql) =>
        sql("update tenants set signing_mode = 'EXTERNAL_JWKS', jwks_url = 'https://127.0.0.1/' where tenant_id = $1"),
      );
      const body = makeSigner().sign(intent());
      expect(await post(body)).toMatchObject({ status: 503, body: { code: 'JWKS_UNAVAILABLE' } });
      const left = 'select from events where tenant_id = $1 and idem_key = $2';
      expect((await testServer.opened.loginPool.query(left, [tenantId, body.idem_key])).rowCount).toBe(0);
      await close();
    });
  });

  test('SIGNING_CHANGED is 503 and leaves no trace where another server changed which keys count; the same key is decided after', async () => {
    const acme = await openOrganisation(testServer);
    const { owner, tenantId } = acme;
    await owner.call(intents.execute, { body: acme.intent() });
    const other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { workers: false });
    const change = { signing_mode: 'EXTERNAL_JWKS', jwks_url: 'https://127.0.0.1/' } as const;
    await other.opened.services.ledger.submit(tenantId, { type: 'signing.change', actor: { kind: 'user', id: owner.id }, change });
    await other.close();
    const before = await acme.headSeq();
    const body = makeSigner().sign(acme.intent());
    expect(await owner.call(intents.execute, { body })).toMatchObject({ status: 503, body: { code: 'SIGNING_CHANGED' } });
    expect(await owner.call(intents.execute, { body })).toMatchObject({ status: 503, body: { code: 'JWKS_UNAVAILABLE' } });
    expect(await acme.headSeq()).toBe(before);
  });

  describe('422, by the signature', () => {
    /** An organisation that asks for signatures, and its owner’s key, as it came into use. */
    async function openSigned(signer = makeSigner()) {
      const acme = await openOrganisation(testServer);
      await acme.owner.call(signingKeys.create, { body: { action: 'register', label: 'k', public_jwk: signer.publicJwk } });
      await acme.owner.call(settings.changeSigning, { body: { signing_mode: 'DEV', enforce_signed_intents: true } });
      return { ...acme, signer, post: (body: IntentInput) => acme.owner.call(intents.execute, { body }) };
    }
    test('SIGNATURE_REQUIRED where signing is enforced and the intent has none', async () => {
      const { post, intent } = await openSigned();
      for (const signature of [undefined, null, ''])
        expect(await post({ ...intent(), signature })).toMatchObject(rejected('SIGNATURE_REQUIRED'));
    });
    test('SIGNATURE_INVALID for a signature over another content or by an algorithm it is not for', async () => {
      const { post, intent, signer } = await openSigned();
      expect(await post({ ...signer.sign(intent()), proposed_actions: [row('CASH', 'BANK', '11')] })).toMatchObject(
        rejected('SIGNATURE_INVALID'),
      );
      for (const alg of ['none', 'HS256', 'ES256'])
        expect(await post(signer.sign(intent(), JSON.stringify({ alg, kid: signer.kid })))).toMatchObject(rejected('SIGNATURE_INVALID'));
    });
    test.each(['ed25519', 'ec'] as const)(
      '200 for one over this very content by an active %s key of the actor: it is stored with the event',
      async (type) => {
        const { post, intent, signer, tenantId } = await openSigned(makeSigner(type));
        const body = signer.sign(intent());
        const answer = await post(body);
        expect(answer).toMatchObject({ status: 200, body: { ok: true } });
        const stored = await testServer.opened.loginPool.query('select signature, payload from events where tenant_id = $1 and seq = $2', [
          tenantId,
          answer.body.seq,
        ]);
        expect(stored.rows).toEqual([{ signature: body.signature, payload: expect.stringContaining(`"signing_kid":"${signer.kid}"`) }]);
      },
    );
  });
});
