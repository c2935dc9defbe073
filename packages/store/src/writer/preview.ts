// What commands would come to if they were submitted now, one after the other. Writes nothing.

import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Facts } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { Batch, type Outcome, sha256 } from './batch.ts';
import { copyState } from './copy-state.ts';
import { lookAtState, type StateSource } from './live-state.ts';
import { findPriors, findPriorsOfAll, RecentDecisions } from './recent-decisions.ts';
import { findTokenOf } from './token-of.ts';

/** Commands decided in one go; in between, requests are served. */
const SLICE_COMMANDS_MAX = 64;
const SLICE_MS_MAX = 5;
const LOOK_UP_MAX = 1000;

/** What somebody makes of the state as it is now. They must not change it, nor keep any of it. */
export async function examine<T>(source: StateSource, look: (state: TenantState, facts: Facts) => T): Promise<T> {
  const keeps = await lookAtState(source, ({ tenantId, privacy }) => ({ tenantId, privacy: { ...privacy } }));
  const known = await findTokenOf(keeps, source);
  return lookAtState(source, (state) => look(state, { nowUs: source.clock.nowUs(), sha256, prior: null, ...known }));
}

/**
 * The outcomes, in order. Seqs and hashes in them are what they would be if nothing else came between.
 *
 * It is no promise: what others post meanwhile may change what a command comes to.
 */
export async function preview(source: StateSource, commands: readonly Command[]): Promise<readonly Outcome[]> {
  const { pool, tenantId } = source;
  const state = await lookAtState(source, copyState);
  const known = await findTokenOf(state, source);
  const outcomes: Outcome[] = [];
  const priors = new RecentDecisions();
  let sinceMs = performance.now();
  for (let from = 0; from < commands.length; from += LOOK_UP_MAX) {
    const intents = commands.slice(from, from + LOOK_UP_MAX).filter((c) => c.type === 'intent.execute');
    const found = await (state.prunedTo > 0 ? findPriorsOfAll : findPriors)(
      pool,
      tenantId,
      intents.map((c) => c.idemKey),
      intents.map((c) => c.intentId),
    );
    for (const prior of found) priors.remember(prior);
    const batch = new Batch(state, priors, source.clock);
    for (let i = from; i < Math.min(from + LOOK_UP_MAX, commands.length); i++) {
      const command = commands[i] as Command;
      if (i % SLICE_COMMANDS_MAX === 0 || performance.now() - sinceMs > SLICE_MS_MAX) {
        await new Promise(setImmediate);
        sinceMs = performance.now();
      }
      const waiting = {
        commands: [command] as const,
        sideWrites: [],
        resolve: () => {},
        reject: () => {},
        attempts: 0,
        alone: false,
        lookedUp: true,
      };
      batch.add(waiting, known);
    }
    outcomes.push(...batch.answers.flatMap((a) => ('outcomes' in a.answer ? a.answer.outcomes : [])));
  }
  return outcomes;
}
