// A disk of its own that can be made slow: a file system in a file, and a control group that lets so many bytes a second through to it.
// A write to a file is as fast as ever then, and waiting until it is durable takes seconds.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface SlowDisk {
  /** Where it is mounted. */
  readonly folder: string;
  /** From now on these processes, and those that they start, write so many bytes a second to it. */
  slow(processes: readonly number[], bytesASecond: number): void;
  /** As fast as it is. */
  heal(): void;
  /** Once its processes have ended. */
  close(): void;
}

/** Sparse: it takes no more than what is written. */
const BYTES = 4 * 2 ** 30;
const TRIED_BYTES = 4096;
const TRIED_SECONDS = 1;

/** A control group that bounds writes, by version: what to write where. */
interface Control {
  readonly around: string;
  readonly file: string;
  limit(device: string, bytesASecond: number | null): string;
}
const controls: readonly Control[] = [
  {
    around: '/sys/fs/cgroup/blkio',
    file: 'blkio.throttle.write_bps_device',
    limit: (device, bytesASecond) => `${device} ${bytesASecond ?? 0}`,
  },
  { around: '/sys/fs/cgroup', file: 'io.max', limit: (device, bytesASecond) => `${device} wbps=${bytesASecond ?? 'max'}` },
];

/** null where this machine, or this user, cannot have one: it is tried whether a write becomes slow. */
export function openSlowDisk(): SlowDisk | null {
  const home = mkdtempSync(path.join(os.tmpdir(), 'slow-disk-'));
  const folder = mount(home);
  const group = folder === null ? null : openGroup(path.basename(home), deviceOf(folder));
  const close = (): void => {
    if (folder !== null) spawnSync('umount', [folder]);
    if (group !== null) rmdirSync(group.folder);
    rmSync(home, { recursive: true });
  };
  if (folder === null || group === null || !becomesSlow(folder, group)) {
    close();
    return null;
  }
  return {
    folder,
    slow: (processes, bytesASecond) => {
      for (const pid of processes) group.take(pid);
      group.limit(bytesASecond);
    },
    heal: () => group.limit(null),
    close,
  };
}

function mount(home: string): string | null {
  const image = path.join(home, 'image');
  const folder = path.join(home, 'disk');
  writeFileSync(image, '');
  truncateSync(image, BYTES);
  mkdirSync(folder);
  const made = spawnSync('mkfs.ext4', ['-q', image]).status === 0 && spawnSync('mount', ['-o', 'loop', image, folder]).status === 0;
  return made ? folder : null;
}

/** As control groups name a device: major and minor number. */
function deviceOf(folder: string): string {
  const { dev } = statSync(folder);
  return `${(dev >> 8) & 0xfff}:${dev & 0xff}`;
}

interface Group {
  readonly folder: string;
  take(pid: number): void;
  limit(bytesASecond: number | null): void;
}

function openGroup(name: string, device: string): Group | null {
  const control = controls.find(({ around }) => existsSync(path.join(around, 'cgroup.procs')));
  if (control === undefined) return null;
  const folder = path.join(control.around, name);
  try {
    mkdirSync(folder);
  } catch {
    return null;
  }
  return {
    folder,
    take: (pid) => writeFileSync(path.join(folder, 'cgroup.procs'), String(pid)),
    limit: (bytesASecond) => writeFileSync(path.join(folder, control.file), control.limit(device, bytesASecond)),
  };
}

/** Whether it takes a second and more until a page is durable. */
function becomesSlow(folder: string, group: Group): boolean {
  const tried = path.join(folder, 'tried');
  try {
    group.limit(TRIED_BYTES / TRIED_SECONDS / 2);
    const beganMs = performance.now();
    const script = `echo $$ > ${group.folder}/cgroup.procs && head -c ${TRIED_BYTES} /dev/zero > ${tried} && sync ${tried}`;
    const { status } = spawnSync('sh', ['-c', script]);
    return status === 0 && performance.now() - beganMs > TRIED_SECONDS * 1000;
  } catch {
    return false;
  } finally {
    rmSync(tried, { force: true });
  }
}
