// Brute force: how many guesses at one account are evaluated, who is not shut out by them, and that the time of a sign-in tells
// nothing of who exists.

import { randomBytes, randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { useDatabase } from '@countinghouse/testkit/database';
import { enrol } from '@countinghouse/testkit/second-factor';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { forgetGuesses, Guesses } from './guesses.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => testServer.close());

const anywhere = (): string => `10.${randomBytes(3).join('.')}`;
const signIn = (email: string, password: string, cookie?: string): Promise<Answer> =>
  testServer.nobody.send(
    'POST',
    auth.signIn.path,
    { email, password },
    { 'x-forwarded-for': anywhere(), ...(cookie === undefined ? {} : { cookie }) },
  );
const deviceOf = (answer: Answer): string =>
  /countinghouse\.device_[^;]+/.exec([answer.headers['set-cookie'] ?? []].flat().join('\n'))?.[0] ?? '';
const spend = (email: string, guesses = 10): Promise<readonly number[]> =>
  Promise.all(Array.from({ length: guesses }, async () => (await signIn(email, 'wrong')).status));
const age = (minutes: number) =>
  testServer.opened.authPool.query(`update guesses set at = array(select t - make_interval(mins => $1) from unnest(at) t)`, [minutes]);

describe('guesses at an account', () => {
  test('ten of a hundred that come at once, each from another address, are evaluated; the right one after them is not', async () => {
    const pat = await testServer.person();
    const statuses = await spend(pat.email, 100);
    const answered = (status: number): number => statuses.filter((s) => s === status).length;
    // A hundred at once may be too many for a busy machine; what it did not get to it did not let in.
    expect(answered(401) + answered(429) + answered(503)).toBe(100);
    expect(answered(401)).toBeLessThanOrEqual(10);
    expect(answered(401) + answered(503)).toBeGreaterThanOrEqual(10);
    for (let spent = 0; spent < 10 - answered(401); spent += 1) await signIn(pat.email, 'wrong');
    const late = await signIn(pat.email, pat.password);
    expect(late).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(1_700);
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(1_800);
  });
  test('an e-mail that nobody has is answered the same', async () => {
    const email = `${randomUUID()}@example.test`;
    const statuses = await spend(email, 20);
    expect(statuses.filter((s) => s === 401)).toHaveLength(10);
    expect(await signIn(email, 'wrong')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  });
  test('any thirty minutes: what is older counts no more, one by one', async () => {
    const pat = await testServer.person();
    await spend(pat.email, 5);
    await age(20);
    await spend(pat.email, 5);
    expect((await signIn(pat.email, 'wrong')).status).toBe(429);
    await age(11);
    const statuses = await spend(pat.email, 10);
    expect(statuses.filter((s) => s === 401)).toHaveLength(5);
    await age(30);
    expect((await signIn(pat.email, pat.password)).status).toBe(200);
  });
  test('the right password is no guess, and clears none', async () => {
    const pat = await testServer.person();
    for (let i = 0; i < 3; i++) {
      await spend(pat.email, 3);
      expect((await signIn(pat.email, pat.password)).status).toBe(200);
    }
    expect((await spend(pat.email, 5)).filter((s) => s === 401)).toHaveLength(1);
  });
  test('the e-mail counts as it signs in: in any case, with spaces around it', async () => {
    const pat = await testServer.person();
    for (const email of [pat.email, pat.email.toUpperCase(), ` ${pat.email} `]) await spend(email, 3);
    expect((await spend(pat.email, 5)).filter((s) => s === 401)).toHaveLength(1);
  });
  test('another account is not held up', async () => {
    const [pat, mo] = [await testServer.person(), await testServer.person('Mo')];
    await spend(pat.email);
    expect((await signIn(mo.email, mo.password)).status).toBe(200);
  });
  test('who goes on from one address is held up at the address, before anything is written for them', async () => {
    const pat = await testServer.person();
    await spend(pat.email);
    const from = { 'x-forwarded-for': anywhere() };
    const body = { email: pat.email, password: 'wrong' };
    const { authPool } = testServer.opened;
    const count = async () => (await authPool.query('select from sign_ins where "userId" = $1', [pat.id])).rowCount ?? 0;
    const before = await count();
    for (let i = 0; i < 60; i++) expect((await testServer.nobody.send('POST', auth.signIn.path, body, from)).status).toBe(429);
    expect((await count()) - before).toBe(30);
  });
});

describe('the holder of the account', () => {
  test('signs in from a browser that they used before, while others guess; it has ten guesses of its own', async () => {
    const pat = await testServer.person();
    const device = deviceOf(await signIn(pat.email, pat.password));
    expect(device).not.toBe('');
    await spend(pat.email);
    expect((await signIn(pat.email, pat.password)).status).toBe(429);
    expect((await signIn(pat.email, pat.password, device)).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await signIn(pat.email, 'wrong', device)).status).toBe(401);
    expect((await signIn(pat.email, pat.password, device)).status).toBe(429);
  });
  test('carries the mark over https alone where the console is served over https', async () => {
    const secure = new Guesses({ authPool: testServer.opened.authPool, secret: 'x'.repeat(32), secure: true });
    const app = Fastify();
    app.get('/mark', async (_request, reply) => {
      secure.trust(reply, 'pat@example.test');
      return {};
    });
    const [line = ''] = [(await app.inject('/mark')).headers['set-cookie'] ?? []].flat();
    expect(line).toMatch(/^__Secure-countinghouse\.device_[^;]+; Path=\/api; .*HttpOnly; SameSite=Lax; Secure$/);
    await app.close();
  });
  test('the mark of a browser is of one account alone, and a made-up one is none', async () => {
    const [pat, mo] = [await testServer.person(), await testServer.person('Mo')];
    const [own, others] = [deviceOf(await signIn(pat.email, pat.password)), deviceOf(await signIn(mo.email, mo.password))];
    await spend(pat.email);
    const [name = '', value = ''] = own.split('=');
    const othersValue = others.split('=')[1] ?? '';
    const [id = '', mac = ''] = value.split('.');
    for (const forged of [othersValue, `${id}.${'A'.repeat(mac.length)}`, `x.${mac}`, id, '', `${id}.${mac}x`, `${id}.`])
      expect([forged, (await signIn(pat.email, pat.password, `${name}=${forged}`)).status]).toEqual([forged, 429]);
    expect((await signIn(pat.email, pat.password, own)).status).toBe(200);
  });
  test('signs in after a mailed link, while others guess', async () => {
    const pat = await testServer.person();
    await spend(pat.email);
    const newPassword = 'another long password';
    await testServer.nobody.send('POST', auth.forgot.path, { email: pat.email }, { 'x-forwarded-for': anywhere() });
    const mail = (await testServer.mails()).findLast((m) => m.startsWith(`To: ${pat.email}\n`)) ?? '';
    const token = new URL(/https?:\/\/\S+/.exec(mail)?.[0] ?? 'about:blank').searchParams.get('token') ?? '';
    const reset = await testServer.nobody.send('POST', auth.reset.path, { token, newPassword }, { 'x-forwarded-for': anywhere() });
    expect(reset.status).toBe(200);
    expect((await signIn(pat.email, newPassword)).status).toBe(429);
    expect((await signIn(pat.email, newPassword, deviceOf(reset))).status).toBe(200);
  });
  test('a browser is marked by the whole of a sign-in, not by the password alone', async () => {
    const pat: Person = await testServer.person();
    await enrol(pat);
    expect(deviceOf(await signIn(pat.email, pat.password))).toBe('');
  });
});

describe('the time of a sign-in', () => {
  test('does not tell whether there is an account: a password is hashed either way', async () => {
    // How long each takes, on a quiet machine: bench/sign-in-timing.ts.
    const { password } = await testServer.opened.services.auth.$context;
    const [hash, verify] = [vi.spyOn(password, 'hash'), vi.spyOn(password, 'verify')];
    const hashes = (): number => hash.mock.calls.length + verify.mock.calls.length;
    onTestFinished(() => {
      hash.mockRestore();
      verify.mockRestore();
    });
    const pat = await testServer.person();
    for (const email of [pat.email, `${randomUUID()}@example.test`]) {
      const before = hashes();
      expect((await signIn(email, 'wrong')).status).toBe(401);
      expect(hashes() - before, email).toBe(1);
    }
    expect([hash.mock.calls, verify.mock.calls.length]).toEqual([[['wrong']], 1]);
  });
});

describe('guesses that count no more', () => {
  test('are forgotten, those that count are kept', async () => {
    const { authPool } = testServer.opened;
    await authPool.query('delete from guesses');
    const [pat, mo] = [await testServer.person(), await testServer.person('Mo')];
    await spend(pat.email, 1);
    await age(61);
    await spend(mo.email, 1);
    await age(31);
    await forgetGuesses(authPool);
    expect((await authPool.query('select from guesses')).rowCount).toBe(1);
  });
});
