import type { MetadataCommand } from '@countinghouse/kernel/metadata/commands';
import type { MetadataReading } from '@countinghouse/kernel/metadata/reading';
import { thawIntent } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';
import { intentRows, lastEventOfIntent } from '../../sql/intent-rows.ts';
import { idsWith, type MetadataAsked } from '../../sql/metadata.ts';

export type MetadataSubject = 'intent' | 'account' | 'entity' | 'party';

/** By key. */
export type KeptMetadata = Readonly<Record<string, string>>;

/** What is kept of several things, by id; a thing of which nothing is said is not in it. */
export async function findMetadata(
  tx: Tx,
  tenantId: string,
  subject: MetadataSubject,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptMetadata>> {
  const found = await tx.query<{ subject_id: string; kept: KeptMetadata }>(
    `select subject_id, jsonb_object_agg(key, value) as kept from metadata
     where tenant_id = $1 and subject = $2 and subject_id = any($3::text[]) group by subject_id`,
    [tenantId, subject, ids],
  );
  return new Map(found.rows.map(({ subject_id, kept }) => [subject_id, kept]));
}

/** The ids of the entities, or parties, that have each of these values under its key. */
export async function findIdsByMetadata(
  tx: Tx,
  tenantId: string,
  subject: 'entity' | 'party',
  asked: MetadataAsked,
): Promise<ReadonlySet<string>> {
  const found = await tx.query<{ subject_id: string }>(idsWith(asked, subject, '$1'), [tenantId]);
  return new Set(found.rows.map(({ subject_id }) => subject_id));
}

export interface MetadataChangeRow {
  readonly seq: number;
  readonly event_type: string;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
}

/** The events that gave or changed it, newest first; those before a seq (null: all). */
export async function listMetadataChanges(
  tx: Tx,
  tenantId: string,
  of: { readonly subject: MetadataSubject; readonly id: string },
  page: { readonly before: number | null; readonly limit: number },
): Promise<readonly MetadataChangeRow[]> {
  const found = await tx.query<MetadataChangeRow>(
    `select e.seq, e.event_type, e.event_ts, e.actor_id, e.payload
     from (
       select seq from metadata_changes
       where tenant_id = $1 and subject = $2 and subject_id = $3 and ($4::bigint is null or seq < $4) order by seq desc limit $5
     ) c
     cross join lateral (select seq, event_type, event_ts, actor_id, payload from events where tenant_id = $1 and seq = c.seq offset 0) e
     order by e.seq desc`,
    [tenantId, of.subject, of.id, page.before, page.limit],
  );
  return found.rows;
}

const subjects = {
  intent: 'select from events where tenant_id = $1 and intent_id = $2 and idem_key is not null',
  account: 'select from accounts where tenant_id = $1 and id = $2::uuid',
  entity: 'select from entities where tenant_id = $1 and id = $2::uuid',
  party: 'select from parties where tenant_id = $1 and id = $2::uuid',
} satisfies Record<MetadataSubject, string>;

/** Whether it is there. */
export async function isThere(tx: Tx, tenantId: string, subject: MetadataSubject, id: string): Promise<boolean> {
  const ask = async () => ((await tx.query(subjects[subject], [tenantId, id])).rowCount ?? 0) > 0;
  return (await ask()) || (subject === 'intent' && (await thawIntent(tx, tenantId, id)) && ask());
}

const subjectOf = {
  'intent.annotate': 'intent',
  'account.annotate': 'account',
  'entity.annotate': 'entity',
  'party.annotate': 'party',
} satisfies Record<MetadataCommand['type'], MetadataSubject>;

/** What a change is decided on. */
export async function readMetadata(tx: Tx, tenantId: string, command: MetadataCommand): Promise<Omit<MetadataReading, 'knownAtSeq'>> {
  const id = command.type === 'intent.annotate' ? command.intentId : command.id;
  const kept = await findMetadata(tx, tenantId, subjectOf[command.type], [id]);
  return {
    values: new Map(Object.entries(kept.get(id) ?? {})),
    intent: command.type === 'intent.annotate' ? await readIntent(tx, tenantId, id) : null,
  };
}

async function readIntent(tx: Tx, tenantId: string, intentId: string): Promise<MetadataReading['intent']> {
  const ask = () =>
    tx.query<{ seq: number; executed_seq: number | null; account_ids: readonly string[] }>(
      `select f.seq, case when d.event_type = 'intent.executed' then d.seq end as executed_seq,
       array(
         select distinct side.account_id::text from ${intentRows} r cross join lateral (values (r.debit), (r.credit)) side (account_id)
         where side.account_id is not null
       ) as account_ids
     from (
       select seq, event_type, intent_id, payload from events where tenant_id = $1 and intent_id = $2 and idem_key is not null
     ) f cross join ${lastEventOfIntent}`,
      [tenantId, intentId],
    );
  let { rows } = await ask();
  if (rows.length === 0 && (await thawIntent(tx, tenantId, intentId))) ({ rows } = await ask());
  const [intent] = rows;
  return intent === undefined ? null : { seq: intent.seq, executedSeq: intent.executed_seq, accountIds: intent.account_ids };
}
