// How long an audit pack takes to verify the archive in it: the page, opened from disk in the browser of the browser tests. Measured besides:
// the memory of the process that shows the page, how long its thread is taken at a time, and for how long no progress is shown.

import { createReadStream, createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { auditPack } from '@countinghouse/verifier/audit-pack';
import type { Browser } from '@playwright/test';
import { startBrowser } from './browser.ts';
import { makeArchive } from './made-archive.ts';
import { absolute, type Row } from './row.ts';

const GOAL_SECONDS = 60;
/** Somebody who scrolls meanwhile notices more. */
const LONGEST_TASK_MS_MAX = 300;
const WAIT_MS_MAX = 1_800_000;

/** Runs in the page: what its own thread does for long, and when the progress that it shows changes. */
const WATCH = `
  globalThis.seen = { longestTaskMs: 0, longestSilenceMs: 0, shownMs: performance.now() };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
  new MutationObserver(() => {
    const nowMs = performance.now();
    seen.longestSilenceMs = Math.max(seen.longestSilenceMs, nowMs - seen.shownMs);
    seen.shownMs = nowMs;
  }).observe(document.body, { subtree: true, childList: true });
`;

interface Seen {
  readonly seconds: number;
  readonly longestTaskMs: number;
  readonly longestSilenceMs: number;
  readonly peakMb: number;
  readonly cpuSeconds: number;
}

/** `events`: how many the archive has. No rows where there is no browser. */
export async function measureAuditPack(note: (line: string) => void, events: number): Promise<readonly Row[]> {
  const browser = await startBrowser('audit-pack', note);
  if (browser === null) return [];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
  try {
    const tenth = await run(browser, folder, events / 10);
    const { seconds, longestTaskMs, longestSilenceMs, peakMb, cpuSeconds } = await run(browser, folder, events);
    const silence = `${cpuSeconds.toFixed(1)} s of processor time; at most ${Math.round(longestSilenceMs)} ms without progress`;
    return [
      absolute(
        { name: 'audit-pack-1M', title: `audit pack, ${events} events verified in a browser`, value: seconds, unit: 's', note: silence },
        { atMost: GOAL_SECONDS },
      ),
      absolute(
        { name: 'audit-pack-longest-task', title: 'its page answers nobody for at most', value: longestTaskMs, unit: 'ms' },
        { atMost: LONGEST_TASK_MS_MAX },
      ),
      absolute(
        {
          name: 'audit-pack-memory',
          title: 'the memory it took at most',
          value: peakMb,
          unit: 'MB',
          note: `${Math.round(tenth.peakMb)} MB for a tenth of it, ${tenth.seconds.toFixed(1)} s`,
        },
        null,
      ),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(browser: Browser, folder: string, events: number): Promise<Seen> {
  const [archive, file] = [path.join(folder, 'archive'), path.join(folder, 'pack.html')];
  await makeArchive(archive, events);
  await pipeline(Readable.from(auditPack(createReadStream(archive), null)), createWriteStream(file));
  const key = readFileSync(`${archive}.key`, 'utf8');
  rmSync(archive);
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS_MAX);
  try {
    await page.goto(pathToFileURL(file).href);
    await page.getByLabel('Chain key that you know').fill(key);
    await page.evaluate(WATCH);
    await page.getByRole('button', { name: 'Verify' }).click();
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.waitFor();
    const text = await verdict.innerText();
    const [, seconds] = /Verified in ([\d.]+) s\./.exec(text) ?? [];
    if (seconds === undefined || !/\bproven\b/i.test(text)) throw new Error(`not proven: ${text}`);
    const { longestTaskMs, longestSilenceMs } = await page.evaluate(
      () => (globalThis as unknown as { seen: { longestTaskMs: number; longestSilenceMs: number } }).seen,
    );
    return { seconds: Number(seconds), longestTaskMs, longestSilenceMs, ...ofRenderers() };
  } finally {
    await page.close();
    rmSync(file);
  }
}

/** Of the system's clock ticks, in which it counts processor time. */
const TICKS_A_SECOND = 100;

/** The most that a renderer of ours has had in memory, and the processor time it took; 0 where the system does not say. */
function ofRenderers(): Pick<Seen, 'peakMb' | 'cpuSeconds'> {
  if (!existsSync('/proc/self/status')) return { peakMb: 0, cpuSeconds: 0 };
  const ours = new Set([process.pid]);
  let [peakMb, cpuSeconds] = [0, 0];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // A process is begun after the one that begins it.
  for (const pid of pids.map(Number).sort((a, b) => a - b)) {
    const [status, command, stat] = [readProc(pid, 'status'), readProc(pid, 'cmdline'), readProc(pid, 'stat')];
    if (!ours.has(Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))) continue;
    ours.add(pid);
    if (!command.includes('--type=renderer')) continue;
    peakMb = Math.max(peakMb, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    // What follows the name, which may have spaces in it: utime and stime are the twelfth and thirteenth.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    cpuSeconds = Math.max(cpuSeconds, ((user ?? 0) + (system ?? 0)) / TICKS_A_SECOND);
  }
  return { peakMb, cpuSeconds };
}

function readProc(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
