import { randomBytes, randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { enrol } from '@countinghouse/testkit/second-factor';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

/** Tries are counted by address: behind a proxy each test has one of its own. */
const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' };

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, behindProxy);
});
afterAll(() => testServer.close());

const PASSWORD = 'correct horse battery';

interface Client {
  readonly address: string;
  post(route: { readonly path: string }, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

function client(address = `10.${randomBytes(3).join('.')}`): Client {
  return {
    address,
    post: (route, body, headers = {}) => testServer.nobody.send('POST', route.path, body, { 'x-forwarded-for': address, ...headers }),
  };
}

const newEmail = (): string => `pat-${randomUUID().slice(0, 8)}@example.test`;
const cookieOf = (answer: Answer): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((c) => String(c).split(';')[0])
    .join('; ');

async function signIn(who: Pick<Person, 'email' | 'password'>): Promise<Answer & { readonly cookie: string }> {
  const answer = await client().post(auth.signIn, { email: who.email, password: who.password });
  return { ...answer, cookie: cookieOf(answer) };
}
const userOf = async (cookie: string): Promise<unknown> =>
  (await testServer.nobody.send('GET', auth.session.path, undefined, { cookie })).body['user'];

/** The link of the last mail to an address, and its token. */
async function mailedLink(email: string): Promise<{ readonly url: URL; readonly token: string }> {
  const mail = (await testServer.mails()).findLast((m) => m.startsWith(`To: ${email}\n`)) ?? '';
  const url = new URL(/https?:\/\/\S+/.exec(mail)?.[0] ?? 'about:blank');
  return { url, token: url.searchParams.get('token') ?? '' };
}
const refusal = (status: number, code: string, message: unknown = expect.any(String)) => ({ status, body: { code, error: code, message } });

describe('POST /api/auth/sign-in/email', () => {
  test('200: with a session in a cookie that scripts cannot read', async () => {
    const pat = await testServer.person();
    const answer = await signIn(pat);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: pat.id, email: pat.email } } });
    expect(String(answer.headers['set-cookie'])).toMatch(/countinghouse\.session_token=.+HttpOnly.*SameSite=Lax/i);
    expect(await userOf(answer.cookie)).toEqual({ id: pat.id, email: pat.email, name: 'Pat', second_factor: false });
  });
  test('200: the e-mail is trimmed and lower-cased', async () => {
    const { email, password } = await testServer.person();
    expect((await signIn({ email: `  ${email.toUpperCase()} `, password })).status).toBe(200);
  });
  test('401: a wrong password and an unknown e-mail are answered alike', async () => {
    const { email } = await testServer.person();
    const [wrong, unknown] = [await signIn({ email, password: 'wrong' }), await signIn({ email: newEmail(), password: 'wrong' })];
    for (const answer of [wrong, unknown]) {
      expect(answer).toMatchObject(refusal(401, 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password'));
      expect(answer.cookie).toBe('');
    }
    expect(Object.keys(wrong.body)).toEqual(Object.keys(unknown.body));
  });
  test('401: a password is taken as it is: neither trimmed nor in another case', async () => {
    const { email, password } = await testServer.person();
    for (const wrong of [` ${password}`, `${password} `, password.toUpperCase()])
      expect(await signIn({ email, password: wrong })).toMatchObject(refusal(401, 'INVALID_EMAIL_OR_PASSWORD'));
  });
  test.each([
    [{ password: PASSWORD }, 'MISSING_FIELDS', 'email'],
    [{ email: 'pat@example.test' }, 'MISSING_FIELDS', 'password'],
    [{ email: 'pat@example.test', password: '' }, 'MISSING_FIELDS', 'password'],
    [{ email: 'pat', password: PASSWORD }, 'VALIDATION_ERROR', 'email'],
    [{ email: 'pat@example.test\u0000', password: PASSWORD }, 'VALIDATION_ERROR', 'email'],
    [{ email: 'pat@example.test', password: 1 }, 'VALIDATION_ERROR', 'password'],
    [{ email: ['pat@example.test'], password: PASSWORD }, 'VALIDATION_ERROR', 'email'],
  ])('400: %j', async (body, code, path) => {
    const answer = await client().post(auth.signIn, body);
    expect(answer).toMatchObject({ status: 400, body: { code, details: [expect.objectContaining({ path })] } });
  });
  test('403: from another site', async () => {
    const { email, password } = await testServer.person();
    const answer = await client().post(auth.signIn, { email, password }, { origin: 'https://evil.example' });
    expect(answer).toMatchObject(refusal(403, 'INVALID_ORIGIN'));
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
  test('429: after thirty tries a minute from one address, with when to try again; another address is not held up', async () => {
    const script = client();
    const pat = await testServer.person();
    const tries = [];
    for (let i = 0; i < 30; i++) tries.push((await script.post(auth.signIn, { email: newEmail(), password: 'wrong' })).status);
    expect(new Set(tries)).toEqual(new Set([401]));
    const answer = await script.post(auth.signIn, { email: pat.email, password: pat.password });
    expect(answer).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts. Try again later.'));
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(pat)).status).toBe(200);
  });
});

