// Workloads that are tests: run over and over, each time with the next seed, until there is no time left.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs test files in their long form with `SEED` set, at least once. True where all passed each time; a test fails that never met its window. */
export async function runTests(files: readonly string[], seed: number, seconds: number): Promise<boolean> {
  const until = performance.now() + seconds * 1000;
  let rounds = 0;
  do {
    if (!(await runOnce(files, seed + rounds))) return false;
    rounds += 1;
  } while (performance.now() < until);
  console.log(`${String(rounds).padStart(9)}  runs of ${files.length} files`);
  return true;
}

async function runOnce(files: readonly string[], seed: number): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db', '--reporter=dot', ...files];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, LONG: '1', SEED: String(seed) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return (await new Promise((resolve) => child.once('exit', resolve))) === 0;
}
