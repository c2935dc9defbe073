import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'account.created' }>;

/** The row of an account. Its balance is moved by the writer, once a batch (`writer/batch.ts`). */
export function projectAccounts(tenantId: string, event: Event): Statement {
  const { id, code, currency, kind, external_ref, gl_account_id, entity_id, floor } = event.payload;
  return statement(
    'insert into accounts (tenant_id, id, code, currency, kind, external_ref, gl_account_id, floor, created_at, created_seq, entity_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    tenantId,
    id,
    code,
    currency,
    kind,
    external_ref,
    gl_account_id,
    floor,
    event.eventTs,
    event.seq,
    entity_id,
  );
}
