import type { Actor } from '../ledger/actor.ts';
import type { LogPruned } from './events.ts';

/** Writes into the log that rows of a stretch of it leave the database, and where they are from then on. */
export interface PruneLog {
  readonly type: 'log.prune';
  readonly actor: Actor;
  readonly pruned: LogPruned;
}

export type PruneCommand = PruneLog;
