// Every object that the tables of an organisation name: what the object store must have. Needs a role that sees its rows.

import type pg from 'pg';

export interface NamedObject {
  readonly what:
    | 'attached file'
    | 'statement of a period'
    | 'bundle of evidence'
    | 'pack of evidence'
    | 'checkpoint of an anchor'
    | 'rows that left the database';
  readonly sha256: string;
  /** When it was named, RFC 3339. */
  readonly at: string;
  /** What it must contain, where the database has it too. */
  readonly content: string | null;
}

export async function listNamedObjects(client: pg.ClientBase | pg.Pool, tenantId: string): Promise<readonly NamedObject[]> {
  const found = await client.query<NamedObject>(
    `select 'attached file' as what, sha256, added_at as at, null as content from attachments where tenant_id = $1
     union all select 'attached file', sha256, added_at, null from filed_attachments where tenant_id = $1
     union all select 'statement of a period', f.sha256, p.published_at, null
       from period_files f join periods p on p.tenant_id = f.tenant_id and p.id = f.period_id where f.tenant_id = $1
     union all select 'bundle of evidence', content_sha256, created_at, null from evidence where tenant_id = $1
     union all select 'pack of evidence', content_sha256, created_at, null from evidence_packs where tenant_id = $1
     union all select 'checkpoint of an anchor', substr(anchor_ref, 8), anchored_at, checkpoint from anchors
       where tenant_id = $1 and anchor_ref like 'sha256:%'
     union all select 'rows that left the database', p.rows_sha256, e.event_ts, null from prunes p
       join pruned_stretches s on s.tenant_id = p.tenant_id and s.first_seq = p.from_seq
       join events e on e.tenant_id = p.tenant_id and e.seq = p.seq where p.tenant_id = $1`,
    [tenantId],
  );
  return found.rows;
}
