import type { IntentAsked } from '../approvals/events.ts';
import type { JsonObject } from '../canonical/jcs.ts';
import type { RestOfRow } from '../holds/state.ts';
import type { InterestPosted } from '../interest/events.ts';
import type { PoliciesRan } from '../policies/record.ts';
import type { RevaluationPart } from '../revaluations/events.ts';
import type { ScheduleRun } from '../schedules/events.ts';
import type { YearEndPart } from '../year-ends/events.ts';
import type { PostedRow, ReportingRecord } from './posted.ts';

type IntentDecided = {
  readonly intent_id: string;
  readonly actor_id: string;
  readonly use_case: string;
  readonly value_date: string;
  /** SHA-256 of the normalised content: two requests with one key must agree in it. */
  readonly fingerprint: string;
  /** The request as it came: this is what a client signed. */
  readonly request: JsonObject;
  readonly snapshot_ids: { readonly fx: string | null };
  /** The name under which the evidence vault lists its bundle. */
  readonly evidence_ref: string;
  /** Of an intent that a schedule posted. */
  readonly schedule?: ScheduleRun;
  /** What the policies said, where there were any. */
  readonly policies?: PoliciesRan;
  /** Of what was held back before: what it waited for. */
  readonly approval_id?: string;
};

/** Held back: it rests until others approve it. */
export type IntentProposed = IntentDecided & {
  /** Where a limit asked for it. */
  readonly reporting_amount?: ReportingRecord;
  readonly approval: IntentAsked;
};

/** Others approved it, and all guards held again. */
export type IntentValidated = {
  readonly intent_id: string;
  readonly approval: { readonly id: string; readonly payload_hash: string };
};

/** What an intent of the system says of itself; the reversal of one likewise. */
export type SystemPart = { readonly revaluation?: RevaluationPart; readonly year_end?: YearEndPart };

export type IntentExecuted = IntentDecided &
  SystemPart & {
    /** As posted; none where a hold was placed or voided. */
    readonly rows: readonly PostedRow[];
    /** Of a hold, a capture or a void: what became of the hold. The rows of `place` are reserved, not posted. */
    readonly hold?:
      | { readonly action: 'place'; readonly expires_at: string; readonly rows: readonly PostedRow[] }
      /** `rest` of a capture of a part: what of the hold stays reserved. Without it the hold is closed. */
      | { readonly action: 'capture'; readonly intent_id: string; readonly rest?: readonly RestOfRow[] }
      | { readonly action: 'void'; readonly intent_id: string };
    /** Of a reversal: the intent that it takes back. */
    readonly reverses?: { readonly intent_id: string; readonly seq: number };
    /** The periods, by code, that were closing and that it posts into: it adjusts them. */
    readonly adjusts?: readonly string[];
    /** Of interest: the account, what it was reckoned on and how. */
    readonly interest?: InterestPosted;
    /** Where a limit asked for it. */
    readonly reporting_amount?: ReportingRecord;
    readonly checks: {
      readonly signature: 'absent' | 'verified';
      readonly signing_kid: string | null;
      /** The public key, where it is not registered here: no event else would have it. */
      readonly signing_jwk?: JsonObject;
    };
  };

export type IntentRejected = IntentDecided & {
  readonly error_code: string;
  readonly reason_code: string;
  /** What exactly failed, for a person: the row, the account, the limit. */
  readonly reason: JsonObject;
};

export interface IntentEvents {
  readonly 'intent.proposed': IntentProposed;
  readonly 'intent.validated': IntentValidated;
  readonly 'intent.executed': IntentExecuted;
  readonly 'intent.rejected': IntentRejected;
}
