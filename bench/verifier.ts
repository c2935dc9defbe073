// How long the verifier takes for a million events, and how much memory: the command, as an auditor runs it, on an archive made here.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeArchive } from './made-archive.ts';
import { absolute, type Row } from './row.ts';

export const VERIFIER_EVENTS = 1_000_000;
const GOAL_SECONDS = 10;
/** Flat: not a fifth of what it reads. */
const PEAK_MB_MAX = 400;
const PROGRAM = fileURLToPath(new URL('../packages/verifier/bin/verify.js', import.meta.url));

interface Told {
  readonly ok: boolean;
  readonly proven: { readonly events: number };
  readonly took: { readonly seconds: number; readonly peakMemoryMb: number };
}

/** Runs the command on the archive of so many events. */
async function run(folder: string, events: number, note: (line: string) => void): Promise<Told['took']> {
  const file = path.join(folder, 'archive');
  const bytes = await makeArchive(file, events);
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--json', '--key', `${file}.key`, file]);
  const { ok, proven, took } = JSON.parse(stdout) as Told;
  if (!ok || proven.events !== events) throw new Error(`not proven: ${stdout}`);
  note(`verifier  ${events} events, ${Math.round(bytes / 2 ** 20)} MB: ${took.seconds.toFixed(1)} s, ${took.peakMemoryMb} MB of memory`);
  return took;
}

export async function measureVerifier(note: (line: string) => void, events = VERIFIER_EVENTS): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
  try {
    const tenth = await run(folder, events / 10, note);
    const { seconds, peakMemoryMb } = await run(folder, events, note);
    const memory = `${tenth.peakMemoryMb} MB for a tenth of it`;
    return [
      absolute(
        { name: 'verifier', title: `verifier, an archive of ${events} events`, value: seconds, unit: 's' },
        { atMost: GOAL_SECONDS },
      ),
      absolute(
        { name: 'verifier-memory', title: 'the memory it took at most', value: peakMemoryMb, unit: 'MB', note: memory },
        { atMost: PEAK_MB_MAX },
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
