import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { auth } from '@countinghouse/contract/features/auth';
import { events } from '@countinghouse/contract/features/events';
import { sessions } from '@countinghouse/contract/features/sessions';
import { settings } from '@countinghouse/contract/features/settings';
import { signIns } from '@countinghouse/contract/features/sign-ins';
import { sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import type { RouteDef, RouteInput } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { type DnsServer, openDnsServer } from '@countinghouse/testkit/dns-server';
import { type Lie, type LyingProvider, openLyingProvider } from '@countinghouse/testkit/lying-provider';
import { openOidcProvider } from '@countinghouse/testkit/oidc-provider';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let dns: DnsServer;
let provider: LyingProvider;
/** Shared: each test has people of its own. */
let o: Organisation;
let connectionId: string;
const DOMAIN = 'acme.example';

beforeAll(async () => {
  dns = await openDnsServer();
  provider = await openLyingProvider();
  const environment = { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address, AUTH_SECRET: 's'.repeat(32) };
  testServer = await openTestServer(db.where, environment, { workers: false });
  o = await openOrganisation(testServer);
  connectionId = await connect(o, DOMAIN);
});
afterEach(() => {
  provider.describe({});
  provider.sendOn(null);
});
afterAll(async () => {
  await testServer.close();
  await provider.close();
  await dns.close();
});

const refusal = (status: number, code: string) => ({ status, body: { code } });
const emailAt = (domain = DOMAIN): string => `${randomUUID().slice(0, 8)}@${domain}`;

/** A connection of theirs that is on, for a domain that DNS says is theirs. */
async function connect(
  { owner }: Pick<Organisation, 'owner'>,
  domain: string,
  more: object = {},
  of: Pick<LyingProvider, 'issuer' | 'clientId' | 'clientSecret'> = provider,
) {
  const body = { name: randomUUID(), issuer: of.issuer, client_id: of.clientId, client_secret: of.clientSecret, ...more };
  const { id } = (await owner.call(sso.create, { body })).body.connection;
  const { connection } = (await owner.call(sso.addDomain, { params: { id }, body: { domain } })).body;
  const { record } = connection.domains.find((d) => d.domain === domain) ?? expect.fail();
  dns.set(record.name, ['v=spf1 -all', record.value]);
  expect((await owner.call(sso.verifyDomain, { params: { domain } })).status).toBe(200);
  expect((await owner.call(sso.change, { params: { id }, body: { enabled: true } })).status).toBe(200);
  return id;
}

/** A browser that nobody is signed in with yet. */
class Browser {
  private readonly jar = new Map<string, string>();

  async call<R extends RouteDef>(route: R, input?: RouteInput<R>) {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await testServer.nobody.call(route, input, cookie === '' ? {} : { cookie });
    for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      this.jar.set(name, value);
    }
    return answer;
  }

  async begin(id = connectionId): Promise<string> {
    const begun = await this.call(sso.begin, { body: { connection_id: id } });
    expect(begun.status).toBe(200);
    return begun.body.url;
  }

  async signIn(lie?: Lie, id = connectionId) {
    const body = await provider.reply(await this.begin(id), lie);
    return this.call(sso.finish, { body });
  }
}

const comeAs = async (claims: Lie['claims'], id = connectionId) => {
  const browser = new Browser();
  return { browser, answer: await browser.signIn({ claims: claims ?? {} }, id) };
};
const roleIn = async ({ tenantId }: Organisation, browser: Browser) =>
  (await browser.call(tenants.mine)).body.tenants.map(({ id, role }) => [id === tenantId, role]);

/** Who asks from another site, and who has asked too often, in this order. */
async function expectBarred<R extends RouteDef>(
  route: R,
  asked: RouteInput<R>,
  [elsewhere, often]: readonly [string, string],
): Promise<void> {
  expect(await testServer.nobody.call(route, asked, { origin: 'https://elsewhere.example' })).toMatchObject(refusal(403, elsewhere));
  await testServer.opened.authPool.query(
    `insert into attempts (key, count, ends_at) values ('sso|10.9.9.9', 1000, now() + interval '1 hour') on conflict do nothing`,
  );
  const busy = await openTestServer(
    db.where,
    { DATA_DIR: testServer.dataDir, AUTH_SECRET: 's'.repeat(32), TRUSTED_PROXIES: '127.0.0.1' },
    { workers: false },
  );
  expect(await busy.nobody.call(route, asked, { 'x-forwarded-for': '10.9.9.9' })).toMatchObject(refusal(429, often));
  await busy.close();
}

