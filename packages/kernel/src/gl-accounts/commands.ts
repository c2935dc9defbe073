import type { Actor } from '../ledger/actor.ts';
import type { GlClass, NormalBalance } from './events.ts';

export interface CreateGlAccount {
  readonly type: 'gl_account.create';
  readonly actor: Actor;
  readonly id: string;
  readonly code: string;
  readonly title: string;
  /** null: that of the parent. */
  readonly class: GlClass | null;
  /** null: that of the parent, at the top the usual one of the class. */
  readonly normalBalance: NormalBalance | null;
  readonly parentId: string | null;
}

export interface UseStandardChart {
  readonly type: 'gl_account.use_standard_chart';
  readonly actor: Actor;
  /** An id for each code of `standardChart`. */
  readonly ids: Readonly<Record<string, string>>;
}

export interface DeleteGlAccount {
  readonly type: 'gl_account.delete';
  readonly actor: Actor;
  readonly id: string;
}

export interface ChangeGlAccount {
  readonly type: 'gl_account.change';
  readonly actor: Actor;
  readonly id: string;
  /** Left out: as it is. */
  readonly title?: string;
  /** null: it stands at the top. Left out: as it is. */
  readonly parentId?: string | null;
}

export type GlAccountCommand = CreateGlAccount | UseStandardChart | DeleteGlAccount | ChangeGlAccount;
