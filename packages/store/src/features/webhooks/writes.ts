import { type Statement, statement } from '../../sql/statement.ts';

/** What is known of the sending to an endpoint, beside the log; goes into the same transaction as the event that deletes it. */
export const deleteSent = (tenantId: string, id: string): readonly Statement[] =>
  ['audit_cursors', 'audit_dead_letters', 'outbound_deliveries', 'outbound_replays'].map((table) =>
    statement(`delete from ${table} where tenant_id = $1 and destination = $2`, tenantId, id),
  );
