import type { Floor } from '@countinghouse/kernel/accounts/events';
import type { NormalBalance } from '@countinghouse/kernel/gl-accounts/events';
import type { Tx } from '../../reader.ts';

export interface AccountRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly external_ref: string | null;
  readonly gl_account_id: string;
  readonly gl_code: string;
  readonly gl_title: string;
  readonly normal_balance: NormalBalance;
  readonly entity_id: string | null;
  readonly entity_code: string | null;
  readonly floor: Floor;
  readonly closed: boolean;
  /** Debit-positive decimal with eight places. */
  readonly balance: string;
  readonly created_at: string;
  /** When and why it was closed; null while it is open. */
  readonly closed_at: string | null;
  readonly closed_reason: string | null;
}

const select = `select a.id, a.code, a.currency, a.kind, a.external_ref, a.gl_account_id, g.code as gl_code, g.title as gl_title, g.normal_balance,
       a.entity_id, e.code as entity_code, a.floor, a.closed, a.balance,
       a.created_at, a.closed_at, a.closed_reason
     from accounts a join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id
     left join entities e on e.tenant_id = a.tenant_id and e.id = a.entity_id`;

export async function listAccounts(
  tx: Tx,
  tenantId: string,
  filter: { readonly entityId: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly AccountRow[]; readonly total: number }> {
  const found = await tx.query<AccountRow>(
    `${select}
     where a.tenant_id = $1 and ($3::uuid is null or a.entity_id = $3)
     order by a.code
     limit $2`,
    [tenantId, filter.limit, filter.entityId],
  );
  const counted = await tx.query<{ total: number }>(
    'select count(*) as total from accounts where tenant_id = $1 and ($2::uuid is null or entity_id = $2)',
    [tenantId, filter.entityId],
  );
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findAccount(tx: Tx, tenantId: string, id: string): Promise<AccountRow | null> {
  const found = await tx.query<AccountRow>(
    `${select}
     where a.tenant_id = $1 and a.id = $2`,
    [tenantId, id],
  );
  return found.rows[0] ?? null;
}
