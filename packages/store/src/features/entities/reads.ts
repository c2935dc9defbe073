import type { EntityRole } from '@countinghouse/kernel/entities/events';
import { NO_ENTITY, readDays } from '../../days.ts';
import type { Tx } from '../../reader.ts';

export interface EntityRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly base_currency: string;
  readonly active: boolean;
  readonly entity_role: EntityRole | null;
  readonly members: number;
}

const select = `select e.id, e.code, e.name, e.base_currency, e.active, own.role as entity_role,
       (select count(*) from entity_members m where m.tenant_id = $1 and m.entity_id = e.id) as members
     from entities e
     left join entity_members own on own.tenant_id = e.tenant_id and own.entity_id = e.id and own.user_id = $2`;

/** By code; with the role of one person in each. */
export async function listEntities(tx: Tx, tenantId: string, userId: string): Promise<readonly EntityRow[]> {
  const found = await tx.query<EntityRow>(`${select} where e.tenant_id = $1 order by e.code`, [tenantId, userId]);
  return found.rows;
}

export async function findEntity(tx: Tx, tenantId: string, userId: string, id: string): Promise<EntityRow | null> {
  const found = await tx.query<EntityRow>(`${select} where e.tenant_id = $1 and e.id = $3`, [tenantId, userId, id]);
  return found.rows[0] ?? null;
}

export async function listEntityMembers(
  tx: Tx,
  tenantId: string,
  entityId: string,
): Promise<readonly { readonly user_id: string; readonly role: EntityRole }[]> {
  const found = await tx.query<{ user_id: string; role: EntityRole }>(
    'select user_id, role from entity_members where tenant_id = $1 and entity_id = $2 order by user_id',
    [tenantId, entityId],
  );
  return found.rows;
}

export interface TrialBalanceRow {
  readonly kind: 'account' | 'due';
  readonly code: string;
  readonly title: string;
  readonly currency: string;
  readonly balance: string;
}

/**
 * The accounts of an entity, and a line against each other entity (and against accounts of none) that it shares postings with:
 * what the entity's side of those postings leaves open. Each currency sums to zero; across the entities the lines cancel.
 */
export async function listTrialBalance(tx: Tx, tenantId: string, entityId: string): Promise<readonly TrialBalanceRow[]> {
  const days = await readDays(tx, tenantId);
  const found = await tx.query<TrialBalanceRow>(
    `with crossing as (
       select nullif(credit_entity_id, '${NO_ENTITY}') as other, currency, -amount as balance from ${days.entities} day where debit_entity_id = $2
       union all
       select nullif(debit_entity_id, '${NO_ENTITY}'), currency, amount from ${days.entities} day where credit_entity_id = $2
     )
     select 'account' as kind, a.code, g.title, a.currency, a.balance
     from accounts a join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id
     where a.tenant_id = $1 and a.entity_id = $2
     union all
     select 'due', coalesce(e.code, '–'), 'Due from / due to ' || coalesce(e.code, 'accounts of no entity'), x.currency, sum(x.balance)
     from crossing x left join entities e on e.tenant_id = $1 and e.id = x.other
     group by e.code, x.currency
     order by kind, code, currency`,
    [tenantId, entityId],
  );
  return found.rows;
}
