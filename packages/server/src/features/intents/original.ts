// The intent that a reversal names, as the log has it. What the log says never changes, so it may be read before the decision;
// whether it was reversed meanwhile is the kernel's to know, under the lock.

import { REVERSAL_USE_CASE } from '@countinghouse/contract/features/intents';
import type { ExecuteIntent, OriginalIntent } from '@countinghouse/kernel/intents/commands';
import type { PostedRow } from '@countinghouse/kernel/intents/posted';
import type { Pool } from '@countinghouse/store/connection';
import { listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { read } from '@countinghouse/store/reader';
import { statusOf } from '@countinghouse/store/writer/recent-decisions';

/** Null for an intent that is no reversal, and for a name that is not there. The pool must be that of the database written to. */
export async function findOriginal(
  pool: Pool,
  tenantId: string,
  intent: Pick<ExecuteIntent, 'useCase' | 'constraints'>,
): Promise<OriginalIntent | null> {
  if (intent.useCase !== REVERSAL_USE_CASE) return null;
  const intentId = String(intent.constraints['reverses']);
  const events = await read(pool, { tenantId }, (tx) => listEventsOfIntent(tx, tenantId, intentId));
  const last = events.at(-1);
  if (last === undefined) return null;
  const payload = JSON.parse(last.payload) as { readonly use_case: string; readonly rows?: readonly PostedRow[] };
  return { intentId, seq: last.seq, status: statusOf(last.event_type), useCase: payload.use_case, rows: payload.rows ?? [] };
}
