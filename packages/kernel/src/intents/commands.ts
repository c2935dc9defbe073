// An intent as it is asked for.

import type { JsonObject } from '../canonical/jcs.ts';
import type { InterestAsked } from '../interest/commands.ts';
import type { Actor } from '../ledger/actor.ts';
import type { SystemPart } from './events.ts';
import type { PostedRow } from './posted.ts';

export interface ProposedRow {
  /** Account by id or code. */
  readonly debit: string;
  readonly credit: string;
  /** Not zero; negative posts the other way round. */
  readonly amountE8: bigint;
  readonly currency: string;
  readonly valueDate: string;
  readonly narrative: string;
}

export interface Consent {
  readonly scope: readonly string[];
  readonly grantedAt: string;
  readonly expiresAt: string;
}

/** What checking the client's signature found. The kernel decides what it is worth. */
export type SignatureCheck =
  | { readonly is: 'absent' }
  | { readonly is: 'invalid' }
  /** The organisation's own key set could not be had: nothing is decided. */
  | { readonly is: 'unchecked' }
  /** By a key that is registered here. */
  | { readonly is: 'valid'; readonly kid: string }
  /** By a key of the set at `jwksUrl` that names `userId` as its holder. */
  | { readonly is: 'valid-external'; readonly kid: string; readonly jwk: JsonObject; readonly userId: string; readonly jwksUrl: string };

/** The intent that a reversal takes back, as the log has it. */
export interface OriginalIntent {
  readonly intentId: string;
  readonly seq: number;
  readonly status: 'executed' | 'proposed' | 'rejected';
  readonly useCase: string;
  readonly rows: readonly PostedRow[];
}

/** What a request may leave out, and the organisation or the ledger then says. */
export type LeftOut = 'consent' | 'currency' | 'fx_snapshot' | 'value_date';

export interface ExecuteIntent {
  readonly type: 'intent.execute';
  readonly actor: Actor;
  readonly intentId: string;
  readonly idemKey: string;
  /** The organisation that the body names. */
  readonly tenantId: string;
  readonly useCase: string;
  readonly valueDate: string;
  readonly constraints: JsonObject;
  readonly rows: readonly ProposedRow[];
  readonly fxSnapshotId: string | null;
  readonly consent: Consent;
  readonly signature: string | null;
  readonly signatureCheck: SignatureCheck;
  /** By which keys it was looked for just now: those of this set, null: those registered here. Where other keys count, nothing is decided. */
  readonly signatureCheckedBy?: { readonly jwksUrl: string | null };
  /** Of a reversal: the intent that it names, where the log has it. */
  readonly original?: OriginalIntent | null;
  /** Of an intent that a schedule posts: which one, and for which of its days. */
  readonly schedule?: { readonly id: string; readonly on: string };
  /** Of an intent of interest: the account, and the balances that were read. */
  readonly interest?: InterestAsked;
  /** Of an intent of the system: what it revalues, or which year it closes. */
  readonly part?: SystemPart;
  /** What was left out, its fields being empty; absent where everything is said. */
  readonly leftOut?: readonly LeftOut[];
  /** The body as it came; of what leaves something out the same written out, as far as it is said. */
  readonly request: JsonObject;
}

export type IntentCommand = ExecuteIntent;
