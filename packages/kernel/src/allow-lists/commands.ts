import type { Actor } from '../ledger/actor.ts';
import type { AllowedNetwork } from './events.ts';

export interface ChangeAllowList {
  readonly type: 'allow_list.change';
  readonly actor: Actor;
  /** As they were typed in. */
  readonly networks: readonly AllowedNetwork[];
}

/** The operator’s way back, where nobody is let in any more. */
export interface ClearAllowList {
  readonly type: 'allow_list.clear';
  readonly actor: Actor;
}

export type AllowListCommand = ChangeAllowList | ClearAllowList;
