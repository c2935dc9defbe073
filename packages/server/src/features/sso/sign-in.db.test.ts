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
import { openOidcProvider } from '@countinghouse/testkit/oidc-provider';
import { AUTH_SECRET, DOMAIN, emailAt, type OidcSignIn, openOidcSignIn, refusal } from '@countinghouse/testkit/oidc-sign-in';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer } from '@countinghouse/testkit/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let scene: OidcSignIn;
beforeAll(async () => {
  scene = await openOidcSignIn(db.where);
});
afterEach(() => {
  scene.provider.describe({});
  scene.provider.sendOn(null);
});
afterAll(() => scene.close());

/** Who asks from another site, and who has asked too often, in this order. */
async function expectBarred<R extends RouteDef>(
  route: R,
  asked: RouteInput<R>,
  [elsewhere, often]: readonly [string, string],
): Promise<void> {
  expect(await scene.testServer.nobody.call(route, asked, { origin: 'https://elsewhere.example' })).toMatchObject(refusal(403, elsewhere));
  await scene.testServer.opened.authPool.query(
    `insert into attempts (key, count, ends_at) values ('sso|10.9.9.9', 1000, now() + interval '1 hour') on conflict do nothing`,
  );
  const busy = await openTestServer(
    db.where,
    { DATA_DIR: scene.testServer.dataDir, AUTH_SECRET, TRUSTED_PROXIES: '127.0.0.1' },
    { workers: false },
  );
  expect(await busy.nobody.call(route, asked, { 'x-forwarded-for': '10.9.9.9' })).toMatchObject(refusal(429, often));
  await busy.close();
}

describe('POST /api/auth/sso/find', () => {
  test('200: the organisations that have verified the domain, and whose connection is on', async () => {
    const find = (email: string) => scene.testServer.nobody.call(sso.find, { body: { email } });
    expect((await find(`Anybody@${DOMAIN.toUpperCase()}`)).body.connections).toMatchObject([
      { id: scene.connectionId, organisation: 'Acme' },
    ]);
    expect((await find(`anybody@sub.${DOMAIN}`)).body).toEqual({ connections: [] });
    await scene.o.owner.call(sso.addDomain, { params: { id: scene.connectionId }, body: { domain: 'unverified.example' } });
    expect((await find('anybody@unverified.example')).body).toEqual({ connections: [] });
  });
  test('403, 429: from elsewhere, or too often', () =>
    expectBarred(sso.find, { body: { email: 'a@example.test' } }, ['INVALID_ORIGIN', 'TOO_MANY_ATTEMPTS']));
});

describe('POST /api/auth/sso/begin', () => {
  test('200: leads to the provider with state, nonce and PKCE, and back to a page of ours alone', async () => {
    const { searchParams: said, origin } = new URL(await scene.newBrowser().begin());
    expect(origin).toBe(scene.provider.issuer);
    expect(Object.fromEntries(said)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      client_id: scene.provider.clientId,
      redirect_uri: 'http://127.0.0.1:3000/sign-in/company',
      code_challenge_method: 'S256',
    });
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(said.get(secret)?.length).toBeGreaterThan(40);
  });
  test('403, 429: from elsewhere, or too often', () =>
    expectBarred(sso.begin, { body: { connection_id: scene.connectionId } }, ['INVALID_ORIGIN', 'TOO_MANY_ATTEMPTS']));
  test('404: one that is not there, is off, or whose organisation is gone', async () => {
    const begin = (id: string) => scene.testServer.nobody.call(sso.begin, { body: { connection_id: id } });
    expect(await begin(randomUUID())).toMatchObject(refusal(404, 'NOT_FOUND'));
    const other = await openOrganisation(scene.testServer);
    const id = await scene.connect(other, 'gone.example');
    await other.owner.call(tenants.delete, { body: { confirm: 'DELETE' } });
    expect(await begin(id)).toMatchObject(refusal(404, 'NOT_FOUND'));
  });
  test('422: a provider that calls itself another, sends on, sends people to a script, or is in a network that is not public', async () => {
    const begin = () => scene.testServer.nobody.call(sso.begin, { body: { connection_id: scene.connectionId } });
    const unusable = (reason: string) => ({
      ...refusal(422, 'SSO_PROVIDER_UNUSABLE'),
      body: { details: { reason: expect.stringContaining(reason) } },
    });
    scene.provider.describe({ issuer: 'https://login.example.com' });
    expect(await begin()).toMatchObject(unusable('issuer'));
    scene.provider.describe({ authorization_endpoint: 'javascript:alert(1)//' });
    expect(await begin()).toMatchObject(refusal(422, 'SSO_PROVIDER_UNUSABLE'));
    scene.provider.describe({ authorization_endpoint: 'https://169.254.169.254/' });
    expect(await begin()).toMatchObject(unusable('not public'));
    scene.provider.describe({});
    scene.provider.sendOn('https://169.254.169.254/');
    expect(await begin()).toMatchObject(refusal(422, 'SSO_PROVIDER_UNUSABLE'));
  });
});

