// Where tests keep files while they run: in memory where there is room, which is quick and durable enough for what no machine's crash interrupts.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const FOLDER_PREFIX = 'countinghouse-test-';

/**
 * Makes a folder of this process that others pass through. Containers often have 64 MB of shared memory, or let no program run from there: with less
 * than `bytesMin`, and then, it is on disk.
 */
export function makeScratchFolder(bytesMin: number): string {
  const home = hasRoom(bytesMin) && runsPrograms() ? SHARED_MEMORY : os.tmpdir();
  removeLeftFolders(home);
  const folder = mkdtempSync(path.join(home, `${FOLDER_PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711); // root without user namespaces runs PostgreSQL as another user, who must pass through
  return folder;
}

function hasRoom(bytes: number): boolean {
  try {
    const free = statfsSync(SHARED_MEMORY);
    return free.bavail * free.bsize > bytes && process.availableMemory() > bytes;
  } catch {
    return false; // there is none on this system
  }
}

const runsPrograms = (): boolean =>
  !readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === SHARED_MEMORY && line.split(' ')[3]?.split(',').includes('noexec'));

/** A run that was killed leaves its files, which are memory in /dev/shm. */
function removeLeftFolders(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const pid = Number(name.slice(FOLDER_PREFIX.length).split('-')[0]);
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
