// A connection whose work may wait: the process that PostgreSQL has for it steps back behind those of who posts. Only where that process is on
// this machine, and we may: of the PostgreSQL that comes along, on Linux. Elsewhere nothing happens.

import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';

/** As the threads that such work is done on. */
export const NICENESS = 10;

/**
 * Steps back the process that PostgreSQL names as its own for a connection as `user`. Another machine, or another container, may have one of
 * that number that is something else: it is asked what it is first.
 */
export function stepBackend(pid: number, user: string): void {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(`postgres: ${user} `)) return;
    os.setPriority(pid, NICENESS);
    // Each process of PostgreSQL is a session of its own. Where the kernel shares its time among sessions, one alone in its own gives way to nobody in it.
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  } catch {
    // Not ours to ask, or ended meanwhile, or a kernel that knows no such groups: it works as fast as it can.
  }
}
