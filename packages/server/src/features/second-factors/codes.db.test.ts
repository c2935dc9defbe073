// Codes of an app and codes for recovery: what they open, how often, and who guesses.

import { auth } from '@countinghouse/contract/features/auth';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { sessions } from '@countinghouse/contract/features/sessions';
import { tenants } from '@countinghouse/contract/features/tenants';
import { type Caller, challenged, givePasskey, refusal, refuseAfterTen, stateOf, userOf, verify } from '@countinghouse/testkit/challenged';
import { useDatabase } from '@countinghouse/testkit/database';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { totp, wrongCode } from '@countinghouse/testkit/totp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('POST /api/auth/two-factor/verify-totp', () => {
  test('200: confirms; every other session of the person ends, and the organisation worked in stays the same', async () => {
    const pat = await testServer.person();
    await pat.call(tenants.create, { body: { name: 'First' } });
    const { tenantId } = (await pat.call(tenants.create, { body: { name: 'Second' } })).body;
    await pat.call(tenants.switch, { body: { tenantId } });
    const other = await testServer.signIn(pat.email, pat.password);
    await enrol(pat);
    expect(await userOf(other)).toBeNull();
    expect((await pat.call(tenants.mine, {})).body.currentId).toBe(tenantId);
    expect((await pat.call(sessions.list, {})).body.sessions).toHaveLength(1);
  });
  test('200: a sign-in has no session before the code, and has one with it', async () => {
    const { pat, app, browser } = await challenged(testServer);
    expect(await userOf(browser)).toBeNull();
    expect(await browser.call(tenants.mine, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    const code = app.next();
    const answer = await verify(browser, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: pat.id, email: pat.email } } });
    browser.adopt(answer);
    expect(await userOf(browser)).toMatchObject({ id: pat.id, second_factor: true });
  });
  test('the password alone is answered with what is missing, and without a word about the person', async () => {
    const pat = await testServer.person();
    await enrol(pat);
    const answer = await testServer.nobody.call(auth.signIn, { body: { email: pat.email, password: pat.password } });
    expect(answer).toMatchObject({ status: 200, body: { second_factor: 'required' } });
    expect(JSON.stringify(answer.body)).toBe('{"second_factor":"required"}');
    expect(String(answer.headers['set-cookie'])).not.toMatch(/session_token=[^;]/);
  });
  test('400: a wrong code, and one that was used before', async () => {
    const { pat, app, browser } = await challenged(testServer);
    expect(await verify(browser, wrongCode(app.secret, Date.now()))).toMatchObject(refusal(400, 'INVALID_CODE'));
    const code = app.next();
    expect((await verify(browser, code)).status).toBe(200);
    const second = await testServer.signIn(pat.email, pat.password);
    expect(await verify(second, code)).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect((await verify(second, app.next())).status).toBe(200);
  });
  test('400: of ten who send one code at once, from ten browsers, one is let in', async () => {
    const pat = await testServer.person();
    const app = await enrol(pat);
    const browsers = await Promise.all(Array.from({ length: 5 }, () => testServer.signIn(pat.email, pat.password)));
    const code = app.next();
    const answers = await Promise.all(browsers.map((b) => verify(b, code)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
  });
  test('401: without a sign-in that asks for it, with a made-up one, after five wrong codes, and after ten minutes', async () => {
    expect(await verify(testServer.nobody, '123456')).toMatchObject(refusal(401, 'SECOND_FACTOR_EXPIRED'));
    for (const cookie of ['countinghouse.two_factor=x', 'countinghouse.two_factor=2fa-x.y', 'countinghouse.two_factor=']) {
      const answer = await testServer.nobody.call(secondFactors.verify, { body: { code: '123456' } }, { cookie });
      expect(answer).toMatchObject(refusal(401, 'SECOND_FACTOR_EXPIRED'));
    }
    const { pat, app, browser } = await challenged(testServer);
    for (let i = 0; i < 5; i++)
      expect(await verify(browser, wrongCode(app.secret, Date.now()))).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect(await verify(browser, app.next())).toMatchObject(refusal(401, 'SECOND_FACTOR_EXPIRED'));
    const late = await testServer.signIn(pat.email, pat.password);
    await testServer.opened.authPool.query(`update verifications set "expiresAt" = now() - interval '1 second' where value = $1`, [pat.id]);
    expect(await verify(late, app.next())).toMatchObject(refusal(401, 'SECOND_FACTOR_EXPIRED'));
  });
  test('401: a sign-in that was begun, with its signature changed, is none', async () => {
    const { pat, app } = await challenged(testServer);
    const begun = await testServer.nobody.call(auth.signIn, { body: { email: pat.email, password: pat.password } });
    const cookie = String(begun.headers['set-cookie']).match(/countinghouse\.two_factor=[^;]+/)?.[0] ?? '';
    expect(cookie).not.toBe('');
    const forged = `${cookie.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}%3D`;
    const answer = await testServer.nobody.call(secondFactors.verify, { body: { code: app.next() } }, { cookie: forged });
    expect(answer).toMatchObject(refusal(401, 'SECOND_FACTOR_EXPIRED'));
  });
  test('403: what was begun before a passkey was added is not confirmed by the password alone', async () => {
    const pat = await testServer.person();
    const { body } = await pat.call(secondFactors.enrol, { body: { password: pat.password } });
    await givePasskey(testServer, pat);
    expect(await verify(pat, totp(body.secret, Date.now()))).toMatchObject(refusal(403, 'PASSKEY_NEEDED'));
  });
  test('409: signed in, with one set up already, or with none begun', async () => {
    const pat = await testServer.person();
    expect(await verify(pat, '123456')).toMatchObject(refusal(409, 'SECOND_FACTOR_INACTIVE'));
    const app = await enrol(pat);
    expect(await verify(pat, app.next())).toMatchObject(refusal(409, 'SECOND_FACTOR_ACTIVE'));
  });
  test('429: after ten wrong codes, however many sign-ins they are spread over; the password is not evaluated any more either', async () => {
    const pat = await testServer.person();
    const app = await enrol(pat);
    for (let i = 0; i < 2; i++) {
      const browser = await testServer.signIn(pat.email, pat.password);
      for (let n = 0; n < 5; n++)
        expect(await verify(browser, wrongCode(app.secret, Date.now()))).toMatchObject(refusal(400, 'INVALID_CODE'));
    }
    expect((await testServer.signIn(pat.email, pat.password)).status).toBe(429);
    expect(await testServer.nobody.call(auth.signIn, { body: { email: pat.email, password: pat.password } })).toMatchObject(
      refusal(429, 'TOO_MANY_ATTEMPTS'),
    );
  });
  test('400: what is no code', async () => {
    for (const code of ['12345', '1234567', '12345a', '١٢٣٤٥٦'])
      expect(await verify(testServer.nobody, code)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(await verify(testServer.nobody, '')).toMatchObject({ status: 400, body: { code: 'MISSING_FIELDS' } });
  });
});

describe('POST /api/auth/two-factor/verify-backup-code', () => {
  const recover = (who: Caller, code: string) => who.call(secondFactors.recover, { body: { code } });

  test('200: signs in, once a code', async () => {
    const { pat, app, browser } = await challenged(testServer);
    const [code = ''] = app.recoveryCodes;
    const answer = await recover(browser, ` ${code} `);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: pat.id } } });
    browser.adopt(answer);
    expect(await stateOf(browser)).toEqual({ active: true, recovery_codes_left: 9 });
    const second = await testServer.signIn(pat.email, pat.password);
    expect(await recover(second, code)).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect((await recover(second, app.recoveryCodes[1] ?? '')).status).toBe(200);
  });
  test('200: of five who send one code at once, one is let in', async () => {
    const pat = await testServer.person();
    const app = await enrol(pat);
    const browsers = await Promise.all(Array.from({ length: 5 }, () => testServer.signIn(pat.email, pat.password)));
    const answers = await Promise.all(browsers.map((b) => recover(b, app.recoveryCodes[0] ?? '')));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    for (const a of answers.filter((x) => x.status !== 200)) expect(a).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect(await stateOf(pat)).toMatchObject({ recovery_codes_left: 9 });
  });
  test('400: another person’s code, and one in other letters', async () => {
    const { app, browser } = await challenged(testServer);
    const theirs = await enrol(await testServer.person('Other'));
    for (const code of [theirs.recoveryCodes[0] ?? '', 'aaaaa-aaaaa'])
      expect(await recover(browser, code)).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect((await recover(browser, app.recoveryCodes[2] ?? '')).status).toBe(200);
  });
  test('401: without a sign-in that asks for it, also of who is signed in: no code is used up', async () => {
    const pat = await testServer.person();
    const app = await enrol(pat);
    for (const who of [testServer.nobody, pat])
      expect(await recover(who, app.recoveryCodes[0] ?? '')).toMatchObject(refusal(401, 'SECOND_FACTOR_EXPIRED'));
    expect(await stateOf(pat)).toMatchObject({ recovery_codes_left: 10 });
  });
  test('429: counted together with passwords and codes', async () => {
    const { pat, app, browser } = await challenged(testServer);
    for (let i = 0; i < 3; i++) expect((await testServer.signIn(pat.email, 'wrong')).status).toBe(401);
    for (let i = 0; i < 3; i++) await verify(browser, wrongCode(app.secret, Date.now()));
    const second = await testServer.signIn(pat.email, pat.password);
    for (let i = 0; i < 4; i++) expect(await recover(second, 'aaaaa-aaaaa')).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect(await recover(second, app.recoveryCodes[0] ?? '')).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
  });
});

