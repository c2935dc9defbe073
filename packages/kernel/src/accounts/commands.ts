import type { Actor } from '../ledger/actor.ts';
import type { Metadata } from '../metadata/given.ts';
import type { Floor, OpeningRule } from './events.ts';

export interface CreateAccount {
  readonly type: 'account.create';
  readonly actor: Actor;
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly externalRef: string | null;
  /** In its place the token of its words, where references go into events as tokens. */
  readonly externalRefToken?: string | null;
  readonly glAccountId: string;
  /** The legal entity it is to belong to, or none. */
  readonly entityId: string | null;
  readonly floor: Floor;
  /** With floor `amount`: the amount, on the account's normal side. */
  readonly floorE8?: bigint;
  readonly title?: string | null;
  /** The counterparty whose account it is, or none. */
  readonly partyId?: string | null;
  readonly metadata?: Metadata;
}

export interface CloseAccount {
  readonly type: 'account.close';
  readonly actor: Actor;
  readonly id: string;
  readonly reason: string | null;
}

export interface ReopenAccount {
  readonly type: 'account.reopen';
  readonly actor: Actor;
  readonly id: string;
}

export interface SetAccountParty {
  readonly type: 'account.set_party';
  readonly actor: Actor;
  readonly id: string;
  /** null: of no party any more. */
  readonly partyId: string | null;
}

export interface ChangeAccount {
  readonly type: 'account.change';
  readonly actor: Actor;
  readonly id: string;
  /** null: it has none any more. Left out: as it is. */
  readonly title?: string | null;
  /** The GL account that it maps to from now on. Left out: as it is. */
  readonly glAccountId?: string;
}

export interface SetAccountFloor {
  readonly type: 'account.set_floor';
  readonly actor: Actor;
  readonly id: string;
  /** On the account's normal side; null: it has none any more. */
  readonly floorE8: bigint | null;
}

export interface SetOpeningRules {
  readonly type: 'opening_rules.set';
  readonly actor: Actor;
  readonly rules: readonly OpeningRule[];
}

export type AccountCommand =
  | CreateAccount
  | CloseAccount
  | ReopenAccount
  | SetAccountParty
  | ChangeAccount
  | SetAccountFloor
  | SetOpeningRules;
