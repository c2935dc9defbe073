import { auth } from '@countinghouse/contract/features/auth';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { settings } from '@countinghouse/contract/features/settings';
import { type Caller, challenged, givePasskey, refusal, refuseAfterTen, stateOf, userOf, verify } from '@countinghouse/testkit/challenged';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { codeOf, overlap, timed } from '@countinghouse/testkit/timed';
import { totp, wrongCode } from '@countinghouse/testkit/totp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('GET /api/internal/account/second-factor', () => {
  test('200: none, then one, with what is left of its recovery codes', async () => {
    const pat = await testServer.person();
    expect(await stateOf(pat)).toEqual({ active: false, recovery_codes_left: null });
    await enrol(pat);
    expect(await stateOf(pat)).toEqual({ active: true, recovery_codes_left: 10 });
    expect(await userOf(pat)).toMatchObject({ id: pat.id, second_factor: true });
  });
  test('401: for nobody', async () => {
    expect(await testServer.nobody.call(secondFactors.get, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/auth/two-factor/enable', () => {
  const enable = (who: Caller, password: string) => who.call(secondFactors.enrol, { body: { password } });
  const resetBy = async (email: string, newPassword: string) => {
    const before = (await testServer.mails()).length;
    await testServer.nobody.call(auth.forgot, { body: { email } });
    const mail = (await testServer.mails()).slice(before).join('\n');
    const token = /token=([\w-]+)/.exec(mail)?.[1] ?? '';
    return testServer.nobody.call(auth.reset, { body: { token, newPassword } });
  };

  test('200: a secret for an app and ten recovery codes, which count only once a code was confirmed', async () => {
    const pat = await testServer.person();
    const { status, body } = await enable(pat, pat.password);
    expect(status).toBe(200);
    const uri = new URL(body.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(`Countinghouse:${pat.email}`);
    expect(uri.searchParams.get('issuer')).toBe('Countinghouse');
    expect(body.secret).toMatch(/^[A-Z2-7]{32,}$/);
    expect(new Set(body.recovery_codes).size).toBe(10);
    expect(await stateOf(pat)).toMatchObject({ active: false });
    expect((await testServer.signIn(pat.email, pat.password)).status).toBe(200);
    expect(await userOf(await testServer.signIn(pat.email, pat.password))).toMatchObject({ id: pat.id });
    const again = await enable(pat, pat.password);
    expect(again.body.secret).not.toBe(body.secret);
    expect(await verify(pat, totp(body.secret, Date.now()))).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect((await verify(pat, totp(again.body.secret, Date.now()))).status).toBe(200);
  });
  test('200: of four that begin at once, each; the secret of one of them counts', async () => {
    let overlapping = 0;
    for (let round = 0; round < 3; round++) {
      const pat = await testServer.person();
      const begun = await Promise.all(Array.from({ length: 4 }, () => timed(() => enable(pat, pat.password))));
      const [first] = begun;
      overlapping += begun.filter((b) => first !== undefined && b !== first && overlap(first, b)).length;
      expect(begun.map(codeOf)).toEqual([200, 200, 200, 200]);
      const confirmed: number[] = [];
      for (const { answer } of begun)
        confirmed.push((await verify(pat, totp((answer.body as { readonly secret: string }).secret, Date.now()))).status);
      expect(confirmed.filter((status) => status === 200)).toHaveLength(1);
    }
    expect(overlapping).toBeGreaterThan(0);
  });
  test('400: with a wrong password; 429 after ten of them', async () => {
    const pat = await testServer.person();
    await refuseAfterTen(() => enable(pat, 'wrong'), 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS');
    expect(await stateOf(pat)).toMatchObject({ active: false });
  });
  test('409: in an account whose mailbox was never proven: nobody shuts out whose address it is', async () => {
    const intruder = await testServer.person('Eve', { signsUp: true });
    expect(await enable(intruder, intruder.password)).toMatchObject(refusal(409, 'EMAIL_UNVERIFIED'));
    expect(await stateOf(intruder)).toMatchObject({ active: false });
    // With a link from the mailbox it is proven, and what was set up before that is gone.
    const password = 'set with the link of the mail';
    expect((await resetBy(intruder.email, password)).status).toBe(200);
    const holder = await testServer.signIn(intruder.email, password);
    expect(holder.status).toBe(200);
    expect((await enable(holder, password)).status).toBe(200);
  });
  test('a factor that an unproven account has from before does not outlive a link from the mailbox; one of a proven account does', async () => {
    const password = 'set with the link of the mail';
    for (const verified of [false, true]) {
      const pat = await testServer.person();
      await enrol(pat);
      await testServer.opened.authPool.query('update auth.users set "emailVerified" = $2 where id = $1', [pat.id, verified]);
      expect((await resetBy(pat.email, password)).status).toBe(200);
      const { rows } = await testServer.opened.authPool.query<{ on: boolean }>(
        'select "twoFactorEnabled" as on from auth.users where id = $1',
        [pat.id],
      );
      expect(rows).toEqual([{ on: verified }]);
    }
  });
  test('403: in a session of the password alone, where passkeys are the second factor', async () => {
    const pat = await testServer.person();
    await givePasskey(testServer, pat);
    expect(await enable(pat, pat.password)).toMatchObject(refusal(403, 'PASSKEY_NEEDED'));
  });
  test('409: where there is one', async () => {
    const pat = await testServer.person();
    await enrol(pat);
    expect(await enable(pat, pat.password)).toMatchObject(refusal(409, 'SECOND_FACTOR_ACTIVE'));
  });
  test('401: for nobody', async () => {
    expect(await enable(testServer.nobody, 'x')).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/internal/account/second-factor/disable', () => {
  const disable = (who: Caller, password: string, code = '000000') => who.call(secondFactors.disable, { body: { password, code } });

  test('200: the password alone signs in again, and another app can be set up', async () => {
    const pat = await testServer.person();
    const app = await enrol(pat);
    expect(await disable(pat, pat.password, app.next())).toMatchObject({ status: 200, body: { ok: true } });
    expect(await stateOf(pat)).toEqual({ active: false, recovery_codes_left: null });
    expect(await userOf(pat)).toMatchObject({ second_factor: false });
    expect(await userOf(await testServer.signIn(pat.email, pat.password))).toMatchObject({ id: pat.id });
    await enrol(pat);
    expect(await stateOf(pat)).toMatchObject({ active: true });
  });
  test('400: with a wrong password; 429 after ten of them; it stays', async () => {
    const pat = await testServer.person();
    await enrol(pat);
    await refuseAfterTen(() => disable(pat, 'wrong'), 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS');
    expect(await stateOf(pat)).toMatchObject({ active: true });
  });
  test('400: with the password alone, with a wrong code, and with one that was used before; it stays until a recovery code comes with it', async () => {
    const { pat, app, browser } = await challenged(testServer);
    const alone = await pat.send('POST', secondFactors.disable.path, { password: pat.password });
    expect(alone).toMatchObject({ status: 400, body: { code: 'MISSING_FIELDS', details: [{ path: 'code' }] } });
    const used = app.next();
    expect((await verify(browser, used)).status).toBe(200);
    for (const code of [wrongCode(app.secret, Date.now()), used, 'aaaaa-aaaaa'])
      expect(await disable(pat, pat.password, code)).toMatchObject(refusal(400, 'INVALID_CODE'));
    expect(await stateOf(pat)).toMatchObject({ active: true });
    expect((await disable(pat, pat.password, app.recoveryCodes[0])).status).toBe(200);
    expect(await stateOf(pat)).toMatchObject({ active: false });
  });
  test('429: after ten wrong codes with the right password; it stays', async () => {
    const pat = await testServer.person();
    await enrol(pat);
    await refuseAfterTen(() => disable(pat, pat.password, 'aaaaa-aaaaa'), 'INVALID_CODE', 'TOO_MANY_ATTEMPTS');
    expect(await stateOf(pat)).toMatchObject({ active: true });
  });
  test('409: with a password that is too short to stand alone, until it is changed', async () => {
    const pat = await testServer.person();
    const app = await enrol(pat);
    const change = (current_password: string, new_password: string) =>
      pat.call(auth.changePassword, { body: { current_password, new_password } });
    expect((await change(pat.password, 'shorter8')).status).toBe(200);
    expect(await disable(pat, 'shorter8')).toMatchObject(refusal(409, 'LONGER_PASSWORD_REQUIRED'));
    expect(await stateOf(pat)).toMatchObject({ active: true });
    expect((await change('shorter8', 'a longer password')).status).toBe(200);
    expect((await disable(pat, 'a longer password', app.next())).status).toBe(200);
  });
  test('200 or 409: against a change to a short password, over and over: never a short password alone', async () => {
    for (let round = 0; round < inForm(4, 20); round++) {
      const pat = await testServer.person();
      const app = await enrol(pat);
      await Promise.all([
        disable(pat, pat.password, app.next()),
        pat.call(auth.changePassword, { body: { current_password: pat.password, new_password: 'shorter8' } }),
      ]);
      const { active } = await stateOf(pat);
      const short = (await testServer.nobody.call(auth.signIn, { body: { email: pat.email, password: 'shorter8' } })).status === 200;
      expect([round, short && !active]).toEqual([round, false]);
    }
  });
  test('409: without one', async () => {
    const pat = await testServer.person();
    expect(await disable(pat, pat.password)).toMatchObject(refusal(409, 'SECOND_FACTOR_INACTIVE'));
  });
  test('401: for nobody', async () => {
    expect(await disable(testServer.nobody, 'x')).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});

describe('GET /api/internal/second-factors', () => {
  test('200: which members have one, and when they signed in last', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await acme.member();
    const app = await enrol(mo);
    await enrol(acme.owner);
    await testServer.signIn(mo.email, mo.password);
    const list = async () => (await acme.owner.call(secondFactors.members, {})).body;
    expect(await list()).toMatchObject({
      required: false,
      members: [
        { id: acme.owner.id, role: 'owner', active: true, last_sign_in_at: null },
        { id: mo.id, email: mo.email, name: 'Mo', role: 'member', active: true, last_sign_in_at: null },
      ],
    });
    await mo.call(secondFactors.disable, { body: { password: mo.password, code: app.next() } });
    await testServer.signIn(mo.email, mo.password);
    await acme.owner.call(settings.changeSecondFactor, { body: { required: true } });
    expect(await list()).toMatchObject({
      required: true,
      members: [{ active: true }, { active: false, last_sign_in_at: expect.stringMatching(/^\d{4}-.*Z$/) }],
    });
  });
  test('401 and 403: for nobody, and for a member', async () => {
    const acme = await openOrganisation(testServer);
    expect(await testServer.nobody.call(secondFactors.members, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect(await (await acme.member()).call(secondFactors.members, {})).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
});