describe('POST /api/auth/sso/find', () => {
  test('200: the organisations that have verified the domain, and whose connection is on', async () => {
    const find = (email: string) => testServer.nobody.call(sso.find, { body: { email } });
    expect((await find(`Anybody@${DOMAIN.toUpperCase()}`)).body.connections).toMatchObject([{ id: connectionId, organisation: 'Acme' }]);
    expect((await find(`anybody@sub.${DOMAIN}`)).body).toEqual({ connections: [] });
    await o.owner.call(sso.addDomain, { params: { id: connectionId }, body: { domain: 'unverified.example' } });
    expect((await find('anybody@unverified.example')).body).toEqual({ connections: [] });
  });
  test('403, 429: from elsewhere, or too often', () =>
    expectBarred(sso.find, { body: { email: 'a@example.test' } }, ['INVALID_ORIGIN', 'TOO_MANY_ATTEMPTS']));
});

describe('POST /api/auth/sso/begin', () => {
  test('200: leads to the provider with state, nonce and PKCE, and back to a page of ours alone', async () => {
    const { searchParams: said, origin } = new URL(await new Browser().begin());
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(said)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      client_id: provider.clientId,
      redirect_uri: 'http://127.0.0.1:3000/sign-in/company',
      code_challenge_method: 'S256',
    });
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(said.get(secret)?.length).toBeGreaterThan(40);
  });
  test('403, 429: from elsewhere, or too often', () =>
    expectBarred(sso.begin, { body: { connection_id: connectionId } }, ['INVALID_ORIGIN', 'TOO_MANY_ATTEMPTS']));
  test('404: one that is not there, is off, or whose organisation is gone', async () => {
    const begin = (id: string) => testServer.nobody.call(sso.begin, { body: { connection_id: id } });
    expect(await begin(randomUUID())).toMatchObject(refusal(404, 'NOT_FOUND'));
    const other = await openOrganisation(testServer);
    const id = await connect(other, 'gone.example');
    await other.owner.call(tenants.delete, { body: { confirm: 'DELETE' } });
    expect(await begin(id)).toMatchObject(refusal(404, 'NOT_FOUND'));
  });
  test('422: a provider that calls itself another, sends on, sends people to a script, or is in a network that is not public', async () => {
    const begin = () => testServer.nobody.call(sso.begin, { body: { connection_id: connectionId } });
    const unusable = (reason: string) => ({
      ...refusal(422, 'SSO_PROVIDER_UNUSABLE'),
      body: { details: { reason: expect.stringContaining(reason) } },
    });
    provider.describe({ issuer: 'https://login.example.com' });
    expect(await begin()).toMatchObject(unusable('issuer'));
    provider.describe({ authorization_endpoint: 'javascript:alert(1)//' });
    expect(await begin()).toMatchObject(refusal(422, 'SSO_PROVIDER_UNUSABLE'));
    provider.describe({ authorization_endpoint: 'https://169.254.169.254/' });
    expect(await begin()).toMatchObject(unusable('not public'));
    provider.describe({});
    provider.sendOn('https://169.254.169.254/');
    expect(await begin()).toMatchObject(refusal(422, 'SSO_PROVIDER_UNUSABLE'));
  });
});

