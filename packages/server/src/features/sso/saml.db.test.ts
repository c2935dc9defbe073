import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { events } from '@countinghouse/contract/features/events';
import { settings } from '@countinghouse/contract/features/settings';
import { SAML_REPLY_LENGTH_MAX, sso } from '@countinghouse/contract/features/sso';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openSamlProvider, type SamlProvider } from '@countinghouse/testkit/saml-provider';
import { DOMAIN, openSamlSignIn, person, refusal, refused, type SamlSignIn } from '@countinghouse/testkit/saml-sign-in';
import { enrol } from '@countinghouse/testkit/second-factor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let scene: SamlSignIn;
beforeAll(async () => {
  scene = await openSamlSignIn(db.where);
});
afterAll(() => scene.close());

describe('POST /api/v1/sso/connections/saml', () => {
  test('401, 403: an owner only', async () => {
    const member = await scene.o.member();
    expect(await scene.testServer.nobody.call(sso.createSaml, { body: scene.said() })).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect(await member.call(sso.createSaml, { body: scene.said() })).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
  test('200: it says what the provider must know of us, and until when certificates hold; changed in what is said alone', async () => {
    const acme = await openOrganisation(scene.testServer);
    const { next_saml } = (await acme.owner.call(sso.list)).body;
    const [body] = scene.provider.certificate.replace(/-----[A-Z ]+-----/g, '').match(/\S+/) ?? [];
    const { connection } = (await acme.owner.call(sso.createSaml, { body: scene.said({ certificates: [body], id: next_saml.id }) })).body;
    const ours = `http://127.0.0.1:3000/api/auth/sso/saml/${connection.id}`;
    expect(next_saml).toEqual({ id: connection.id, entity_id: `${ours}/metadata`, acs_url: `${ours}/acs` });
    expect(connection).toMatchObject({
      protocol: 'saml',
      client_id: `${ours}/metadata`,
      scope: '',
      saml: { entity_id: `${ours}/metadata`, acs_url: `${ours}/acs`, email_attribute: 'email', subject_attribute: null },
    });
    const days = (Date.parse(connection.saml?.certificates[0]?.not_after ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(20);
    const change = { params: { id: connection.id }, body: { subject_attribute: 'oid' } };
    expect((await acme.owner.call(sso.change, change)).body.connection).toEqual({
      ...connection,
      saml: { ...connection.saml, subject_attribute: 'oid' },
    });
    const [changed] = (await acme.owner.call(events.list, { query: { limit: 1 } })).body.events;
    expect(changed).toMatchObject({ event_type: 'sso_connection.saml_changed', payload: { subject_attribute: 'oid' } });
  });
  test('200: the id that a provider is told of stays until a connection is made with it, and is never told again; 400: after that', async () => {
    const acme = await openOrganisation(scene.testServer);
    const next = async () => (await acme.owner.call(sso.list)).body.next_saml;
    const first = await next();
    expect(await (await acme.member('owner')).call(sso.list)).toMatchObject({ body: { next_saml: first } });
    const oidc = { name: 'OpenID', issuer: 'http://127.0.0.1:1', client_id: 'c', client_secret: 's' };
    expect((await acme.owner.call(sso.create, { body: oidc })).status).toBe(200);
    expect(await next()).toEqual(first);
    expect((await acme.owner.call(sso.createSaml, { body: scene.said({ id: first.id }) })).body.connection.id).toBe(first.id);
    const second = await next();
    expect(second.id).not.toBe(first.id);
    expect((await acme.owner.call(sso.remove, { params: { id: first.id } })).status).toBe(200);
    expect(await next()).toEqual(second);
    expect(await acme.owner.call(sso.createSaml, { body: scene.said({ id: first.id }) })).toMatchObject({
      ...refusal(400, 'VALIDATION_ERROR'),
      body: { details: [{ path: 'id' }] },
    });
    expect((await acme.owner.call(sso.createSaml, { body: scene.said() })).body.connection.id).toBe(second.id);
  });
  test.each<readonly [string, object, string]>([
    ['an address without TLS', { sign_on_url: 'http://idp.example.com' }, 'sign_on_url'],
    ['an address that is a script', { sign_on_url: 'javascript:alert(1)' }, 'sign_on_url'],
    ['what is no certificate', { certificates: ['MIIB'] }, 'certificates.0'],
    ['an id of no connection of theirs', { id: randomUUID() }, 'id'],
    ['a setting of OpenID Connect', { scope: 'openid' }, 'scope'],
  ])('400: %s', async (_what, more, path) => {
    const acme = await openOrganisation(scene.testServer);
    expect(await acme.owner.call(sso.createSaml, { body: scene.said(more) })).toMatchObject({
      ...refusal(400, 'VALIDATION_ERROR'),
      body: { details: [{ path }] },
    });
  });
  test('409: a name that is taken; 400: a change of what its protocol has not', async () => {
    const acme = await openOrganisation(scene.testServer);
    const { id } = (await acme.owner.call(sso.createSaml, { body: scene.said({ name: 'Company' }) })).body.connection;
    expect(await acme.owner.call(sso.createSaml, { body: scene.said({ name: 'company' }) })).toMatchObject(refusal(409, 'CODE_TAKEN'));
    expect(await acme.owner.call(sso.change, { params: { id }, body: { client_secret: 'x' } })).toMatchObject({
      ...refusal(400, 'VALIDATION_ERROR'),
      body: { details: [{ path: 'client_secret' }] },
    });
  });
});

describe('who comes by SAML', () => {
  test('is sent with a request of ours, joins as their groups say, and is found again by the persistent name, whatever their address is', async () => {
    const ada = person();
    const groups = { ...ada.attributes, groups: ['books', 'auditors'] };
    const first = await scene.comeAs({ ...ada, attributes: groups });
    expect(first.answer).toMatchObject({ status: 200, body: { user: { email: ada.attributes['email']?.[0], name: 'Ada Lovelace' } } });
    expect(await scene.roleIn(scene.o, first.browser)).toEqual([[true, 'auditor']]);
    expect((await first.browser.call(accounts.list, { body: {} })).status).toBe(200);
    const next = await scene.comeAs({ ...ada, attributes: { email: [`ada.king@${DOMAIN}`] } });
    expect(next.answer.body.user).toEqual(first.answer.body.user);
    expect(await scene.roleIn(scene.o, next.browser)).toEqual([[true, 'member']]);
    // Another name with the address of one before may be a new holder of it.
    expect((await scene.comeAs({ ...ada, nameId: 'another' })).answer).toMatchObject(refusal(403, 'SSO_SUBJECT_CHANGED'));
  });

  test('is known by the attribute that an owner names, where the NameID may come to be another person’s', async () => {
    const acme = await openOrganisation(scene.testServer);
    const id = await scene.connect(acme, 'oid.example', { subject_attribute: 'oid' });
    const who = person({ format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }, 'oid.example');
    const come = (oid: readonly string[], email: string) => scene.comeAs({ ...who, attributes: { oid, email: [email] } }, {}, id);
    expect(new URL((await scene.begin(id)).url).searchParams.get('tenant')).toBe('acme');
    const first = await come(['1'], 'ada@oid.example');
    expect(first.answer.status).toBe(200);
    expect((await come(['1'], 'ada.king@oid.example')).answer.body.user).toEqual(first.answer.body.user);
    expect((await come(['2'], 'ada@oid.example')).answer).toMatchObject(refusal(403, 'SSO_SUBJECT_CHANGED'));
    expect((await come([], 'ada@oid.example')).answer).toMatchObject(refused('no value'));
    expect((await scene.comeAs(who)).answer).toMatchObject(refused('emailAddress, not persistent'));
  });

  test('is of a domain of the connection, and has one address', async () => {
    expect((await scene.comeAs(person({}, 'elsewhere.example'))).answer).toMatchObject(refusal(403, 'SSO_DOMAIN_UNVERIFIED'));
    for (const email of [[], [`a@${DOMAIN}`, `b@${DOMAIN}`], ['nobody']])
      expect((await scene.comeAs(person({ attributes: { email } }))).answer).toMatchObject(refusal(403, 'SSO_EMAIL_UNVERIFIED'));
  });

  test('had a second factor where the provider says so', async () => {
    const acme = await openOrganisation(scene.testServer);
    const id = await scene.connect(acme, 'factor.example');
    await enrol(acme.owner);
    await acme.owner.call(settings.changeSecondFactor, { body: { required: true } });
    const ada = person({}, 'factor.example');
    expect((await scene.comeAs(ada, {}, id)).answer).toMatchObject(refusal(403, 'SSO_SECOND_FACTOR_MISSING'));
    const before = (a: string): string => a.replace(/urn:[\w:.]+PasswordProtectedTransport/, 'https://refeds.org/profile/mfa');
    expect((await scene.comeAs(ada, { before }, id)).answer.status).toBe(200);
  });
});

describe('the certificate of a provider', () => {
  test('that has ended refuses nobody, since its key is what an owner believes; whoever signs with another is refused, and told when it ended', async () => {
    const [ended, next] = [await openSamlProvider(-2), await openSamlProvider()];
    const acme = await openOrganisation(scene.testServer);
    const id = await scene.connect(acme, 'ended.example', { certificates: [ended.certificate] });
    const come = async (by: SamlProvider) => {
      const { browser, url } = await scene.begin(id);
      // Another key of the same provider: it goes on under its name.
      const { state, saml_response } = by.reply(url, person({}, 'ended.example'), {
        before: (a) => a.replace(/(<saml:Issuer>)[^<]*/, `$1${scene.provider.entityId}`),
      });
      return browser.call(sso.finish, { body: { state, saml_response } });
    };
    expect((await come(ended)).status).toBe(200);
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    expect(await come(next)).toMatchObject(refused(`the last of these ended on ${day}`));
    await Promise.all([ended.close(), next.close()]);
  });

  test('is changed by two owners where four eyes are on: until the other has approved it, the one before is believed', async () => {
    const next = await openSamlProvider();
    const acme = await openOrganisation(scene.testServer);
    const id = await scene.connect(acme, 'twos.example');
    const second = await acme.member('owner');
    expect((await acme.owner.call(approvals.fourEyes, { body: { on: true } })).status).toBe(200);
    const comes = async () => (await scene.comeAs(person({}, 'twos.example'), {}, id)).answer;
    const body = { certificates: [next.certificate], subject_attribute: 'oid' };
    const held = await acme.owner.call(sso.change, { params: { id }, body });
    expect(held).toMatchObject({ status: 202, body: { approvalId: expect.any(String) } });
    expect((await comes()).status).toBe(200);
    const { approvalId } = held.body as unknown as { approvalId: string };
    const { preview } = (await second.call(approvals.get, { params: { id: approvalId } })).body;
    expect(preview?.changes).toMatchObject([
      { what: 'single_sign_on', before: expect.stringContaining('people by NameID'), after: expect.stringContaining('people by oid') },
    ]);
    const approve = { params: { id: approvalId }, body: { comment: '' } };
    expect(await acme.owner.call(approvals.approve, approve)).toMatchObject({ body: { code: 'SELF_APPROVAL' } });
    expect((await comes()).status).toBe(200);
    expect((await second.call(approvals.approve, approve)).status).toBe(200);
    expect(await comes()).toMatchObject(refused('not one of the certificates'));
    const { connections } = (await acme.owner.call(sso.list)).body;
    expect(connections[0]?.saml).toMatchObject({ subject_attribute: 'oid', certificates: [{ sha256: expect.any(String) }] });
    await next.close();
  });
});

describe('what a provider is sent to', () => {
  const acs = (id: string) => `/api/auth/sso/saml/${id}/acs`;
  const post = (fields: Readonly<Record<string, string>>, id = scene.connectionId) =>
    scene.testServer.nobody.send('POST', acs(id), new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'null',
    });

  test('takes a form from another site, and hands it on within the tab; what is not of its form is not copied into the page', async () => {
    const saml_response = Buffer.from('<reply>?~').toString('base64');
    const { status, headers, bytes } = await post({ SAMLResponse: `${saml_response}\r\n`, RelayState: 'a-b_c' });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; .*form-action 'none'$/);
    expect(bytes.toString()).toContain(`data-reply="${saml_response}" data-to="/sign-in/company?state=a-b_c"`);
    const hostile = await post({ SAMLResponse: '"><script>alert(1)</script>', RelayState: '"onload="x' });
    expect(hostile.bytes.toString()).toContain('data-reply="" data-to="/sign-in/company"');
  });
  test('413, 404: too long, no connection', async () => {
    expect((await post({ SAMLResponse: 'A'.repeat(SAML_REPLY_LENGTH_MAX * 1.3) })).status).toBe(413);
    expect((await post({ SAMLResponse: 'AAAA' }, 'x')).status).toBe(404);
  });
  test('tells of itself as metadata', async () => {
    const { status, headers, bytes } = await scene.testServer.nobody.send('GET', `/api/auth/sso/saml/${scene.connectionId}/metadata`);
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml']);
    const ours = `http://127.0.0.1:3000/api/auth/sso/saml/${scene.connectionId}`;
    expect(bytes.toString()).toMatch(new RegExp(`entityID="${ours}/metadata"[^]*WantAssertionsSigned="true"[^]*Location="${ours}/acs"`));
    expect((await scene.testServer.nobody.send('GET', '/api/auth/sso/saml/x/metadata')).status).toBe(404);
  });
});
