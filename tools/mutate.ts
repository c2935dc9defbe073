// npm run mutate -- [--files TEXT] [--sample N] [--seed N]: changes the kernel's rules one small step at a time in a copy of the sources, and runs the
// pure tests of the kernel on each. A mutant that no test notices is alive. Exit code 0: at least 95 % are killed.

import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chanceOf } from '@countinghouse/testkit/chance';
import { type Mutant, mutantsOf, mutate } from './mutants.ts';
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

/** Runs the pure tests of a folder until the first that fails. True where none does. */
function testsPass(cwd: string, folder: string, withinMs?: number): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'pure', '--bail=1', '--reporter=dot', '--passWithNoTests', folder];
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', timeout: withinMs, killSignal: 'SIGKILL' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

const all = files.flatMap((file) => mutantsOf(sourceOf(file)).map((mutant) => ({ file, mutant })));
const chosen = draw(all, size);
const copy = copySources();
const alive: string[] = [];
try {
  const beganMs = performance.now();
  if (!(await testsPass(copy.root, KERNEL))) throw new Error('the tests fail without a mutant');
  const withinMs = Math.max(RUN_WITHIN_MS_MIN, Math.ceil(TIMES_LONGER * (performance.now() - beganMs)));
  for (const [n, { file, mutant }] of chosen.entries()) {
    const source = copy.read(file);
    copy.write(file, mutate(source, mutant));
    // Most are noticed beside: all of the others are asked only where these are content.
    const lives = (await testsPass(copy.root, path.dirname(file), withinMs)) && (await testsPass(copy.root, KERNEL, withinMs));
    copy.write(file, source);
    if (lives) alive.push(describe(file, source, mutant));
    console.log(`${n + 1}/${chosen.length} ${lives ? 'ALIVE ' : 'killed'} ${describe(file, source, mutant)}`);
  }
} finally {
  copy.remove();
}
const killed = chosen.length - alive.length;
const percent = (100 * killed) / chosen.length;
console.log(`${killed} of ${chosen.length} killed, ${percent.toFixed(1)} %; ${all.length} mutants of ${files.length} files, seed ${seed}`);
for (const each of alive) console.log(`ALIVE ${each}`);
process.exit(percent >= KILLED_PERCENT_MIN ? 0 : 1);

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

function describe(file: string, source: string, { at, find, put }: Mutant): string {
  const before = source.slice(0, at);
  const line = before.split('\n').length;
  const text = source.split('\n')[line - 1]?.trim() ?? '';
  return `${file}:${line} '${find.trim()}' → '${put.trim()}' in: ${text}`;
}
