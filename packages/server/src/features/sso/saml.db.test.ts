import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { events } from '@countinghouse/contract/features/events';
import { settings } from '@countinghouse/contract/features/settings';
import { SAML_REPLY_LENGTH_MAX, sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type DnsServer, openDnsServer } from '@countinghouse/testkit/dns-server';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openSamlProvider, type SamlLie, type SamlPerson, type SamlProvider } from '@countinghouse/testkit/saml-provider';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let dns: DnsServer;
let provider: SamlProvider;
/** Shared: each test has people of its own. */
let o: Organisation;
let connectionId: string;
const DOMAIN = 'acme.example';

beforeAll(async () => {
  dns = await openDnsServer();
  provider = await openSamlProvider(20);
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address }, { workers: false });
  o = await openOrganisation(testServer);
  connectionId = await connect(o, DOMAIN, { roles: [{ group: 'auditors', role: 'auditor' }] });
});
afterAll(async () => {
  await testServer.close();
  await provider.close();
  await dns.close();
});

const said = (more: object = {}) => ({
  name: randomUUID(),
  issuer: provider.entityId,
  sign_on_url: provider.signOnUrl,
  certificates: [provider.certificate],
  ...more,
});

/** A connection of theirs that is on, for a domain that DNS says is theirs. */
async function connect({ owner }: Pick<Organisation, 'owner'>, domain: string, more: object = {}): Promise<string> {
  const { id } = (await owner.call(sso.createSaml, { body: said(more) })).body.connection;
  const { connection } = (await owner.call(sso.addDomain, { params: { id }, body: { domain } })).body;
  const { record } = connection.domains[0] ?? expect.fail();
  dns.set(record.name, [record.value]);
  expect((await owner.call(sso.verifyDomain, { params: { domain } })).status).toBe(200);
  expect((await owner.call(sso.change, { params: { id }, body: { enabled: true } })).status).toBe(200);
  return id;
}

const refusal = (status: number, code: string) => ({ status, body: { code } });
const refused = (reason: string) => ({
  status: 401,
  body: { code: 'SSO_REPLY_REFUSED', details: { reason: expect.stringContaining(reason) } },
});
const person = (more: Partial<SamlPerson> = {}, domain = DOMAIN): SamlPerson => {
  const nameId = randomUUID();
  return { nameId, attributes: { email: [`${nameId}@${domain}`], displayName: ['Ada Lovelace'] }, ...more };
};

/** A browser that has begun, and where it is sent. */
async function begin(id = connectionId) {
  const browser = testServer.visitor();
  const begun = await browser.call(sso.begin, { body: { connection_id: id } });
  expect(begun.status).toBe(200);
  browser.adopt(begun);
  return { browser, url: begun.body.url };
}

async function comeAs(who: SamlPerson, lie: SamlLie = {}, id = connectionId) {
  const { browser, url } = await begin(id);
  const { state, saml_response } = provider.reply(url, who, lie);
  const answer = await browser.call(sso.finish, { body: { state, saml_response } });
  browser.adopt(answer);
  return { browser, answer };
}

const roleIn = async ({ tenantId }: Organisation, browser: Awaited<ReturnType<typeof begin>>['browser']) =>
  (await browser.call(tenants.mine)).body.tenants.map(({ id, role }) => [id === tenantId, role]);

