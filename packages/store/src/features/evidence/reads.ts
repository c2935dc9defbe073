import { gunzipSync } from 'node:zlib';
import type { ArchivedEvent } from '../../archive/event.ts';
import { listBlocksBack, readBlocks } from '../../pruned/read-rows.ts';
import { thawIntent, thawSeqs } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';
import { bundleIdOf, seqOfBundleId } from './bundle-id.ts';
import { type EventIndex, type EventPlace, placeOf, type SignedTree, treeOf } from './pack.ts';
import { type BundleIndex, bundlesOf, type PlaceInPack } from './packed-bundles.ts';

/** Events that are given a bundle: an intent came to its end, or a period was published. */
export const evidencedTypes = ['intent.executed', 'intent.rejected', 'period.published'] as const;

const isEvidenced = (type: string): boolean => (evidencedTypes as readonly string[]).includes(type);

export interface EvidenceRow {
  readonly id: string;
  readonly event_seq: number;
  readonly created_at: string;
  readonly kept: Kept;
  /** The first anchor that covers its event. */
  readonly anchor: { readonly id: string; readonly to_seq: number; readonly anchored: boolean } | null;
}
type Unanchored = Omit<EvidenceRow, 'anchor'>;

/**
 * How the object store has a bundle: as its events, of which what it says follows; or, where it was written before, as its text, in a pack or
 * as an object of its own.
 */
export type Kept =
  | { readonly as: 'events'; readonly objectSha256: string; readonly place: EventPlace; readonly tree: SignedTree }
  | { readonly as: 'text'; readonly objectSha256: string; readonly place: PlaceInPack | null; readonly says: BundleFacts };

