import type { Tx } from '../../reader.ts';

/** Events that are given a bundle: an intent came to its end, or a period was published. */
export const evidencedTypes = ['intent.executed', 'intent.rejected', 'period.published'] as const;

export interface EvidenceRow {
  readonly id: string;
  readonly event_seq: number;
  readonly intent_id: string | null;
  readonly name: string;
  readonly content_sha256: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  /** The first anchor that covers its event. */
  readonly anchor: { readonly id: string; readonly to_seq: number; readonly anchored: boolean } | null;
}

const select = `select e.id, e.event_seq, e.intent_id, e.name, e.content_sha256, e.content_type, e.size_bytes, e.metadata, e.created_at,
     (select json_build_object('id', a.id, 'to_seq', a.to_seq, 'anchored', a.anchored_at is not null)
      from anchors a where a.tenant_id = e.tenant_id and a.to_seq >= e.event_seq order by a.to_seq limit 1) as anchor
   from evidence e`;

/** Of one intent, or of everything; the latest event first. */
export async function listEvidence(
  tx: Tx,
  tenantId: string,
  { limit, intentId }: { readonly limit: number; readonly intentId: string | null },
): Promise<readonly EvidenceRow[]> {
  const found = await tx.query<EvidenceRow>(
    `${select} where e.tenant_id = $1 and ($2::text is null or e.intent_id = $2) order by e.event_seq desc limit $3`,
    [tenantId, intentId, limit],
  );
  return found.rows;
}

export async function findEvidence(tx: Tx, tenantId: string, id: string): Promise<EvidenceRow | null> {
  const found = await tx.query<EvidenceRow>(`${select} where e.tenant_id = $1 and e.id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}

/** Counted no further than this. */
const WAITING_MAX = 10_000;

export interface EvidenceProgress {
  /** Events whose bundle is still to be written; up to 10,000. */
  readonly waiting: number;
  /** The code that the last tries failed with; null while they do not. */
  readonly failure: { readonly code: string; readonly since: string; readonly tries: number } | null;
}

/** How far the vault is behind the log. */
export async function findEvidenceProgress(tx: Tx, tenantId: string): Promise<EvidenceProgress> {
  const found = await tx.query<{ waiting: number; failing_since: string | null; failure: string | null; tries: number | null }>(
    `select p.failing_since, p.failure, p.tries,
       (select count(*) from (
          select from events e where e.tenant_id = $1 and e.seq > coalesce(p.through_seq, 0) and e.event_type = any($2) limit ${WAITING_MAX}
        ) w) as waiting
     from (select) one left join evidence_progress p on p.tenant_id = $1`,
    [tenantId, evidencedTypes],
  );
  const { waiting = 0, failing_since: since = null, failure: code = null, tries = null } = found.rows[0] ?? {};
  return { waiting, failure: since === null || code === null ? null : { code, since, tries: tries ?? 0 } };
}

/** Seqs of the events of these types between two places, the first left out and the last not. */
export async function listSeqsToEvidence(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  afterSeq: number,
  toSeq: number,
): Promise<readonly number[]> {
  const found = await tx.query<{ seq: number }>(
    'select seq from events where tenant_id = $1 and seq > $2 and seq <= $3 and event_type = any($4) order by seq',
    [tenantId, afterSeq, toSeq, evidencedTypes],
  );
  return found.rows.map((row) => row.seq);
}

/** Seqs of what was asked, said and decided in an approval, in order. */
export async function listSeqsOfApproval(tx: Pick<Tx, 'query'>, tenantId: string, approvalId: string): Promise<readonly number[]> {
  const found = await tx.query<{ seq: number }>(
    `select created_seq as seq from approvals where tenant_id = $1 and id = $2
     union select decided_seq from approvals where tenant_id = $1 and id = $2 and decided_seq is not null
     union select seq from approval_votes where tenant_id = $1 and approval_id = $2
     order by seq`,
    [tenantId, approvalId],
  );
  return found.rows.map((row) => row.seq);
}

/** Seqs of what befell a period, up to and with one of them, in order. Reads over the log: periods are published rarely. */
export async function listSeqsOfPeriod(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  periodId: string,
  toSeq: number,
): Promise<readonly number[]> {
  const found = await tx.query<{ seq: number }>(
    `select seq from events
     where tenant_id = $1 and seq <= $2 and event_type in ('period.closing', 'period.locked', 'period.published', 'period.reopened')
       and payload::jsonb ->> 'id' = $3
     order by seq`,
    [tenantId, toSeq, periodId],
  );
  return found.rows.map((row) => row.seq);
}

export interface LogEnd {
  readonly seq: number;
  /** The chain key of that seq. */
  readonly kid: string;
  /** JSON. */
  readonly publicJwk: string;
}

/** Where a log ends now, and the key that signs there; null for one without. */
export async function findLogEnd(tx: Pick<Tx, 'query'>, tenantId: string): Promise<LogEnd | null> {
  const found = await tx.query<{ seq: number; kid: string; public_jwk: string }>(
    `select h.seq, k.kid, k.public_jwk from chain_heads h
     join signing_keys k on k.tenant_id = h.tenant_id and k.purpose = 'chain' and k.status = 'ACTIVE'
     where h.tenant_id = $1`,
    [tenantId],
  );
  const [row] = found.rows;
  return row === undefined ? null : { seq: row.seq, kid: row.kid, publicJwk: row.public_jwk };
}
