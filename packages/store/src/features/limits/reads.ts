import type { PostedRow, ReportingRecord } from '@countinghouse/kernel/intents/posted';
import type { LimitKey } from '@countinghouse/kernel/limits/events';
import type { Tx } from '../../reader.ts';

export interface LimitRow {
  readonly key: LimitKey;
  /** As the event has it. */
  readonly value: string | null;
  readonly set_at: string;
  readonly set_by: string;
}

export async function listLimits(tx: Tx, tenantId: string): Promise<readonly LimitRow[]> {
  return (await tx.query<LimitRow>('select key, value, set_at, set_by from limits where tenant_id = $1', [tenantId])).rows;
}

export interface BookedRow {
  readonly booked_on: string;
  readonly txn_count: number;
  /** Amounts by currency. */
  readonly sums: Readonly<Record<string, string>>;
}

/** What counts of the last day on which anything was booked; null before the first. */
export async function findBooked(tx: Tx, tenantId: string): Promise<BookedRow | null> {
  const found = await tx.query<BookedRow>('select booked_on, txn_count, sums from booked where tenant_id = $1', [tenantId]);
  return found.rows[0] ?? null;
}

export interface EndedHoldRow {
  readonly intent_id: string;
  readonly expires_at: string;
  readonly reporting_amount: ReportingRecord | null;
  /** What it still reserves; never nothing. */
  readonly rows: readonly Pick<PostedRow, 'amount' | 'currency'>[];
  /** Whether a part of it was captured. */
  readonly captured: boolean;
}

/** Holds of a day that are past their time and not noted as ended yet. */
export async function listEndedHolds(tx: Tx, tenantId: string, bookedOn: string, at: string): Promise<readonly EndedHoldRow[]> {
  const found = await tx.query<EndedHoldRow>(
    `select h.intent_id, h.expires_at, h.reporting_amount,
       (select jsonb_agg(jsonb_build_object('amount', (r.amount - r.captured)::text, 'currency', r.currency))
        from hold_rows r where r.tenant_id = $1 and r.intent_id = h.intent_id and r.captured < r.amount) as rows,
       exists (select from hold_captures c where c.tenant_id = $1 and c.intent_id = h.intent_id) as captured
     from holds h where h.tenant_id = $1 and h.status = 'open' and h.booked_on = $2 and h.expires_at <= $3`,
    [tenantId, bookedOn, at],
  );
  return found.rows;
}
