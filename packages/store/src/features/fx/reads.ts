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
  /** The place after which the list goes on. */
  readonly after: FxRatePlace | null;
}

/** Where a rate stands in the list. */
export interface FxRatePlace extends Pick<FxRateRow, 'base_currency' | 'quote_currency' | 'asof'> {
  readonly event_seq: number;
}

/** The most recently set first; of those set at once the latest time first. `next`: the place of the last of them, where there are more. */
export async function listFxRates(
  tx: Tx,
  tenantId: string,
  { source, currency, after }: FxRatesAsked,
  limit: number,
): Promise<{ readonly rates: readonly FxRateRow[]; readonly next: FxRatePlace | null }> {
  const found = await tx.query<FxRateRow & FxRatePlace>(
    `select ${columns}, event_seq from fx_rates where tenant_id = $1 and ($2::text is null or source = $2)
       and ($3::text is null or base_currency = $3 or quote_currency = $3)
       and ($5::bigint is null or event_seq < $5
         or event_seq = $5 and (asof < $6::timestamptz or asof = $6 and (base_currency, quote_currency) > ($7, $8)))
     order by event_seq desc, asof desc, base_currency, quote_currency limit $4 + 1`,
    [tenantId, source, currency, limit, ...placeValues(after)],
  );
  const page = found.rows.slice(0, limit);
  return {
    rates: page.map(({ event_seq: _seq, ...rate }) => rate),
    next: found.rows.length > limit ? (page.at(-1) ?? null) : null,
  };
}

const placeValues = (place: FxRatePlace | null): readonly (number | string | null)[] =>
  place === null ? [null, null, null, null] : [place.event_seq, place.asof, place.base_currency, place.quote_currency];

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
