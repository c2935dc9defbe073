// What a decide answers: events to append, a refusal that leaves no trace, or the decision that was taken before.

import type { Sha256Hex } from '../chain/event-hash.ts';
import type { MetadataReading } from '../metadata/reading.ts';
import type { BalancesAt } from '../periods/reading.ts';
import type { Overdue } from '../policies/verdicts.ts';
import type { ReconReading } from '../recon/reading.ts';
import type { ForeignReading } from '../revaluations/reading.ts';
import type { RootReading } from '../snapshots/reading.ts';
import type { YearReading } from '../year-ends/reading.ts';
import type { EventDraft } from './events.ts';
import type { RefusalCode } from './refusal-code.ts';

/** What some commands are decided on beyond the state, read where the log ends. */
export interface Readings {
  /** Of the lock of a period: what the accounts held at its end, read at the head of the log. */
  readonly balances?: BalancesAt;
  /** Of a revaluation: the accounts in a foreign currency, read there too. */
  readonly foreign?: ForeignReading;
  /** Of the closing of a year: its income and expenses, read there too. */
  readonly year?: YearReading;
  /** Of an import of statements, a match or its undoing: the rows and postings it names, read there too. */
  readonly recon?: ReconReading;
  /** Of a change of metadata: what it is now, and of an intent where it is, read there too. */
  readonly metadata?: MetadataReading;
  /** Of a snapshot: the root of the Merkle tree over the log up to its head. */
  readonly root?: RootReading;
}

/** What the world tells a decision. The kernel itself asks neither clock nor chance. */
export interface Facts extends Readings {
  /** Microseconds since 1970, read once a batch. */
  readonly nowUs: bigint;
  readonly sha256: Sha256Hex;
  /** The decision that this command's idempotency key, or else its intent id, already has. */
  readonly prior: PriorDecision | null;
  /** The token of what an account is called outside, blanks and case aside. Left out where no account of the organisation has one. */
  readonly tokenOf?: (called: string) => string;
  /** Whether the policies of this command have taken longer by the clock than they may. */
  readonly overdue?: Overdue;
}

/** A final decision of an intent, as its first event tells it. */
export interface PriorDecision {
  readonly intentId: string;
  readonly idemKey: string;
  readonly fingerprint: string;
  readonly eventId: string;
  readonly eventHash: string;
  readonly seq: number;
  readonly status: 'executed' | 'proposed' | 'rejected';
  readonly error: string | null;
  /** Where it waits for approval: which, and how many could have decided it then. */
  readonly awaitingApproval: { readonly approvalId: string; readonly eligible: number } | null;
}

export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

export type Decision =
  | { readonly kind: 'append'; readonly events: readonly EventDraft[] }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly details?: unknown }
  | { readonly kind: 'duplicate'; readonly prior: PriorDecision };

export const append = (...events: readonly EventDraft[]): Decision => ({ kind: 'append', events });
export const refuse = (code: RefusalCode, details?: unknown): Decision =>
  details === undefined ? { kind: 'refused', code } : { kind: 'refused', code, details };
export const refuseField = (path: string, message: string): Decision =>
  refuse('VALIDATION_ERROR', [{ path, message } satisfies FieldFault]);
