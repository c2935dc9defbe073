import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

export interface ResetRow {
  readonly user_id: string;
  readonly effective_at: string;
}

/** Those of an organisation that may still be done at an instant, in the order in which they were granted. */
export async function listResets(tx: Tx, tenantId: string, now: string): Promise<readonly ResetRow[]> {
  const found = await tx.query<ResetRow>(
    'select user_id, effective_at from second_factor_resets where tenant_id = $1 and lapses_at > $2 order by granted_seq',
    [tenantId, now],
  );
  return found.rows;
}

export interface UntoldReset {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly granted_seq: number;
}

/** Notes those of which nobody was told yet as told now, and answers them: of several servers one tells, in the transaction that queues the mail. */
export async function insertNotices(client: Pick<Tx, 'query'>, now: string, limit: number): Promise<readonly UntoldReset[]> {
  const found = await client.query<UntoldReset>(
    `insert into second_factor_reset_notices (tenant_id, user_id, granted_seq, told_at)
     select r.tenant_id, r.user_id, r.granted_seq, $1 from second_factor_resets r
     where r.lapses_at > $1 and not exists (
       select from second_factor_reset_notices n
       where n.tenant_id = r.tenant_id and n.user_id = r.user_id and n.granted_seq = r.granted_seq)
     order by r.effective_at limit $2
     on conflict do nothing
     returning tenant_id, user_id, granted_seq`,
    [now, limit],
  );
  return found.rows;
}

/** Those that are in force at an instant, and whose person was told of at `toldBy` at the latest. */
export async function listDueResets(
  pool: Pool,
  { now, toldBy, limit }: { readonly now: string; readonly toldBy: string; readonly limit: number },
): Promise<readonly { readonly tenant_id: string; readonly user_id: string }[]> {
  const found = await pool.query<{ tenant_id: string; user_id: string }>(
    `select r.tenant_id, r.user_id from second_factor_resets r
       join second_factor_reset_notices n on n.tenant_id = r.tenant_id and n.user_id = r.user_id and n.granted_seq = r.granted_seq
     where r.effective_at <= $1 and r.lapses_at > $1 and n.told_at <= $2
     order by r.user_id, r.effective_at limit $3`,
    [now, toldBy, limit],
  );
  return found.rows;
}

/** The organisation and when a reset there takes effect, for its mail; null where it was stopped or done meanwhile. */
export async function findResetToMail(
  pool: Pool,
  tenantId: string,
  userId: string,
): Promise<{ readonly organisation: string; readonly effective_at: string } | null> {
  const found = await pool.query<{ organisation: string; effective_at: string }>(
    `select t.name as organisation, r.effective_at from second_factor_resets r join tenants t on t.tenant_id = r.tenant_id
     where r.tenant_id = $1 and r.user_id = $2`,
    [tenantId, userId],
  );
  return found.rows[0] ?? null;
}
