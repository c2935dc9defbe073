import type { Tx } from '../../reader.ts';

export interface TemplateRow {
  readonly id: string;
  readonly name: string;
  /** Canonical JSON of what the kernel calls IntentContent. */
  readonly content: string;
  readonly saved_at: string;
  readonly saved_by: string;
}

/** By name; `q` is a part of it, in any case. */
export async function listTemplates(tx: Tx, tenantId: string, q: string | null): Promise<readonly TemplateRow[]> {
  const found = await tx.query<TemplateRow>(
    `select id, name, content, saved_at, saved_by from templates
     where tenant_id = $1 and ($2::text is null or strpos(lower(name), lower($2)) > 0)
     order by lower(name)`,
    [tenantId, q],
  );
  return found.rows;
}

export async function findTemplate(tx: Tx, tenantId: string, id: string): Promise<TemplateRow | null> {
  const found = await tx.query<TemplateRow>(
    'select id, name, content, saved_at, saved_by from templates where tenant_id = $1 and id = $2',
    [tenantId, id],
  );
  return found.rows[0] ?? null;
}
