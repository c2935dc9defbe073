// A program that calls with an API key of an organisation's owner, or of a service account.

import { apiKeys, type KeyGrant } from '@countinghouse/contract/features/api-keys';
import type { Organisation } from './organisation.ts';
import type { Person, TestServer } from './test-server.ts';

const DAY_MS = 86_400_000;

export interface Program extends Pick<Person, 'call' | 'send'> {
  /** Of the key. */
  readonly id: string;
  readonly secret: string;
}

/** Makes a key, of the owner unless said otherwise, for a day. */
export async function makeProgram(
  testServer: TestServer,
  { owner, tenantId }: Pick<Organisation, 'owner' | 'tenantId'>,
  grant: KeyGrant,
  {
    maker = owner,
    allow_list = [],
    ...more
  }: {
    readonly maker?: Pick<Person, 'call'>;
    readonly expires_at?: string;
    readonly rate_per_minute?: number;
    readonly service_account_id?: string;
    readonly allow_list?: readonly { readonly network: string; readonly note: string | null }[];
  } = {},
): Promise<Program> {
  const body = {
    name: `${grant} key`,
    grant,
    expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    allow_list: [...allow_list],
    ...more,
  };
  const made = await maker.call(apiKeys.create, { body }, { 'x-tenant-id': tenantId });
  if (made.status !== 200) throw new Error(`not made: ${JSON.stringify(made.body)}`);
  const { secret, api_key } = made.body;
  return { id: api_key.id, secret, ...withKey(testServer, secret) };
}

/** Whoever calls with this credential and no session. */
export function withKey(testServer: TestServer, secret: string): Pick<Person, 'call' | 'send'> {
  const bearer = { authorization: `Bearer ${secret}` };
  return {
    call: (route, input, headers = {}) => testServer.nobody.call(route, input, { ...bearer, ...headers }),
    send: (method, url, payload, headers = {}) => testServer.nobody.send(method, url, payload, { ...bearer, ...headers }),
  };
}
