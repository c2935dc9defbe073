import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Type =
  | 'account.created'
  | 'account.closed'
  | 'account.reopened'
  | 'account.party_set'
  | 'account.titled'
  | 'account.remapped'
  | 'account.floor_set';
type Event = Extract<ChainedEvent, { type: Type }>;

const CLOSE = 'update accounts set closed = true, closed_at = $3, closed_reason = $4 where tenant_id = $1 and id = $2';
const REOPEN = 'update accounts set closed = false, closed_at = null, closed_reason = null where tenant_id = $1 and id = $2';
const SET_TITLE = 'update accounts set title = $3 where tenant_id = $1 and id = $2';
const REMAP = 'update accounts set gl_account_id = $3 where tenant_id = $1 and id = $2';
const SET_FLOOR = 'update accounts set floor = $3, floor_amount = $4 where tenant_id = $1 and id = $2';
const SET_PARTY = 'update accounts set party_id = $3 where tenant_id = $1 and id = $2';

/** A floor as the columns hold it: zero by its word, any other amount beside `none`, which is how a server that knows no amounts reads it. */
const floorColumns = (amount: string | null): readonly ['none' | 'zero', string | null] =>
  amount !== null && parseBalanceE8(amount) === 0n ? ['zero', null] : ['none', amount];

/** The row of an account. Its balance is moved by the writer, once a batch (`writer/batch.ts`). */
function projectAccounts(tenantId: string, event: Event): Statement {
  if (event.type === 'account.closed') return statement(CLOSE, tenantId, event.payload.id, event.eventTs, event.payload.reason);
  if (event.type === 'account.reopened') return statement(REOPEN, tenantId, event.payload.id);
  if (event.type === 'account.party_set') return statement(SET_PARTY, tenantId, event.payload.id, event.payload.party_id);
  if (event.type === 'account.titled') return statement(SET_TITLE, tenantId, event.payload.id, event.payload.title);
  if (event.type === 'account.remapped') return statement(REMAP, tenantId, event.payload.id, event.payload.gl_account_id);
  if (event.type === 'account.floor_set')
    return statement(SET_FLOOR, tenantId, event.payload.id, ...floorColumns(event.payload.floor_amount));
  const {
    id,
    code,
    currency,
    kind,
    external_ref,
    external_ref_token = null,
    gl_account_id,
    entity_id,
    floor,
    floor_amount,
    title = null,
    party_id = null,
  } = event.payload;
  const [named, amount] = floor === 'amount' ? floorColumns(floor_amount ?? null) : [floor, null];
  return statement(
    'insert into accounts (tenant_id, id, code, currency, kind, external_ref, gl_account_id, floor, created_at, created_seq, entity_id, party_id, floor_amount, title, external_ref_token) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
    tenantId,
    id,
    code,
    currency,
    kind,
    external_ref,
    gl_account_id,
    named,
    event.eventTs,
    event.seq,
    entity_id,
    party_id,
    amount,
    title,
    external_ref_token,
  );
}

/** The rules as their event has them: one row an organisation. */
const projectRules = (tenantId: string, { payload }: Extract<ChainedEvent, { type: 'opening_rules.set' }>): Statement =>
  statement(
    'insert into opening_rules (tenant_id, rules) values ($1, $2) on conflict (tenant_id) do update set rules = excluded.rules',
    tenantId,
    canonicalize(payload.rules),
  );

/** Tables, and what events do to them. */
export const accounts = {
  tables: ['accounts', 'opening_rules'],
  project: {
    'account.created': projectAccounts,
    'account.closed': projectAccounts,
    'account.reopened': projectAccounts,
    'account.party_set': projectAccounts,
    'account.titled': projectAccounts,
    'account.remapped': projectAccounts,
    'account.floor_set': projectAccounts,
    'opening_rules.set': projectRules,
  },
} satisfies Feature;
