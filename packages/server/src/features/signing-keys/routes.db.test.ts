import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { settings } from '@countinghouse/contract/features/settings';
import { type SigningKey, signingKeys } from '@countinghouse/contract/features/signing-keys';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { encode, makeSigner, payloadOf } from '@countinghouse/testkit/signer';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import canonicalize from 'canonicalize';
import { base64url, calculateJwkThumbprint, createLocalJWKSet, flattenedVerify, importJWK, type JSONWebKeySet, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const list = async (who: Person): Promise<readonly SigningKey[]> => (await who.call(signingKeys.list)).body.keys;
const statuses = async (who: Person): Promise<unknown> => (await list(who)).map((k) => [k.label, k.purpose, k.status]);
const registerKey = (who: Person, signer = makeSigner(), label = 'Laptop') =>
  who.call(signingKeys.create, { body: { action: 'register', label, public_jwk: signer.publicJwk } });
const revoke = (who: Person, kid: string) => who.call(signingKeys.revoke, { params: { kid } });
const soundnessOf = ({ tenantId }: Organisation): Promise<readonly string[]> =>
  findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, tenantId);

interface ChainKeyPayload {
  readonly kid: string;
  readonly purpose: string;
  readonly public_jwk: JWK;
  readonly endorsement?: { readonly kid: string; readonly signature: string };
}

describe('GET /api/internal/signing-keys', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.call(signingKeys.list)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: every member sees the chain’s key and everybody’s, the latest first, with both spellings and no private part', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await acme.member();
    const signer = makeSigner('ec');
    await registerKey(mo, signer);
    const keys = await list(acme.owner);
    expect(keys).toMatchObject([
      {
        kid: signer.kid,
        purpose: 'intent',
        label: 'Laptop',
        algorithm: 'ES256',
        active: true,
        status: 'ACTIVE',
        origin: 'registered',
        user_id: mo.id,
        user_email: mo.email,
        retired_at: null,
        public_jwk: signer.publicJwk,
      },
      { purpose: 'chain', label: 'Chain key', algorithm: 'EdDSA', active: true, user_id: null, user_email: null, origin: 'generated' },
    ]);
    expect(keys[0]?.created_at).toBe(keys[0]?.createdAt);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect(await list(mo)).toEqual(keys);
  });
});

