import type { IntentExecuted, IntentProposed, IntentRejected } from '@countinghouse/kernel/intents/events';
import type { MetadataChanges } from '@countinghouse/kernel/metadata/events';
import { type Metadata, metadataIn } from '@countinghouse/kernel/metadata/given';
import type { Feature } from '../../feature.ts';
import { type Insertion, type Statement, statement } from '../../sql/statement.ts';

interface Subject {
  readonly is: 'intent' | 'account' | 'entity' | 'party';
  readonly id: string;
  /** Of an intent: its first event, and the one that executed it. */
  readonly seq?: number | null;
  readonly executedSeq?: number | null;
  /** Of an account: its place in the list of accounts. */
  readonly code?: string | null;
}

/** Of an account; what an id of another kind is no one of is not looked for. */
const CODE = '(select code from accounts where tenant_id = $1 and id = $3::uuid)';

/** Of a change: one statement, however many keys there are; the words go as one text of JSON. */
const change = (tenantId: string, at: number, { is, id, seq = null, executedSeq = null }: Subject, changes: MetadataChanges): Statement =>
  statement(
    `with changed as (
       insert into metadata_changes (tenant_id, subject, subject_id, seq) values ($1, $2, $3, $5)
     ), removed as (
       delete from metadata where tenant_id = $1 and subject = $2 and subject_id = $3
         and key in (select key from jsonb_each_text($4::jsonb) where value is null)
     )
     insert into metadata (tenant_id, subject, subject_id, key, value, seq, executed_seq, code)
     select $1::uuid, $2, $3, key, value, $6::bigint, $7::bigint, ${is === 'account' ? CODE : 'null'}
     from jsonb_each_text($4::jsonb) where value is not null
     on conflict (tenant_id, subject, subject_id, key) do update set value = excluded.value`,
    tenantId,
    is,
    id,
    JSON.stringify(changes),
    at,
    seq,
    executedSeq,
  );

/** Of what it begins with, which cannot be there before; nothing is written where that is none. */
function give(
  tenantId: string,
  at: number,
  { is, id, seq = null, executedSeq = null, code = null }: Subject,
  metadata: Metadata,
): readonly Insertion[] {
  const pairs = Object.entries(metadata);
  if (pairs.length === 0) return [];
  return [
    { into: 'metadata_changes (tenant_id, subject, subject_id, seq)', rows: [[tenantId, is, id, at]] },
    {
      into: 'metadata (tenant_id, subject, subject_id, key, value, seq, executed_seq, code)',
      rows: pairs.map(([key, value]) => [tenantId, is, id, key, value, seq, executedSeq, code]),
    },
  ];
}

/** What waited for others has its metadata from its first event, and perhaps other metadata since: it stays, at its new place. */
function projectIntent(
  tenantId: string,
  seq: number,
  { intent_id: id, approval_id, request }: IntentExecuted | IntentProposed | IntentRejected,
  isExecuted: boolean,
): readonly (Insertion | Statement)[] {
  if (approval_id === undefined)
    return give(tenantId, seq, { is: 'intent', id, seq, executedSeq: isExecuted ? seq : null }, metadataIn(request));
  if (!isExecuted) return [];
  return [
    statement("update metadata set executed_seq = $3 where tenant_id = $1 and subject = 'intent' and subject_id = $2", tenantId, id, seq),
  ];
}

/** Tables, and what events do to them. */
export const metadata = {
  tables: ['metadata', 'metadata_changes'],
  project: {
    'intent.executed': (tenantId, { seq, payload }) => projectIntent(tenantId, seq, payload, true),
    'intent.proposed': (tenantId, { seq, payload }) => projectIntent(tenantId, seq, payload, false),
    'intent.rejected': (tenantId, { seq, payload }) => projectIntent(tenantId, seq, payload, false),
    'account.created': (tenantId, { seq, payload: { id, code, metadata = {} } }) =>
      give(tenantId, seq, { is: 'account', id, code }, metadata),
    'entity.created': (tenantId, { seq, payload: { id, metadata = {} } }) => give(tenantId, seq, { is: 'entity', id }, metadata),
    'party.created': (tenantId, { seq, payload: { id, metadata = {} } }) => give(tenantId, seq, { is: 'party', id }, metadata),
    'intent.annotated': (tenantId, { seq, payload: { intent_id: id, seq: first, executed_seq, changes } }) =>
      change(tenantId, seq, { is: 'intent', id, seq: first, executedSeq: executed_seq }, changes),
    'account.annotated': (tenantId, { seq, payload: { id, changes } }) => change(tenantId, seq, { is: 'account', id }, changes),
    'entity.annotated': (tenantId, { seq, payload: { id, changes } }) => change(tenantId, seq, { is: 'entity', id }, changes),
    'party.annotated': (tenantId, { seq, payload: { id, changes } }) => change(tenantId, seq, { is: 'party', id }, changes),
  },
} satisfies Feature;
