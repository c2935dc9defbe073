// Rungs 4–10 of the ladder. A rejection is a decision: it leaves an event and is final for its key.

import type { JsonObject } from '../canonical/jcs.ts';

export type RejectionCode =
  | 'consent_scope_required'
  | 'consent_times_invalid'
  | 'consent_not_yet_valid'
  | 'consent_expired'
  | 'SIGNATURE_REQUIRED'
  | 'SIGNATURE_INVALID'
  | 'FX_SNAPSHOT_REQUIRED'
  | 'SNAPSHOT_NOT_FOUND'
  | 'HOLD_NOT_FOUND'
  | 'HOLD_CAPTURED'
  | 'HOLD_VOIDED'
  | 'HOLD_EXPIRED'
  | 'HOLD_EXCEEDED'
  | 'INTENT_NOT_FOUND'
  | 'INTENT_NOT_REVERSIBLE'
  | 'INTENT_ALREADY_REVERSED'
  | 'ACCOUNT_NOT_FOUND'
  | 'ACCOUNT_AMBIGUOUS'
  | 'ACCOUNT_CLOSED'
  | 'ENTITY_INACTIVE'
  | 'SAME_ACCOUNT'
  | 'CURRENCY_MISMATCH'
  | 'CURRENCY_NOT_ALLOWED'
  | 'INSUFFICIENT_FUNDS'
  | 'POLICY_REJECTED'
  | 'PERIOD_LOCKED'
  | 'FX_RATE_MISSING'
  | 'LIMIT_EXCEEDED';

export interface Rejection {
  readonly code: RejectionCode;
  readonly reason: JsonObject;
}

export const reject = (code: RejectionCode, reason: JsonObject = {}): Rejection => ({ code, reason });
