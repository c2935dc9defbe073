import type { JsonObject } from '../canonical/jcs.ts';
import type { Actor } from '../ledger/actor.ts';
import type { ReconFormat, ReconMatch } from './events.ts';

export interface SaveReconSource {
  readonly type: 'recon_source.save';
  readonly actor: Actor;
  readonly name: string;
  readonly accountId: string;
  readonly bankAccount: string | null;
  /** In its place the token of its words, where references go into events as tokens. */
  readonly bankAccountToken?: string | null;
  readonly csv: JsonObject | null;
}

export interface RemoveReconSource {
  readonly type: 'recon_source.remove';
  readonly actor: Actor;
  readonly name: string;
}

export interface ImportRecon {
  readonly type: 'recon.import';
  readonly actor: Actor;
  readonly id: string;
  readonly format: ReconFormat;
  readonly fileSha256: string | null;
  readonly statements: readonly ImportedStatement[];
}

export interface MatchRecon {
  readonly type: 'recon.match';
  readonly actor: Actor;
  /** The run that proposes; null where a person says what belongs together. */
  readonly runId: string | null;
  readonly matches: readonly Omit<ReconMatch, 'last_on'>[];
}

export interface UnmatchRecon {
  readonly type: 'recon.unmatch';
  readonly actor: Actor;
  readonly matchId: string;
}

export interface SetReconException {
  readonly type: 'recon.set_exception';
  readonly actor: Actor;
  readonly rowId: string;
  readonly ownerId: string | null;
  readonly noteToken: string;
}

export interface ClearReconException {
  readonly type: 'recon.clear_exception';
  readonly actor: Actor;
  readonly rowId: string;
}

export interface ImportedRow {
  /** As `identifyRows` makes it. */
  readonly id: string;
  readonly at: string;
  readonly on: string;
  readonly amountE8: bigint;
  readonly line: number;
  readonly wordsToken: string | null;
}

export interface ImportedStatement {
  readonly id: string;
  readonly source: string;
  readonly accountId: string;
  readonly reference: string;
  readonly openingE8: bigint | null;
  readonly closingE8: bigint | null;
  readonly fromOn: string | null;
  readonly toOn: string | null;
  readonly rows: readonly ImportedRow[];
}

export type ReconCommand =
  | SaveReconSource
  | RemoveReconSource
  | ImportRecon
  | MatchRecon
  | UnmatchRecon
  | SetReconException
  | ClearReconException;
