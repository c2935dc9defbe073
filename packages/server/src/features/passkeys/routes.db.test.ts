import { auth } from '@countinghouse/contract/features/auth';
import { PASSKEY_CHALLENGE_SECONDS, PASSKEYS_MAX, passkeys } from '@countinghouse/contract/features/passkeys';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { settings } from '@countinghouse/contract/features/settings';
import { signIns } from '@countinghouse/contract/features/sign-ins';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { type Lie, SoftwarePasskey } from '@countinghouse/testkit/passkey';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

/** The server under test is at 127.0.0.1: a browser knows its passkeys by the name of this machine. */
const ORIGIN = 'http://localhost:3000';
const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterEach(() => {
  vi.useRealTimers();
  testServer.opened.services.clock.confirm();
});
afterAll(() => testServer.close());

/** From here on in the test the wall clock stands where a challenge of now is taken no more. */
function letItPass(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (PASSKEY_CHALLENGE_SECONDS + 2) * 1000 });
  testServer.opened.services.clock.confirm();
}

type Caller = Pick<Person, 'call' | 'adopt'>;
const refusal = (status: number, code: string) => ({ status, body: { code } });
const optionsOf = async (who: Caller, password: string, code?: string) =>
  (await who.call(passkeys.begin, { body: { password, ...(code === undefined ? {} : { code }) } })).body.options;
const add = async (who: Caller, password: string, key = new SoftwarePasskey(ORIGIN), name = 'Laptop') => {
  const answer = await who.call(passkeys.add, { body: { name, credential: key.make(await optionsOf(who, password)) } });
  return { answer, key, id: answer.body.passkey?.id ?? '' };
};
/** A browser in which nobody is signed in, with what a passkey is to sign there. */
async function browser(): Promise<Caller & { readonly options: object }> {
  const who = testServer.visitor();
  const answer = await who.call(passkeys.ask, { body: {} });
  who.adopt(answer);
  return { ...who, options: answer.body.options };
}
async function signInWith(key: SoftwarePasskey, lie: Lie = {}) {
  const who = await browser();
  const answer = await who.call(passkeys.signIn, { body: { credential: key.use(who.options, lie) } });
  who.adopt(answer);
  return { ...who, answer };
}
const listOf = async (who: Caller) => (await who.call(passkeys.list, {})).body.passkeys;
const userOf = async (who: Caller) => (await who.call(auth.session)).body.user;
const mailsTo = async (email: string) => (await testServer.mails()).filter((m) => m.startsWith(`To: ${email}\n`));

