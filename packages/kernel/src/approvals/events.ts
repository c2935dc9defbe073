// What waits for a second person: an intent that is held back, or a change that four eyes must see. Pending, then approved or
// rejected, for good. The payload is what was asked for, to the letter; every decision names its hash.

import type { JsonObject } from '../canonical/jcs.ts';
import type { PostedRow, UsedRate } from '../intents/posted.ts';

/** Why it is held. Amounts are decimals of the reporting currency. */
export type HeldFor =
  | {
      readonly code: 'HIGH_RISK_AMOUNT';
      readonly limit: string;
      readonly amount: string;
      readonly currency: string;
      readonly rates: readonly UsedRate[];
    }
  /** It was asked for with an API key that only proposes. */
  | { readonly code: 'PROPOSED_BY_KEY' }
  /** Policies on `intent.high_risk` ask for it. */
  | { readonly code: 'POLICY' }
  | { readonly code: 'FOUR_EYES' }
  | { readonly code: 'PERIOD_REOPEN' };

/** What the checkers of a held intent approve: all that the ladder looks at again. */
export type IntentPayload = {
  readonly intent_id: string;
  readonly idem_key: string;
  /** Who made it. */
  readonly maker_id: string;
  /** Of what a service account asks for: the persons who were given the secret of its key, none of whom approves it. */
  readonly key_holders?: readonly string[];
  readonly use_case: string;
  readonly value_date: string;
  readonly constraints: JsonObject;
  /** As they would be posted, or reserved; none of a void. */
  readonly rows: readonly PostedRow[];
  readonly snapshot_ids: { readonly fx: string | null };
  readonly consent: { readonly scope: readonly string[]; readonly granted_at: string; readonly expires_at: string };
  readonly signature: string | null;
  /** Whose key signed it; null without a signature. */
  readonly signing_kid: string | null;
  /** Where that key is not registered here: what was known of it when the intent was made. */
  readonly signing_external?: { readonly jwk: JsonObject; readonly user_id: string; readonly jwks_url: string };
  readonly fingerprint: string;
  /** Of a reversal: the intent that it takes back. */
  readonly original: {
    readonly intent_id: string;
    readonly seq: number;
    readonly use_case: string;
    readonly rows: readonly PostedRow[];
  } | null;
};

/** What the checkers of a change approve: a command as it was given. */
export type ChangePayload = {
  readonly command: string;
  readonly maker_id: string;
  /** As of an intent. */
  readonly key_holders?: readonly string[];
  readonly fields: JsonObject;
};

export type Asked = {
  readonly id: string;
  /** SHA-256 of the canonical payload. */
  readonly payload_hash: string;
  readonly held_for: HeldFor;
  /** How many persons must approve; 1–3. */
  readonly needed: number;
  /** How many could when it was asked: none means that somebody must be invited first. */
  readonly eligible: number;
  readonly expires_at: string;
};

/** Of a held intent: what is asked, and of whom. Entities are those of its accounts; `unassigned`: some account is of none. */
export type IntentAsked = Asked & {
  readonly payload: IntentPayload;
  readonly entity_ids: readonly string[];
  readonly unassigned: boolean;
};

/** A change rests. */
export type ApprovalRequested = Asked & { readonly payload: ChangePayload };

/** One person approves. With the last that is needed (`remaining` 0) it is done: the events that follow at once say what. */
export type ApprovalApproved = {
  readonly id: string;
  readonly payload_hash: string;
  readonly comment: string;
  readonly remaining: number;
  /** How many events follow at once and are what it came to. */
  readonly follows: number;
};

/** REJECTED by a checker, WITHDRAWN by its maker, EXPIRED; or the code of the guard that no longer held when it was approved. */
export type ApprovalRejected = {
  readonly id: string;
  readonly payload_hash: string;
  readonly code: string;
  readonly comment: string;
};

export type FourEyesSet = { readonly four_eyes: 'on' | 'off' };

export interface ApprovalEvents {
  readonly 'approval.requested': ApprovalRequested;
  readonly 'approval.approved': ApprovalApproved;
  readonly 'approval.rejected': ApprovalRejected;
  readonly 'four_eyes.set': FourEyesSet;
}
