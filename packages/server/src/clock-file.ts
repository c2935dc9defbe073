// Where the clock stood when it was last sure, kept for the next start on the same boot of the machine. Nothing is kept where the system
// does not name its boots: then a start takes the wall clock as it is.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KeptMoment, Moment } from '@countinghouse/store/clock';

const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';

const readOrNull = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};

export class ClockFile implements KeptMoment {
  private readonly file: string;
  private readonly bootId: string | null;

  constructor(dataDir: string, bootId: string | null = readOrNull(BOOT_ID_FILE)) {
    this.file = path.join(dataDir, 'clock.json');
    this.bootId = bootId;
  }

  /** null where there is none of this boot, or nothing that can be read. */
  read(): Moment | null {
    const text = readOrNull(this.file);
    if (text === null || this.bootId === null) return null;
    try {
      const { bootId, wallMs, uptimeMs } = JSON.parse(text) as Partial<Record<string, unknown>>;
      return bootId === this.bootId && typeof wallMs === 'number' && typeof uptimeMs === 'number' ? { wallMs, uptimeMs } : null;
    } catch {
      return null;
    }
  }

  /** Replaces it whole. Where it cannot be written, as on a full disk, the one before stays: it is as true. */
  write({ wallMs, uptimeMs }: Moment): void {
    if (this.bootId === null) return;
    const part = `${this.file}.${process.pid}.part`;
    try {
      writeFileSync(part, JSON.stringify({ bootId: this.bootId, wallMs, uptimeMs }), { mode: 0o600 });
      renameSync(part, this.file);
    } catch {}
  }
}
