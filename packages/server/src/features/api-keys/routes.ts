import { randomBytes, randomUUID } from 'node:crypto';
import { API_KEY_PREFIX, type ApiKey, apiKeys as contract } from '@countinghouse/contract/features/api-keys';
import { readInstant } from '@countinghouse/kernel/time/instant';
import { type ApiKeyRow, findApiKey, listApiKeys } from '@countinghouse/store/features/api-keys/reads';
import { read } from '@countinghouse/store/reader';
import { hashApiKey } from '../../auth/api-keys.ts';
import { findKnownPeople } from '../../auth/known-people.ts';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

const KEY_BYTES = 32;
/** The prefix and four characters: enough to tell keys apart, nothing to guess from. */
const HINT_LENGTH = 8;
const SECONDS_PER_HOUR = 3_600;

export const list = handler(contract.list, async ({ tenant: { tenant_id } }, services) => {
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listApiKeys(tx, tenant_id, services.clock.now()));
  return { api_keys: await toWire(services, tenant_id, rows) };
});

export const own = handler(contract.own, async ({ tenant: { tenant_id }, caller: { key } }, services) => ({
  tenant_id,
  api_key: key === null ? null : await get(services, tenant_id, key.id),
}));

/** A new secret, with what is kept of it. */
function newSecret(): { readonly secret: string; readonly keyHash: string; readonly hint: string } {
  const secret = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
  return { secret, keyHash: hashApiKey(secret), hint: secret.slice(0, HINT_LENGTH) };
}

export const create = handler(contract.create, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const { secret, ...kept } = newSecret();
  const outcome = await services.ledger.submit(tenant_id, {
    type: 'api_key.create',
    actor,
    id: randomUUID(),
    name: body.name,
    grant: body.grant,
    ...kept,
    expiresAtUs: readInstant(body.expires_at),
    ratePerMinute: body.rate_per_minute,
    ...(body.service_account_id === null ? {} : { serviceAccountId: body.service_account_id }),
    networks: body.allow_list,
  });
  const { payload } = writtenEvent(outcome, 'api_key.created');
  return { api_key: await get(services, tenant_id, payload.id), secret };
});

export const rotate = handler(contract.rotate, async ({ tenant: { tenant_id }, caller: { actor }, input: { params, body } }, services) => {
  const { secret, ...kept } = newSecret();
  const outcome = await services.ledger.submit(tenant_id, {
    type: 'api_key.rotate',
    actor,
    id: params.id,
    ...kept,
    overlapSeconds: body.overlap_hours * SECONDS_PER_HOUR,
    ...(body.expires_at === undefined ? {} : { expiresAtUs: readInstant(body.expires_at) }),
  });
  done(outcome);
  services.apiKeys.forgetAll();
  return { api_key: await get(services, tenant_id, params.id), secret };
});

export const changeAllowList = handler(
  contract.changeAllowList,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params, body } }, services) => {
    done(await services.ledger.submit(tenant_id, { type: 'api_key.change_allow_list', actor, id: params.id, networks: body.networks }));
    services.apiKeys.forgetAll();
    return { api_key: await get(services, tenant_id, params.id) };
  },
);

export const revoke = handler(contract.revoke, async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, services) => {
  done(await services.ledger.submit(tenant_id, { type: 'api_key.revoke', actor, id: params.id }));
  services.apiKeys.forgetAll();
  return { api_key: await get(services, tenant_id, params.id) };
});

async function toWire(
  services: Pick<Services, 'authPool' | 'readerPool'>,
  tenantId: string,
  rows: readonly ApiKeyRow[],
): Promise<ApiKey[]> {
  const people = await findKnownPeople(services, tenantId, [...new Set(rows.map((r) => r.user_id))]);
  return rows.map((row) => ({ ...row, user_email: people.get(row.user_id)?.email ?? null }));
}

async function get(services: Services, tenantId: string, id: string): Promise<ApiKey> {
  const row = await read(services.readerPool, { tenantId }, (tx) => findApiKey(tx, tenantId, services.clock.now(), id));
  const [key] = await toWire(services, tenantId, row === null ? [] : [row]);
  if (key === undefined) throw new Refusal('NOT_FOUND');
  return key;
}

export const apiKeysHandlers: readonly Handler[] = [list, own, create, rotate, changeAllowList, revoke];
