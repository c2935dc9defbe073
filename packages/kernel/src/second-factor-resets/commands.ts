import type { Actor } from '../ledger/actor.ts';

/** An owner asks that the lost second factor of a member be removed. It waits for another owner always. */
export interface GrantReset {
  readonly type: 'second_factor.grant_reset';
  readonly actor: Actor;
  readonly userId: string;
  /** How long the member has to stop it. */
  readonly waitSeconds: number;
}

/** The member has not lost it. */
export interface StopReset {
  readonly type: 'second_factor.stop_reset';
  readonly actor: Actor;
}

/** The system has removed it. */
export interface FinishReset {
  readonly type: 'second_factor.finish_reset';
  readonly actor: Actor;
  readonly userId: string;
}

export type SecondFactorResetCommand = GrantReset | StopReset | FinishReset;
