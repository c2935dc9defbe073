import type { Actor } from '../ledger/actor.ts';
import type { Metadata } from '../metadata/given.ts';
import type { Floor } from './events.ts';

export interface CreateAccount {
  readonly type: 'account.create';
  readonly actor: Actor;
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly externalRef: string | null;
  readonly glAccountId: string;
  /** The legal entity it is to belong to, or none. */
  readonly entityId: string | null;
  readonly floor: Floor;
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

export type AccountCommand = CreateAccount | CloseAccount | ReopenAccount | SetAccountParty;
