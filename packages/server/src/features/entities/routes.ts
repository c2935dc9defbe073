import { randomUUID } from 'node:crypto';
import { ALL_ENTITIES, entities as contract, type Entity, type EntityPerson } from '@countinghouse/contract/features/entities';
import { formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { findPeople } from '@countinghouse/store/auth/people';
import {
  type EntityRow,
  findEntity,
  listEntities,
  listEntityMembers,
  listTrialBalance,
} from '@countinghouse/store/features/entities/reads';
import { findIdsByMetadata, findMetadata, type KeptMetadata } from '@countinghouse/store/features/metadata/reads';
import { listMembers } from '@countinghouse/store/features/people/reads';
import { listServiceAccountNames } from '@countinghouse/store/features/service-accounts/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler, type RequestContext, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const list = reading(contract.list, async ({ tenant: { tenant_id }, caller: { session }, input }, { readerPool }) => {
  const { metadata } = input.query;
  return read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const rows = await listEntities(tx, tenant_id, session.userId);
    const among = metadata === undefined ? null : await findIdsByMetadata(tx, tenant_id, 'entity', metadata);
    const asked = among === null ? rows : rows.filter(({ id }) => among.has(id));
    const ids = asked.map(({ id }) => id);
    const kept = await findMetadata(tx, tenant_id, 'entity', ids);
    const current = rows.find((r) => r.id === session.activeEntityId);
    return { entities: asked.map((row) => toWire(row, kept.get(row.id) ?? {})), currentId: current?.id ?? null };
  });
});

export const create = handler(contract.create, async ({ tenant, caller, input }, services) => {
  const { code, name, base_currency, metadata = {} } = input.body;
  const id = randomUUID();
  const outcome = await services.ledger.submit(tenant.tenant_id, {
    type: 'entity.create',
    actor: caller.actor,
    id,
    code,
    name,
    baseCurrency: base_currency,
    metadata,
  });
  writtenEvent(outcome, 'entity.created');
  services.sessions.forgetMemberships(caller.session.userId);
  return { entity: toWire(await find(services, tenant.tenant_id, caller.session.userId, id), metadata) };
});

export const switchEntity = handler(contract.switch, async ({ tenant, caller, input }, services) => {
  const { entityId } = input.body;
  const wanted =
    entityId === null || entityId === ALL_ENTITIES ? null : await find(services, tenant.tenant_id, caller.session.userId, entityId);
  if (wanted?.active === false) throw new Refusal('ENTITY_INACTIVE');
  await services.sessions.switchEntity(caller.session, wanted?.id ?? null);
  return { currentId: wanted?.id ?? null };
});

export const rename = handler(contract.rename, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'entity.rename', actor: caller.actor, ...input.body })),
);

export const deactivate = handler(contract.deactivate, (asked, services) => setActive('entity.deactivate', asked, services));

export const reactivate = handler(contract.reactivate, (asked, services) => setActive('entity.reactivate', asked, services));

export const members = handler(contract.members, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { entityId } = input.query;
  await find(services, tenant_id, caller.session.userId, entityId);
  const { roles, members, accounts } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => ({
    roles: await listEntityMembers(tx, tenant_id, entityId),
    members: await listMembers(tx, tenant_id),
    accounts: await listServiceAccountNames(tx, tenant_id),
  }));
  const persons = await findPeople(
    services.authPool,
    members.map((m) => m.user_id),
  );
  const programs = new Map(accounts.map((account) => [account.id, account.name]));
  const told = (id: string): EntityPerson => {
    const program = programs.get(id);
    if (program !== undefined) return { id, kind: 'service_account', email: '', name: program };
    return { id, kind: 'person', email: persons.get(id)?.email ?? '', name: persons.get(id)?.name ?? '' };
  };
  const active = accounts.filter((account) => account.active).map((account) => account.id);
  return {
    members: roles.map((r) => ({ ...told(r.user_id), role: r.role })),
    tenantMembers: [...members.map((m) => m.user_id), ...active].map(told),
  };
});

export const setRole = handler(contract.setRole, async ({ tenant, caller, input }, { ledger, sessions }) => {
  const { entityId, userId, entity_role } = input.body;
  const outcome = await ledger.submit(tenant.tenant_id, {
    type: 'entity_member.set',
    actor: caller.actor,
    entityId,
    userId,
    role: entity_role,
  });
  sessions.forgetMemberships(userId);
  return done(outcome);
});

export const removeMember = handler(contract.removeMember, async ({ tenant, caller, input }, { ledger, sessions }) => {
  const { entityId, userId } = input.body;
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'entity_member.remove', actor: caller.actor, entityId, userId });
  sessions.forgetMemberships(userId);
  return done(outcome);
});

export const trialBalance = handler(contract.trialBalance, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id, code, name } = await find(services, tenant_id, caller.session.userId, input.params.id);
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listTrialBalance(tx, tenant_id, id));
  return {
    entity: { id, code, name },
    lines: rows.map((r) => {
      const minorUnits = minorUnitsOf(r.currency);
      return { ...r, balance: formatMinor(parseBalanceE8(r.balance), minorUnits), minorUnits };
    }),
  };
});

function toWire(row: EntityRow, metadata: KeptMetadata): Entity {
  const { id, code, name, base_currency, active, entity_role, members } = row;
  return { id, code, name, baseCurrency: base_currency, base_currency, active, entity_role, members, metadata };
}

async function find({ readerPool }: Services, tenantId: string, userId: string, id: string): Promise<EntityRow> {
  const row = await read(readerPool, { tenantId }, (tx) => findEntity(tx, tenantId, userId, id));
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

async function setActive(
  type: 'entity.deactivate' | 'entity.reactivate',
  { tenant, caller, input }: RequestContext<typeof contract.deactivate | typeof contract.reactivate>,
  { ledger, sessions }: Services,
) {
  const outcome = await ledger.submit(tenant.tenant_id, { type, actor: caller.actor, id: input.body.id });
  sessions.forgetAllMemberships();
  return done(outcome);
}

export const entitiesHandlers: readonly Handler[] = [
  list,
  create,
  switchEntity,
  rename,
  deactivate,
  reactivate,
  members,
  setRole,
  removeMember,
  trialBalance,
];
