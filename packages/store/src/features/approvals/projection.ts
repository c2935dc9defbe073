import type { Asked } from '@countinghouse/kernel/approvals/events';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type SqlValue, type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<
  ChainedEvent,
  { type: 'intent.proposed' | 'approval.requested' | 'approval.approved' | 'approval.rejected' | 'four_eyes.set' }
>;

function projectApprovals(tenantId: string, event: Event): readonly Statement[] {
  switch (event.type) {
    case 'intent.proposed': {
      const { approval, request, use_case, intent_id } = event.payload;
      return [
        open(tenantId, event, approval, {
          kind: 'intent',
          subject: use_case,
          intentId: intent_id,
          payload: canonicalize(approval.payload),
          request: canonicalize(request),
          reporting: event.payload.reporting_amount === undefined ? null : canonicalize(event.payload.reporting_amount),
          makerId: approval.payload.maker_id,
          keyHolders: approval.payload.key_holders ?? [],
          entityIds: approval.entity_ids,
          unassigned: approval.unassigned,
        }),
      ];
    }
    case 'approval.requested': {
      const { payload } = event.payload;
      return [
        open(tenantId, event, event.payload, {
          kind: 'change',
          subject: payload.command,
          intentId: null,
          payload: canonicalize(payload),
          request: null,
          reporting: null,
          makerId: payload.maker_id,
          keyHolders: payload.key_holders ?? [],
          entityIds: [],
          unassigned: false,
        }),
      ];
    }
    case 'approval.approved': {
      const { id, comment, remaining } = event.payload;
      const vote = statement(
        'insert into approval_votes (tenant_id, approval_id, user_id, comment, voted_at, seq) values ($1, $2, $3, $4, $5, $6)',
        tenantId,
        id,
        event.actorId,
        comment,
        event.eventTs,
        event.seq,
      );
      return remaining > 0 ? [vote] : [vote, close(tenantId, event, id, 'approved', null, comment)];
    }
    case 'approval.rejected': {
      const { id, code, comment } = event.payload;
      return [close(tenantId, event, id, 'rejected', code, comment)];
    }
    case 'four_eyes.set':
      return [statement('update tenants set four_eyes = $2 where tenant_id = $1', tenantId, event.payload.four_eyes === 'on')];
  }
}

interface Opened {
  readonly kind: 'intent' | 'change';
  readonly subject: string;
  readonly intentId: string | null;
  readonly payload: string;
  readonly request: string | null;
  readonly reporting: string | null;
  readonly makerId: string;
  readonly keyHolders: readonly string[];
  readonly entityIds: readonly string[];
  readonly unassigned: boolean;
}

function open(tenantId: string, event: Event, asked: Asked, o: Opened): Statement {
  const row = {
    tenant_id: tenantId,
    id: asked.id,
    kind: o.kind,
    subject: o.subject,
    intent_id: o.intentId,
    status: 'pending',
    held_for: canonicalize(asked.held_for),
    payload: o.payload,
    payload_hash: asked.payload_hash,
    request: o.request,
    maker_id: o.makerId,
    key_holders: `{${o.keyHolders.join(',')}}`,
    needed: asked.needed,
    eligible: asked.eligible,
    reporting_amount: o.reporting,
    entity_ids: `{${o.entityIds.join(',')}}`,
    unassigned: o.unassigned,
    created_at: event.eventTs,
    created_seq: event.seq,
    expires_at: asked.expires_at,
  } satisfies Record<string, SqlValue>;
  const names = Object.keys(row);
  const values = names.map((_, i) => `$${i + 1}`);
  return statement(`insert into approvals (${names.join(', ')}) values (${values.join(', ')})`, ...Object.values(row));
}

function close(
  tenantId: string,
  event: Event,
  id: string,
  status: 'approved' | 'rejected',
  code: string | null,
  comment: string,
): Statement {
  return statement(
    `update approvals set status = $3, decided_at = $4, decided_by = $5, decided_seq = $6, rejection_code = $7, comment = $8, request = null
     where tenant_id = $1 and id = $2`,
    tenantId,
    id,
    status,
    event.eventTs,
    event.actorId,
    event.seq,
    code,
    comment,
  );
}

/** Tables, and what events do to them. */
export const approvals = {
  tables: ['approvals', 'approval_votes'],
  project: {
    'intent.proposed': projectApprovals,
    'approval.requested': projectApprovals,
    'approval.approved': projectApprovals,
    'approval.rejected': projectApprovals,
    'four_eyes.set': projectApprovals,
  },
} satisfies Feature;