describe('POST /api/auth/sso/finish', () => {
  test('403, 429: from elsewhere, or too often', () =>
    expectBarred(sso.finish, { body: { state: 'x' } }, ['INVALID_ORIGIN', 'TOO_MANY_ATTEMPTS']));
  test('200: with a real provider, the first sign-in makes the person and, by events of the system, the member; the next finds them', async () => {
    const real = await openOidcProvider('http://127.0.0.1:3000/sign-in/company');
    try {
      const acme = await openOrganisation(scene.testServer);
      const roles = [{ group: 'auditors', role: 'auditor' as const }];
      const id = await scene.connect(acme, 'real.example', { roles }, real);
      const ada = { sub: 'ada', email: 'Ada@real.example', email_verified: true, name: 'Ada Lovelace', groups: ['auditors'] };
      const come = async () => {
        const browser = scene.newBrowser();
        const reply = await followTo(await browser.begin(id), 'http://127.0.0.1:3000/');
        return { browser, answer: await browser.call(sso.finish, { body: Object.fromEntries(reply) as { state: string } }) };
      };
      real.signIn(ada);
      const first = await come();
      expect(first.answer).toMatchObject({ status: 200, body: { user: { email: 'ada@real.example', name: 'Ada Lovelace' } } });
      expect(await scene.roleIn(acme, first.browser)).toEqual([[true, 'auditor']]);
      const [joined, admitted] = (await acme.owner.call(events.list, { query: { limit: 2 } })).body.events;
      expect(admitted).toMatchObject({ event_type: 'sso_connection.admitted', payload: { id }, actor_id: 'system' });
      expect(joined).toMatchObject({ event_type: 'member.added', payload: { user_id: first.answer.body.user.id, role: 'auditor' } });
      real.signIn({ ...ada, groups: [], email: 'ada.king@real.example' });
      const next = await come();
      expect(next.answer.body.user).toEqual(first.answer.body.user);
      expect(await scene.roleIn(acme, next.browser)).toEqual([[true, 'member']]);
    } finally {
      await real.close();
    }
  });

  test('200: an account whose mailbox is proven becomes theirs; the session opens this organisation and no other, a password the others as before', async () => {
    const other = await openOrganisation(scene.testServer);
    const email = emailAt();
    const ada = await scene.testServer.person('Ada', { email });
    await other.member('owner', ada);
    const browser = scene.newBrowser();
    expect(await browser.signIn({ claims: { email } })).toMatchObject({ status: 200, body: { user: { id: ada.id } } });
    expect(await scene.roleIn(scene.o, browser)).toEqual([[true, 'member']]);
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

  test('403: an address that is not verified, is of no domain of the connection, or none', async () => {
    for (const claims of [
      { email: emailAt(), email_verified: false },
      { email: emailAt(), email_verified: undefined },
      { email: 'none' },
      {},
    ])
      expect((await scene.comeAs(claims)).answer).toMatchObject(refusal(403, 'SSO_EMAIL_UNVERIFIED'));
    for (const domain of ['elsewhere.example', 'unverified.example', `sub.${DOMAIN}`, `${DOMAIN}.elsewhere.example`])
      expect((await scene.comeAs({ email: emailAt(domain) })).answer).toMatchObject(refusal(403, 'SSO_DOMAIN_UNVERIFIED'));
    // What Microsoft Entra says in its stead.
    expect((await scene.comeAs({ email: emailAt(), email_verified: undefined, xms_edov: true })).answer.status).toBe(200);
  });

  test('403: another organisation’s connection names nobody of this one’s domain', async () => {
    const mallory = await openOrganisation(scene.testServer, 'Mallory');
    const id = await scene.connect(mallory, 'mallory.example');
    expect((await scene.comeAs({ email: scene.o.owner.email }, id)).answer).toMatchObject(refusal(403, 'SSO_DOMAIN_UNVERIFIED'));
    expect((await scene.comeAs({ email: emailAt() }, id)).answer).toMatchObject(refusal(403, 'SSO_DOMAIN_UNVERIFIED'));
    // What one connection's provider calls somebody says nothing to another's.
    const sub = randomUUID();
    const known = await scene.comeAs({ sub, email: emailAt() });
    const same = await scene.comeAs({ sub, email: emailAt('mallory.example') }, id);
    expect(same.answer.body.user.id).not.toBe(known.answer.body.user.id);
  });

  test('403: an account whose mailbox nobody proved; another name at the provider for an address that came with one before', async () => {
    const email = emailAt();
    await scene.testServer.person('Eve', { email, signsUp: true });
    expect((await scene.comeAs({ email })).answer).toMatchObject(refusal(403, 'SSO_ACCOUNT_UNPROVEN'));
    const taken = emailAt();
    expect((await scene.comeAs({ email: taken })).answer.status).toBe(200);
    expect((await scene.comeAs({ email: taken })).answer).toMatchObject(refusal(403, 'SSO_SUBJECT_CHANGED'));
    // An owner sees that somebody came in a member’s name.
    const failed = await scene.o.owner.call(signIns.list, { query: { failed: '1' } }, { 'x-tenant-id': scene.o.tenantId });
    expect(failed.body.sign_ins.filter(({ person }) => person.email === taken)).toMatchObject([{ outcome: 'not_admitted' }]);
  });

  test('403: no group that is let in leaves no account; whom an owner took out stays out', async () => {
    const acme = await openOrganisation(scene.testServer);
    const id = await scene.connect(acme, 'groups.example', { roles: [{ group: 'books', role: 'member' }], default_role: null });
    const [email, sub] = [emailAt('groups.example'), randomUUID()];
    expect((await scene.comeAs({ sub, email }, id)).answer).toMatchObject(refusal(403, 'SSO_NO_ROLE'));
    const accountsOf = await scene.testServer.opened.authPool.query('select from users where email = $1', [email]);
    expect(accountsOf.rows).toHaveLength(0);
    const { answer, browser } = await scene.comeAs({ sub, email, groups: ['books'] }, id);
    expect(answer.status).toBe(200);
    await scene.testServer.opened.services.ledger.submit(acme.tenantId, {
      type: 'member.remove',
      actor: { kind: 'user', id: acme.owner.id },
      userId: answer.body.user.id,
    });
    scene.testServer.opened.services.sessions.forgetAllMemberships();
    expect(await scene.roleIn(acme, browser)).toEqual([]);
    expect((await scene.comeAs({ sub, email, groups: ['books'] }, id)).answer).toMatchObject(refusal(403, 'SSO_REMOVED'));
    await acme.deactivate();
    expect((await scene.comeAs({ email: emailAt('groups.example'), groups: ['books'] }, id)).answer).toMatchObject(
      refusal(423, 'TENANT_READONLY'),
    );
  });

  test('403: where a second factor is asked for the provider must say that it asked for one, or be trusted to', async () => {
    const acme = await openOrganisation(scene.testServer);
    const id = await scene.connect(acme, 'factor.example');
    const [email, sub] = [emailAt('factor.example'), randomUUID()];
    const { browser } = await scene.comeAs({ sub, email }, id);
    await enrol(acme.owner);
    await acme.owner.call(settings.changeSecondFactor, { body: { required: true } });
    expect((await scene.comeAs({ sub, email, amr: ['pwd'] }, id)).answer).toMatchObject(refusal(403, 'SSO_SECOND_FACTOR_MISSING'));
    expect(await browser.call(accounts.list, { body: {} })).toMatchObject(refusal(403, 'SSO_SECOND_FACTOR_MISSING'));
    const told = await scene.comeAs({ sub, email, amr: ['pwd', 'mfa'] }, id);
    expect((await told.browser.call(accounts.list, { body: {} })).status).toBe(200);
    await acme.owner.call(sso.change, { params: { id }, body: { second_factor: 'trusted' } });
    const trusted = await scene.comeAs({ sub, email }, id);
    expect((await trusted.browser.call(accounts.list, { body: {} })).status).toBe(200);
  });

  test('404: a connection that was switched off meanwhile; whoever came by it is out', async () => {
    const acme = await openOrganisation(scene.testServer);
    const id = await scene.connect(acme, 'off.example');
    const { browser } = await scene.comeAs({ email: emailAt('off.example') }, id);
    const waiting = scene.newBrowser();
    const body = await scene.provider.reply(await waiting.begin(id));
    await acme.owner.call(sso.change, { params: { id }, body: { enabled: false } });
    expect(await waiting.call(sso.finish, { body })).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await scene.roleIn(acme, browser)).toEqual([]);
    expect(await browser.call(accounts.list, { body: {} })).toMatchObject(refusal(409, 'NO_ORGANISATION'));
  });
});

describe('an organisation that requires its connection', () => {
  test('is not opened by a password of its domains’ people; by that of owners where they are excepted, of guests, and by keys', async () => {
    const acme = await openOrganisation(scene.testServer);
    const id = await scene.connect(acme, 'strict.example');
    const inDomain = { email: emailAt('strict.example') };
    const [mo, boss] = [
      await scene.testServer.person('Mo', inDomain),
      await scene.testServer.person('Boss', { email: emailAt('strict.example') }),
    ];
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
    const { browser } = await scene.comeAs({ email: boss.email }, id);
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
  const acme = await openOrganisation(scene.testServer);
  const roles = [{ group: 'auditors', role: 'auditor' as const }];
  const id = await scene.connect(acme, 'kept.example', { roles });
  const { token } = (await acme.owner.call(sso.setDirectoryToken, { params: { id } })).body as { token: string };
  const tell = (method: string, path: string, body: object) =>
    scene.testServer.nobody.send(method, `/scim/v2${path}`, body, { authorization: `Bearer ${token}` });
  const claims = { sub: 'kept', email: 'kept@kept.example', email_verified: true, groups: ['nobody'] };
  const made = (await tell('POST', '/Users', { userName: claims.email })).body;
  await tell('POST', '/Groups', { displayName: 'auditors', members: [{ value: made['id'] }] });
  const { answer, browser } = await scene.comeAs(claims, id);
  expect(answer.body.user.id).toBe(made['id']);
  expect(await scene.roleIn(acme, browser)).toEqual([[true, 'auditor']]);
  await tell('DELETE', `/Users/${String(made['id'])}`, {});
  expect((await scene.comeAs(claims, id)).answer).toMatchObject(refusal(403, 'SSO_REMOVED'));
  const never = (await tell('POST', '/Users', { userName: 'never@kept.example', active: false })).body;
  expect(never).toMatchObject({ active: false });
  const first = await scene.comeAs({ ...claims, sub: 'never', email: 'never@kept.example' }, id);
  expect(first.answer).toMatchObject(refusal(403, 'SSO_REMOVED'));
});
