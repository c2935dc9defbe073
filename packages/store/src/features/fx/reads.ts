import type { Tx } from '../../reader.ts';

export interface FxRateRow {
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly rate: string;
  readonly asof: string;
  readonly source: string;
  readonly created_at: string;
}

const columns = 'base_currency, quote_currency, rate, asof, source, created_at';

/** Each null: whatever it is. */
export interface FxRatesAsked {
  readonly source: string | null;
  /** On either side of the pair. */
  readonly currency: string | null;
}

/** The most recently set first; of those set at once the latest time first. */
export async function listFxRates(
  tx: Tx,
  tenantId: string,
  { source, currency }: FxRatesAsked,
  limit: number,
): Promise<readonly FxRateRow[]> {
  const found = await tx.query<FxRateRow>(
    `select ${columns} from fx_rates where tenant_id = $1 and ($2::text is null or source = $2)
       and ($3::text is null or base_currency = $3 or quote_currency = $3)
     order by event_seq desc, asof desc, base_currency, quote_currency limit $4`,
    [tenantId, source, currency, limit],
  );
  return found.rows;
}

/** Of each pair of these currencies the rate in force at an instant. */
export async function listRatesInForce(tx: Tx, tenantId: string, currencies: readonly string[], at: string): Promise<readonly FxRateRow[]> {
  const found = await tx.query<FxRateRow>(
    `select distinct on (base_currency, quote_currency) ${columns} from fx_rates
     where tenant_id = $1 and base_currency = any($2) and quote_currency = any($2) and asof <= $3
     order by base_currency, quote_currency, asof desc`,
    [tenantId, currencies, at],
  );
  return found.rows;
}

/** Every rate of one base currency that begins between two instants, both included. */
export async function listRatesBetween(tx: Tx, tenantId: string, base: string, from: string, to: string): Promise<readonly FxRateRow[]> {
  const found = await tx.query<FxRateRow>(
    `select ${columns} from fx_rates where tenant_id = $1 and base_currency = $2 and asof between $3 and $4`,
    [tenantId, base, from, to],
  );
  return found.rows;
}
