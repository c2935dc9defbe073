// What sends the logs to a broker while a test looks on.

import { setTimeout as sleep } from 'node:timers/promises';
import { Broker, brokerOutlet, type Way } from '@countinghouse/server/outbound/broker';
import { Senders } from '@countinghouse/server/outbound/senders';
import type { Services } from '@countinghouse/server/services';
import { startWorker } from '@countinghouse/server/work/worker';

const LOOK_MS = 20;
const PASS_EVERY_MS = 50;
const COMES_WITHIN_MS = 90_000;

export async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = COMES_WITHIN_MS): Promise<void> {
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; await sleep(LOOK_MS)) if (await holds()) return;
  throw new Error(`it did not come to: ${what}`);
}

/** Sends to a broker while `work` runs, which hears what is told of it. Throws what went wrong beside that. */
export async function whileSending<T>(
  services: Services,
  way: Way,
  work: (broker: Broker, notes: readonly string[]) => Promise<T>,
): Promise<T> {
  const notes: string[] = [];
  const faults: unknown[] = [];
  const broker = new Broker(way, (line) => notes.push(line));
  const senders = new Senders(services, brokerOutlet(broker), (error) => faults.push(error));
  const worker = startWorker(
    PASS_EVERY_MS,
    async (stopping) => (broker.isUp ? senders.pass(stopping) : undefined),
    (error) => faults.push(error),
  );
  let result: T;
  try {
    result = await work(broker, notes);
  } finally {
    await worker.stop();
    await senders.settle();
    await broker.close();
  }
  if (faults.length > 0) throw new AggregateError(faults, 'sending failed');
  return result;
}
