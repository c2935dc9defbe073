// How much one batch of the writer takes, where some commands stand together and some are large.

import type { Batch, Waiting } from './batch.ts';
import { BATCH_COMMANDS_MAX } from './recent-decisions.ts';

/** A thousand intents of a usual size. Who waits for a batch waits for all that is in it: what is larger goes in several. */
export const BATCH_BYTES_MAX = 2 * 2 ** 20;

/** Those who stand together are in one batch, which is no larger for that. One command has room however large it is. */
export const hasRoom = (batch: Pick<Batch, 'size' | 'bytes'> | null, { commands }: Pick<Waiting, 'commands'>): boolean =>
  batch === null || batch.size === 0 || (batch.size + commands.length <= BATCH_COMMANDS_MAX && batch.bytes < BATCH_BYTES_MAX);

/** As many as one batch takes: what is looked up for more would be forgotten before it is their turn. */
export function firstOf(queue: readonly Waiting[]): readonly Waiting[] {
  let commands = 0;
  const past = queue.findIndex((waiting) => {
    commands += waiting.commands.length;
    return commands > BATCH_COMMANDS_MAX;
  });
  return past < 0 ? queue : queue.slice(0, past);
}