describe('GET /api/internal/account/passkeys', () => {
  test('200: one’s own, oldest first; nobody else’s', async () => {
    const [pat, eve] = [await testServer.person(), await testServer.person('Eve')];
    expect(await listOf(pat)).toEqual([]);
    const { key } = await add(pat, pat.password, undefined, 'Laptop');
    await add(await signInWith(key), pat.password, undefined, 'Phone');
    expect(await listOf(pat)).toMatchObject([
      { name: 'Laptop', synced: false, last_used_at: expect.any(String) },
      { name: 'Phone', last_used_at: null },
    ]);
    expect(await listOf(eve)).toEqual([]);
  });
  test('401: for nobody', async () => {
    expect(await testServer.nobody.call(passkeys.list, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/internal/account/passkeys/options', () => {
  const begin = (who: Caller, password: string, code?: string) =>
    who.call(passkeys.begin, { body: { password, ...(code === undefined ? {} : { code }) } });

  test('200: for the name of this machine, with the holder verified, and without one that the device has', async () => {
    const pat = await testServer.person();
    const { key } = await add(pat, pat.password);
    expect((await begin(await signInWith(key), pat.password)).body.options).toMatchObject({
      rp: { id: 'localhost', name: 'Countinghouse' },
      user: { name: pat.email, displayName: 'Pat' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
      excludeCredentials: [{ id: key.id }],
    });
  });
  test('200 and 400: with a second factor a code is asked for too', async () => {
    const pat = await testServer.person();
    const app = await enrol(pat);
    for (const code of [undefined, '000000']) expect(await begin(pat, pat.password, code)).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect((await begin(pat, pat.password, app.next())).status).toBe(200);
  });
  test('400 and 429: ten wrong passwords are evaluated', async () => {
    const pat = await testServer.person();
    for (let i = 0; i < 10; i++) expect(await begin(pat, 'wrong')).toMatchObject(refusal(400, 'INVALID_PASSWORD'));
    expect(await begin(pat, pat.password)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
  });
  test('401: for nobody', async () => {
    expect(await begin(testServer.nobody, 'x')).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
  test('409: in an account whose mailbox was never proven', async () => {
    const eve = await testServer.person('Eve', { signsUp: true });
    expect(await begin(eve, eve.password)).toMatchObject(refusal(409, 'EMAIL_UNVERIFIED'));
  });
  test('403: who has passkeys alone gets to no other from a session that the password began', async () => {
    const pat = await testServer.person();
    const { key } = await add(pat, pat.password);
    const thief = await testServer.signIn(pat.email, pat.password);
    expect(await begin(thief, pat.password)).toMatchObject(refusal(403, 'PASSKEY_NEEDED'));
    expect(await thief.call(secondFactors.enrol, { body: { password: pat.password } })).toMatchObject(refusal(403, 'PASSKEY_NEEDED'));
    expect(await thief.call(secondFactors.verify, { body: { code: '123456' } })).toMatchObject(refusal(403, 'PASSKEY_NEEDED'));
    expect((await begin(await signInWith(key), pat.password)).status).toBe(200);
  });
  test('409: with as many as there may be, also where the last one was begun before', async () => {
    const pat = await testServer.person();
    const late = new SoftwarePasskey(ORIGIN);
    await testServer.opened.authPool.query(
      `insert into auth.passkeys ("userId", "credentialId", "publicKey", counter, transports, synced, name)
       select $1::uuid, 'full' || n || $1, '', 0, '{}', false, 'x' from generate_series(2, $2::int) n`,
      [pat.id, PASSKEYS_MAX],
    );
    const passkeySession = await testServer.session(pat.id);
    await testServer.opened.authPool.query(`update auth.sessions set "passkeyId" = 'x' where "userId" = $1`, [pat.id]);
    const options = await optionsOf(passkeySession, pat.password);
    expect((await add(passkeySession, pat.password)).answer.status).toBe(200);
    expect(await begin(passkeySession, pat.password)).toMatchObject(refusal(409, 'PASSKEYS_FULL'));
    const last = await passkeySession.call(passkeys.add, { body: { name: 'Late', credential: late.make(options) } });
    expect(last).toMatchObject(refusal(409, 'PASSKEYS_FULL'));
  });
});

describe('POST /api/internal/account/passkeys', () => {
  test('200: it signs in from then on, and its holder is told by mail', async () => {
    const pat = await testServer.person();
    const { key, answer } = await add(pat, pat.password, undefined, 'Work laptop');
    expect(answer).toMatchObject({ status: 200, body: { passkey: { name: 'Work laptop' } } });
    expect((await mailsTo(pat.email)).join('\n')).toContain('The passkey “Work laptop” was added');
    expect((await signInWith(key)).answer.status).toBe(200);
  });
  test.each<[string, Lie]>([
    ['for another site', { origin: 'http://localhost:3001' }],
    ['for our address of numbers', { origin: 'http://127.0.0.1:3000' }],
    ['for another name', { domain: 'evil.example' }],
    ['without verifying its holder', { unverified: true }],
    ['as a sign-in', { type: 'webauthn.get' }],
    ['for a challenge that nobody gave', { challenge: Buffer.alloc(54, 1).toString('base64url') }],
  ])('400: made %s', async (_what, lie) => {
    const pat = await testServer.person();
    const credential = new SoftwarePasskey(ORIGIN).make(await optionsOf(pat, pat.password), lie);
    expect(await pat.call(passkeys.add, { body: { name: 'x', credential } })).toMatchObject(refusal(400, 'PASSKEY_NOT_ADDED'));
    expect(await listOf(pat)).toEqual([]);
  });
  test('401 and 400: for nobody, and too late', async () => {
    const pat = await testServer.person();
    const body = { name: 'x', credential: new SoftwarePasskey(ORIGIN).make(await optionsOf(pat, pat.password)) };
    expect(await testServer.nobody.call(passkeys.add, { body })).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    letItPass();
    expect(await pat.call(passkeys.add, { body })).toMatchObject(refusal(400, 'PASSKEY_NOT_ADDED'));
  });
  test('400: what another session was asked for, what is known already, and a second time', async () => {
    const [pat, eve] = [await testServer.person(), await testServer.person('Eve')];
    const key = new SoftwarePasskey(ORIGIN);
    const credential = key.make(await optionsOf(pat, pat.password));
    const send = (who: Caller, made: typeof credential) => who.call(passkeys.add, { body: { name: 'x', credential: made } });
    expect(await send(eve, credential)).toMatchObject(refusal(400, 'PASSKEY_NOT_ADDED'));
    expect((await send(pat, credential)).status).toBe(200);
    await testServer.opened.authPool.query('delete from auth.passkeys where "userId" = $1', [pat.id]);
    expect(await send(pat, credential)).toMatchObject(refusal(400, 'PASSKEY_NOT_ADDED'));
    await add(pat, pat.password, key);
    // The same credential id for another person would make it unclear whom it signs in.
    const same = new SoftwarePasskey(ORIGIN, key.id);
    expect((await add(eve, eve.password, same)).answer).toMatchObject(refusal(400, 'PASSKEY_NOT_ADDED'));
    expect(await userOf(await signInWith(key))).toMatchObject({ id: pat.id });
  });
});

describe('PATCH /api/internal/account/passkeys/:id', () => {
  test('200, 404 and 401: one’s own, nobody else’s, and not by nobody', async () => {
    const [pat, eve] = [await testServer.person(), await testServer.person('Eve')];
    const { id } = await add(pat, pat.password);
    const rename = (who: Caller) => who.call(passkeys.rename, { params: { id }, body: { name: ' Phone ' } });
    expect(await rename(eve)).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await rename(testServer.nobody)).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect((await rename(pat)).status).toBe(200);
    expect(await listOf(pat)).toMatchObject([{ id, name: 'Phone' }]);
  });
});

describe('POST /api/internal/account/passkeys/:id/remove', () => {
  test('200: it signs in no more, sessions that it began end, and its holder is told by mail', async () => {
    const pat = await testServer.person();
    const { key, id } = await add(pat, pat.password, undefined, 'Old phone');
    const [here, there] = [await signInWith(key), await signInWith(key)];
    expect((await here.call(passkeys.remove, { params: { id }, body: { password: pat.password } })).status).toBe(200);
    expect(await userOf(there)).toBeNull();
    // The session that asked goes on as one that the password began.
    expect(await userOf(here)).toMatchObject({ id: pat.id, second_factor: false });
    expect((await signInWith(key)).answer).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
    expect((await mailsTo(pat.email)).join('\n')).toContain('The passkey “Old phone” was removed');
  });
  test('401, 404, 400, 403 and 429: not by nobody, not another’s, not with a wrong password or code, not from a session of the password alone', async () => {
    const [pat, eve] = [await testServer.person(), await testServer.person('Eve')];
    const { id } = await add(pat, pat.password);
    const remove = (who: Caller, password: string, code?: string) =>
      who.call(passkeys.remove, { params: { id }, body: { password, ...(code === undefined ? {} : { code }) } });
    expect(await remove(testServer.nobody, 'x')).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect(await remove(eve, eve.password)).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await remove(pat, pat.password)).toMatchObject(refusal(403, 'PASSKEY_NEEDED'));
    await testServer.opened.authPool.query('update auth.users set "twoFactorEnabled" = true where id = $1', [pat.id]);
    expect(await remove(pat, pat.password)).toMatchObject(refusal(400, 'INVALID_CODE'));
    for (let i = 0; i < 9; i++) expect(await remove(pat, 'wrong')).toMatchObject(refusal(400, 'INVALID_PASSWORD'));
    expect(await remove(pat, pat.password)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
    expect(await listOf(pat)).toHaveLength(1);
  });
});

describe('POST /api/auth/passkey/options', () => {
  test('200: names nobody’s passkeys, and leaves nothing behind', async () => {
    const before = await testServer.opened.authPool.query('select count(*) from auth.used_challenges');
    const { options } = await browser();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
    expect((await testServer.opened.authPool.query('select count(*) from auth.used_challenges')).rows).toEqual(before.rows);
  });
  test('403 and 429: from another site, and after thirty a minute from one address', async () => {
    const script = testServer.visitor();
    const ask = (headers = {}) => script.call(passkeys.ask, { body: {} }, headers);
    expect(await ask({ origin: 'https://evil.example' })).toMatchObject(refusal(403, 'INVALID_ORIGIN'));
    for (let i = 0; i < 30; i++) expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
  });
});

describe('POST /api/auth/passkey/sign-in', () => {
  test('200: a session in which password and second factor count as given, recorded as a sign-in', async () => {
    const pat = await testServer.person();
    await pat.call(tenants.create, { body: { name: 'Acme' } });
    const app = await enrol(pat);
    const options = await optionsOf(pat, pat.password, app.next());
    const key = new SoftwarePasskey(ORIGIN);
    await pat.call(passkeys.add, { body: { name: 'Laptop', credential: key.make(options) } });
    const who = await signInWith(key);
    expect(who.answer).toMatchObject({ status: 200, body: { user: { id: pat.id, email: pat.email, name: 'Pat' } } });
    expect(String(who.answer.headers['set-cookie'])).toMatch(/countinghouse\.session_token=.+HttpOnly.*SameSite=Lax/i);
    expect(await userOf(who)).toMatchObject({ id: pat.id, second_factor: true });
    expect(await listOf(who)).toMatchObject([{ last_used_at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    expect((await who.call(signIns.list, { query: {} })).body.sign_ins[0]).toMatchObject({ outcome: 'signed_in', person: { id: pat.id } });
  });
  test('an organisation that asks for a second factor takes it, and not the password of the same person', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await acme.member();
    const { key } = await add(mo, mo.password);
    await enrol(acme.owner);
    await acme.owner.call(settings.changeSecondFactor, { body: { required: true } });
    const { members } = (await acme.owner.call(secondFactors.members, {})).body;
    expect(members.find((m) => m.id === mo.id)).toMatchObject({ active: false, passkeys: 1 });
    const byPassword = await testServer.signIn(mo.email, mo.password);
    expect(await byPassword.call(settings.get, {})).toMatchObject(refusal(403, 'SECOND_FACTOR_REQUIRED'));
    expect((await (await signInWith(key)).call(settings.get, {})).status).toBe(200);
  });
  test.each<[string, Lie]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another name', { domain: 'evil.example' }],
    ['without verifying its holder', { unverified: true }],
    ['with another key', { forged: true }],
    ['when it was added, by its type', { type: 'webauthn.create' }],
    ['for a challenge that nobody gave', { challenge: Buffer.alloc(54, 1).toString('base64url') }],
    ['for somebody else', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
    ['by a copy whose counter is behind', { counter: 1 }],
  ])('401: signed %s', async (_what, lie) => {
    const pat = await testServer.person();
    await pat.call(tenants.create, { body: { name: 'Acme' } });
    const { key } = await add(pat, pat.password);
    expect((await signInWith(key)).answer.status).toBe(200);
    const refused = await signInWith(key, lie);
    expect(refused.answer).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
    expect(String(refused.answer.headers['set-cookie'])).not.toContain('session_token');
    const listed = await pat.call(signIns.list, { query: { failed: '1' } });
    expect(listed.body.sign_ins).toMatchObject([{ outcome: 'wrong_passkey', person: { id: pat.id } }]);
    expect((await signInWith(key)).answer.status).toBe(200);
  });
  test('401: a second time, in another browser, with nobody’s passkey, with the challenge of an addition, and too late', async () => {
    const pat = await testServer.person();
    const { key } = await add(pat, pat.password);
    const who = await browser();
    const send = (from: Caller, credential: ReturnType<SoftwarePasskey['use']>) => from.call(passkeys.signIn, { body: { credential } });
    const signed = key.use(who.options);
    expect(await send(await browser(), signed)).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
    expect(await send(testServer.visitor(), signed)).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
    expect((await send(who, signed)).status).toBe(200);
    expect(await send(who, signed)).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
    // As a device does that counts nothing: the counter refuses no repeat there.
    await testServer.opened.authPool.query('update auth.passkeys set counter = 0 where "credentialId" = $1', [key.id]);
    const uncounted = key.use(who.options, { counter: 0 });
    expect(await send(who, uncounted)).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
    const unknown = new SoftwarePasskey(ORIGIN);
    expect((await signInWith(unknown)).answer).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
    const asked = await optionsOf(await signInWith(key), pat.password);
    expect(await send(await browser(), key.use(asked))).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
    const late = await browser();
    letItPass();
    expect(await send(late, key.use(late.options))).toMatchObject(refusal(401, 'PASSKEY_REFUSED'));
  });
  test('401: of five who send one signature at once, one is let in', async () => {
    const pat = await testServer.person();
    const { key } = await add(pat, pat.password);
    const who = await browser();
    const credential = key.use(who.options);
    const answers = await Promise.all(Array.from({ length: 5 }, () => who.call(passkeys.signIn, { body: { credential } })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 401, 401, 401, 401]);
  });
  test('403 and 429: from another site, and after thirty tries a minute from one address', async () => {
    const credential = new SoftwarePasskey(ORIGIN).use({ challenge: 'x' });
    const script = testServer.visitor();
    const send = (headers = {}) => script.call(passkeys.signIn, { body: { credential } }, headers);
    expect(await send({ origin: 'https://evil.example' })).toMatchObject(refusal(403, 'INVALID_ORIGIN'));
    for (let i = 0; i < 30; i++) expect((await send()).status).toBe(401);
    expect(await send()).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
  });
});
