import type { Actor } from '../ledger/actor.ts';

export interface CloseYear {
  readonly type: 'year.close';
  readonly actor: Actor;
  /** The last day of the fiscal year. */
  readonly end: string;
}

export interface ReopenYear {
  readonly type: 'year.reopen';
  readonly actor: Actor;
  readonly end: string;
}

export type YearEndCommand = CloseYear | ReopenYear;
