// How many commands one batch of the writer takes, where some of them stand together.

import type { Batch, Waiting } from './batch.ts';
import { BATCH_COMMANDS_MAX } from './recent-decisions.ts';

/** Those who stand together are in one batch, which is no larger for that. */
export const hasRoom = (batch: Batch | null, { commands }: Waiting): boolean =>
  batch === null || batch.size === 0 || batch.size + commands.length <= BATCH_COMMANDS_MAX;

/** As many as one batch takes: what is looked up for more would be forgotten before it is their turn. */
export function firstOf(queue: readonly Waiting[]): readonly Waiting[] {
  let commands = 0;
  const past = queue.findIndex((waiting) => {
    commands += waiting.commands.length;
    return commands > BATCH_COMMANDS_MAX;
  });
  return past < 0 ? queue : queue.slice(0, past);
}