describe('POST /api/auth/sign-up/email', () => {
  const someone = (more: object = {}) => ({ name: 'Pat', email: newEmail(), password: PASSWORD, ...more });

  test('200: an account of one’s own, signed in at once, without an organisation', async () => {
    const email = newEmail();
    const answer = await client().post(auth.signUp, someone({ name: ' Pat Doe ', email: ` ${email.toUpperCase()}` }));
    expect(answer).toMatchObject({ status: 200, body: { user: { email } } });
    const cookie = cookieOf(answer);
    expect(await userOf(cookie)).toMatchObject({ email, name: 'Pat Doe' });
    expect((await testServer.nobody.send('GET', tenants.mine.path, undefined, { cookie })).body).toMatchObject({
      tenants: [],
      currentId: null,
    });
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
  });
  test.each([
    [{ name: ' ' }, 'MISSING_FIELDS', 'name', 'Name is required'],
    [{ name: 'a\u0000b' }, 'VALIDATION_ERROR', 'name', 'Use printable characters only.'],
    [{ email: 'nobody' }, 'VALIDATION_ERROR', 'email', 'Enter a valid email address.'],
    [{ email: 'a@b.test\r\nbcc: c@d.test' }, 'VALIDATION_ERROR', 'email', 'Enter a valid email address.'],
    [{ password: 'x'.repeat(14) }, 'VALIDATION_ERROR', 'password', 'Use a password of at least 15 characters.'],
    [{ password: 'x'.repeat(129) }, 'VALIDATION_ERROR', 'password', 'Use a password of at most 128 characters.'],
    [{ password: undefined }, 'MISSING_FIELDS', 'password', 'Required.'],
  ])('400: %j', async (change, code, path, message) => {
    const answer = await client().post(auth.signUp, someone(change));
    expect(answer).toMatchObject({ status: 400, body: { code, details: [{ path, message }] } });
  });
  test('409: an e-mail that has an account, in any case; the account stays as it was', async () => {
    const { email, password } = await testServer.person();
    for (const taken of [email, email.toUpperCase()])
      expect(await client().post(auth.signUp, someone({ email: taken }))).toMatchObject(refusal(409, 'EMAIL_TAKEN'));
    expect((await signIn({ email, password })).status).toBe(200);
    expect((await signIn({ email, password: PASSWORD })).status).toBe(401);
  });
  test('403: closed, where accounts are made by invitation', async () => {
    const invited = await openTestServer(db.where, { SIGN_UP: 'invite' }, { workers: false });
    const body = someone();
    expect(await invited.nobody.send('POST', auth.signUp.path, body)).toMatchObject(refusal(403, 'SIGN_UP_CLOSED'));
    expect(await invited.nobody.send('POST', auth.signIn.path, body)).toMatchObject({ status: 401 });
    await invited.close();
  });
  test('403: from another site', async () => {
    const answer = await client().post(auth.signUp, someone(), { origin: 'https://evil.example' });
    expect(answer).toMatchObject(refusal(403, 'INVALID_ORIGIN'));
  });
  test('429: after thirty tries a minute from one address', async () => {
    const { email } = await testServer.person();
    const script = client();
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await script.post(auth.signUp, someone({ email }))).status);
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 409));
    expect(await script.post(auth.signUp, someone())).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
  });
});