/** What a list shows of a bundle. */
export interface BundleFacts {
  /** null for what is about no intent. */
  readonly intent_id: string | null;
  /** What events call it by. */
  readonly name: string;
  readonly content_sha256: string;
  readonly size_bytes: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface PackRow {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly content_sha256: string;
  readonly index: Buffer;
  readonly created_at: string;
}

export interface EvidenceAsked {
  readonly limit: number;
  /** Of one intent; null: of everything. */
  readonly intentId: string | null;
  /** Of events before this seq; null: up to the last. */
  readonly before: number | null;
}

/** The latest event first. */
export async function listEvidence(tx: Tx, tenantId: string, { limit, intentId, before }: EvidenceAsked): Promise<readonly EvidenceRow[]> {
  const through = before === null ? Number.MAX_SAFE_INTEGER : before - 1;
  const found = await (intentId === null ? listLatestPacked(tx, tenantId, { through, limit }) : listPackedOfIntent(tx, tenantId, intentId));
  const packed = found.filter(({ event_seq: seq }) => seq <= through).slice(0, limit);
  const more = limit - packed.length;
  // Those with an object of their own are all older than those in packs.
  const alone =
    more <= 0
      ? []
      : await listAlone(
          tx,
          'tenant_id = $1 and ($2::text is null or intent_id = $2) and event_seq <= $3 order by event_seq desc limit $4',
          [tenantId, intentId, through, more],
        );
  return withAnchors(tx, tenantId, [...packed, ...alone]);
}

export async function findEvidence(tx: Tx, tenantId: string, id: string): Promise<EvidenceRow | null> {
  const seq = seqOfBundleId(tenantId, id);
  const found = seq === null ? await listAlone(tx, 'tenant_id = $1 and id = $2', [tenantId, id]) : await listPackedAt(tx, tenantId, [seq]);
  return (await withAnchors(tx, tenantId, found))[0] ?? null;
}

async function listLatestPacked(
  tx: Tx,
  tenantId: string,
  { through, limit }: { readonly through: number; readonly limit: number },
): Promise<readonly Unanchored[]> {
  // Of the pack that is not asked for whole it is not known how many of its bundles are: it counts as if none were.
  const packs = await tx.query<PackRow>(
    `select first_seq, last_seq, content_sha256, index, created_at from (
       select p.*, coalesce(sum(case when last_seq <= $3 then bundles else 0 end) over (
         order by first_seq desc rows between unbounded preceding and 1 preceding
       ), 0) as newer
       from (select * from evidence_packs where tenant_id = $1 and first_seq <= $3 order by first_seq desc limit $2 + 1) p
     ) q where newer < $2 order by first_seq desc`,
    [tenantId, limit, through],
  );
  const [latest, oldest] = [packs.rows[0], packs.rows.at(-1)];
  if (latest === undefined || oldest === undefined) return [];
  const within = { from: oldest.first_seq, to: Math.min(latest.last_seq, through) };
  return rowsAt(tenantId, packs.rows, await listLatestSeqs(tx, tenantId, within, limit));
}

/** The latest events within a stretch that are given a bundle, the last first, wherever their rows are. */
async function listLatestSeqs(
  tx: Tx,
  tenantId: string,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<readonly number[]> {
  const stayed = await tx.query<{ seq: number }>(
    'select seq from events where tenant_id = $1 and seq >= $2 and seq <= $3 and event_type = any($4) order by seq desc limit $5',
    [tenantId, from, to, evidencedTypes, limit],
  );
  let latest = stayed.rows.map(({ seq }) => seq);
  for (let through = to; ; ) {
    // Of a full list the last: what is older is not on it.
    const after = latest.length < limit ? from - 1 : (latest.at(-1) ?? from);
    const [block] = await listBlocksBack(tx, tenantId, { after, through }, 1);
    if (block === undefined) return latest;
    const [left] = await readBlocks(tx, tenantId, [block], ['events']);
    const wanted = left?.events.filter((e) => e.seq >= from && e.seq <= to && isEvidenced(e.event_type)) ?? [];
    latest = [...new Set([...latest, ...wanted.map(({ seq }) => seq)])].sort((a, b) => b - a).slice(0, limit);
    through = block.first_seq - 1;
  }
}

async function listPackedOfIntent(tx: Tx, tenantId: string, intentId: string): Promise<readonly Unanchored[]> {
  // Each kind of event of an intent has an index of its own.
  const ask = () =>
    tx.query<{ seq: number }>(
      `select seq from events where tenant_id = $1 and intent_id = $2 and idem_key is not null and event_type = any($3)
     union all
     select seq from events where tenant_id = $1 and intent_id = $2 and idem_key is null and event_type = any($3)
     order by seq desc`,
      [tenantId, intentId, evidencedTypes],
    );
  let { rows } = await ask();
  if (rows.length === 0 && (await thawIntent(tx, tenantId, intentId))) ({ rows } = await ask());
  return listPackedAt(
    tx,
    tenantId,
    rows.map((row) => row.seq),
  );
}

/** Those of these events that have a bundle in a pack, in their order. */
async function listPackedAt(tx: Tx, tenantId: string, seqs: readonly number[]): Promise<readonly Unanchored[]> {
  if (seqs.length === 0) return [];
  const packs = await tx.query<PackRow>(
    `select first_seq, last_seq, content_sha256, index, created_at from evidence_packs where tenant_id = $1 and first_seq in (
       select (select max(first_seq) from evidence_packs where tenant_id = $1 and first_seq <= s.seq) from unnest($2::bigint[]) as s(seq)
     )`,
    [tenantId, seqs],
  );
  const ask = () =>
    tx.query<{ seq: number }>('select seq from events where tenant_id = $1 and seq = any($2) and event_type = any($3)', [
      tenantId,
      seqs,
      evidencedTypes,
    ]);
  let { rows } = await ask();
  if (rows.length < new Set(seqs).size && (await thawSeqs(tx, tenantId, seqs))) ({ rows } = await ask());
  const known = new Set(rows.map((row) => row.seq));
  return rowsAt(
    tenantId,
    packs.rows,
    seqs.filter((seq) => known.has(seq)),
  );
}

/** Of each event that one of the packs has, in the order of the seqs. */
function rowsAt(tenantId: string, packs: readonly PackRow[], seqs: readonly number[]): readonly Unanchored[] {
  const read = packs.map((pack) => ({ pack, keptAt: readerOf(pack) }));
  return seqs.flatMap((seq) => {
    const found = read.find(({ pack }) => pack.first_seq <= seq && seq <= pack.last_seq);
    const kept = found?.keptAt(seq) ?? null;
    if (found === undefined || kept === null) return [];
    return [{ id: bundleIdOf(tenantId, seq), event_seq: seq, created_at: found.pack.created_at, kept }];
  });
}

/** How a pack has the bundle of an event; null where it has none. The index comes from the database: it is taken for what was written. */
function readerOf({ content_sha256: objectSha256, index: bytes }: PackRow): (seq: number) => Kept | null {
  const index = JSON.parse(gunzipSync(bytes).toString()) as BundleIndex | EventIndex;
  if (index.version === 2) {
    const tree = treeOf(index);
    return (seq) => ({ as: 'events', objectSha256, place: placeOf(index, seq), tree });
  }
  const bySeq = new Map(bundlesOf(index).map((bundle) => [bundle.seq, bundle]));
  return (seq) => {
    const found = bySeq.get(seq);
    if (found === undefined) return null;
    const { intentId: intent_id, name, metadata, sha256: content_sha256, place } = found;
    return { as: 'text', objectSha256, place, says: { intent_id, name, metadata, content_sha256, size_bytes: place.sizeBytes } };
  };
}

/** Bundles with an object of their own: they were written before there were packs. */
async function listAlone(tx: Tx, which: string, values: readonly unknown[]): Promise<readonly Unanchored[]> {
  const found = await tx.query<BundleFacts & Pick<EvidenceRow, 'id' | 'event_seq' | 'created_at'>>(
    `select id, event_seq, intent_id, name, content_sha256, size_bytes, metadata, created_at from evidence where ${which}`,
    [...values],
  );
  return found.rows.map(({ id, event_seq, created_at, ...says }) => ({
    id,
    event_seq,
    created_at,
    kept: { as: 'text', objectSha256: says.content_sha256, place: null, says },
  }));
}

async function withAnchors(tx: Tx, tenantId: string, rows: readonly Unanchored[]): Promise<readonly EvidenceRow[]> {
  if (rows.length === 0) return [];
  const found = await tx.query<NonNullable<EvidenceRow['anchor']> & { readonly covers: number }>(
    `select s.seq as covers, a.id, a.to_seq, a.anchored from unnest($2::bigint[]) as s(seq)
     cross join lateral (
       select id, to_seq, time_stamp is not null or exists (
         select from cosignatures c where c.tenant_id = $1 and c.to_seq = anchors.to_seq
       ) as anchored from anchors where tenant_id = $1 and to_seq >= s.seq order by to_seq limit 1
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

/**
 * The events between two places of the log, the first left out and the last not, in order: no more than it takes to have `payloadBytesMax` of
 * payload, and one at least where there is one.
 */
export async function listEventsToPack(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  { afterSeq, toSeq, payloadBytesMax }: { readonly afterSeq: number; readonly toSeq: number; readonly payloadBytesMax: number },
): Promise<readonly ArchivedEvent[]> {
  const found = await tx.query<ArchivedEvent>(
    `select seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version from (
       select *, sum(octet_length(payload)) over (order by seq) - octet_length(payload) as ahead
       from events where tenant_id = $1 and seq > $2 and seq <= $3
     ) e where ahead < $4 order by seq`,
    [tenantId, afterSeq, toSeq, payloadBytesMax],
  );
  return found.rows;
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
