// A server, an organisation and a provider of SAML that it lets people in by, and how they come.

import { randomUUID } from 'node:crypto';
import { sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import { expect } from 'vitest';
import { openDnsServer } from './dns-server.ts';
import { type Organisation, openOrganisation } from './organisation.ts';
import { openSamlProvider, type SamlLie, type SamlPerson } from './saml-provider.ts';
import { openTestServer } from './test-server.ts';

export const DOMAIN = 'acme.example';

export const refusal = (status: number, code: string) => ({ status, body: { code } });
export const refused = (reason: string) => ({
  status: 401,
  body: { code: 'SSO_REPLY_REFUSED', details: { reason: expect.stringContaining(reason) } },
});
export const person = (more: Partial<SamlPerson> = {}, domain = DOMAIN): SamlPerson => {
  const nameId = randomUUID();
  return { nameId, attributes: { email: [`${nameId}@${domain}`], displayName: ['Ada Lovelace'] }, ...more };
};

export type SamlSignIn = Awaited<ReturnType<typeof openSamlSignIn>>;

export async function openSamlSignIn(where: Parameters<typeof openTestServer>[0]) {
  const dns = await openDnsServer();
  const provider = await openSamlProvider(20);
  const testServer = await openTestServer(where, { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address }, { workers: false });
  /** Shared: each test has people of its own. */
  const o = await openOrganisation(testServer);

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
  const connectionId = await connect(o, DOMAIN, { roles: [{ group: 'auditors', role: 'auditor' }] });

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

  async function close(): Promise<void> {
    await testServer.close();
    await provider.close();
    await dns.close();
  }

  return { testServer, dns, provider, o, connectionId, said, connect, begin, comeAs, roleIn, close };
}
