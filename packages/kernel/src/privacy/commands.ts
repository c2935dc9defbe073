import type { Actor, systemActor } from '../ledger/actor.ts';
import type { PrivacyAuthority, PrivacyCall, ReferencesKept } from './events.ts';

export interface TokeniseWords extends PrivacyAct {
  readonly type: 'privacy.tokenise';
}

export interface RotateDataKey extends PrivacyAct {
  readonly type: 'privacy.rotate';
}

export interface EraseWords extends PrivacyAct {
  readonly type: 'privacy.erase';
  /** What a tombstone says that was done; null for an erasure that is asked for now. */
  readonly again: { readonly erasure: number; readonly keyVersion: number } | null;
}

/** The system has encrypted everything anew. */
export interface FinishReencryption {
  readonly type: 'privacy.finish';
  readonly actor: typeof systemActor;
  readonly keyVersion: number;
  readonly records: number;
}

export interface ExportSubject {
  readonly type: 'privacy.export';
  readonly actor: Actor;
  readonly emailToken: string | null;
  readonly partyId: string | null;
}

export interface RefuseSuperToken {
  readonly type: 'super_token.refuse';
  readonly actor: typeof systemActor;
  readonly call: PrivacyCall;
}

/** How references of accounts and of bank sources go into events from now on. */
export interface SetReferences {
  readonly type: 'privacy.set_references';
  readonly actor: Actor;
  readonly references: ReferencesKept;
}

export interface PrivacyAct {
  readonly actor: Actor;
  readonly authority: PrivacyAuthority;
}

export type PrivacyCommand =
  | TokeniseWords
  | RotateDataKey
  | EraseWords
  | FinishReencryption
  | ExportSubject
  | RefuseSuperToken
  | SetReferences;