describe('POST /api/v1/sso/connections/saml', () => {
  test('401, 403: an owner only', async () => {
    const member = await o.member();
    expect(await testServer.nobody.call(sso.createSaml, { body: said() })).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect(await member.call(sso.createSaml, { body: said() })).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
  test('200: it says what the provider must know of us, and until when certificates hold; changed in what is said alone', async () => {
    const acme = await openOrganisation(testServer);
    const { next_saml } = (await acme.owner.call(sso.list)).body;
    const [body] = provider.certificate.replace(/-----[A-Z ]+-----/g, '').match(/\S+/) ?? [];
    const { connection } = (await acme.owner.call(sso.createSaml, { body: said({ certificates: [body], id: next_saml.id }) })).body;
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
    const acme = await openOrganisation(testServer);
    const next = async () => (await acme.owner.call(sso.list)).body.next_saml;
    const first = await next();
    expect(await (await acme.member('owner')).call(sso.list)).toMatchObject({ body: { next_saml: first } });
    const oidc = { name: 'OpenID', issuer: 'http://127.0.0.1:1', client_id: 'c', client_secret: 's' };
    expect((await acme.owner.call(sso.create, { body: oidc })).status).toBe(200);
    expect(await next()).toEqual(first);
    expect((await acme.owner.call(sso.createSaml, { body: said({ id: first.id }) })).body.connection.id).toBe(first.id);
    const second = await next();
    expect(second.id).not.toBe(first.id);
    expect((await acme.owner.call(sso.remove, { params: { id: first.id } })).status).toBe(200);
    expect(await next()).toEqual(second);
    expect(await acme.owner.call(sso.createSaml, { body: said({ id: first.id }) })).toMatchObject({
      ...refusal(400, 'VALIDATION_ERROR'),
      body: { details: [{ path: 'id' }] },
    });
    expect((await acme.owner.call(sso.createSaml, { body: said() })).body.connection.id).toBe(second.id);
  });
  test.each<readonly [string, object, string]>([
    ['an address without TLS', { sign_on_url: 'http://idp.example.com' }, 'sign_on_url'],
    ['an address that is a script', { sign_on_url: 'javascript:alert(1)' }, 'sign_on_url'],
    ['what is no certificate', { certificates: ['MIIB'] }, 'certificates.0'],
    ['an id of no connection of theirs', { id: randomUUID() }, 'id'],
    ['a setting of OpenID Connect', { scope: 'openid' }, 'scope'],
  ])('400: %s', async (_what, more, path) => {
    const acme = await openOrganisation(testServer);
    expect(await acme.owner.call(sso.createSaml, { body: said(more) })).toMatchObject({
      ...refusal(400, 'VALIDATION_ERROR'),
      body: { details: [{ path }] },
    });
  });
  test('409: a name that is taken; 400: a change of what its protocol has not', async () => {
    const acme = await openOrganisation(testServer);
    const { id } = (await acme.owner.call(sso.createSaml, { body: said({ name: 'Company' }) })).body.connection;
    expect(await acme.owner.call(sso.createSaml, { body: said({ name: 'company' }) })).toMatchObject(refusal(409, 'CODE_TAKEN'));
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
    const first = await comeAs({ ...ada, attributes: groups });
    expect(first.answer).toMatchObject({ status: 200, body: { user: { email: ada.attributes['email']?.[0], name: 'Ada Lovelace' } } });
    expect(await roleIn(o, first.browser)).toEqual([[true, 'auditor']]);
    expect((await first.browser.call(accounts.list, { body: {} })).status).toBe(200);
    const next = await comeAs({ ...ada, attributes: { email: [`ada.king@${DOMAIN}`] } });
    expect(next.answer.body.user).toEqual(first.answer.body.user);
    expect(await roleIn(o, next.browser)).toEqual([[true, 'member']]);
    // Another name with the address of one before may be a new holder of it.
    expect((await comeAs({ ...ada, nameId: 'another' })).answer).toMatchObject(refusal(403, 'SSO_SUBJECT_CHANGED'));
  });

  test('is known by the attribute that an owner names, where the NameID may come to be another person’s', async () => {
    const acme = await openOrganisation(testServer);
    const id = await connect(acme, 'oid.example', { subject_attribute: 'oid' });
    const who = person({ format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }, 'oid.example');
    const come = (oid: readonly string[], email: string) => comeAs({ ...who, attributes: { oid, email: [email] } }, {}, id);
    expect(new URL((await begin(id)).url).searchParams.get('tenant')).toBe('acme');
    const first = await come(['1'], 'ada@oid.example');
    expect(first.answer.status).toBe(200);
    expect((await come(['1'], 'ada.king@oid.example')).answer.body.user).toEqual(first.answer.body.user);
    expect((await come(['2'], 'ada@oid.example')).answer).toMatchObject(refusal(403, 'SSO_SUBJECT_CHANGED'));
    expect((await come([], 'ada@oid.example')).answer).toMatchObject(refused('no value'));
    expect((await comeAs(who)).answer).toMatchObject(refused('emailAddress, not persistent'));
  });

  test('is of a domain of the connection, and has one address', async () => {
    expect((await comeAs(person({}, 'elsewhere.example'))).answer).toMatchObject(refusal(403, 'SSO_DOMAIN_UNVERIFIED'));
    for (const email of [[], [`a@${DOMAIN}`, `b@${DOMAIN}`], ['nobody']])
      expect((await comeAs(person({ attributes: { email } }))).answer).toMatchObject(refusal(403, 'SSO_EMAIL_UNVERIFIED'));
  });

  test('had a second factor where the provider says so', async () => {
    const acme = await openOrganisation(testServer);
    const id = await connect(acme, 'factor.example');
    await enrol(acme.owner);
    await acme.owner.call(settings.changeSecondFactor, { body: { required: true } });
    const ada = person({}, 'factor.example');
    expect((await comeAs(ada, {}, id)).answer).toMatchObject(refusal(403, 'SSO_SECOND_FACTOR_MISSING'));
    const before = (a: string): string => a.replace(/urn:[\w:.]+PasswordProtectedTransport/, 'https://refeds.org/profile/mfa');
    expect((await comeAs(ada, { before }, id)).answer.status).toBe(200);
  });
});

const replacing =
  (what: RegExp, by: string) =>
  (text: string): string => {
    expect(text).toMatch(what);
    return text.replace(what, by);
  };
const minutes = (n: number): string => new Date(Date.now() + n * 60_000).toISOString();
const ASSERTION = /<saml:Assertion.*<\/saml:Assertion>/s;
const EVIL = 'evil';
/** The message with a second assertion, of somebody else, put where `place` says: the signed one and the forged one are handed to it. */
const wrapped =
  (place: (signed: string, forged: string) => string) =>
  (response: string): string => {
    const signed = ASSERTION.exec(response)?.[0] ?? expect.fail();
    const forged = signed
      .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
      .replace(/ ID="[^"]*"/, ' ID="_forged"')
      .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${EVIL}`);
    return response.replace(ASSERTION, () => place(signed, forged));
  };

describe('a hostile reply is refused:', () => {
  test.each<readonly [string, SamlLie, string]>([
    ['not signed', { signedBy: 'none' }, 'not signed'],
    ['signed with another key', { signedBy: 'other' }, 'not one of the certificates'],
    ['signed as a message, its assertion not', { signsResponse: true }, 'not signed'],
    ['signed with SHA-1', { hash: 'sha1' }, 'sha1'],
    ['changed after it was signed', { after: replacing(/@acme\.example/, '@evil.example') }, 'was changed'],
    ['a forged assertion before the signed one', { after: wrapped((signed, forged) => forged + signed) }, 'more than one assertion'],
    ['a forged assertion behind the signed one', { after: wrapped((signed, forged) => signed + forged) }, 'more than one assertion'],
    [
      'the signed assertion hidden within a forged one',
      { after: wrapped((signed, forged) => forged.replace('</saml:Issuer>', () => `</saml:Issuer><x>${signed}</x>`)) },
      'more than one assertion',
    ],
    [
      'a forged assertion that borrows the signature, which holds the signed one',
      {
        after: wrapped((signed, forged) => {
          const signature = /<ds:Signature.*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
          const bare = signed.replace(signature, '');
          const holding = signature.replace('</ds:Signature>', () => `<ds:Object>${bare}</ds:Object></ds:Signature>`);
          return forged.replace('</saml:Issuer>', () => `</saml:Issuer>${holding}`);
        }),
      },
      'more than one assertion',
    ],
    [
      'a forged assertion with the signature of another one',
      {
        after: wrapped((signed, forged) => {
          const signature = /<ds:Signature.*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
          return forged.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);
        }),
      },
      'not one of the assertion',
    ],
    ['two elements with one ID', { after: replacing(/<samlp:Status>/, '<samlp:Status ID="x"><x ID="x"></x>') }, 'the same ID'],
    ['a comment within the name', { after: replacing(/(<saml:NameID[^>]*>)/, '$1evil<!-- -->') }, 'a comment'],
    ['a CDATA section', { after: replacing(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>') }, 'a CDATA section'],
    ['an instruction', { after: replacing(/(<saml:NameID[^>]*>)/, '$1<?x y?>') }, 'an instruction'],
    ['a document type', { after: (r) => `<!DOCTYPE r [<!ENTITY e "evil">]>${r}` }, 'a document type'],
    ['an entity that nobody declared', { after: replacing(/(<saml:NameID[^>]*>)/, '$1&e;') }, 'not XML'],
    ['no XML', { after: () => 'hello' }, 'not XML'],
    ['of another message', { after: (r) => r.replaceAll('samlp:Response', 'samlp:LogoutResponse') }, 'no Response'],
    ['that the provider said no', { after: replacing(/status:Success/, 'status:AuthnFailed') }, 'said no: AuthnFailed'],
    ['encrypted', { after: replacing(ASSERTION, '<saml:EncryptedAssertion xmlns:saml="x"></saml:EncryptedAssertion>') }, 'encrypts'],
    ['of another provider', { before: replacing(/(<saml:Issuer>)[^<]*/, '$1https://idp.example.com') }, 'not of the provider'],
    ['for another audience', { before: replacing(/(<saml:Audience>)[^<]*/, '$1https://sp.example.com') }, 'audience'],
    ['for no audience', { before: replacing(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }, 'audience'],
    ['for another recipient', { before: replacing(/Recipient="[^"]*"/, 'Recipient="https://sp.example.com/acs"') }, 'recipient'],
    ['sent to another destination', { after: replacing(/Destination="[^"]*"/, 'Destination="https://sp.example.com/acs"') }, 'meant for'],
    ['to another request', { before: replacing(/InResponseTo="[^"]*"/, 'InResponseTo="_x"') }, 'does not answer'],
    ['to no request', { before: replacing(/InResponseTo="[^"]*" /, '') }, 'begins at the provider is not accepted'],
    ['in a message to another request', { after: replacing(/InResponseTo="[^"]*"/, 'InResponseTo="_x"') }, 'another request'],
    ['too late', { before: (a) => a.replace(/NotOnOrAfter="[^"]*"/g, `NotOnOrAfter="${minutes(-2)}"`) }, 'held until'],
    ['without an end', { before: replacing(/ NotOnOrAfter="[^"]*" Recipient/, ' Recipient') }, 'until when'],
    ['too early', { before: replacing(/NotBefore="[^"]*"/, `NotBefore="${minutes(2)}"`) }, 'only from'],
    ['at a time that cannot be read', { before: replacing(/NotBefore="[^"]*"/, 'NotBefore="now"') }, 'cannot be read'],
    [
      'with a condition nobody knows',
      { before: replacing(/(<saml:Conditions[^>]*>)/, '$1<saml:Condition></saml:Condition>') },
      'not understood',
    ],
    ['not for its bearer', { before: replacing(/cm:bearer/, 'cm:sender-vouches') }, 'a browser may bring'],
    ['of nobody who signed in', { before: replacing(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') }, 'anybody signed in'],
    [
      'of a name that is new each time',
      { before: replacing(/nameid-format:persistent/, 'nameid-format:transient') },
      'transient, not persistent',
    ],
  ])('%s', async (_what, lie, reason) => {
    expect((await comeAs(person(), lie)).answer).toMatchObject(refused(reason));
  });

  test('longer than 256 kB', async () => {
    const { browser, url } = await begin();
    const { acsUrl: _acs, ...body } = provider.reply(url, person(), { after: (r) => r.padEnd(262_147) });
    expect(await browser.call(sso.finish, { body })).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
  });

  test('of a clock that is a little wrong it is not', async () => {
    const before = (a: string): string =>
      a.replace(/NotBefore="[^"]*"/, `NotBefore="${minutes(0.75)}"`).replace(/NotOnOrAfter="[^"]*"/g, `NotOnOrAfter="${minutes(-0.25)}"`);
    expect((await comeAs(person(), { before })).answer.status).toBe(200);
  });

  test('taken before, brought by another browser, or meant for another connection', async () => {
    const { browser, url } = await begin();
    const { state, saml_response } = provider.reply(url, person());
    const body = { state, saml_response };
    expect(await testServer.visitor().call(sso.finish, { body })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    expect(await browser.call(sso.finish, { body })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    const again = await begin();
    const stale = { state: new URL(again.url).searchParams.get('RelayState') ?? '', saml_response };
    expect(await again.browser.call(sso.finish, { body: stale })).toMatchObject(refused('another request'));
    const other = await connect(await openOrganisation(testServer), 'mallory.example');
    const [mine, theirs] = [await begin(), await begin(other)];
    const moved = { ...provider.reply(theirs.url, person()), state: new URL(mine.url).searchParams.get('RelayState') ?? '' };
    const { acsUrl: _acs, ...asked } = moved;
    expect(await mine.browser.call(sso.finish, { body: asked })).toMatchObject(refused('meant for'));
  });

  test('as the certificates of the connection say from now on: the next one is believed beside the one before, which is then taken away', async () => {
    const next = await openSamlProvider();
    const change = (certificates: readonly string[]) =>
      o.owner.call(sso.change, { params: { id: connectionId }, body: { certificates: [...certificates] } });
    expect((await change([next.certificate, provider.certificate])).status).toBe(200);
    expect((await comeAs(person())).answer.status).toBe(200);
    expect((await change([next.certificate])).status).toBe(200);
    expect((await comeAs(person())).answer).toMatchObject(refused('not one of the certificates'));
    await change([provider.certificate]);
    await next.close();
  });
});

describe('the certificate of a provider', () => {
  test('that has ended refuses nobody, since its key is what an owner believes; whoever signs with another is refused, and told when it ended', async () => {
    const [ended, next] = [await openSamlProvider(-2), await openSamlProvider()];
    const acme = await openOrganisation(testServer);
    const id = await connect(acme, 'ended.example', { certificates: [ended.certificate] });
    const come = async (by: SamlProvider) => {
      const { browser, url } = await begin(id);
      // Another key of the same provider: it goes on under its name.
      const { state, saml_response } = by.reply(url, person({}, 'ended.example'), {
        before: (a) => a.replace(/(<saml:Issuer>)[^<]*/, `$1${provider.entityId}`),
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
    const acme = await openOrganisation(testServer);
    const id = await connect(acme, 'twos.example');
    const second = await acme.member('owner');
    expect((await acme.owner.call(approvals.fourEyes, { body: { on: true } })).status).toBe(200);
    const comes = async () => (await comeAs(person({}, 'twos.example'), {}, id)).answer;
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
  const post = (fields: Readonly<Record<string, string>>, id = connectionId) =>
    testServer.nobody.send('POST', acs(id), new URLSearchParams(fields).toString(), {
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
    const { status, headers, bytes } = await testServer.nobody.send('GET', `/api/auth/sso/saml/${connectionId}/metadata`);
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml']);
    const ours = `http://127.0.0.1:3000/api/auth/sso/saml/${connectionId}`;
    expect(bytes.toString()).toMatch(new RegExp(`entityID="${ours}/metadata"[^]*WantAssertionsSigned="true"[^]*Location="${ours}/acs"`));
    expect((await testServer.nobody.send('GET', '/api/auth/sso/saml/x/metadata')).status).toBe(404);
  });
});
