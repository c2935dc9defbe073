// npm run mutate -- [--files TEXT] [--sample N] [--seed N]: changes the kernel's rules one small step at a time in a copy of the sources, and runs the
// pure tests of the kernel on each. A mutant that no test notices is alive, but for those of `equal-mutants.ts`, which do what the original does:
// they do not count, and must live. Exit code 0: at least 95 % are killed.

import { type ChildProcess, fork } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chanceOf } from '@countinghouse/testkit/chance';
import { isEqualMutant } from './equal-mutants.ts';
import { lineAt, type Mutant, mutantsOf, mutate } from './mutants.ts';
import type { Asked } from './pure-tests.ts';
import { copySources } from './source-copy.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const patterns = ['packages/kernel/src/*/{decide,state,plan,match,one-to-one}.ts', 'packages/kernel/src/money/*.ts'];
const KERNEL = 'packages/kernel';
const KILLED_PERCENT_MIN = 95;
/** A mutant may turn a loop into one without an end: that is noticed too, by taking so many times as long as without one. */
const TIMES_LONGER = 5;
const RUN_WITHIN_MS_MIN = 120_000;
const SEEDS = 1_000_000_000;

const { values: asked } = parseArgs({
  options: {
    files: { type: 'string', default: '' },
    sample: { type: 'string', default: 'all' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
  },
});
const seed = Number(asked.seed);
const size = asked.sample === 'all' ? Number.POSITIVE_INFINITY : Number(asked.sample);
const files = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.test.ts') && file.includes(asked.files));
if (!Number.isSafeInteger(seed) || !(size > 0) || files.length === 0) {
  console.error('usage: npm run mutate -- [--files TEXT] [--sample N] [--seed N]');
  process.exit(2);
}

const all = files.flatMap((file) => mutantsOf(sourceOf(file)).map((mutant) => ({ file, mutant })));
const chosen = draw(all, size);
const copy = copySources();
let tests: ChildProcess | undefined;
/** Files that were written since tests were last asked. */
const changed = new Set<string>();
const alive: string[] = [];
const equal: string[] = [];
const wrong: string[] = [];
try {
  const beganMs = performance.now();
  if (!(await testsPass(KERNEL))) throw new Error('the tests fail without a mutant');
  const withinMs = Math.max(RUN_WITHIN_MS_MIN, Math.ceil(TIMES_LONGER * (performance.now() - beganMs)));
  for (const [n, { file, mutant }] of chosen.entries()) {
    const source = copy.read(file);
    write(file, mutate(source, mutant));
    const lives = await testsPass(path.dirname(file), withinMs);
    write(file, source);
    const same = isEqualMutant(file, source, mutant);
    const told = describe(file, source, mutant);
    if (same) (lives ? equal : wrong).push(told);
    else if (lives) alive.push(told);
    console.log(`${n + 1}/${chosen.length} ${lives ? (same ? 'equal ' : 'ALIVE ') : 'killed'} ${told}`);
  }
  if (!(await testsPass(KERNEL))) throw new Error('the tests fail once all is as it was');
} finally {
  endTests();
  copy.remove();
}
const counted = chosen.length - equal.length;
const killed = counted - alive.length;
const percent = (100 * killed) / counted;
console.log(
  `${killed} of ${counted} killed, ${percent.toFixed(1)} %, ${equal.length} more are equal; ${all.length} mutants of ${files.length} files, seed ${seed}`,
);
for (const each of alive) console.log(`ALIVE ${each}`);
for (const each of wrong) console.log(`KILLED, though equal-mutants.ts has it: ${each}`);
process.exit(percent >= KILLED_PERCENT_MIN && wrong.length === 0 ? 0 : 1);

function write(file: string, text: string): void {
  copy.write(file, text);
  changed.add(file);
}

/** Runs the pure tests of the kernel, those of a folder first, until the first that fails. True where none does within the time there is. */
function testsPass(first: string, withinMs?: number): Promise<boolean> {
  // In a group of its own, to be ended with all that it started.
  tests ??= fork(path.join(copy.root, 'tools/pure-tests.ts'), { cwd: copy.root, stdio: 'ignore', detached: true });
  const running = tests;
  return new Promise((resolve) => {
    const late = withinMs === undefined ? undefined : setTimeout(endTests, withinMs);
    const settle = (passed: boolean): void => {
      clearTimeout(late);
      running.removeAllListeners();
      resolve(passed);
    };
    running.once('message', (passed) => settle(passed === true));
    running.once('exit', () => {
      tests = undefined;
      settle(false);
    });
    const asked: Asked = { within: KERNEL, first, changed: [...changed] };
    running.send(asked);
    changed.clear();
  });
}

function endTests(): void {
  if (tests?.pid !== undefined) process.kill(-tests.pid, 'SIGKILL');
}

function sourceOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function draw<T>(from: readonly T[], most: number): readonly T[] {
  const chance = chanceOf(seed);
  const left = [...from];
  const drawn: T[] = [];
  while (drawn.length < most && left.length > 0) drawn.push(...left.splice(chance.below(left.length), 1));
  return drawn;
}

function describe(file: string, source: string, mutant: Mutant): string {
  const line = source.slice(0, mutant.at).split('\n').length;
  return `${file}:${line} '${mutant.find.trim()}' → '${mutant.put.trim()}' in: ${lineAt(source, mutant.at)}`;
}
