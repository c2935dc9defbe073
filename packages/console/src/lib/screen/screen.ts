// What is said of every screen that belongs to an organisation.
import type { Capability } from '@countinghouse/contract/permissions';

/** The groups of the menu, in a treasurer's words. */
export type Section =
  | 'Home'
  | 'Money'
  | 'Accounts'
  | 'Reconcile & close'
  | 'Reports'
  | 'Parties & entities'
  | 'Proof & control'
  | 'Settings';

export interface Addressed {
  readonly path: string;
}
export interface Named extends Addressed {
  readonly section: Section;
  readonly title: string;
  /** What the role must have to see it; none: every member. */
  readonly capability?: Exclude<Capability, 'tenant:auditor'>;
  /** Shows what belongs to the active entity, or to all of them. */
  readonly byEntity?: true;
}
