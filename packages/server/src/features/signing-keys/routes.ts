import { signingKeys as contract, type PublicJwk, type SigningKey } from '@countinghouse/contract/features/signing-keys';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import { findSigningKey, listPublicKeys, listSigningKeys, type SigningKeyRow } from '@countinghouse/store/features/signing-keys/reads';
import { read } from '@countinghouse/store/reader';
import { findKnownPeople } from '../../auth/known-people.ts';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenEvents } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { generateIntentKey, keyToRegister } from './rules.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id } }, services) => {
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listSigningKeys(tx, tenant_id));
  return { keys: await toWire(services, tenant_id, rows) };
});

export const create = handler(contract.create, async ({ tenant: { tenant_id }, caller, input: { body } }, services) => {
  const { actor } = caller;
  if (body.action === 'generate' && body.purpose === 'chain') {
    const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listSigningKeys(tx, tenant_id));
    const before = rows.find((row) => row.purpose === 'chain' && row.status === 'ACTIVE');
    if (before === undefined) throw new Error('an organisation without an active chain key');
    const { generated, store } = await services.keyring.succeed(services.writerPool, tenant_id, before.kid, body.label);
    done(await services.ledger.submit(tenant_id, { type: 'key.add', actor, origin: 'generated', key: generated }, [store]));
    return { key: await findKey(services, tenant_id, generated.kid), private_jwk: null };
  }
  const made: { readonly key: GeneratedKey; readonly privateJwk: Record<string, string> | null } =
    body.action === 'generate'
      ? generateIntentKey(body.label, actor.id)
      : { key: keyToRegister(body.label, body.public_jwk, actor.id), privateJwk: null };
  const origin = body.action === 'generate' ? 'generated' : 'registered';
  done(await services.ledger.submit(tenant_id, { type: 'key.add', actor, origin, key: made.key }));
  return { key: await findKey(services, tenant_id, made.key.kid), private_jwk: made.privateJwk };
});

export const revoke = handler(contract.revoke, async ({ tenant: { tenant_id }, caller: { actor }, input }, services) => {
  const { kid } = input.params;
  const row = await read(services.readerPool, { tenantId: tenant_id }, (tx) => findSigningKey(tx, tenant_id, kid));
  if (row === null) throw new Refusal('NOT_FOUND');
  const next =
    row.purpose === 'chain' && row.status === 'ACTIVE'
      ? await services.keyring.succeed(services.writerPool, tenant_id, kid, row.label)
      : null;
  const outcome = await services.ledger.submit(
    tenant_id,
    { type: 'key.revoke', actor, kid, successor: next?.generated ?? null },
    next === null ? [] : [next.store],
  );
  const [made] = writtenEvents(outcome, 'key.generated');
  return {
    key: await findKey(services, tenant_id, kid),
    successor: made === undefined ? null : await findKey(services, tenant_id, made.payload.kid),
  };
});

export const jwks = handler(contract.jwks, async ({ input: { params, query } }, { readerPool }) => {
  const rows = await read(readerPool, { tenantId: params.id }, (tx) => listPublicKeys(tx, params.id, query.purpose));
  if (rows === null) throw new Refusal('NOT_FOUND');
  return {
    keys: rows.map(({ kid, algorithm, public_jwk }) => ({
      ...(JSON.parse(public_jwk) as PublicJwk),
      kid,
      alg: algorithm,
      use: 'sig' as const,
    })),
  };
});

async function findKey(services: Services, tenantId: string, kid: string): Promise<SigningKey> {
  const row = await read(services.readerPool, { tenantId }, (tx) => findSigningKey(tx, tenantId, kid));
  const [key] = await toWire(services, tenantId, row === null ? [] : [row]);
  if (key === undefined) throw new Error('a key that was just written is not there');
  return key;
}

async function toWire(services: Services, tenantId: string, rows: readonly SigningKeyRow[]): Promise<SigningKey[]> {
  const people = await findKnownPeople(services, tenantId, [...new Set(rows.flatMap((r) => r.user_id ?? []))]);
  return rows.map(({ public_jwk, ...row }) => ({
    ...row,
    createdAt: row.created_at,
    active: row.status === 'ACTIVE',
    user_email: row.user_id === null ? null : (people.get(row.user_id)?.email ?? null),
    public_jwk: JSON.parse(public_jwk) as PublicJwk,
  }));
}

export const signingKeysHandlers: readonly Handler[] = [list, create, revoke, jwks];
