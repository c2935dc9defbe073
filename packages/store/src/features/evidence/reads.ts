import type { Tx } from '../../reader.ts';
import { bundleIdOf, seqOfBundleId } from './bundle-id.ts';
import { type PlaceInPack, readPackIndex } from './pack.ts';

/** Events that are given a bundle: an intent came to its end, or a period was published. */
export const evidencedTypes = ['intent.executed', 'intent.rejected', 'period.published'] as const;

export const EVIDENCE_TYPE = 'application/json';

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
  /** The object that has its content: a pack, and where in it; or one of its own. */
  readonly object_sha256: string;
  readonly place: PlaceInPack | null;
  /** The first anchor that covers its event. */
  readonly anchor: { readonly id: string; readonly to_seq: number; readonly anchored: boolean } | null;
}
type Unanchored = Omit<EvidenceRow, 'anchor'>;

interface PackRow {
  readonly content_sha256: string;
  readonly index: Buffer;
  readonly created_at: string;
}

/** Of one intent, or of everything; the latest event first. */
export async function listEvidence(
  tx: Tx,
  tenantId: string,
  { limit, intentId }: { readonly limit: number; readonly intentId: string | null },
): Promise<readonly EvidenceRow[]> {
  const packed = await (intentId === null ? listLatestPacked(tx, tenantId, limit) : listPackedOfIntent(tx, tenantId, intentId));
  const more = limit - packed.length;
  // Those with an object of their own are all older than those in packs.
  const alone =
    more <= 0
      ? []
      : await listAlone(tx, 'tenant_id = $1 and ($2::text is null or intent_id = $2) order by event_seq desc limit $3', [
          tenantId,
          intentId,
          more,
        ]);
  return withAnchors(tx, tenantId, [...packed, ...alone]);
}

export async function findEvidence(tx: Tx, tenantId: string, id: string): Promise<EvidenceRow | null> {
  const seq = seqOfBundleId(tenantId, id);
  const found = seq === null ? await listAlone(tx, 'tenant_id = $1 and id = $2', [tenantId, id]) : await listPackedAt(tx, tenantId, [seq]);
  return (await withAnchors(tx, tenantId, found))[0] ?? null;
}

async function listLatestPacked(tx: Tx, tenantId: string, limit: number): Promise<readonly Unanchored[]> {
  const packs = await tx.query<PackRow>(
    `select content_sha256, index, created_at from (
       select p.*, sum(bundles) over (order by first_seq desc) - bundles as newer
       from (select * from evidence_packs where tenant_id = $1 order by first_seq desc limit $2) p
     ) q where newer < $2 order by first_seq desc`,
    [tenantId, limit],
  );
  return packs.rows.flatMap((pack) => rowsOf(tenantId, pack).toReversed()).slice(0, limit);
}

async function listPackedOfIntent(tx: Tx, tenantId: string, intentId: string): Promise<readonly Unanchored[]> {
  // Each kind of event of an intent has an index of its own.
  const found = await tx.query<{ seq: number }>(
    `select seq from events where tenant_id = $1 and intent_id = $2 and idem_key is not null and event_type = any($3)
     union all
     select seq from events where tenant_id = $1 and intent_id = $2 and idem_key is null and event_type = any($3)
     order by seq desc`,
    [tenantId, intentId, evidencedTypes],
  );
  return listPackedAt(
    tx,
    tenantId,
    found.rows.map((row) => row.seq),
  );
}

/** Those of these events that are in packs, in their order. */
async function listPackedAt(tx: Tx, tenantId: string, seqs: readonly number[]): Promise<readonly Unanchored[]> {
  if (seqs.length === 0) return [];
  const packs = await tx.query<PackRow & { readonly seq: number }>(
    `select s.seq, p.content_sha256, p.index, p.created_at from unnest($2::bigint[]) with ordinality as s(seq, n)
     cross join lateral (
       select * from evidence_packs where tenant_id = $1 and first_seq <= s.seq order by first_seq desc limit 1
     ) p where p.last_seq >= s.seq order by s.n`,
    [tenantId, seqs],
  );
  return packs.rows.flatMap((pack) => rowsOf(tenantId, pack).filter((row) => row.event_seq === pack.seq));
}

const rowsOf = (tenantId: string, { content_sha256: object_sha256, index, created_at }: PackRow): readonly Unanchored[] =>
  readPackIndex(index).map(({ seq, intentId, name, metadata, sha256, place }) => ({
    id: bundleIdOf(tenantId, seq),
    event_seq: seq,
    intent_id: intentId,
    name,
    content_sha256: sha256,
    content_type: EVIDENCE_TYPE,
    size_bytes: place.sizeBytes,
    metadata,
    created_at,
    object_sha256,
    place,
  }));

/** Bundles with an object of their own: they were written before there were packs. */
async function listAlone(tx: Tx, which: string, values: readonly unknown[]): Promise<readonly Unanchored[]> {
  const found = await tx.query<Omit<Unanchored, 'object_sha256' | 'place'>>(
    `select id, event_seq, intent_id, name, content_sha256, content_type, size_bytes, metadata, created_at from evidence where ${which}`,
    [...values],
  );
  return found.rows.map((row) => ({ ...row, object_sha256: row.content_sha256, place: null }));
}

async function withAnchors(tx: Tx, tenantId: string, rows: readonly Unanchored[]): Promise<readonly EvidenceRow[]> {
  if (rows.length === 0) return [];
  const found = await tx.query<NonNullable<EvidenceRow['anchor']> & { readonly covers: number }>(
    `select s.seq as covers, a.id, a.to_seq, a.anchored_at is not null as anchored from unnest($2::bigint[]) as s(seq)
     cross join lateral (
       select id, to_seq, anchored_at from anchors where tenant_id = $1 and to_seq >= s.seq order by to_seq limit 1
     ) a`,
    [tenantId, rows.map((row) => row.event_seq)],
  );
  const bySeq = new Map(found.rows.map(({ covers, ...anchor }) => [covers, anchor]));
  return rows.map((row) => ({ ...row, anchor: bySeq.get(row.event_seq) ?? null }));
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

/** Of an event what a bundle tells of it. */
export interface BundledEvent {
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly event_ts: string;
  readonly actor_id: string;
  /** The canonical text that was hashed. */
  readonly payload: string;
  readonly payload_hash: string;
  readonly prev_hash: string;
  readonly event_hash: string;
  readonly signature: string | null;
  readonly hash_version: number;
}

/**
 * Events that are given a bundle, between two places of the log, the first left out and the last not, in order: no more than it takes to
 * have `payloadBytesMax` of payload. `throughSeq`: up to where the log was looked at.
 */
export async function listEventsToEvidence(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  { afterSeq, toSeq, payloadBytesMax }: { readonly afterSeq: number; readonly toSeq: number; readonly payloadBytesMax: number },
): Promise<{ readonly events: readonly BundledEvent[]; readonly throughSeq: number }> {
  const found = await tx.query<BundledEvent & { readonly bytes: number }>(
    `select * from (
       select seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version,
         sum(octet_length(payload)) over (order by seq) as bytes
       from events where tenant_id = $1 and seq > $2 and seq <= $3 and event_type = any($4)
     ) e where bytes - octet_length(payload) < $5 order by seq`,
    [tenantId, afterSeq, toSeq, evidencedTypes, payloadBytesMax],
  );
  const events = found.rows.map(({ bytes: _bytes, ...event }) => event);
  const last = found.rows.at(-1);
  const isFull = last !== undefined && last.bytes >= payloadBytesMax;
  return { events, throughSeq: isFull ? last.seq : toSeq };
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
