/** Two owners agreed that a member's second factor is lost: it is removed from `effective_at` on, and no more from `lapses_at` on. */
export type ResetGranted = { readonly user_id: string; readonly effective_at: string; readonly lapses_at: string };
/** The member keeps it. */
export type ResetStopped = { readonly user_id: string };
/** It is removed. */
export type ResetDone = { readonly user_id: string };

export interface SecondFactorResetEvents {
  readonly 'second_factor.reset_granted': ResetGranted;
  readonly 'second_factor.reset_stopped': ResetStopped;
  readonly 'second_factor.reset_done': ResetDone;
}
