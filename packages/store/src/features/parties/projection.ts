import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'party.created' | 'party.changed' }>;

function projectParties(tenantId: string, event: Event): Statement {
  const { id, label_token, kind, external_ref_token } = event.payload;
  if (event.type === 'party.created') {
    return statement(
      'insert into parties (tenant_id, id, label_token, kind, external_ref_token, created_at, event_seq) values ($1, $2, $3, $4, $5, $6, $7)',
      tenantId,
      id,
      label_token,
      kind,
      external_ref_token,
      event.eventTs,
      event.seq,
    );
  }
  return statement(
    'update parties set label_token = $3, kind = $4, external_ref_token = $5, event_seq = $6 where tenant_id = $1 and id = $2',
    tenantId,
    id,
    label_token,
    kind,
    external_ref_token,
    event.seq,
  );
}

const projectExposureLimit = (tenantId: string, event: Extract<ChainedEvent, { type: 'party.exposure_limit_set' }>): Statement =>
  statement(
    `update parties set exposure_currency = $3, exposure_amount = $4, exposure_set_at = $5, exposure_set_by = $6
     where tenant_id = $1 and id = $2`,
    tenantId,
    event.payload.id,
    event.payload.limit?.currency ?? null,
    event.payload.limit?.amount ?? null,
    event.eventTs,
    event.actorId,
  );

/** Tables, and what events do to them. */
export const parties = {
  tables: ['parties'],
  project: {
    'party.created': projectParties,
    'party.changed': projectParties,
    'party.exposure_limit_set': projectExposureLimit,
  },
} satisfies Feature;
