// What an event keeps of the policies that were asked.

import type { JsonObject } from '../canonical/jcs.ts';
import type { PostedRow } from '../intents/posted.ts';
import type { Hook } from './types.ts';

/** What one control said, as the event records it. */
export type PolicyResult = {
  readonly control_id: string;
  readonly version: number;
  readonly hook: Hook;
  /** true, false, or a number of approvers; null where there is none, and `failure` says why. */
  readonly answer: boolean | number | null;
  readonly failure?: 'error' | 'over_budget' | 'timed_out';
  readonly why?: string;
};

/** What `intent.amount` is: recorded in the event where a policy asks for it. `missing` is the currency that no rates lead from. */
export type AmountSeen =
  | { readonly currency: string; readonly amount: string; readonly rates: readonly { readonly currency: string; readonly rate: string }[] }
  | { readonly currency: string; readonly missing: string };

/** What the policies said of an intent, and what else they went by: enough to ask them again. */
export type PoliciesRan = {
  readonly results: readonly PolicyResult[];
  /** Where a policy asks what the intent amounts to. */
  readonly amount?: AmountSeen;
  /** What they saw, where the event itself carries no rows as posted. */
  readonly rows?: readonly PostedRow[];
  /** Where the request as it came says otherwise. */
  readonly constraints?: JsonObject;
};
