// The server as its operator runs it: a process of its own on a data directory of its own, to be killed and started again.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Where } from '@countinghouse/store/connection';
import { ownLoginsAt } from '@countinghouse/store/logins';

/** The present sources. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Starts the server without building the console, which must be there. */
const ENTRY = 'tools/dev-server.ts';
const builtConsole = path.join(root, 'packages/console/dist/index.html');
let building: Promise<void> | undefined;
const POLL_MS = 20;
const READY_WITHIN_MS = 120_000;
const ALL_WITHIN_MS = 180_000;

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** The exit code once it has ended; null after a signal. */
  readonly exited: Promise<number | null>;
  /** What it printed so far, both ways out. */
  output(): string;
  /** Answers true once /readyz does, false when the process ended before or it took too long. */
  ready(withinMs?: number): Promise<boolean>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A port that nobody listens on now. */
export async function findFreePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the server; does not wait for it. `settings` are its environment, beside DATA_DIR and PORT; `sources` are the root of others than the present ones; `command` is another one that starts it. */
export async function startServer(
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
  sources: string = root,
  command: readonly string[] = [process.execPath, path.join(sources, ENTRY)],
): Promise<ServerProcess> {
  if (!existsSync(builtConsole)) {
    building ??= runToEnd([path.join(root, 'tools/build-console.ts')]);
    await building;
  }
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const [program = '', ...words] = command;
  const child = spawn(program, words, {
    cwd: sources,
    env: {
      PATH,
      HOME,
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      DATA_DIR: dataDir,
      PORT: String(port),
      DRAIN_SECONDS: '0',
      BALLAST_MB: '0',
      // As `npm start` and the services of deploy/ have it.
      MALLOC_ARENA_MAX: '2',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (part: Buffer): void => {
    printed += part.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let ended = false;
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      ended = true;
      resolve(code);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    dataDir,
    child,
    exited,
    output: () => printed,
    ready: async (withinMs = READY_WITHIN_MS) => {
      for (const until = performance.now() + withinMs; performance.now() < until && !ended; await sleep(POLL_MS)) {
        if (await answersOk(`${url}/readyz`)) return true;
      }
      return false;
    },
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function runToEnd(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} failed`);
}

/** Where the embedded database of a data directory listens, while it runs. */
export function databaseOf(dataDir: string): Extract<Where, { readonly host: string }> {
  const lines = readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n');
  return ownLoginsAt({ host: lines[4] ?? '', port: Number(lines[3]) });
}

/** The process id of the embedded PostgreSQL of a data directory. */
export function postgresPidOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Every process of the PostgreSQL of a data directory. */
export function databaseProcessesOf(dataDir: string): readonly number[] {
  const home = path.join(realpathSync(dataDir), 'pg');
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === home;
      } catch {
        return false;
      }
    });
}

/** Sends each a signal; one that has ended meanwhile is passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The processes that serve behind the port of a server that has several, as they run now. */
export function servingProcessesOf({ child }: Pick<ServerProcess, 'child'>): readonly number[] {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('serving-process');
    } catch {
      return false;
    }
  });
}

/** Resolves once the last of so many processes of a server takes requests; throws with what it printed where it does not. */
export async function serves({ output }: Pick<ServerProcess, 'output'>, count: number): Promise<void> {
  const all = (): boolean =>
    Array.from({ length: count - 1 }, (_, i) => `process ${i + 2} of ${count} serves`).every((line) => output().includes(line));
  for (const until = performance.now() + ALL_WITHIN_MS; !all(); await sleep(POLL_MS))
    if (performance.now() > until) throw new Error(`not all ${count} processes serve:\n${output()}`);
}
