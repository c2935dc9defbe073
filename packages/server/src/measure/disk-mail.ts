// Mails whoever runs the server when its disk fills: once a step, whichever process or start of the server sees it. The mail goes out directly, not
// by the outbox: that is in the database, whose disk it is.

import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Mail, Mailer } from '../mail/mail.ts';

/** So far below a step the next time counts as another. */
const BELOW_PERCENT = 2;

interface DiskMailOptions {
  /** The data directory: a file in `alarms` says that a step was mailed. */
  readonly folder: string;
  readonly to: string;
  /** In percent, rising; from the last on nothing is written. */
  readonly steps: readonly number[];
  readonly mailer: Pick<Mailer, 'send'>;
  readonly publicUrl: string;
}

export class DiskMail {
  private readonly options: DiskMailOptions;

  constructor(options: DiskMailOptions) {
    this.options = options;
  }

  /** Mails the highest step that was reached and not mailed yet. Throws what the mail server says; the next call tries again. */
  async tell(usedPercent: number): Promise<void> {
    const { folder, steps, mailer } = this.options;
    await mkdir(path.join(folder, 'alarms'), { recursive: true, mode: 0o700 });
    const taken: number[] = [];
    for (const step of steps) {
      if (usedPercent >= step && (await this.take(step))) taken.push(step);
      if (usedPercent < step - BELOW_PERCENT) await this.release(step);
    }
    const highest = taken.at(-1);
    if (highest === undefined) return;
    try {
      await mailer.send(this.write(usedPercent, highest));
    } catch (error) {
      for (const step of taken) await this.release(step);
      throw error;
    }
  }

  private fileOf(step: number): string {
    return path.join(this.options.folder, 'alarms', `disk-${step}`);
  }

  /** False where another process has, or this one before. */
  private async take(step: number): Promise<boolean> {
    try {
      await (await open(this.fileOf(step), 'wx', 0o600)).close();
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  private release(step: number): Promise<void> {
    return rm(this.fileOf(step), { force: true });
  }

  private write(usedPercent: number, step: number): Mail {
    const { to, steps, publicUrl } = this.options;
    const full = steps.at(-1);
    const what =
      step === full
        ? 'Nothing is written until there is room again; reads go on.'
        : `From ${full} % on nothing is written; reads go on. Writing then begins again by itself once there is room.`;
    return {
      id: randomUUID(),
      to,
      subject: `Countinghouse: the disk is ${Math.floor(usedPercent)} % full`,
      text: `The disk of the data directory of ${publicUrl} is ${Math.floor(usedPercent)} % full. ${what}\n\nMake room, or give it a larger disk. With the embedded database the file "ballast" in the data directory may be removed in an emergency.`,
    };
  }
}
