// From the request of the wire to the kernel's command.

import type { Intent } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { readAmountE8 } from '@countinghouse/kernel/money/amount';

export function toCommand(
  intent: Intent,
): Omit<ExecuteIntent, 'actor' | 'idemKey' | 'signature' | 'signatureCheck' | 'original' | 'request'> {
  return {
    type: 'intent.execute',
    intentId: intent.intent_id,
    tenantId: intent.tenant_id.toLowerCase(),
    useCase: intent.use_case,
    valueDate: intent.value_date,
    constraints: intent.constraints as JsonObject,
    rows: intent.proposed_actions.map((row) => ({
      debit: row.debitAccount,
      credit: row.creditAccount,
      amountE8: readAmountE8(row.amount),
      currency: row.currency,
      valueDate: row.valueDate ?? intent.value_date,
      narrative: row.narrative ?? '',
    })),
    fxSnapshotId: intent.snapshot_ids.fx ?? null,
    consent: { scope: intent.consent.scope, grantedAt: intent.consent.granted_at, expiresAt: intent.consent.expires_at },
  };
}
