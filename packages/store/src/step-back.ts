// What may wait runs behind whoever posts: threads of ours, and the sessions of the embedded PostgreSQL that answer them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';

/** Of 19 that there are. Beside somebody at the usual priority who never rests this leaves about a tenth of a processor. */
export const NICENESS = 10;

/**
 * Puts a session of PostgreSQL on this machine behind the others, by its process id. For those that read, or write temporary tables alone:
 * whoever else writes holds what others wait for. Says nothing where there is no such session, or its owner is somebody else.
 */
export function stepBackSession(pid: number): void {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres:')) return;
    os.setPriority(pid, NICENESS);
    // Each session of PostgreSQL is one of Linux too. Where Linux shares its time among these, a priority counts within each alone.
    const group = `/proc/${pid}/autogroup`;
    if (existsSync(group)) writeFileSync(group, String(NICENESS));
  } catch {
    // Another system than Linux, or not ours: it is as quick as the others then.
  }
}