describe('POST /api/auth/two-factor/generate-backup-codes', () => {
  const renew = (who: Caller, password: string, code = '000000') => who.call(secondFactors.renew, { body: { password, code } });

  test('200: ten new ones; the ones before open nothing', async () => {
    const { pat, app, browser } = await challenged(testServer);
    const { body } = await renew(pat, pat.password, app.next());
    expect(new Set([...body.recovery_codes, ...app.recoveryCodes]).size).toBe(20);
    const old = await browser.call(secondFactors.recover, { body: { code: app.recoveryCodes[0] ?? '' } });
    expect(old).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect((await browser.call(secondFactors.recover, { body: { code: body.recovery_codes[0] ?? '' } })).status).toBe(200);
  });
  test('400: with a wrong password; 429 after ten of them', async () => {
    const pat = await testServer.person();
    await enrol(pat);
    // This browser has proven itself: it has guesses of its own.
    await refuseAfterTen(() => renew(pat, 'wrong'), 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS');
    expect((await testServer.signIn(pat.email, pat.password)).status).toBe(200);
  });
  test('400: with the password alone, with a wrong code, and with one that was used before; the codes before stay', async () => {
    const { pat, app, browser } = await challenged(testServer);
    const alone = await pat.send('POST', secondFactors.renew.path, { password: pat.password });
    expect(alone).toMatchObject({ status: 400, body: { code: 'MISSING_FIELDS', details: [{ path: 'code' }] } });
    const used = app.next();
    expect((await verify(browser, used)).status).toBe(200);
    for (const code of [wrongCode(app.secret, Date.now()), used, 'aaaaa-aaaaa'])
      expect(await renew(pat, pat.password, code)).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect(await stateOf(pat)).toMatchObject({ recovery_codes_left: 10 });
    expect((await renew(pat, pat.password, app.recoveryCodes[3])).status).toBe(200);
  });
  test('429: after ten wrong codes', async () => {
    const pat = await testServer.person();
    await enrol(pat);
    await refuseAfterTen(() => renew(pat, pat.password, 'aaaaa-aaaaa'), 'INVALID_CODE', 'TOO_MANY_ATTEMPTS');
  });
  test('409: without a second factor', async () => {
    const pat = await testServer.person();
    expect(await renew(pat, pat.password)).toMatchObject(refusal(409, 'SECOND_FACTOR_INACTIVE'));
  });
  test('401: for nobody', async () => {
    expect(await renew(testServer.nobody, 'x')).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});
