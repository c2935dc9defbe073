import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'account.created' | 'account.closed' | 'account.reopened' | 'account.party_set' }>;

const CLOSE = 'update accounts set closed = true, closed_at = $3, closed_reason = $4 where tenant_id = $1 and id = $2';
const REOPEN = 'update accounts set closed = false, closed_at = null, closed_reason = null where tenant_id = $1 and id = $2';
const SET_PARTY = 'update accounts set party_id = $3 where tenant_id = $1 and id = $2';

/** The row of an account. Its balance is moved by the writer, once a batch (`writer/batch.ts`). */
function projectAccounts(tenantId: string, event: Event): Statement {
  if (event.type === 'account.closed') return statement(CLOSE, tenantId, event.payload.id, event.eventTs, event.payload.reason);
  if (event.type === 'account.reopened') return statement(REOPEN, tenantId, event.payload.id);
  if (event.type === 'account.party_set') return statement(SET_PARTY, tenantId, event.payload.id, event.payload.party_id);
  const { id, code, currency, kind, external_ref, gl_account_id, entity_id, floor, party_id = null } = event.payload;
  return statement(
    'insert into accounts (tenant_id, id, code, currency, kind, external_ref, gl_account_id, floor, created_at, created_seq, entity_id, party_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
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
    party_id,
  );
}

/** Tables, and what events do to them. */
export const accounts = {
  tables: ['accounts'],
  project: {
    'account.created': projectAccounts,
    'account.closed': projectAccounts,
    'account.reopened': projectAccounts,
    'account.party_set': projectAccounts,
  },
} satisfies Feature;