describe('POST /api/internal/signing-keys', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.call(signingKeys.create, { body: { action: 'generate', label: 'x' } })).toMatchObject(
      refused(401, 'UNAUTHENTICATED'),
    );
  });
  test('200: an owner’s generated key signs; its private part is answered once and is in no table and no log', async () => {
    const acme = await openOrganisation(testServer);
    const answer = await acme.owner.call(signingKeys.create, { body: { action: 'generate', label: ' Robot ' } });
    const { key, private_jwk } = answer.body;
    expect(answer).toMatchObject({
      status: 200,
      body: { key: { label: 'Robot', status: 'ACTIVE', origin: 'generated', user_id: acme.owner.id } },
    });
    const secret = private_jwk?.['d'] ?? '';
    expect(private_jwk).toEqual({ ...key.public_jwk, d: expect.stringMatching(/^[\w-]{43}$/), kid: key.kid, alg: 'EdDSA', use: 'sig' });
    expect(await calculateJwkThumbprint(key.public_jwk)).toBe(key.kid);
    const intent = acme.intent();
    const header = encode(JSON.stringify({ alg: 'EdDSA', kid: key.kid }));
    const privateKey = createPrivateKey({ key: private_jwk as Record<string, string>, format: 'jwk' });
    const signature = `${header}..${encode(sign(null, Buffer.from(`${header}.${encode(payloadOf(intent))}`), privateKey))}`;
    expect(await acme.owner.call(intents.execute, { body: { ...intent, signature } })).toMatchObject({ status: 200, body: { ok: true } });
    const { loginPool } = testServer.opened;
    const tables = await loginPool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables.rows)
      expect([name, (await loginPool.query(`select from ${name} t where t::text like $1`, [`%${secret}%`])).rowCount]).toEqual([name, 0]);
  });
  test('200: the next key of a person takes over from the one before; nobody else’s changes', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await acme.member();
    await registerKey(mo, makeSigner(), 'Mo');
    await registerKey(acme.owner, makeSigner(), 'One');
    await acme.owner.call(signingKeys.create, { body: { action: 'generate', label: 'Two' } });
    expect(await statuses(mo)).toEqual([
      ['Two', 'intent', 'ACTIVE'],
      ['One', 'intent', 'SUNSETTING'],
      ['Mo', 'intent', 'ACTIVE'],
      ['Chain key', 'chain', 'ACTIVE'],
    ]);
    expect((await list(mo)).map((k) => k.retired_at === null)).toEqual([true, false, true, true]);
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('200: a new chain key signs from its own event on, on every server; the one before still verifies', async () => {
    const acme = await openOrganisation(testServer);
    const other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir });
    const there = await other.signIn(acme.owner.email, acme.owner.password);
    const post = () => there.call(intents.execute, { body: acme.intent() }, { 'x-tenant-id': acme.tenantId });
    expect((await post()).status).toBe(200);
    const answer = await acme.owner.call(signingKeys.create, { body: { action: 'generate', label: 'Second', purpose: 'chain' } });
    expect(answer.body).toMatchObject({ private_jwk: null, key: { purpose: 'chain', label: 'Second', user_id: null } });
    expect((await post()).status).toBe(200);
    await other.close();
    expect(await statuses(acme.owner)).toEqual([
      ['Second', 'chain', 'ACTIVE'],
      ['Chain key', 'chain', 'SUNSETTING'],
    ]);
    const log = (await acme.owner.call(events.list, { query: { limit: 500 } })).body.events;
    const made = log.find((e) => e.payload['label'] === 'Second')?.seq ?? 0;
    const { keys } = (await testServer.nobody.call(signingKeys.jwks, { params: { id: acme.tenantId }, query: {} })).body;
    expect(keys).toHaveLength(2);
    for (const e of log)
      expect([e.seq, e.head_signature?.kid === answer.body.key.kid]).toEqual([e.seq, (e.head_signature?.seq ?? 0) >= made]);
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('200: each chain key has the word of the one before it', async () => {
    const acme = await openOrganisation(testServer);
    const rotate = (label: string) => acme.owner.call(signingKeys.create, { body: { action: 'generate', label, purpose: 'chain' } });
    const second = (await rotate('Second')).body.key.kid;
    await revoke(acme.owner, second);
    const log = (await acme.owner.call(events.list, { query: { limit: 500 } })).body.events.toReversed();
    const [first, ...later] = log.filter((e) => e.event_type === 'key.generated').map((e) => e.payload as unknown as ChainKeyPayload);
    expect(first?.endorsement).toBeUndefined();
    expect(later).toHaveLength(2);
    let before = first;
    for (const { kid, public_jwk, endorsement, ...rest } of later) {
      const [header = '', detached, signature = ''] = endorsement?.signature.split('.') ?? [];
      expect([detached, endorsement?.kid, rest.purpose]).toEqual(['', before?.kid, 'chain']);
      const text = canonicalize({ kid, public_jwk, tenant_id: acme.tenantId }) ?? '';
      await flattenedVerify(
        { protected: header, payload: base64url.encode(text), signature },
        await importJWK(before?.public_jwk ?? {}, 'EdDSA'),
      );
      before = { kid, public_jwk, ...rest };
    }
  });
  test('409 KEY_STATE: of those who rotate at once, who comes after the key before is gone; heads stay signed', async () => {
    const acme = await openOrganisation(testServer);
    const rotate = () => acme.owner.call(signingKeys.create, { body: { action: 'generate', label: 'Next', purpose: 'chain' } });
    let refusals = 0;
    for (let round = 0; round < 10 && refusals === 0; round++) {
      const answers: readonly { readonly status: number; readonly body: unknown }[] = await Promise.all(Array.from({ length: 6 }, rotate));
      for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(refused(409, 'KEY_STATE'));
      expect(answers.some((a) => a.status === 200)).toBe(true);
      refusals += answers.filter((a) => a.status === 409).length;
    }
    expect(refusals).toBeGreaterThan(0);
    expect((await list(acme.owner)).filter((k) => k.purpose === 'chain' && k.status === 'ACTIVE')).toHaveLength(1);
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('403 FORBIDDEN: a member generates nothing, neither for themselves nor for the chain', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    for (const purpose of ['intent', 'chain'] as const)
      expect(await mo.call(signingKeys.create, { body: { action: 'generate', label: 'x', purpose } })).toMatchObject(
        refused(403, 'FORBIDDEN'),
      );
  });
  test.each([
    ['without an action', {}, 'MISSING_FIELDS'],
    ['with a blank label', { action: 'generate', label: ' ' }, 'MISSING_FIELDS'],
    ['with a label of 65', { action: 'generate', label: 'x'.repeat(65) }, 'VALIDATION_ERROR'],
    ['without a key', { action: 'register', label: 'x' }, 'MISSING_FIELDS'],
    ['with the private part', { action: 'register', label: 'x', public_jwk: { ...makeSigner().publicJwk, d: 'AAAA' } }, 'VALIDATION_ERROR'],
    ['with an RSA key', { action: 'register', label: 'x', public_jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }, 'VALIDATION_ERROR'],
    ['with a secret', { action: 'register', label: 'x', public_jwk: { kty: 'oct', k: 'AQAB' } }, 'VALIDATION_ERROR'],
    [
      'with a point of small order',
      { action: 'register', label: 'x', public_jwk: { kty: 'OKP', crv: 'Ed25519', x: `AQ${'A'.repeat(41)}` } },
      'VALIDATION_ERROR',
    ],
    [
      'with a point on no curve',
      { action: 'register', label: 'x', public_jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } },
      'VALIDATION_ERROR',
    ],
    [
      'for somebody else',
      { action: 'register', label: 'x', public_jwk: makeSigner().publicJwk, user_id: randomUUID() },
      'VALIDATION_ERROR',
    ],
  ])('400: %s', async (_what, body, code) => {
    const acme = await openOrganisation(testServer);
    const before = await acme.headSeq();
    expect(await acme.owner.send('POST', signingKeys.create.path, body)).toMatchObject(refused(400, code));
    expect(await acme.headSeq()).toBe(before);
  });
  test('409 KEY_EXISTS: a key once, whoever brings it, also after it was revoked', async () => {
    const acme = await openOrganisation(testServer);
    const [mo, signer] = [await acme.member(), makeSigner()];
    await registerKey(mo, signer);
    expect(await registerKey(acme.owner, signer)).toMatchObject(refused(409, 'KEY_EXISTS'));
    await revoke(acme.owner, signer.kid);
    expect(await registerKey(mo, signer)).toMatchObject(refused(409, 'KEY_EXISTS'));
  });
  test('423: not while it is read-only', async () => {
    const acme = await openOrganisation(testServer);
    await acme.deactivate();
    expect(await registerKey(acme.owner)).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/internal/signing-keys/:kid/revoke', () => {
  test('401 UNAUTHENTICATED, 403 FORBIDDEN: an owner’s alone', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await testServer.nobody.call(signingKeys.revoke, { params: { kid: 'k' } })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await revoke(mo, 'k')).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('200: a revoked key is dead on the next request, also while the organisation is read-only', async () => {
    const acme = await openOrganisation(testServer);
    const signer = makeSigner();
    await registerKey(acme.owner, signer);
    expect((await acme.owner.call(intents.execute, { body: signer.sign(acme.intent()) })).status).toBe(200);
    await acme.deactivate();
    expect((await revoke(acme.owner, signer.kid)).body).toMatchObject({
      key: { kid: signer.kid, status: 'revoked', active: false, retired_at: expect.any(String) },
      successor: null,
    });
    await acme.owner.call(tenants.clearReadOnly, { body: {} });
    expect(await acme.owner.call(intents.execute, { body: signer.sign(acme.intent()) })).toMatchObject({
      status: 422,
      body: { error: 'SIGNATURE_INVALID', details: { kid: signer.kid, status: 'revoked' } },
    });
  });
  test('200: the chain’s key has its successor in the same moment, and the revoked one leaves the public set', async () => {
    const acme = await openOrganisation(testServer);
    const [chain] = await list(acme.owner);
    const { key, successor } = (await revoke(acme.owner, chain?.kid ?? '')).body;
    expect([key.status, successor?.status, successor?.label]).toEqual(['revoked', 'ACTIVE', 'Chain key']);
    expect((await acme.owner.call(intents.execute, { body: acme.intent() })).status).toBe(200);
    const { keys } = (await testServer.nobody.call(signingKeys.jwks, { params: { id: acme.tenantId }, query: {} })).body;
    expect(keys.map((k) => k.kid)).toEqual([successor?.kid]);
    const log = (await acme.owner.call(events.list, { query: { limit: 500 } })).body.events;
    const at = log.find((e) => e.event_type === 'key.revoked')?.head_signature;
    expect(at?.kid).toBe(successor?.kid);
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('404 NOT_FOUND: one that is not there, or is another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const [theirs] = await list(other.owner);
    for (const kid of ['nothing', theirs?.kid ?? '']) expect(await revoke(acme.owner, kid)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await list(other.owner))[0]?.status).toBe('ACTIVE');
  });
  test('409 KEY_STATE: one that signs nothing any more', async () => {
    const { owner } = await openOrganisation(testServer);
    const [first, second] = [makeSigner(), makeSigner()];
    await registerKey(owner, first);
    await registerKey(owner, second);
    await revoke(owner, second.kid);
    expect(await revoke(owner, first.kid)).toMatchObject({ ...refused(409, 'KEY_STATE'), body: { details: { status: 'SUNSETTING' } } });
    expect(await revoke(owner, second.kid)).toMatchObject({ ...refused(409, 'KEY_STATE'), body: { details: { status: 'revoked' } } });
  });
});

describe('GET /api/v1/tenants/:id/jwks.json', () => {
  const jwks = (id: string, query: { purpose?: 'chain' | 'intent' } = {}) =>
    testServer.nobody.call(signingKeys.jwks, { params: { id }, query });

  test('200: anybody verifies the signed heads with it, by another library', async () => {
    const { owner, tenantId, intent } = await openOrganisation(testServer);
    await Promise.all(Array.from({ length: 5 }, () => owner.call(intents.execute, { body: intent() })));
    const [chain] = await list(owner);
    await owner.call(signingKeys.create, { body: { action: 'generate', label: 'Next', purpose: 'chain' } });
    await owner.call(intents.execute, { body: intent() });
    const set = createLocalJWKSet((await jwks(tenantId)).body as JSONWebKeySet);
    const { events: log } = (await owner.call(events.list, { query: { limit: 500 } })).body;
    const signers = new Set<string>();
    for (const e of log) {
      const head = e.head_signature;
      if (head === null) throw new Error(`no head covers ${e.seq}`);
      const [header = '', , signature = ''] = head.signature.split('.');
      const { seq, event_hash, event_ts } = head;
      // JCS by hand: the names are in order, and nothing needs an escape.
      const payload = encode(JSON.stringify({ event_hash, event_ts, seq, tenant_id: tenantId }));
      const verified = await flattenedVerify({ protected: header, payload, signature }, set, { algorithms: ['EdDSA'] });
      signers.add(String(verified.protectedHeader?.kid));
      const forged = encode(JSON.stringify({ event_hash, event_ts, seq: seq + 1, tenant_id: tenantId }));
      await expect(flattenedVerify({ protected: header, payload: forged, signature }, set)).rejects.toThrow(
        'signature verification failed',
      );
    }
    expect(signers.size).toBe(2);
    expect(signers).toContain(chain?.kid);
  });
  test('200: people’s keys are a set of their own, so that none of them can sign a head', async () => {
    const { owner, tenantId } = await openOrganisation(testServer);
    const [gone, kept] = [makeSigner(), makeSigner('ec')];
    await registerKey(owner, gone);
    await revoke(owner, gone.kid);
    await registerKey(owner, kept);
    expect((await jwks(tenantId, { purpose: 'intent' })).body).toEqual({
      keys: [{ ...kept.publicJwk, kid: kept.kid, alg: 'ES256', use: 'sig' }],
    });
    const { keys } = (await jwks(tenantId)).body;
    expect(keys).toHaveLength(1);
    expect(keys[0]?.kid).not.toBe(kept.kid);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });
  test('404 NOT_FOUND: of an organisation that never was, or is archived', async () => {
    const { owner, tenantId } = await openOrganisation(testServer);
    await owner.call(tenants.delete, { body: { confirm: 'DELETE' } });
    for (const id of [randomUUID(), tenantId]) expect(await jwks(id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

test('a mode that asks for signatures takes the key of the person who acts, and nobody else’s', async () => {
  const acme = await openOrganisation(testServer);
  const mo = await acme.member();
  const [own, others] = [makeSigner('ec'), makeSigner()];
  await registerKey(mo, own);
  await registerKey(acme.owner, others);
  await acme.owner.call(settings.changeSigning, { body: { signing_mode: 'DEV', enforce_signed_intents: true } });
  const post = async (who: Person, body: ReturnType<Organisation['intent']>) =>
    ((await who.call(intents.execute, { body })).body as { error?: string }).error ?? 'executed';
  expect(await post(mo, acme.intent())).toBe('SIGNATURE_REQUIRED');
  expect(await post(mo, others.sign(acme.intent()))).toBe('SIGNATURE_INVALID');
  expect(await post(mo, own.sign(acme.intent()))).toBe('executed');
  expect(await post(acme.owner, others.sign(acme.intent()))).toBe('executed');
});
