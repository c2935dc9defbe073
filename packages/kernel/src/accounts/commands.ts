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

export type AccountCommand = CreateAccount | CloseAccount | ReopenAccount;
