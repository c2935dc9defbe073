// One step of a check or a test run: a program of the project, run by the present Node.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Step {
  readonly name: string;
  /** Arguments to Node: a script below the root of the repo, and its own arguments. */
  readonly args: readonly string[];
}

export interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  /** From its beginning to its end. What ran beside it is not taken off. */
  readonly ms: number;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const environment = {
  // Tests start servers and commands over and over: what was compiled once is kept. One cache a clone.
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`,
  ...process.env,
  // Colours are for terminals: in a log they are noise.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
};

/** Runs a step, keeps what it says, and prints it only if it failed. */
export async function runQuietly(step: Step): Promise<Outcome> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, step.args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (part: Buffer): void => {
    output += part.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const outcome = report(step, code === 0, beganMs);
  if (code !== 0) console.log(output.trimEnd());
  return outcome;
}

/** Runs a step in the open. */
export async function runAloud(step: Step): Promise<Outcome> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, step.args, { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return report(step, code === 0, beganMs);
}

function report({ name }: Step, passed: boolean, beganMs: number): Outcome {
  const outcome = { name, passed, ms: performance.now() - beganMs };
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} ${Math.round(outcome.ms)} ms`);
  return outcome;
}
