// Which new passwords are refused, wherever one is set, and what ends with the password or the sign-in before.

import { randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const COMMON = '1qaz2wsx3edc4rfv';
const GOOD = 'seven lame herons dance';
const refusal = (status: number, code: string) => ({ status, body: { code } });

/** The token of the last mail to an address that has another than `before`. */
const mailedToken = (email: string, before = ''): Promise<string> =>
  vi.waitUntil(async () => {
    const mail = (await testServer.mails()).findLast((m) => m.startsWith(`To: ${email}\n`)) ?? '';
    const token = new URL(/https?:\/\/\S+/.exec(mail)?.[0] ?? 'about:blank').searchParams.get('token') ?? '';
    return token === '' || token === before ? null : token;
  });
const signsIn = async (email: string, password: string): Promise<boolean> => (await testServer.signIn(email, password)).status === 200;

/** A person in an organisation of theirs. */
async function ownerOf(name: string): Promise<Person> {
  const pat = await testServer.person();
  await pat.call(tenants.create, { body: { name } });
  return pat;
}

describe('POST /api/auth/sign-up/email', () => {
  test('400: a common one, and one made of the name or the e-mail; no account is made', async () => {
    const email = `kim-${randomUUID()}@example.test`;
    const signUp = (password: string) => testServer.nobody.call(auth.signUp, { body: { name: 'Kim Lee-Jones', email, password } });
    for (const password of [COMMON, 'kimleejones1234', `${email}!`])
      expect(await signUp(password)).toMatchObject(refusal(400, 'PASSWORD_GUESSABLE'));
    expect(await signUp(GOOD)).toMatchObject({ status: 200, body: { user: { email } } });
  });
  test('400: with an invitation, one made of the organisation that invites', async () => {
    const owner = await ownerOf('Umbrella Shipping');
    const email = `new-${randomUUID()}@example.test`;
    await owner.call(people.invite, { body: { email, role: 'member' } });
    const body = { name: 'New Person', email, password: 'UmbrellaShipping', invite_token: await mailedToken(email) };
    expect(await testServer.nobody.call(auth.signUp, { body })).toMatchObject(refusal(400, 'PASSWORD_GUESSABLE'));
    expect((await testServer.nobody.call(auth.signUp, { body: { ...body, password: GOOD } })).status).toBe(200);
  });
});

describe('POST /api/auth/reset-password', () => {
  test('400: a password that is easy to guess; the link stays good for another one', async () => {
    const pat = await ownerOf('Northwind Traders');
    await testServer.nobody.call(auth.forgot, { body: { email: pat.email } });
    const token = await mailedToken(pat.email);
    const reset = (newPassword: string) => testServer.nobody.call(auth.reset, { body: { token, newPassword } });
    for (const password of [COMMON, 'northwindtraders', 'countinghouse2026'])
      expect(await reset(password)).toMatchObject(refusal(400, 'PASSWORD_GUESSABLE'));
    expect(await signsIn(pat.email, pat.password)).toBe(true);
    expect((await reset(GOOD)).status).toBe(200);
  });
});

describe('POST /api/internal/account/password', () => {
  test('400: one that is easy to guess; the one before stays, and no guess is spent', async () => {
    const pat = await ownerOf('Contoso Freight');
    const change = (new_password: string) => pat.call(auth.changePassword, { body: { current_password: pat.password, new_password } });
    for (let i = 0; i < 6; i++)
      for (const password of [COMMON, 'Contoso-Freight-1'])
        expect(await change(password)).toMatchObject(refusal(400, 'PASSWORD_GUESSABLE'));
    expect((await change(GOOD)).status).toBe(200);
    expect(await signsIn(pat.email, GOOD)).toBe(true);
  });
});

test('a link to set a password opens nothing once the password was changed', async () => {
  const pat = await testServer.person();
  await testServer.nobody.call(auth.forgot, { body: { email: pat.email } });
  const token = await mailedToken(pat.email);
  const change = { current_password: pat.password, new_password: GOOD };
  expect((await pat.call(auth.changePassword, { body: change })).status).toBe(200);
  const late = await testServer.nobody.call(auth.reset, { body: { token, newPassword: 'another long password' } });
  expect(late).toMatchObject(refusal(400, 'INVALID_TOKEN'));
  expect(await signsIn(pat.email, GOOD)).toBe(true);
});

describe('whoever signs in or up in a browser ends the session it had', () => {
  const isAlive = async (who: Pick<Person, 'call'>): Promise<boolean> => (await who.call(auth.session)).body.user !== null;

  test('with a password', async () => {
    const pat = await testServer.person();
    const answer = await pat.call(auth.signIn, { body: { email: pat.email, password: pat.password } });
    expect(answer.status).toBe(200);
    expect(await isAlive(pat)).toBe(false);
    pat.adopt(answer);
    expect(await isAlive(pat)).toBe(true);
  });
  test('with a second factor, before its code is typed', async () => {
    const pat = await testServer.person();
    await enrol(pat);
    expect((await pat.call(auth.signIn, { body: { email: pat.email, password: pat.password } })).body).toEqual({
      second_factor: 'required',
    });
    expect(await isAlive(pat)).toBe(false);
  });
  test('as somebody new', async () => {
    const pat = await testServer.person();
    const body = { name: 'Quin', email: `quin-${randomUUID()}@example.test`, password: GOOD };
    expect((await pat.call(auth.signUp, { body })).status).toBe(200);
    expect(await isAlive(pat)).toBe(false);
  });
  test('not where the password is wrong', async () => {
    const pat = await testServer.person();
    expect((await pat.call(auth.signIn, { body: { email: pat.email, password: 'wrong' } })).status).toBe(401);
    expect(await isAlive(pat)).toBe(true);
  });
});

test('what begins a session answers who it is of, and its token in the cookie alone', async () => {
  const { id, email, password } = await testServer.person();
  const signIn = await testServer.nobody.call(auth.signIn, { body: { email, password } });
  expect(signIn.body).toEqual({ user: { id, email, name: 'Pat' } });
  const fresh = `new-${randomUUID()}@example.test`;
  const signUp = await testServer.nobody.call(auth.signUp, { body: { name: 'Nia', email: fresh, password: GOOD } });
  expect(signUp.body).toEqual({ user: { id: expect.any(String), email: fresh, name: 'Nia' } });
});

test('asking for a link takes the same time whether anybody has the address or not', async () => {
  const { email } = await testServer.person();
  for (const to of [email, `nobody-${randomUUID()}@example.test`]) {
    const beganMs = performance.now();
    expect(await testServer.nobody.call(auth.forgot, { body: { email: to } })).toMatchObject({ status: 200, body: { status: true } });
    expect(performance.now() - beganMs).toBeGreaterThan(245);
  }
});
