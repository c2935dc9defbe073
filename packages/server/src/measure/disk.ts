// How full the disk of the data directory is. Told at 80 and 90 %; from 95 % on nothing more is written, while there is still room for what keeps
// the database alive, and reads go on. It heals by itself.

import { statfs } from 'node:fs/promises';
import { DISK_ALARM_PERCENTS } from '@countinghouse/contract/features/health';
import { keepBallast } from './ballast.ts';
import type { DiskMail } from './disk-mail.ts';

const LOOK_EVERY_MS = 2_000;

interface DiskOptions {
  readonly folder: string;
  /** From here on nothing is written. */
  readonly fullPercent: number;
  readonly note: (line: string) => void;
  /** Bytes of the file that an operator may free; 0: none. */
  readonly ballastBytes: number;
  /** null: nobody is mailed. */
  readonly mail: Pick<DiskMail, 'tell'> | null;
  /** For tests: how much of it is used, in percent. */
  readonly measure?: (folder: string) => Promise<number>;
}

export class DiskWatch {
  private readonly options: DiskOptions;
  private readonly looker: NodeJS.Timeout;
  private used = 0;

  constructor(options: DiskOptions) {
    this.options = options;
    this.looker = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    void this.look();
  }

  get usedPercent(): number {
    return this.used;
  }

  get fullPercent(): number {
    return this.options.fullPercent;
  }

  get full(): boolean {
    return this.used >= this.options.fullPercent;
  }

  /** A disk that cannot be measured is as full as it was. */
  async look(): Promise<void> {
    const { folder, fullPercent, note, measure = usedPercentOf } = this.options;
    const before = this.used;
    this.used = await measure(folder).catch(() => before);
    const shown = `The disk of the data directory is ${this.used.toFixed(0)} % full`;
    if (this.full && before < fullPercent) return note(`${shown}: nothing is written until it is not.`);
    if (!this.full && before >= fullPercent) return note(`${shown}: it is written to again.`);
    if (DISK_ALARM_PERCENTS.some((percent) => before < percent && this.used >= percent)) note(`${shown}.`);
  }

  /** Who runs the server hears how full it is. Throws what the mail server says. */
  async tell(): Promise<void> {
    await this.options.mail?.tell(this.used);
  }

  /** The ballast is there where there is room for it. One process at a time. */
  keepBallast(): Promise<void> {
    return keepBallast(this.options.folder, this.options.ballastBytes);
  }

  stop(): void {
    clearInterval(this.looker);
  }
}

/** As `df` says it: what is kept for the superuser counts for nothing. */
async function usedPercentOf(folder: string): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(folder);
  const used = blocks - bfree;
  return used + bavail === 0 ? 0 : (100 * used) / (used + bavail);
}
