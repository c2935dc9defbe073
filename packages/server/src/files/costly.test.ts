// Input that is made to cost, and the largest that is sound, for every parser there is. None takes two seconds of the processor of the machine of the
// figures (decision 0094), what is made to cost not one, and none a quarter of a gigabyte. How slow this machine is just now is measured beside, by
// work that is always the same.

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { byPlace, costlyInputs } from '@countinghouse/testkit/costly-inputs';
import type { Taken } from '@countinghouse/testkit/costly-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPublishedAside } from '../features/fx/read-aside.ts';
import { readIntentsAside } from '../features/imports/read-aside.ts';
import { readBankFileAside } from '../features/recon/read-aside.ts';
import { HEAP_MB_MAX, YOUNG_MB_MAX } from './read-on-thread.ts';

/** On the machine of the figures. What is made to cost takes at most 0.6 s there, and the largest sound file 0.9 s. */
const COSTLY_MS_MAX = 1_000;
const SOUND_MS_MAX = 2_000;
/** What else a machine does at the same time makes a reading slower, never faster: the least of so many counts. */
const TRIES = 3;
const MEMORY_MB_MAX = 256;
const TIMEOUT_MS = 120_000;

let child: ChildProcess;
const seen: string[] = [];
beforeAll(() => {
  const entry = fileURLToPath(import.meta.resolve('@countinghouse/testkit/costly-process'));
  child = fork(entry, {
    // As the thread that reads files has it; the server itself has more.
    execArgv: ['--expose-gc', `--max-old-space-size=${HEAP_MB_MAX}`, `--max-semi-space-size=${YOUNG_MB_MAX / 3}`],
  });
});
afterAll(() => {
  child.kill();
  console.log(`processor, the same on the machine of the figures, and memory of costly input:\n${seen.join('\n')}`);
});

/** Lets the other process read it. */
async function take(name: string): Promise<Taken> {
  child.send(name);
  const over = new AbortController();
  const either = [once(child, 'message', over), once(child, 'exit', over)];
  const [told] = (await Promise.race(either)) as [Taken | number | null];
  over.abort();
  await Promise.allSettled(either);
  if (typeof told !== 'object' || told === null) return expect.fail(`the process that reads it ended with ${told}`);
  seen.push(
    `${[told.cpuMs, told.asMeasuredMs].map((ms) => ms.toFixed(0).padStart(6)).join(' ')} ms ${told.memoryMb?.toFixed(0).padStart(5) ?? '    ?'} MB  ${name}`,
  );
  expect(told.memoryMb ?? 0).toBeLessThan(MEMORY_MB_MAX);
  return told;
}

test.each(Object.entries(costlyInputs))('%s', { timeout: TIMEOUT_MS }, async (name, { sound }) => {
  const msMax = sound ? SOUND_MS_MAX : COSTLY_MS_MAX;
  let told = await take(name);
  for (let tries = 1; tries < TRIES && told.asMeasuredMs >= msMax; tries++) told = await take(name);
  expect(told.taken).toBe(sound);
  expect(told.asMeasuredMs).toBeLessThan(msMax);
});

type ReadAside = (content: string) => Promise<unknown>;
const bankFile: ReadAside = (content) => readBankFileAside(new TextEncoder().encode(content), { csv: byPlace });
const rates: ReadAside = (content) => readPublishedAside(content, ['USD'], 30);
const intents: ReadAside = (content) =>
  readIntentsAside(
    { kind: 'intents', file_name: '', content, decimal_comma: false },
    { tenantId: randomUUID(), nowMs: Date.UTC(2026, 0, 5) },
  );

/** Those that take the most memory are read once more on the thread that the server reads them on. Meanwhile it goes on. */
test.each<readonly [string, ReadAside]>([
  ['csv: a million rows of almost nothing', bankFile],
  ['csv: rows that are right, and too many', bankFile],
  ['bai2: transactions', bankFile],
  ['mt940: movements', bankFile],
  ['ofx: elements', bankFile],
  ['camt: entries', bankFile],
  ['camt: texts of carriage returns', bankFile],
  ['import of intents: as many fields as are looked at', intents],
  ['import of intents: sound', intents],
  ['rates: one comment without end', rates],
  ['rates: attributes of line breaks', rates],
  ['rates: sound XML', rates],
  ['rates: sound CSV', rates],
])('on its thread, %s', { timeout: TIMEOUT_MS }, async (name, read) => {
  const { make, sound } = costlyInputs[name] ?? expect.fail(`there is no input ${name}`);
  const order: string[] = [];
  const reading = read(make()).then(
    () => 'taken',
    (error: unknown) => error,
  );
  void reading.then(() => order.push('read'));
  await new Promise(setImmediate);
  order.push('another served');
  const answer = await reading;
  await Promise.resolve();
  expect(order).toEqual(['another served', 'read']);
  if (sound) expect(answer).toBe('taken');
  else expect(answer).toMatchObject({ details: [{ message: expect.not.stringMatching(/takes too/) }] });
});
