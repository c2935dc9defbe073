// An organisation whose people a directory keeps by SCIM, and what the directory says.

import { randomUUID } from 'node:crypto';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { sso } from '@countinghouse/contract/features/sso';
import { expect } from 'vitest';
import type { DnsServer } from './dns-server.ts';
import { type Organisation, openOrganisation } from './organisation.ts';
import type { TestServer } from './test-server.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const ROLES = [
  { group: 'Auditors', role: 'auditor' as const },
  { group: 'entra-books', role: 'member' as const },
];

type Said = Readonly<Record<string, unknown>>;

export interface Company extends Organisation {
  readonly connectionId: string;
  readonly domain: string;
  readonly token: string;
  scim(method: string, path: string, body?: unknown, token?: string): ReturnType<TestServer['nobody']['send']>;
  /** By person: their role here. */
  roles(): Promise<ReadonlyMap<string, string>>;
}

const asks = (testServer: TestServer, method: string, path: string, body: unknown, token: string) =>
  testServer.nobody.send(method, `/scim/v2${path}`, body, {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
  });

export async function openCompany(
  testServer: TestServer,
  dns: DnsServer,
  domain: string,
  defaultRole: 'member' | null = 'member',
): Promise<Company> {
  const o = await openOrganisation(testServer);
  const body = { name: 'Okta', issuer: 'http://127.0.0.1:1', client_id: 'c', client_secret: 's', roles: ROLES, default_role: defaultRole };
  const { id } = (await o.owner.call(sso.create, { body })).body.connection;
  const { connection } = (await o.owner.call(sso.addDomain, { params: { id }, body: { domain } })).body;
  const { record } = connection.domains[0] ?? expect.fail();
  dns.set(record.name, [record.value]);
  expect((await o.owner.call(sso.verifyDomain, { params: { domain } })).status).toBe(200);
  expect((await o.owner.call(sso.change, { params: { id }, body: { enabled: true } })).status).toBe(200);
  const { token } = (await o.owner.call(sso.setDirectoryToken, { params: { id } })).body as { token: string };
  return {
    ...o,
    connectionId: id,
    domain,
    token,
    scim: (method, path, said, other = token) => asks(testServer, method, path, said, other),
    roles: async () => new Map((await o.owner.call(people.members)).body.members.map((m) => [m.id, m.role])),
  };
}

export const local = (): string => randomUUID().slice(0, 8);
export const oktaUser = (address: string, more: Said = {}) => ({
  schemas: [USER],
  userName: address,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ primary: true, value: address, type: 'work' }],
  displayName: 'Ada Lovelace',
  locale: 'en-US',
  externalId: `00u${local()}`,
  groups: [],
  active: true,
  ...more,
});
export const patch = (...Operations: readonly Said[]) => ({ schemas: [PATCH], Operations });
export const asked = (filter: string): string => `?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`;
export const refused = (status: number, scimType?: string) => ({
  status,
  body: { schemas: [ERROR], status: String(status), ...(scimType === undefined ? {} : { scimType }) },
});
export async function make(company: Company, more: Said = {}, address = `${local()}@${company.domain}`): Promise<string> {
  const made = await company.scim('POST', '/Users', oktaUser(address, more));
  expect(made.status).toBe(201);
  return String(made.body['id']);
}
export const last = async ({ owner }: Company, limit: number) =>
  (await owner.call(events.list, { query: { limit } })).body.events.map((e) => [e.event_type, e.actor_id, e.payload]);
