// Somebody signs in by a provider of SAML whose code is not ours: over its own pages, and the address that it sends people back to.

import { randomUUID } from 'node:crypto';
import { sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type DnsServer, openDnsServer } from '@countinghouse/testkit/dns-server';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openSamlifyProvider, type SamlifyProvider } from '@countinghouse/testkit/samlify-provider';
import { makeSigningKey, type SigningKey } from '@countinghouse/testkit/signing-key';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let dns: DnsServer;
let key: SigningKey;
let provider: SamlifyProvider;
beforeAll(async () => {
  dns = await openDnsServer();
  key = await makeSigningKey();
  provider = await openSamlifyProvider(key);
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address }, { workers: false });
});
afterAll(async () => {
  await testServer.close();
  await provider.close();
  await dns.close();
});

interface Company extends Organisation {
  readonly connectionId: string;
  /** What the provider is given of us. */
  readonly metadata: string;
  readonly domain: string;
}

/** A company with a connection to the provider that is on, which believes this certificate. */
async function openCompany(certificate = key.certificate): Promise<Company> {
  const o = await openOrganisation(testServer);
  const domain = `${randomUUID().slice(0, 8)}.example`;
  const { entityId: issuer, signOnUrl: sign_on_url } = provider;
  const roles = [{ group: 'auditors', role: 'auditor' as const }];
  const body = { name: 'Company', issuer, sign_on_url, certificates: [certificate], roles };
  const { id } = (await o.owner.call(sso.createSaml, { body })).body.connection;
  const { connection } = (await o.owner.call(sso.addDomain, { params: { id }, body: { domain } })).body;
  const { record } = connection.domains[0] ?? expect.fail();
  dns.set(record.name, [record.value]);
  expect((await o.owner.call(sso.verifyDomain, { params: { domain } })).status).toBe(200);
  expect((await o.owner.call(sso.change, { params: { id }, body: { enabled: true } })).status).toBe(200);
  const { bytes } = await testServer.nobody.send('GET', `/api/auth/sso/saml/${id}/metadata`);
  return { ...o, connectionId: id, metadata: bytes.toString(), domain };
}

const valueIn = (page: string, name: string): string => new RegExp(`${name}="([^"]*)"`).exec(page)?.[1] ?? '';

/** What a browser does: it begins, goes where it is sent, posts the form that the provider makes, and hands on what the page there says. */
async function signIn({ connectionId, domain }: Company) {
  const nameId = randomUUID();
  provider.signIn({ nameId, attributes: { email: [`${nameId}@${domain}`], displayName: ['Ada & Co'], groups: ['auditors'] } });
  const browser = testServer.visitor();
  const begun = await browser.call(sso.begin, { body: { connection_id: connectionId } });
  browser.adopt(begun);
  const theirs = await (await fetch(begun.body.url)).text();
  const form = new URLSearchParams({
    SAMLResponse: valueIn(theirs, 'name="SAMLResponse" value'),
    RelayState: valueIn(theirs, 'name="RelayState" value'),
  });
  const ours = await testServer.nobody.send('POST', new URL(valueIn(theirs, 'action')).pathname, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'null',
  });
  expect(ours.status).toBe(200);
  const state = new URL(valueIn(ours.bytes.toString(), 'data-to'), 'http://localhost').searchParams.get('state') ?? '';
  const answer = await browser.call(sso.finish, { body: { state, saml_response: valueIn(ours.bytes.toString(), 'data-reply') } });
  browser.adopt(answer);
  return { browser, answer };
}

const refusedFor = (reason: string) => ({
  status: 401,
  body: { code: 'SSO_REPLY_REFUSED', details: { reason: expect.stringContaining(reason) } },
});

test.each([
  ['the assertion alone', false],
  ['the message too', true],
])('who comes by another’s provider, which signs %s, is who it says, and what their group says', async (_what, signsMessage) => {
  const acme = await openCompany();
  provider.register(acme.metadata, signsMessage);
  const { browser, answer } = await signIn(acme);
  expect(answer).toMatchObject({ status: 200, body: { user: { name: 'Ada & Co' } } });
  expect((await browser.call(tenants.mine)).body.tenants).toMatchObject([{ id: acme.tenantId, role: 'auditor' }]);
});

test('a reply that another’s provider signed with a key that the connection does not know is refused', async () => {
  const acme = await openCompany((await makeSigningKey()).certificate);
  provider.register(acme.metadata);
  expect((await signIn(acme)).answer).toMatchObject(refusedFor('not one of the certificates'));
});

test('a reply that another’s provider signed for an audience that is not ours is refused', async () => {
  const acme = await openCompany();
  provider.register(acme.metadata.replace(/entityID="[^"]*"/, 'entityID="https://sp.example.com"'));
  expect((await signIn(acme)).answer).toMatchObject(refusedFor('the audience must be'));
});
