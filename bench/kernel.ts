// The ledger in process: commands that were made beforehand, handed in by so many callers that batches fill. The sums per day follow
// as a server has them follow, and are done before the clock stops.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { DaySums } from '@countinghouse/server/work/day-sums';
import type { TestLedger } from '@countinghouse/testkit/books';
import { type Rate, rateOf } from './rate.ts';

const CALLERS = 2_500;
const SUM_DAYS_EVERY_MS = 1_000;

/** What is posted for one organisation. */
export interface Work {
  readonly tenantId: string;
  readonly commands: readonly ExecuteIntent[];
}

/** All organisations at once, each with callers of its own, who hand in their next command when the one before was answered. */
export async function measureKernel(t: Pick<TestLedger, 'ledger' | 'writerPool'>, ...work: readonly Work[]): Promise<Rate> {
  const stopping = new AbortController();
  const beganMs = performance.now();
  const summing = sumAlong(
    t.writerPool,
    work.map(({ tenantId }) => tenantId),
    stopping.signal,
  );
  await Promise.all(work.map((of) => submitAll(t, of)));
  stopping.abort();
  await summing;
  const intents = work.reduce((sum, { commands }) => sum + commands.length, 0);
  return rateOf(intents, performance.now() - beganMs);
}

async function submitAll({ ledger }: Pick<TestLedger, 'ledger'>, { tenantId, commands }: Work): Promise<void> {
  let next = 0;
  const call = async (): Promise<void> => {
    for (let command = commands[next++]; command !== undefined; command = commands[next++]) {
      const outcome = await ledger.submit(tenantId, command);
      if (outcome.kind !== 'written') throw new Error(`not written: ${outcome.kind}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
}

async function sumAlong(pool: TestLedger['writerPool'], tenantIds: readonly string[], signal: AbortSignal): Promise<void> {
  const sums = new DaySums(pool);
  const untilDone = new AbortController().signal;
  const pass = async (): Promise<void> => {
    for (const tenantId of tenantIds) sums.note(tenantId);
    await sums.pass(untilDone);
  };
  while (!signal.aborted) {
    await pass();
    await sleep(SUM_DAYS_EVERY_MS, undefined, { signal }).catch(() => {});
  }
  await pass();
}
