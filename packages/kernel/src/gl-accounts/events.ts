/** A asset, L liability, E equity, I income, X expense. */
export type GlClass = 'A' | 'L' | 'E' | 'I' | 'X';
export type NormalBalance = 'DR' | 'CR';

export type GlAccountCreated = {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly class: GlClass;
  readonly normal_balance: NormalBalance;
  readonly parent_id: string | null;
};
/** How it stands in the chart from now on, whole: what did not change is repeated. */
export type GlAccountChanged = { readonly id: string; readonly title: string; readonly parent_id: string | null };
export type GlAccountDeleted = { readonly id: string; readonly code: string };

export interface GlAccountEvents {
  readonly 'gl_account.created': GlAccountCreated;
  readonly 'gl_account.changed': GlAccountChanged;
  readonly 'gl_account.deleted': GlAccountDeleted;
}
