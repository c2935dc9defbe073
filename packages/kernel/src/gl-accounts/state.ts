import type { GlClass, NormalBalance } from './events.ts';

export interface GlAccountState {
  readonly id: string;
  readonly code: string;
  title: string;
  readonly class: GlClass;
  readonly normalBalance: NormalBalance;
  parentId: string | null;
  /** Operational accounts mapped to it, GL accounts below it, and buckets whose interest stands on it. */
  usage: number;
}

/** What the state of an organisation keeps of it. */
export interface GlAccountsPart {
  readonly glAccounts: Map<string, GlAccountState>;
  readonly glAccountIdByCode: Map<string, string>;
}

export const glAccountsPart = (): GlAccountsPart => ({
  glAccounts: new Map(),
  glAccountIdByCode: new Map(),
});
