import type { Tx } from '../../reader.ts';

export interface FxRateRow {
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly rate: string;
  readonly asof: string;
  readonly source: string;
  readonly created_at: string;
}

/** The most recently set first. */
export async function listFxRates(tx: Tx, tenantId: string, limit: number): Promise<readonly FxRateRow[]> {
  const found = await tx.query<FxRateRow>(
    `select base_currency, quote_currency, rate, asof, source, created_at from fx_rates where tenant_id = $1 order by event_seq desc limit $2`,
    [tenantId, limit],
  );
  return found.rows;
}