describe('POST /api/auth/sso/finish', () => {
  test('403, 429: from elsewhere, or too often', () =>
    expectBarred(sso.finish, { body: { state: 'x' } }, ['INVALID_ORIGIN', 'TOO_MANY_ATTEMPTS']));
  test('200: with a real provider, the first sign-in makes the person and, by events of the system, the member; the next finds them', async () => {
    const real = await openOidcProvider('http://127.0.0.1:3000/sign-in/company');
    try {
      const acme = await openOrganisation(testServer);
      const roles = [{ group: 'auditors', role: 'auditor' as const }];
      const id = await connect(acme, 'real.example', { roles }, real);
      const ada = { sub: 'ada', email: 'Ada@real.example', email_verified: true, name: 'Ada Lovelace', groups: ['auditors'] };
      const come = async () => {
        const browser = new Browser();
        const reply = await followTo(await browser.begin(id), 'http://127.0.0.1:3000/');
        return { browser, answer: await browser.call(sso.finish, { body: Object.fromEntries(reply) as { state: string } }) };
      };
      real.signIn(ada);
      const first = await come();
      expect(first.answer).toMatchObject({ status: 200, body: { user: { email: 'ada@real.example', name: 'Ada Lovelace' } } });
      expect(await roleIn(acme, first.browser)).toEqual([[true, 'auditor']]);
      const [joined, admitted] = (await acme.owner.call(events.list, { query: { limit: 2 } })).body.events;
      expect(admitted).toMatchObject({ event_type: 'sso_connection.admitted', payload: { id }, actor_id: 'system' });
      expect(joined).toMatchObject({ event_type: 'member.added', payload: { user_id: first.answer.body.user.id, role: 'auditor' } });
      real.signIn({ ...ada, groups: [], email: 'ada.king@real.example' });
      const next = await come();
      expect(next.answer.body.user).toEqual(first.answer.body.user);
      expect(await roleIn(acme, next.browser)).toEqual([[true, 'member']]);
    } finally {
      await real.close();
    }
  });

  test('200: an account whose mailbox is proven becomes theirs; the session opens this organisation and no other, a password the others as before', async () => {
    const other = await openOrganisation(testServer);
    const email = emailAt();
    const ada = await testServer.person('Ada', { email });
    await other.member('owner', ada);
    const browser = new Browser();
    expect(await browser.signIn({ claims: { email } })).toMatchObject({ status: 200, body: { user: { id: ada.id } } });
    expect(await roleIn(o, browser)).toEqual([[true, 'member']]);
    expect((await browser.call(tenants.switch, { body: { tenantId: other.tenantId } })).status).toBe(404);
    const cookieless = await browser.call(accounts.list, { body: {} });
    expect(cookieless.status).toBe(200);
    expect((await ada.call(tenants.mine)).body.tenants).toHaveLength(2);
    // Nor does it see or end the person's other sessions.
    const seen = (await browser.call(sessions.list)).body.sessions;
    expect(seen).toMatchObject([{ current: true }]);
    const [theirs] = (await ada.call(sessions.list)).body.sessions.filter((s) => s.current);
    expect((await browser.call(sessions.revoke, { params: { id: theirs?.id ?? '' } })).status).toBe(404);
    await browser.call(sessions.revokeOthers);
    expect((await ada.call(auth.session)).body.user?.id).toBe(ada.id);
  });

  test('400: a reply that was used, is of another browser, or that nobody waits for', async () => {
    const browser = new Browser();
    const body = await provider.reply(await browser.begin(), { claims: { email: emailAt() } });
    expect(await new Browser().call(sso.finish, { body })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    // Whoever asked used it up.
    expect(await browser.call(sso.finish, { body })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    const again = await provider.reply(await browser.begin(), { claims: { email: emailAt() } });
    expect((await browser.call(sso.finish, { body: again })).status).toBe(200);
    expect(await browser.call(sso.finish, { body: again })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    expect(await browser.call(sso.finish, { body: { state: 'made up', code: 'x' } })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    const late = await provider.reply(await browser.begin());
    await testServer.opened.authPool.query(
      `update verifications set "expiresAt" = now() - interval '1 second' where identifier like 'sso:%'`,
    );
    expect(await browser.call(sso.finish, { body: late })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
  });

  const hour = 3_600;
  const now = (): number => Math.floor(Date.now() / 1000);
  test.each<readonly [string, () => Lie]>([
    ['a nonce of another sign-in', () => ({ claims: { nonce: 'of another' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'https://login.example.com' } })],
    ['another audience', () => ({ claims: { aud: 'another client' } })],
    ['an audience too many, without saying for whom', () => ({ claims: { aud: ['countinghouse', 'another'] } })],
    ['a token that has expired', () => ({ claims: { iat: now() - 2 * hour, exp: now() - hour } })],
    ['a token without an end', () => ({ claims: { exp: undefined } })],
    ['a token of nobody', () => ({ claims: { sub: undefined } })],
    ['a token that is not signed', () => ({ signedBy: 'none' })],
    ['a token signed with a key of somebody else', () => ({ signedBy: 'other' })],
    ['a token signed with what both sides know', () => ({ signedBy: 'secret' })],
    ['somebody else when it is asked once more', () => ({ claims: { email: undefined }, userinfo: { sub: 'another', email: emailAt() } })],
  ])('401: %s', async (_what, lie) => {
    const head = await o.headSeq();
    const { claims, ...more } = lie();
    expect(await new Browser().signIn({ ...more, claims: { email: emailAt(), ...claims } })).toMatchObject(
      refusal(401, 'SSO_REPLY_REFUSED'),
    );
    expect(await o.headSeq()).toBe(head);
  });

  test('401: a reply of another provider, with another’s code, or with the provider’s no', async () => {
    const browser = new Browser();
    const first = await provider.reply(await browser.begin(), { claims: { email: emailAt() } });
    expect(await browser.call(sso.finish, { body: { ...first, iss: 'https://login.example.com' } })).toMatchObject(
      refusal(401, 'SSO_REPLY_REFUSED'),
    );
    const [one, two] = [await provider.reply(await browser.begin()), await provider.reply(await browser.begin())];
    expect(await browser.call(sso.finish, { body: { ...one, code: two.code } })).toMatchObject(refusal(401, 'SSO_REPLY_REFUSED'));
    const { state, iss } = await provider.reply(await browser.begin());
    expect(await browser.call(sso.finish, { body: { state, iss, error: 'access_denied' } })).toMatchObject(
      refusal(401, 'SSO_REPLY_REFUSED'),
    );
  });

  test('422: a provider that leads the client’s secret elsewhere; it is not carried there', async () => {
    const browser = new Browser();
    const body = await provider.reply(await browser.begin(), { claims: { email: emailAt() } });
    provider.describe({ token_endpoint: 'http://169.254.169.254/token' });
    expect(await browser.call(sso.finish, { body })).toMatchObject(refusal(422, 'SSO_PROVIDER_UNUSABLE'));
  });

  test('403: an address that is not verified, is of no domain of the connection, or none', async () => {
    for (const claims of [
      { email: emailAt(), email_verified: false },
      { email: emailAt(), email_verified: undefined },
      { email: 'none' },
      {},
    ])
      expect((await comeAs(claims)).answer).toMatchObject(refusal(403, 'SSO_EMAIL_UNVERIFIED'));
    for (const domain of ['elsewhere.example', 'unverified.example', `sub.${DOMAIN}`, `${DOMAIN}.elsewhere.example`])
      expect((await comeAs({ email: emailAt(domain) })).answer).toMatchObject(refusal(403, 'SSO_DOMAIN_UNVERIFIED'));
    // What Microsoft Entra says in its stead.
    expect((await comeAs({ email: emailAt(), email_verified: undefined, xms_edov: true })).answer.status).toBe(200);
  });

  test('403: another organisation’s connection names nobody of this one’s domain', async () => {
    const mallory = await openOrganisation(testServer, 'Mallory');
    const id = await connect(mallory, 'mallory.example');
    expect((await comeAs({ email: o.owner.email }, id)).answer).toMatchObject(refusal(403, 'SSO_DOMAIN_UNVERIFIED'));
    expect((await comeAs({ email: emailAt() }, id)).answer).toMatchObject(refusal(403, 'SSO_DOMAIN_UNVERIFIED'));
    // What one connection's provider calls somebody says nothing to another's.
    const sub = randomUUID();
    const known = await comeAs({ sub, email: emailAt() });
    const same = await comeAs({ sub, email: emailAt('mallory.example') }, id);
    expect(same.answer.body.user.id).not.toBe(known.answer.body.user.id);
  });

  test('403: an account whose mailbox nobody proved; another name at the provider for an address that came with one before', async () => {
    const email = emailAt();
    await testServer.person('Eve', { email, signsUp: true });
    expect((await comeAs({ email })).answer).toMatchObject(refusal(403, 'SSO_ACCOUNT_UNPROVEN'));
    const taken = emailAt();
    expect((await comeAs({ email: taken })).answer.status).toBe(200);
    expect((await comeAs({ email: taken })).answer).toMatchObject(refusal(403, 'SSO_SUBJECT_CHANGED'));
    // An owner sees that somebody came in a member’s name.
    const failed = await o.owner.call(signIns.list, { query: { failed: '1' } }, { 'x-tenant-id': o.tenantId });
    expect(failed.body.sign_ins.filter(({ person }) => person.email === taken)).toMatchObject([{ outcome: 'not_admitted' }]);
  });

  test('403: no group that is let in leaves no account; whom an owner took out stays out', async () => {
    const acme = await openOrganisation(testServer);
    const id = await connect(acme, 'groups.example', { roles: [{ group: 'books', role: 'member' }], default_role: null });
    const [email, sub] = [emailAt('groups.example'), randomUUID()];
    expect((await comeAs({ sub, email }, id)).answer).toMatchObject(refusal(403, 'SSO_NO_ROLE'));
    const accountsOf = await testServer.opened.authPool.query('select from users where email = $1', [email]);
    expect(accountsOf.rows).toHaveLength(0);
    const { answer, browser } = await comeAs({ sub, email, groups: ['books'] }, id);
    expect(answer.status).toBe(200);
    await testServer.opened.services.ledger.submit(acme.tenantId, {
      type: 'member.remove',
      actor: { kind: 'user', id: acme.owner.id },
      userId: answer.body.user.id,
    });
    testServer.opened.services.sessions.forgetAllMemberships();
    expect(await roleIn(acme, browser)).toEqual([]);
    expect((await comeAs({ sub, email, groups: ['books'] }, id)).answer).toMatchObject(refusal(403, 'SSO_REMOVED'));
    await acme.deactivate();
    expect((await comeAs({ email: emailAt('groups.example'), groups: ['books'] }, id)).answer).toMatchObject(
      refusal(423, 'TENANT_READONLY'),
    );
  });

  test('403: where a second factor is asked for the provider must say that it asked for one, or be trusted to', async () => {
    const acme = await openOrganisation(testServer);
    const id = await connect(acme, 'factor.example');
    const [email, sub] = [emailAt('factor.example'), randomUUID()];
    const { browser } = await comeAs({ sub, email }, id);
    await enrol(acme.owner);
    await acme.owner.call(settings.changeSecondFactor, { body: { required: true } });
    expect((await comeAs({ sub, email, amr: ['pwd'] }, id)).answer).toMatchObject(refusal(403, 'SSO_SECOND_FACTOR_MISSING'));
    expect(await browser.call(accounts.list, { body: {} })).toMatchObject(refusal(403, 'SSO_SECOND_FACTOR_MISSING'));
    const told = await comeAs({ sub, email, amr: ['pwd', 'mfa'] }, id);
    expect((await told.browser.call(accounts.list, { body: {} })).status).toBe(200);
    await acme.owner.call(sso.change, { params: { id }, body: { second_factor: 'trusted' } });
    const trusted = await comeAs({ sub, email }, id);
    expect((await trusted.browser.call(accounts.list, { body: {} })).status).toBe(200);
  });

  test('404: a connection that was switched off meanwhile; whoever came by it is out', async () => {
    const acme = await openOrganisation(testServer);
    const id = await connect(acme, 'off.example');
    const { browser } = await comeAs({ email: emailAt('off.example') }, id);
    const waiting = new Browser();
    const body = await provider.reply(await waiting.begin(id));
    await acme.owner.call(sso.change, { params: { id }, body: { enabled: false } });
    expect(await waiting.call(sso.finish, { body })).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await roleIn(acme, browser)).toEqual([]);
    expect(await browser.call(accounts.list, { body: {} })).toMatchObject(refusal(409, 'NO_ORGANISATION'));
  });
});

describe('an organisation that requires its connection', () => {
  test('is not opened by a password of its domains’ people; by that of owners where they are excepted, of guests, and by keys', async () => {
    const acme = await openOrganisation(testServer);
    const id = await connect(acme, 'strict.example');
    const inDomain = { email: emailAt('strict.example') };
    const [mo, boss] = [await testServer.person('Mo', inDomain), await testServer.person('Boss', { email: emailAt('strict.example') })];
    const guest = await acme.member();
    await acme.member('member', mo);
    await acme.member('owner', boss);
    const at = { 'x-tenant-id': acme.tenantId };
    const opens = async (who: Pick<typeof mo, 'call'>) => (await who.call(accounts.list, { body: {} }, at)).status;
    await acme.owner.call(sso.change, { params: { id }, body: { required: true } });
    expect(await mo.call(accounts.list, { body: {} }, at)).toMatchObject(refusal(403, 'SSO_REQUIRED'));
    expect((await mo.call(tenants.mine)).body.tenants[0]).toMatchObject({ barred: 'SSO_REQUIRED' });
    expect([await opens(guest), await opens(boss)]).toEqual([200, 200]);
    // Nobody shuts owners out by a connection that may not work.
    const everybody = { params: { id }, body: { owners_by_password: false } };
    expect(await boss.call(sso.change, everybody, at)).toMatchObject(refusal(409, 'SSO_UNPROVEN'));
    const { browser } = await comeAs({ email: boss.email }, id);
    expect((await browser.call(sso.change, everybody)).status).toBe(200);
    expect(await boss.call(accounts.list, { body: {} }, at)).toMatchObject(refusal(403, 'SSO_REQUIRED'));
    expect((await browser.call(accounts.list, { body: {} })).status).toBe(200);
    expect((await acme.owner.call(sso.removeDomain, { params: { domain: 'strict.example' } })).status).toBe(200);
    expect(await opens(mo)).toBe(200);
  });
});

/** Goes where a browser would be led, with its cookies, until it would come to an address; answers what that says. */
async function followTo(from: string, to: string): Promise<URLSearchParams> {
  const jar = new Map<string, string>();
  let at = from;
  for (let hop = 0; hop < 10 && !at.startsWith(to); hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
      jar.set(name, value.join('='));
    }
    at = new URL(answer.headers.get('location') ?? expect.fail(`${at} leads nowhere: ${await answer.text()}`), at).href;
  }
  return new URL(at).searchParams;
}

test('whom a directory keeps signs in as its groups say, whatever the provider claims, and no more once it has ended or deleted them', async () => {
  const acme = await openOrganisation(testServer);
  const roles = [{ group: 'auditors', role: 'auditor' as const }];
  const id = await connect(acme, 'kept.example', { roles });
  const { token } = (await acme.owner.call(sso.setDirectoryToken, { params: { id } })).body as { token: string };
  const tell = (method: string, path: string, body: object) =>
    testServer.nobody.send(method, `/scim/v2${path}`, body, { authorization: `Bearer ${token}` });
  const claims = { sub: 'kept', email: 'kept@kept.example', email_verified: true, groups: ['nobody'] };
  const made = (await tell('POST', '/Users', { userName: claims.email })).body;
  await tell('POST', '/Groups', { displayName: 'auditors', members: [{ value: made['id'] }] });
  const { answer, browser } = await comeAs(claims, id);
  expect(answer.body.user.id).toBe(made['id']);
  expect(await roleIn(acme, browser)).toEqual([[true, 'auditor']]);
  await tell('DELETE', `/Users/${String(made['id'])}`, {});
  expect((await comeAs(claims, id)).answer).toMatchObject(refusal(403, 'SSO_REMOVED'));
  const never = (await tell('POST', '/Users', { userName: 'never@kept.example', active: false })).body;
  expect(never).toMatchObject({ active: false });
  const first = await comeAs({ ...claims, sub: 'never', email: 'never@kept.example' }, id);
  expect(first.answer).toMatchObject(refusal(403, 'SSO_REMOVED'));
});
