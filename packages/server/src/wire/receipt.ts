// What is answered to whoever asked for an intent.

import type { Receipt } from '@countinghouse/contract/features/intents';
import type { PriorDecision } from '@countinghouse/kernel/ledger/decision';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { statusOf } from '@countinghouse/store/writer/priors';

export type ReceiptFacts = Omit<PriorDecision, 'idemKey' | 'fingerprint'>;

export function receiptOf({ status, intentId, eventId, eventHash, seq, error, held }: ReceiptFacts, duplicate: boolean): Receipt {
  return {
    ok: status !== 'rejected',
    status,
    intentId,
    eventId,
    eventHash,
    seq,
    duplicate,
    ...(error === null ? {} : { error }),
    ...(held === null ? {} : { approvalId: held.approvalId, details: { eligible: held.eligible } }),
  };
}

/** Of an event that decides an intent. Throws for any other. */
export function receiptOfEvent(event: ChainedEvent): Receipt {
  if (event.type !== 'intent.executed' && event.type !== 'intent.rejected' && event.type !== 'intent.proposed')
    throw new Error('an intent came to no decision');
  const { eventId, eventHash, seq, type, payload } = event;
  const held = type === 'intent.proposed' ? { approvalId: payload.approval.id, eligible: payload.approval.eligible } : null;
  const error = type === 'intent.rejected' ? payload.error_code : null;
  return receiptOf({ intentId: payload.intent_id, eventId, eventHash, seq, status: statusOf(type), error, held }, false);
}
