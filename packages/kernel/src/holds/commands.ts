import type { Actor } from '../ledger/actor.ts';

/** The system notes that a hold has ended. It counted for nothing from its time on already. */
export interface ExpireHold {
  readonly type: 'hold.expire';
  readonly actor: Actor;
  /** The intent that placed it. */
  readonly intentId: string;
}

export type HoldCommand = ExpireHold;
