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
  /** The last lines of what a step said that ran quietly and failed. */
  readonly said: string;
}

const SAID_LINES = 12;
const root = fileURLToPath(new URL('../', import.meta.url));
const environment = (): NodeJS.ProcessEnv => ({
  // Tests start servers and commands over and over: what was compiled once is kept. One cache a clone.
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`,
  ...process.env,
  // Colours are for terminals: in a log they are noise.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
});

/** Runs a step, keeps what it says, and prints it only if it failed. */
export async function runQuietly(step: Step): Promise<Outcome> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, step.args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (part: Buffer): void => {
    output += part.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code === 0) return report(step, true, beganMs);
  const outcome = report(step, false, beganMs);
  console.log(output.trimEnd());
  return { ...outcome, said: output.trimEnd().split('\n').slice(-SAID_LINES).join('\n') };
}

/** Runs a step in the open. */
export async function runAloud(step: Step): Promise<Outcome> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, step.args, { cwd: root, env: environment(), stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return report(step, code === 0, beganMs);
}

function report({ name }: Step, passed: boolean, beganMs: number): Outcome {
  const outcome = { name, passed, ms: performance.now() - beganMs, said: '' };
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} ${Math.round(outcome.ms)} ms`);
  return outcome;
}
