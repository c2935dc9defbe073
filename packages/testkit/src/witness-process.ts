// Witnesses as processes of their own, as somebody else would run them.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const verifier = fileURLToPath(new URL('../../verifier/bin/verify.js', import.meta.url));

/** `verify witness` with these arguments, until it ends. */
export const runWitness = (...args: readonly string[]) => spawnSync(process.execPath, [verifier, 'witness', ...args], { encoding: 'utf8' });

/** A witness that keeps its key and what it remembers in a folder, also over restarts. */
export class WitnessProcess {
  readonly vkey: string;
  private readonly dir: string;
  private child: ChildProcess | null = null;
  private port = '0';

  /** Makes its key, in a folder where none is yet. */
  constructor(dir: string, name: string) {
    this.dir = dir;
    mkdirSync(dir, { recursive: true });
    this.vkey = runWitness('key', '--name', name, '--out', this.keyFile).stdout.trim();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  private get keyFile(): string {
    return path.join(this.dir, 'key');
  }

  /** Starts it, at the port that it had before, for logs with these keys; resolves once it listens. */
  async start(logVkeys: readonly string[]): Promise<void> {
    const logs = path.join(this.dir, 'logs');
    writeFileSync(logs, logVkeys.map((vkey) => `log ${vkey}\n`).join(''));
    const data = path.join(this.dir, 'data');
    const args = ['witness', '--listen', `127.0.0.1:${this.port}`, '--data', data, '--key', this.keyFile, '--logs', logs];
    // What it refuses it says on the standard error, which is not for the output of a test.
    const child = spawn(process.execPath, [verifier, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    let said = '';
    for await (const part of child.stdout) {
      said += String(part);
      const [, port] = /:([0-9]+) witnesses /.exec(said) ?? [];
      if (port === undefined) continue;
      this.port = port;
      return;
    }
    throw new Error('the witness did not start');
  }

  /** Resolves with its exit code, or the signal that ended it. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | string | null> {
    const { child } = this;
    if (child === null) return null;
    this.child = null;
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill(signal);
    await ended;
    return child.exitCode ?? child.signalCode;
  }

  post(request: string): Promise<Response> {
    return fetch(`${this.url}/add-checkpoint`, { method: 'POST', body: request });
  }
}
