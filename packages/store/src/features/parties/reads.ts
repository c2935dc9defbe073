import type { Tx } from '../../reader.ts';

export interface PartyRow {
  readonly id: string;
  readonly kind: string;
  readonly created_at: string;
  readonly label_token: string;
  readonly external_ref_token: string | null;
  /** The last event that told of it. */
  readonly event_seq: number;
}

const select = 'select id, kind, created_at, label_token, external_ref_token, event_seq from parties';

export async function findParty(tx: Tx, tenantId: string, id: string): Promise<PartyRow | null> {
  const found = await tx.query<PartyRow>(`${select} where tenant_id = $1 and id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}

/** Those of these that are here. */
export async function listPartiesById(tx: Tx, tenantId: string, ids: readonly string[]): Promise<readonly PartyRow[]> {
  const found = await tx.query<PartyRow>(`${select} where tenant_id = $1 and id = any($2::uuid[])`, [tenantId, ids]);
  return found.rows;
}

/** Parties that were made or changed after an event, the earliest first. */
export async function listPartiesSince(tx: Tx, tenantId: string, seq: number): Promise<readonly PartyRow[]> {
  const found = await tx.query<PartyRow>(`${select} where tenant_id = $1 and event_seq > $2 order by event_seq`, [tenantId, seq]);
  return found.rows;
}

/** Parties whose label or reference has one of these tokens. */
export async function listPartiesByTokens(tx: Tx, tenantId: string, tokens: readonly string[]): Promise<readonly PartyRow[]> {
  const found = await tx.query<PartyRow>(
    `${select} where tenant_id = $1 and (label_token = any($2) or external_ref_token = any($2)) order by event_seq`,
    [tenantId, tokens],
  );
  return found.rows;
}

export interface ExposureLimitRow {
  readonly currency: string;
  /** Decimal with eight places, above zero. */
  readonly amount: string;
  readonly set_at: string;
  readonly set_by: string;
}

/** How much a party may owe; null where it has no limit. */
export async function findExposureLimit(tx: Tx, tenantId: string, id: string): Promise<ExposureLimitRow | null> {
  const found = await tx.query<ExposureLimitRow>(
    `select exposure_currency as currency, exposure_amount as amount, exposure_set_at as set_at, exposure_set_by as set_by
     from parties where tenant_id = $1 and id = $2 and exposure_amount is not null`,
    [tenantId, id],
  );
  return found.rows[0] ?? null;
}
