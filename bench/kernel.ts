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
  const sums = new DaySums(t.writerPool);
  const beganMs = performance.now();
  const summing = sumAlong(sums, stopping.signal);
  await Promise.all(work.map((of) => submitAll(t, of, sums)));
  // What is left is much, however little it is: the clock stops once all is summed.
  for (const { tenantId } of work) sums.note(tenantId, Number.MAX_SAFE_INTEGER);
  stopping.abort();
  await summing;
  const intents = work.reduce((sum, { commands }) => sum + commands.length, 0);
  return rateOf(intents, performance.now() - beganMs);
}

async function submitAll({ ledger }: Pick<TestLedger, 'ledger'>, { tenantId, commands }: Work, sums: DaySums): Promise<void> {
  let next = 0;
  const call = async (): Promise<void> => {
    for (let command = commands[next++]; command !== undefined; command = commands[next++]) {
      const outcome = await ledger.submit(tenantId, command);
      if (outcome.kind !== 'written') throw new Error(`not written: ${outcome.kind}`);
      sums.note(tenantId, 1);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
}

async function sumAlong(sums: DaySums, signal: AbortSignal): Promise<void> {
  const untilDone = new AbortController().signal;
  while (!signal.aborted) {
    await sums.pass(untilDone);
    await sleep(SUM_DAYS_EVERY_MS, undefined, { signal }).catch(() => {});
  }
  await sums.pass(untilDone);
}
