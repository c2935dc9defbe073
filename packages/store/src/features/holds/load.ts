import { placeHold } from '@countinghouse/kernel/holds/evolve';
import type { HoldState, HoldStatus } from '@countinghouse/kernel/holds/state';
import type { PostedRow, ReportingRecord } from '@countinghouse/kernel/intents/posted';
import { noteEnding } from '@countinghouse/kernel/limits/use';
import type { Load } from '../../feature.ts';
import { instant } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const rows = await read<PostedRow & { intent_id: string }>(
    `select r.intent_id, r.line, r.debit_account_id, r.credit_account_id, r.amount - r.captured as amount, r.currency, r.value_date,
       r.narrative
     from hold_rows r join holds h on h.tenant_id = r.tenant_id and h.intent_id = r.intent_id
     where r.tenant_id = $1 and h.status = 'open' and r.captured < r.amount
     order by r.intent_id, r.line`,
  );
  const rowsOf = Map.groupBy(rows, (r) => r.intent_id);
  const holds = await read<{
    intent_id: string;
    status: HoldStatus;
    expires_at: string;
    booked_on: string;
    reporting_amount: ReportingRecord | null;
    captured: boolean;
  }>(
    `select intent_id, status, expires_at, booked_on, reporting_amount,
       status = 'open' and exists (
         select from hold_captures c where c.tenant_id = $1 and c.intent_id = h.intent_id) as captured
     from holds h where tenant_id = $1 order by placed_seq`,
  );
  for (const h of holds) {
    const { intent_id: intentId, status, booked_on: bookedOn, reporting_amount: reporting, captured } = h;
    const hold: HoldState = { intentId, status, expiresAtUs: instant(h.expires_at), bookedOn, reporting, rows: [], captured };
    if (status !== 'open') state.holds.set(intentId, hold);
    else {
      hold.rows = (rowsOf.get(intentId) ?? []).map(({ intent_id: _, ...row }) => row);
      placeHold(state, hold);
      noteEnding(state, hold);
    }
  }
};
