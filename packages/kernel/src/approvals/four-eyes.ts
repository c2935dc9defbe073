// When a change waits for a second pair of eyes. A command with a rule is decided first, so that whoever may not make it hears so at
// once; what it would write is then kept back, and the command waits, word for word, until another owner approves it. What a command
// with a rule says must be JSON, or a bigint under a name that ends in E8 or Us (`changes.ts`).

import type { TenantState } from '../ledger/state.ts';
import { countOwners } from '../people/owners.ts';
import type { HeldFor } from './events.ts';

/** What a change changes, for whoever decides it. `userId`: whose it is. */
export interface Difference {
  readonly what: string;
  readonly userId?: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What another owner must approve. */
export interface ApprovalRule<C> {
  /** Why this command waits now, or null where it is done at once. */
  readonly needsApproval: (state: TenantState, command: C) => ChangeHeldFor | null;
  /** What it would change, were it done now. */
  readonly compare: (state: TenantState, command: C) => readonly Difference[];
}

export type ChangeHeldFor = Extract<HeldFor['code'], 'FOUR_EYES' | 'PERIOD_REOPEN'>;

export const seesFourEyes = (state: TenantState): boolean => state.fourEyes && countOwners(state) > 1;

/** Four eyes see it once they are on and there is a second owner: without one nobody could approve anything. */
export const fourEyes = (state: TenantState): ChangeHeldFor | null => (seesFourEyes(state) ? 'FOUR_EYES' : null);
