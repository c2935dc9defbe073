// How intents are signed: the modes, and keys that an organisation publishes itself, over a server that is really there.

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { type SigningChange, settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { makeSigner, type Signer } from '@countinghouse/testkit/signer';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let server: http.Server;
let url: string;
/** What each path of the server answers; any other path is 404. */
const answers = new Map<string, string>();
beforeAll(async () => {
  server = http.createServer((request, response) => {
    const text = answers.get(request.url ?? '');
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: new URL(url).host });
});
afterAll(async () => {
  await testServer.close();
  server.close();
});

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const entry = ({ publicJwk, kid }: Signer, sub: string) => ({ ...publicJwk, kid, sub });
const publish = (path: string, ...keys: readonly object[]): string => {
  answers.set(path, JSON.stringify({ keys }));
  return `${url}${path}`;
};
const change = (who: Person, body: SigningChange) => who.call(settings.changeSigning, { body });

describe('PATCH /api/internal/settings/signing', () => {
  test('401 UNAUTHENTICATED, 403 FORBIDDEN: an owner’s alone; 423 not while it is read-only', async () => {
    expect(await testServer.nobody.call(settings.changeSigning, { body: {} })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const acme = await openOrganisation(testServer);
    expect(await change(await acme.member(), { signing_mode: 'DEV' })).toMatchObject(refused(403, 'FORBIDDEN'));
    await acme.deactivate();
    expect(await change(acme.owner, { signing_mode: 'DEV' })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
  test('200: only what is named changes, is one event, and is told wherever the mode is told', async () => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    expect((await change(owner, { signing_mode: 'DEV' })).body).toMatchObject({
      settings: { signing_mode: 'DEV', enforce_signed_intents: false, jwks_url: null },
      org: { signing_mode: 'DEV' },
    });
    const answer = await change(owner, { enforce_signed_intents: true });
    expect(answer.body.settings).toMatchObject({ signing_mode: 'DEV', enforce_signed_intents: true });
    expect((await owner.call(settings.get)).body).toEqual(answer.body);
    expect((await owner.call(tenants.mine)).body.tenants[0]).toMatchObject({ signingMode: 'DEV', enforceSignedIntents: true });
    expect(await headSeq()).toBe(before + 2);
    for (const same of [{}, { signing_mode: 'DEV' }, { enforce_signed_intents: true }] as const) await change(owner, same);
    expect(await headSeq()).toBe(before + 2);
  });
  test.each([
    ['an unknown mode', { signing_mode: 'OFF' }, 'signing_mode'],
    ['a word for the flag', { enforce_signed_intents: 'yes' }, 'enforce_signed_intents'],
    ['no address in the mode that needs one', { signing_mode: 'EXTERNAL_JWKS' }, 'jwks_url'],
    ['what is no address', { jwks_url: 'keys' }, 'jwks_url'],
    ['another scheme', { jwks_url: 'file:///etc/passwd' }, 'jwks_url'],
    ['plain http', { jwks_url: 'http://keys.example.com/' }, 'jwks_url'],
    ['a name and password', { jwks_url: 'https://me:secret@keys.example.com/' }, 'jwks_url'],
    ['an address inside', { jwks_url: 'https://169.254.169.254/' }, 'jwks_url'],
    ['something else', { locale: 'de' }, 'locale'],
  ])('400: %s', async (_what, body, path) => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    expect(await owner.send('PATCH', settings.changeSigning.path, body)).toMatchObject({
      ...refused(400, 'VALIDATION_ERROR'),
      body: { details: [{ path, message: expect.any(String) }] },
    });
    expect(await headSeq()).toBe(before);
  });
  test('400: an address that has no keys to sign with, before anybody relies on it', async () => {
    const { owner } = await openOrganisation(testServer);
    answers.set('/html', '<html>');
    const { sub: _nobody, ...nobodys } = entry(makeSigner(), 'x');
    for (const [jwks_url, says] of [
      [`${url}/gone`, 'status 404'],
      [`${url}/html`, 'does not answer a key set'],
      [publish('/empty'), 'no key that can sign'],
      [publish('/nobody', nobodys), 'no key that can sign'],
    ])
      expect(await change(owner, { signing_mode: 'EXTERNAL_JWKS', jwks_url })).toMatchObject({
        ...refused(400, 'VALIDATION_ERROR'),
        body: { details: [{ path: 'jwks_url', message: expect.stringContaining(says ?? '') }] },
      });
    expect((await owner.call(settings.get)).body.settings.signing_mode).toBe('STANDARD');
  });
});

describe('mode EXTERNAL_JWKS', () => {
  async function openExternal(path: string, ...keys: readonly object[]) {
    const acme = await openOrganisation(testServer);
    const jwksUrl = publish(path, ...keys, entry(makeSigner(), acme.owner.email));
    const changed = await change(acme.owner, { signing_mode: 'EXTERNAL_JWKS', enforce_signed_intents: true, jwks_url: jwksUrl });
    expect(changed.status).toBe(200);
    const post = async (who: Person, body: ReturnType<typeof acme.intent>): Promise<string> => {
      const answer = await who.call(intents.execute, { body });
      return (answer.body as { error?: string }).error ?? 'executed';
    };
    return { ...acme, jwksUrl, post };
  }

  test('takes the key that names the person, by e-mail or id, and keeps it with the event', async () => {
    const [byMail, byId] = [makeSigner('ed25519', 'mail-key'), makeSigner('ec', 'id-key')];
    const acme = await openExternal('/named', entry(byMail, 'placeholder'));
    const mo = await acme.member();
    publish('/named', entry(byMail, acme.owner.email.toUpperCase()), entry(byId, mo.id));
    // Another address, so that the set is read anew.
    answers.set('/named?2', answers.get('/named') ?? '');
    await change(acme.owner, { jwks_url: `${acme.jwksUrl}?2` });
    expect(await acme.post(acme.owner, byMail.sign(acme.intent()))).toBe('executed');
    expect(await acme.post(mo, byId.sign(acme.intent()))).toBe('executed');
    const [last] = (await acme.owner.call(events.list, { query: { limit: 1 } })).body.events;
    expect(last?.payload['checks']).toEqual({ signature: 'verified', signing_kid: 'id-key', signing_jwk: byId.publicJwk });
    // Each by the other; by one that names nobody; and by one that is registered here alone.
    expect(await acme.post(mo, byMail.sign(acme.intent()))).toBe('SIGNATURE_INVALID');
    expect(await acme.post(acme.owner, byId.sign(acme.intent()))).toBe('SIGNATURE_INVALID');
    const registered = makeSigner();
    await mo.call(signingKeys.create, { body: { action: 'register', label: 'x', public_jwk: registered.publicJwk } });
    expect(await acme.post(mo, registered.sign(acme.intent()))).toBe('SIGNATURE_INVALID');
    expect(await acme.post(mo, acme.intent())).toBe('SIGNATURE_REQUIRED');
  });
  test('takes a key that was given the name of another, or another person, since the set was read', async () => {
    const [before, after] = [makeSigner('ed25519', 'shared'), makeSigner('ec', 'shared')];
    const acme = await openExternal('/rotated', entry(before, 'placeholder'));
    const mo = await acme.member();
    publish('/rotated', entry(before, acme.owner.email));
    expect(await acme.post(acme.owner, before.sign(acme.intent()))).toBe('executed');
    publish('/rotated', entry(after, acme.owner.email));
    expect(await acme.post(acme.owner, after.sign(acme.intent()))).toBe('executed');
    publish('/rotated', entry(after, mo.id));
    expect(await acme.post(mo, after.sign(acme.intent()))).toBe('executed');
    expect(await acme.post(acme.owner, after.sign(acme.intent()))).toBe('SIGNATURE_INVALID');
  });
  test('JWKS_UNAVAILABLE: without the set nothing is decided, and the same key is decided once it is back', async () => {
    const signer = makeSigner('ed25519', 'theirs');
    const acme = await openExternal('/away');
    answers.delete('/away');
    const body = signer.sign(acme.intent());
    const before = await acme.headSeq();
    // Another server: here the set that was read to switch the mode on is young.
    const other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, EGRESS_ALLOW: new URL(url).host }, { workers: false });
    const there = await other.signIn(acme.owner.email, acme.owner.password);
    const post = () => there.call(intents.execute, { body }, { 'x-tenant-id': acme.tenantId });
    expect(await post()).toMatchObject({ ...refused(503, 'JWKS_UNAVAILABLE'), headers: { 'retry-after': '1' } });
    expect(await acme.headSeq()).toBe(before);
    await other.close();
    publish('/away', entry(signer, acme.owner.email));
    const again = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, EGRESS_ALLOW: new URL(url).host }, { workers: false });
    const back = await again.signIn(acme.owner.email, acme.owner.password);
    expect(await back.call(intents.execute, { body }, { 'x-tenant-id': acme.tenantId })).toMatchObject({ status: 200 });
    answers.delete('/away');
    // What was decided is answered again, whether there is a set or not.
    expect(await acme.owner.call(intents.execute, { body })).toMatchObject({ status: 200, body: { duplicate: true } });
    await again.close();
  });
  test('SIGNING_CHANGED: a switch that another server made decides nothing by the old keys, and the same key is decided by the new', async () => {
    const [before, after] = [makeSigner(), makeSigner('ec', 'theirs')];
    const acme = await openOrganisation(testServer);
    const other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, EGRESS_ALLOW: new URL(url).host }, { workers: false });
    const there = await other.signIn(acme.owner.email, acme.owner.password);
    const post = (body: object) => there.send('POST', intents.execute.path, body, { 'x-tenant-id': acme.tenantId });
    await acme.owner.call(signingKeys.create, { body: { action: 'register', label: 'x', public_jwk: before.publicJwk } });
    expect(await post(before.sign(acme.intent()))).toMatchObject({ status: 200 });
    const jwks_url = publish('/switched', entry(after, acme.owner.email));
    expect((await change(acme.owner, { signing_mode: 'EXTERNAL_JWKS', jwks_url })).status).toBe(200);
    const head = await acme.headSeq();
    const body = after.sign(acme.intent());
    expect(await post(body)).toMatchObject(refused(503, 'SIGNING_CHANGED'));
    expect(await acme.headSeq()).toBe(head);
    expect(await post(body)).toMatchObject({ status: 200 });
    await other.close();
  });
});