describe('POST /api/auth/sign-out', () => {
  test('200: the session ends at once, whatever else is in the cookie; others of the same person go on', async () => {
    const pat = await testServer.person();
    const [{ cookie }, other] = [await signIn(pat), await signIn(pat)];
    const spellings = [cookie, `theme=dark; ${cookie}`, `${cookie}; theme=dark`];
    for (const spelling of [...spellings, other.cookie]) expect(await userOf(spelling)).toMatchObject({ id: pat.id });
    const answer = await client().post(auth.signOut, {}, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    for (const spelling of spellings) {
      expect(await userOf(spelling)).toBeNull();
      expect(await testServer.nobody.send('GET', tenants.mine.path, undefined, { cookie: spelling })).toMatchObject(
        refusal(401, 'UNAUTHENTICATED'),
      );
    }
    expect(await userOf(other.cookie)).toMatchObject({ id: pat.id });
  });
  test('200: for nobody it does nothing', async () => {
    expect((await client().post(auth.signOut, {})).status).toBe(200);
  });
  test('403: another site cannot end it', async () => {
    const { cookie } = await signIn(await testServer.person());
    expect(await client().post(auth.signOut, {}, { cookie, origin: 'https://evil.example' })).toMatchObject(refusal(403, 'INVALID_ORIGIN'));
    expect(await userOf(cookie)).not.toBeNull();
  });
});

describe('GET /api/internal/session', () => {
  test('200: who is signed in, or null for nobody, for a made-up cookie and for one whose signature was changed', async () => {
    const pat = await testServer.person();
    const { cookie } = await signIn(pat);
    expect(await userOf(cookie)).toEqual({ id: pat.id, email: pat.email, name: 'Pat', second_factor: false });
    expect((await testServer.nobody.call(auth.session)).body).toEqual({ user: null });
    for (const made of [
      'countinghouse.session_token=x',
      'countinghouse.session_token=%00',
      (cookie.split('; ')[0] ?? '').replace(/.{6}$/, 'AAAA%3D'),
    ])
      expect(await userOf(made)).toBeNull();
  });
});

describe('a session', () => {
  test('that has expired is over', async () => {
    const pat = await testServer.person();
    const { cookie } = await signIn(pat);
    const aged = await testServer.opened.authPool.query(
      `update sessions set "expiresAt" = now() - interval '1 second' where "userId" = $1`,
      [pat.id],
    );
    expect(aged.rowCount).toBeGreaterThan(0);
    expect(await userOf(cookie)).toBeNull();
    expect(await testServer.nobody.send('GET', tenants.mine.path, undefined, { cookie })).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/auth/request-password-reset', () => {
  test('200: the same answer whether the account exists or not; only one that exists gets a mail', async () => {
    const { email } = await testServer.person();
    const stranger = newEmail();
    const [known, unknown] = [
      await client().post(auth.forgot, { email: ` ${email.toUpperCase()} ` }),
      await client().post(auth.forgot, { email: stranger }),
    ];
    expect(known.status).toBe(200);
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
    expect((await mailedLink(email)).token).not.toBe('');
    expect((await testServer.mails()).some((m) => m.startsWith(`To: ${stranger}`))).toBe(false);
  });
  test('200: the link leads to our own address, whatever Host or place the request names', async () => {
    const { email } = await testServer.person();
    await client().post(auth.forgot, { email }, { host: 'localhost:3000', 'x-forwarded-host': 'evil.example' });
    expect((await mailedLink(email)).token).not.toBe('');
    expect((await mailedLink(email)).url.href).toMatch(/^http:\/\/127\.0\.0\.1:3000\/reset-password\?token=/);
  });
  test.each([
    [{}, 'MISSING_FIELDS'],
    [{ email: 'nobody' }, 'VALIDATION_ERROR'],
  ])('400: %j', async (body, code) => {
    const answer = await client().post(auth.forgot, body);
    expect(answer).toMatchObject({ status: 400, body: { code, details: [expect.objectContaining({ path: 'email' })] } });
  });
  test('403: from another site', async () => {
    const answer = await client().post(auth.forgot, { email: newEmail() }, { origin: 'https://evil.example' });
    expect(answer).toMatchObject(refusal(403, 'INVALID_ORIGIN'));
  });
  test('429: after ten a minute from one address', async () => {
    const script = client();
    for (let i = 0; i < 10; i++) expect((await script.post(auth.forgot, { email: newEmail() })).status).toBe(200);
    expect(await script.post(auth.forgot, { email: newEmail() })).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
  });
  test('429: after five an hour for one mailbox, from however many addresses, with or without an account', async () => {
    for (const email of [(await testServer.person()).email, newEmail()]) {
      for (let i = 0; i < 5; i++) expect((await client().post(auth.forgot, { email })).status).toBe(200);
      const late = await client().post(auth.forgot, { email: email.toUpperCase() });
      expect(late).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      expect(Number(late.headers['retry-after'])).toBeGreaterThan(3000);
    }
  });
});

describe('POST /api/auth/reset-password', () => {
  const NEW_PASSWORD = 'another long password';
  async function asked(): Promise<{ readonly pat: Person; readonly token: string }> {
    const pat = await testServer.person();
    await client().post(auth.forgot, { email: pat.email });
    const { token } = await mailedLink(pat.email);
    expect(token).not.toBe('');
    return { pat, token };
  }

  test('200: the mailed link sets a new password exactly once and ends every session', async () => {
    const { pat, token } = await asked();
    const before = [(await signIn(pat)).cookie, (await signIn(pat)).cookie];
    for (const cookie of before) expect(await userOf(cookie)).not.toBeNull();
    expect(await client().post(auth.reset, { token, newPassword: NEW_PASSWORD })).toMatchObject({ status: 200, body: { status: true } });
    for (const cookie of before) expect(await userOf(cookie)).toBeNull();
    expect((await signIn(pat)).status).toBe(401);
    expect((await signIn({ email: pat.email, password: NEW_PASSWORD })).status).toBe(200);
    const again = await client().post(auth.reset, { token, newPassword: 'a third long password' });
    expect(again).toMatchObject(refusal(400, 'INVALID_TOKEN'));
    expect((await signIn({ email: pat.email, password: NEW_PASSWORD })).status).toBe(200);
  });
  test('400: a link that was mailed before, once another was used', async () => {
    const { pat, token: older } = await asked();
    await client().post(auth.forgot, { email: pat.email });
    const newer = await vi.waitUntil(async () => {
      const { token } = await mailedLink(pat.email);
      return token === older ? null : token;
    });
    expect((await client().post(auth.reset, { token: newer, newPassword: NEW_PASSWORD })).status).toBe(200);
    const late = await client().post(auth.reset, { token: older, newPassword: 'a third long password' });
    expect(late).toMatchObject(refusal(400, 'INVALID_TOKEN'));
    expect((await signIn({ email: pat.email, password: NEW_PASSWORD })).status).toBe(200);
  });
  test('200: of ten who use one link at once, one succeeds', async () => {
    const { token } = await asked();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => client().post(auth.reset, { token, newPassword: `password number ${i} of ten` })),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.body['code'] === 'INVALID_TOKEN')).toHaveLength(9);
  });
  test('400: a link that has expired', async () => {
    const { pat, token } = await asked();
    const aged = await testServer.opened.authPool.query(
      `update verifications set "expiresAt" = now() - interval '1 second' where value = $1`,
      [pat.id],
    );
    expect(aged.rowCount).toBe(1);
    expect(await client().post(auth.reset, { token, newPassword: NEW_PASSWORD })).toMatchObject(refusal(400, 'INVALID_TOKEN'));
    expect((await signIn(pat)).status).toBe(200);
  });
  test.each([
    [{ token: 'made up', newPassword: NEW_PASSWORD }, 'INVALID_TOKEN', undefined],
    [{ token: 'x', newPassword: 'short' }, 'VALIDATION_ERROR', 'newPassword'],
    [{ token: '', newPassword: NEW_PASSWORD }, 'MISSING_FIELDS', 'token'],
    [{ newPassword: NEW_PASSWORD }, 'MISSING_FIELDS', 'token'],
    [{ token: 'a\u0000b', newPassword: NEW_PASSWORD }, 'VALIDATION_ERROR', 'token'],
    [{ token: 'x'.repeat(201), newPassword: NEW_PASSWORD }, 'VALIDATION_ERROR', 'token'],
  ])('400: %j', async (body, code, path) => {
    const answer = await client().post(auth.reset, body);
    expect(answer).toMatchObject(refusal(400, code));
    if (path !== undefined) expect(answer.body['details']).toEqual([expect.objectContaining({ path })]);
  });
  test('400: a short password does not use the link up', async () => {
    const { token } = await asked();
    expect((await client().post(auth.reset, { token, newPassword: 'short' })).status).toBe(400);
    expect((await client().post(auth.reset, { token, newPassword: NEW_PASSWORD })).status).toBe(200);
  });
  test('403: from another site', async () => {
    const { token } = await asked();
    const answer = await client().post(auth.reset, { token, newPassword: NEW_PASSWORD }, { origin: 'https://evil.example' });
    expect(answer).toMatchObject(refusal(403, 'INVALID_ORIGIN'));
  });
  test('429: after ten a minute from one address', async () => {
    const script = client();
    for (let i = 0; i < 10; i++)
      expect(await script.post(auth.reset, { token: 'made up', newPassword: NEW_PASSWORD })).toMatchObject(refusal(400, 'INVALID_TOKEN'));
    expect(await script.post(auth.reset, { token: 'made up', newPassword: NEW_PASSWORD })).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
  });
});

