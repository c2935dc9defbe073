import type { Tx } from '../../reader.ts';

export interface SavedViewRow {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  /** As the address of the list spells it: name → value. */
  readonly search: Readonly<Record<string, string>>;
}

/** The views of one person, by list and name. */
export async function listSavedViews(tx: Tx, tenantId: string, userId: string): Promise<readonly SavedViewRow[]> {
  const found = await tx.query<SavedViewRow>(
    'select id, list, name, search from saved_views where tenant_id = $1 and user_id = $2 order by list, name',
    [tenantId, userId],
  );
  return found.rows;
}
