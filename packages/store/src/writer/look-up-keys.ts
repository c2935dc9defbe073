// What the log has of keys and intent ids that nobody remembers, asked for those who wait before any of them is decided.

import type pg from 'pg';
import type { Waiting } from './batch.ts';
import { findPriors, findPriorsOfAll, type RecentDecisions } from './recent-decisions.ts';
import { firstOf } from './room.ts';

/**
 * Remembers what is found in `priors`, and marks who was looked up: as many of the queue as one batch takes. `isPruned`: intents of this organisation
 * may have left the database.
 */
export async function lookUpKeys(
  pool: pg.Pool,
  { tenantId, isPruned }: { readonly tenantId: string; readonly isPruned: boolean },
  queue: readonly Waiting[],
  priors: RecentDecisions,
): Promise<void> {
  const keys: string[] = [];
  const intentIds: string[] = [];
  const looked = firstOf(queue);
  for (const command of looked.flatMap((waiting) => waiting.commands)) {
    if (command.type !== 'intent.execute' || priors.find(command.idemKey, command.intentId) !== null) continue;
    keys.push(command.idemKey);
    intentIds.push(command.intentId);
  }
  if (keys.length > 0) {
    for (const prior of await (isPruned ? findPriorsOfAll : findPriors)(pool, tenantId, keys, intentIds)) priors.remember(prior);
  }
  for (const waiting of looked) waiting.lookedUp = true;
}