describe('POST /api/internal/account/password', () => {
  const NEW_PASSWORD = 'another long password';
  const change = (who: Pick<Person, 'call'>, current_password: string, new_password = NEW_PASSWORD) =>
    who.call(auth.changePassword, { body: { current_password, new_password } });

  test('200: the new one signs in and the old one does not; every other session is dead, this one goes on', async () => {
    const pat = await testServer.person();
    const other = await testServer.signIn(pat.email, pat.password);
    expect(await change(pat, pat.password)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await other.call(auth.session)).body.user).toBeNull();
    expect((await pat.call(auth.session)).body.user).toMatchObject({ id: pat.id });
    expect((await signIn(pat)).status).toBe(401);
    expect((await signIn({ email: pat.email, password: NEW_PASSWORD })).status).toBe(200);
  });
  test('200: eight characters are enough for a person with a second factor', async () => {
    const pat = await testServer.person();
    await enrol(pat);
    expect((await change(pat, pat.password, 'q7#Lw9!z')).status).toBe(200);
  });
  test('400: a wrong password; it stays', async () => {
    const pat = await testServer.person();
    expect(await change(pat, 'wrong')).toMatchObject(refusal(400, 'INVALID_PASSWORD'));
    expect((await signIn(pat)).status).toBe(200);
  });
  test('400: fewer than fifteen characters without a second factor, fewer than eight with one', async () => {
    const pat = await testServer.person();
    expect(await change(pat, pat.password, 'x'.repeat(14))).toMatchObject(refusal(400, 'PASSWORD_TOO_SHORT'));
    expect(await change(pat, pat.password, 'x'.repeat(7))).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
    expect(await change(pat, pat.password, 'x'.repeat(129))).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
    expect((await signIn(pat)).status).toBe(200);
  });
  test('429: after ten wrong ones, and the right one is not evaluated', async () => {
    const pat = await testServer.person();
    for (let i = 0; i < 10; i++) expect((await change(pat, 'wrong')).status).toBe(400);
    expect(await change(pat, pat.password)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
  });
  test('401: for nobody', async () => {
    expect(await change(testServer.nobody, 'x')).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});
