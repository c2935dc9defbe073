import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'gl_account.created' | 'gl_account.changed' | 'gl_account.deleted' }>;

function projectGlAccounts(tenantId: string, event: Event): Statement {
  if (event.type === 'gl_account.deleted')
    return statement('delete from gl_accounts where tenant_id = $1 and id = $2', tenantId, event.payload.id);
  if (event.type === 'gl_account.changed') {
    const { id, title, parent_id } = event.payload;
    return statement('update gl_accounts set title = $3, parent_id = $4 where tenant_id = $1 and id = $2', tenantId, id, title, parent_id);
  }
  const { id, code, title, class: glClass, normal_balance, parent_id } = event.payload;
  return statement(
    'insert into gl_accounts (tenant_id, id, code, title, class, normal_balance, parent_id) values ($1, $2, $3, $4, $5, $6, $7)',
    tenantId,
    id,
    code,
    title,
    glClass,
    normal_balance,
    parent_id,
  );
}

/** Tables, and what events do to them. */
export const glAccounts = {
  tables: ['gl_accounts'],
  project: {
    'gl_account.created': projectGlAccounts,
    'gl_account.changed': projectGlAccounts,
    'gl_account.deleted': projectGlAccounts,
  },
} satisfies Feature;
