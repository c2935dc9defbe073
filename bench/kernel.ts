// The ledger in process: commands that were made beforehand, handed in by so many callers that batches fill. The sums per day follow
// as a server has them follow, and are done before the clock stops.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { sumDays } from '@countinghouse/store/days';
import type { TestLedger } from '@countinghouse/testkit/books';
import { type Rate, rateOf } from './rate.ts';

const CALLERS = 2_500;
const SUM_DAYS_EVERY_MS = 1_000;

/** Each caller hands in its next command when the one before was answered. */
export async function measureKernel(
  { ledger, writerPool }: Pick<TestLedger, 'ledger' | 'writerPool'>,
  tenantId: string,
  commands: readonly ExecuteIntent[],
): Promise<Rate> {
  let next = 0;
  const call = async (): Promise<void> => {
    for (let command = commands[next++]; command !== undefined; command = commands[next++]) {
      const outcome = await ledger.submit(tenantId, command);
      if (outcome.kind !== 'written') throw new Error(`not written: ${outcome.kind}`);
    }
  };
  const stopping = new AbortController();
  const beganMs = performance.now();
  const summing = sumAlong(writerPool, tenantId, stopping.signal);
  await Promise.all(Array.from({ length: CALLERS }, call));
  stopping.abort();
  await summing;
  return rateOf(commands.length, performance.now() - beganMs);
}

async function sumAlong(pool: TestLedger['writerPool'], tenantId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    while ((await sumDays(pool, tenantId)) > 0);
    await sleep(SUM_DAYS_EVERY_MS, undefined, { signal }).catch(() => {});
  }
  while ((await sumDays(pool, tenantId)) > 0);
}
