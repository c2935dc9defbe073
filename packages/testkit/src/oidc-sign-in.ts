// A server, an organisation and a provider of OpenID Connect that it lets people in by, and how they come.

import { randomUUID } from 'node:crypto';
import { sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import type { RouteDef, RouteInput } from '@countinghouse/contract/wire';
import { expect } from 'vitest';
import { openDnsServer } from './dns-server.ts';
import { type Lie, type LyingProvider, openLyingProvider } from './lying-provider.ts';
import { type Organisation, openOrganisation } from './organisation.ts';
import { openTestServer, type TestServer } from './test-server.ts';

export const DOMAIN = 'acme.example';
export const AUTH_SECRET = 's'.repeat(32);

export const refusal = (status: number, code: string) => ({ status, body: { code } });
export const emailAt = (domain = DOMAIN): string => `${randomUUID().slice(0, 8)}@${domain}`;

/** A browser that nobody is signed in with yet. */
class Browser {
  private readonly jar = new Map<string, string>();
  private readonly testServer: TestServer;
  private readonly provider: LyingProvider;
  private readonly connectionId: string;

  constructor(testServer: TestServer, provider: LyingProvider, connectionId: string) {
    this.testServer = testServer;
    this.provider = provider;
    this.connectionId = connectionId;
  }

  async call<R extends RouteDef>(route: R, input?: RouteInput<R>) {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.testServer.nobody.call(route, input, cookie === '' ? {} : { cookie });
    for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      this.jar.set(name, value);
    }
    return answer;
  }

  async begin(id = this.connectionId): Promise<string> {
    const begun = await this.call(sso.begin, { body: { connection_id: id } });
    expect(begun.status).toBe(200);
    return begun.body.url;
  }

  async signIn(lie?: Lie, id = this.connectionId) {
    const body = await this.provider.reply(await this.begin(id), lie);
    return this.call(sso.finish, { body });
  }
}

export type OidcSignIn = Awaited<ReturnType<typeof openOidcSignIn>>;

export async function openOidcSignIn(where: Parameters<typeof openTestServer>[0]) {
  const dns = await openDnsServer();
  const provider = await openLyingProvider();
  const testServer = await openTestServer(where, { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address, AUTH_SECRET }, { workers: false });
  /** Shared: each test has people of its own. */
  const o = await openOrganisation(testServer);

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
  const connectionId = await connect(o, DOMAIN);

  const newBrowser = (): Browser => new Browser(testServer, provider, connectionId);

  async function comeAs(claims: Lie['claims'], id = connectionId) {
    const browser = newBrowser();
    return { browser, answer: await browser.signIn({ claims: claims ?? {} }, id) };
  }

  const roleIn = async ({ tenantId }: Organisation, browser: Browser) =>
    (await browser.call(tenants.mine)).body.tenants.map(({ id, role }) => [id === tenantId, role]);

  async function close(): Promise<void> {
    await testServer.close();
    await provider.close();
    await dns.close();
  }

  return { testServer, dns, provider, o, connectionId, connect, newBrowser, comeAs, roleIn, close };
}
