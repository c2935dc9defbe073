import type { Actor } from '../ledger/actor.ts';
import type { Metadata } from '../metadata/given.ts';

export interface CreateParty extends PartyWords {
  readonly type: 'party.create';
  readonly metadata?: Metadata;
}

export interface ChangeParty extends PartyWords {
  readonly type: 'party.change';
}

export interface PartyWords {
  readonly actor: Actor;
  readonly id: string;
  readonly labelToken: string;
  readonly kind: string;
  readonly externalRefToken: string | null;
}

/** How much it may owe; null: there is no limit any more. */
export interface SetExposureLimit {
  readonly type: 'party.set_exposure_limit';
  readonly actor: Actor;
  readonly id: string;
  readonly limit: { readonly currency: string; readonly amountE8: bigint } | null;
}

export type PartyCommand = CreateParty | ChangeParty | SetExposureLimit;
