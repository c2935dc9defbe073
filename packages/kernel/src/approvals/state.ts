import type { JsonObject } from '../canonical/jcs.ts';
import type { ReportingRecord } from '../intents/posted.ts';
import type { ChangePayload, IntentPayload } from './events.ts';

export type ApprovalStatus = 'pending' | 'approved' | 'rejected';

export type Subject =
  | {
      readonly kind: 'intent';
      readonly payload: IntentPayload;
      readonly request: JsonObject;
      /** The day, UTC, on which it was proposed, and what it amounted to then: it counts for the limits of that day. */
      readonly bookedOn: string;
      readonly reporting: ReportingRecord | null;
    }
  | { readonly kind: 'change'; readonly payload: ChangePayload };

export interface ApprovalState {
  readonly id: string;
  readonly kind: Subject['kind'];
  status: ApprovalStatus;
  readonly makerId: string;
  /** Who stands behind it beside its maker: they cannot decide it either. */
  readonly keyHolders: readonly string[];
  readonly payloadHash: string;
  readonly needed: number;
  readonly expiresAtUs: bigint;
  readonly entityIds: readonly string[];
  readonly unassigned: boolean;
  /** Who approved so far, while it is pending. */
  approvers: readonly string[];
  /** Let go of once it is decided. */
  subject: Subject | null;
}

/** What an intent that was approved carries down its ladder. */
export interface Approved {
  readonly id: string;
  readonly payloadHash: string;
  readonly fingerprint: string;
}

/** What the state of an organisation keeps of it. */
export interface ApprovalsPart {
  /** What waits for a second person, or waited. */
  readonly approvals: Map<string, ApprovalState>;
  /** Whether changes of limits, floors, controls, signing, allow lists, roles and defaults for programs wait for another owner. */
  fourEyes: boolean;
}

export const approvalsPart = (): ApprovalsPart => ({
  approvals: new Map(),
  fourEyes: false,
});
