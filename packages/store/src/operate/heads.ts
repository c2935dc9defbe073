// What an operator may see across organisations: that they exist and how far their logs go. Needs the role of the writer,
// which row-level security does not bind.

import type pg from 'pg';

export interface TenantHead {
  readonly tenant_id: string;
  readonly seq: number;
}

export async function listHeads(client: pg.ClientBase): Promise<readonly TenantHead[]> {
  const found = await client.query<TenantHead>('select tenant_id, seq from chain_heads order by tenant_id');
  return found.rows;
}

/** What the application's roles could do to the log beyond appending; empty when privileges are as they must be. */
export async function listExcessPrivileges(client: pg.ClientBase): Promise<readonly string[]> {
  const found = await client.query<{ fault: string }>(
    `select format('%s may %s %s', role, privilege, tab) as fault
     from unnest(array['countinghouse_reader', 'countinghouse_writer']) role,
       unnest(array['events', 'postings', 'signed_heads']) tab,
       unnest(array['update', 'delete', 'truncate']) privilege
     where has_table_privilege(role, tab, privilege)
     union all
     select format('row-level security is not forced on %s', c.relname)
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
  );
  return found.rows.map((r) => r.fault);
}
