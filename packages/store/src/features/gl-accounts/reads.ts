import type { GlClass, NormalBalance } from '@countinghouse/kernel/gl-accounts/events';
import type { Tx } from '../../reader.ts';

export interface GlAccountRow {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly class: GlClass;
  readonly normal_balance: NormalBalance;
  readonly parent_id: string | null;
  /** Operational accounts mapped to it, GL accounts below it, and buckets whose interest stands on it. */
  readonly usage_count: number;
}

/** The id of the GL account with this id or code, or null. */
export async function findGlAccountId(tx: Tx, tenantId: string, reference: string): Promise<string | null> {
  const found = await tx.query<{ id: string }>(
    'select id from gl_accounts where tenant_id = $1 and (id::text = lower($2) or code = upper($2))',
    [tenantId, reference],
  );
  return found.rows[0]?.id ?? null;
}

export async function listGlAccounts(tx: Tx, tenantId: string): Promise<readonly GlAccountRow[]> {
  const found = await tx.query<GlAccountRow>(
    `select g.id, g.code, g.title, g.class, g.normal_balance, g.parent_id,
       (select count(*) from accounts a where a.tenant_id = g.tenant_id and a.gl_account_id = g.id)
       + (select count(*) from gl_accounts c where c.tenant_id = g.tenant_id and c.parent_id = g.id)
       + (select count(*) from interest_buckets b where b.tenant_id = g.tenant_id and b.accrued_gl_account_id = g.id) as usage_count
     from gl_accounts g
     where g.tenant_id = $1
     order by g.code`,
    [tenantId],
  );
  return found.rows;
}
