import type { ReferencesKept } from '@countinghouse/kernel/privacy/events';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

export interface PrivacyRow {
  readonly tokenised: boolean;
  /** Of the data key in use; 0 before the first. */
  readonly key_version: number;
  readonly reencrypted_version: number;
  readonly erasures: number;
  readonly tokenised_at: string | null;
  readonly rotated_at: string | null;
  readonly reencrypted_at: string | null;
  readonly erased_at: string | null;
  /** How references go into new events, and since when; null: since the first. */
  readonly references: ReferencesKept;
  readonly references_set_at: string | null;
  /** Words that are kept, and those that are not under the data key in use. */
  readonly records: number;
  readonly plain: number;
  readonly behind: number;
  /** Members: each has an account with an e-mail. */
  readonly sign_in_emails: number;
}

export async function getPrivacy(tx: Tx, tenantId: string): Promise<PrivacyRow> {
  const found = await tx.query<PrivacyRow>(
    `select coalesce(p.tokenised, false) as tokenised, coalesce(p.key_version, 0) as key_version,
       coalesce(p.reencrypted_version, 0) as reencrypted_version, coalesce(p.erasures, 0) as erasures,
       p.tokenised_at, p.rotated_at, p.reencrypted_at, p.erased_at, c.*,
       coalesce(r.kept_as, 'clear') as "references", r.set_at as references_set_at,
       (select count(*) from members where tenant_id = $1) as sign_in_emails
     from (values (1)) one left join privacy p on p.tenant_id = $1 left join reference_choices r on r.tenant_id = $1
     cross join lateral (
       select count(*) as records, count(*) filter (where key_version is null) as plain,
         count(*) filter (where p.tokenised and key_version is distinct from p.key_version) as behind
       from pii_tokens where tenant_id = $1
     ) c`,
    [tenantId],
  );
  return found.rows[0] as PrivacyRow;
}

/** Organisations whose words are not all under the data key in use. Needs the writer's role. */
export async function listBehind(pool: Pool): Promise<readonly string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    'select tenant_id from privacy where reencrypted_version < key_version and tokenised order by tenant_id',
  );
  return found.rows.map((r) => r.tenant_id);
}

/** Of these people those whom the organisation knows no more: they left before it last erased its personal words. */
export async function listForgotten(tx: Tx, tenantId: string, userIds: readonly string[]): Promise<readonly string[]> {
  const found = await tx.query<{ id: string }>(
    `select person.id from privacy p cross join unnest($2::text[]) person (id)
     where p.tenant_id = $1 and not exists (select from members m where m.tenant_id = $1 and m.user_id = person.id)
       and p.erased_at >= (
         select max(e.event_ts) from events e
         where e.tenant_id = $1 and e.event_type = 'member.removed' and e.payload::jsonb ->> 'user_id' = person.id)`,
    [tenantId, userIds],
  );
  return found.rows.map((r) => r.id);
}

export interface Erasure {
  readonly tenant_id: string;
  readonly erasures: number;
  readonly key_version: number;
  readonly erased_at: string;
}

/** Organisations whose words were erased, with their last erasure. Needs the writer's role. */
export async function listErasures(pool: Pool): Promise<readonly Erasure[]> {
  const found = await pool.query<Erasure>(
    'select tenant_id, erasures, key_version, erased_at from privacy where erasures > 0 order by tenant_id',
  );
  return found.rows;
}

/** The wrapped keys of an organisation's words that there are. Needs the writer's role. */
export async function listPiiKeys(pool: Pool, tenantId: string): Promise<readonly string[]> {
  const found = await pool.query<{ wrapped: string }>('select wrapped from pii_keys where tenant_id = $1', [tenantId]);
  return found.rows.map((row) => row.wrapped);
}
