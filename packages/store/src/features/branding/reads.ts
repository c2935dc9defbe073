import type { Tx } from '../../reader.ts';

export interface BrandingRow {
  readonly display_name: string | null;
  readonly logo_url: string | null;
  readonly primary_color: string | null;
  readonly accent_color: string | null;
}

export async function findBranding(tx: Tx, tenantId: string): Promise<BrandingRow | null> {
  const found = await tx.query<BrandingRow>(
    'select display_name, logo_url, primary_color, accent_color from branding where tenant_id = $1',
    [tenantId],
  );
  return found.rows[0] ?? null;
}
