// The ledger in process: commands that were made beforehand, handed in by so many callers that batches fill.

import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Ledger } from '@countinghouse/store/ledger';
import { type Rate, rateOf } from './rate.ts';

const CALLERS = 2_500;

/** Each caller hands in its next command when the one before was answered. */
export async function measureKernel(ledger: Ledger, tenantId: string, commands: readonly ExecuteIntent[]): Promise<Rate> {
  let next = 0;
  const call = async (): Promise<void> => {
    for (let command = commands[next++]; command !== undefined; command = commands[next++]) {
      const outcome = await ledger.submit(tenantId, command);
      if (outcome.kind !== 'written') throw new Error(`not written: ${outcome.kind}`);
    }
  };
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, call));
  return rateOf(commands.length, performance.now() - beganMs);
}
