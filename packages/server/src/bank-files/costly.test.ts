// Input that is made to cost, and the largest that is sound, for every parser there is. Whatever it is, reading it takes less than two seconds of the
// processor and a quarter of a gigabyte.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { byPlace, costlyInputs } from '@countinghouse/testkit/costly-inputs';
import type { Taken } from '@countinghouse/testkit/costly-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEAP_MB_MAX, readBankFileAside, YOUNG_MB_MAX } from './read-aside.ts';
import { BankFileFault } from './statement.ts';

const CPU_MS_MAX = 2_000;
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
  console.log(`processor and memory of costly input:\n${seen.join('\n')}`);
});

test.each(Object.entries(costlyInputs))('%s', { timeout: TIMEOUT_MS }, async (name, { sound }) => {
  child.send(name);
  const over = new AbortController();
  const either = [once(child, 'message', over), once(child, 'exit', over)];
  const [told] = (await Promise.race(either)) as [Taken | number | null];
  over.abort();
  await Promise.allSettled(either);
  if (typeof told !== 'object' || told === null) return expect.fail(`the process that reads it ended with ${told}`);
  seen.push(`${told.cpuMs.toFixed(0).padStart(6)} ms ${told.memoryMb?.toFixed(0).padStart(5) ?? '    ?'} MB  ${name}`);
  expect(told.taken).toBe(sound);
  expect(told.cpuMs).toBeLessThan(CPU_MS_MAX);
  expect(told.memoryMb ?? 0).toBeLessThan(MEMORY_MB_MAX);
});

/** Those that take the most memory are read once more on the thread that the server reads them on. */
test.each([
  'csv: a million rows of almost nothing',
  'csv: rows that are right, and too many',
  'bai2: transactions',
  'mt940: movements',
  'ofx: elements',
  'camt: entries',
])('on its thread, %s', { timeout: TIMEOUT_MS }, async (name) => {
  const bytes = new TextEncoder().encode(costlyInputs[name]?.make());
  const fault: unknown = await readBankFileAside(bytes, { csv: byPlace }).catch((error: unknown) => error);
  expect(String((fault as Error).message)).not.toMatch(/takes too/);
  expect(fault).toBeInstanceOf(BankFileFault);
});
