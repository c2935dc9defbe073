// Sends what waits in the outbox: after the commit that queued it, one mail at a time, its row locked meanwhile, so that of several
// servers one sends it. At least once: a crash between sending and removing the row sends it again, under the same Message-ID.
//
// A mail server that is away is waited for as long as the mail's link is good. One that says no to a mail is asked a few times;
// then the mail is a dead letter: its row stays with `failed_at`, and the others go on.

import type { WorkerLeases } from '@countinghouse/store/cluster/worker-leases';
import type { Pool } from '@countinghouse/store/connection';
import { countMail, type DueMail, deleteMail, lockDueMail, type MailCounts, updateFailedMail } from '@countinghouse/store/mail-outbox';
import { inTransaction } from '@countinghouse/store/transaction';
import { inTurn } from '../tracing/turn.ts';
import { startWorker, type Worker } from '../work/worker.ts';
import type { Letters } from './letters.ts';
import { type Mailer, MailRefused, MailUnavailable } from './mail.ts';

// Source: decision 0015.
const POLL_MS = 1_000;
const REFUSALS_MAX = 3;
const WAIT_SECONDS_FIRST = 2;
const WAIT_SECONDS_MAX = 300;
/** Source: decision 0006, rule 21: a mail that is being sent must not hold up the end for long. */
const END_WITHIN_MS = 6_000;

/** 2, 4, 8 … seconds, at most five minutes. */
const waitAfter = (attempts: number): number => Math.min(WAIT_SECONDS_MAX, WAIT_SECONDS_FIRST * 2 ** Math.min(attempts, 10));

/** What may be told of a failure: never what a mail server said, which may name people. */
function nameOf(error: unknown): string {
  if (error instanceof MailUnavailable) return error.reason;
  return error instanceof RangeError ? 'BAD_ADDRESS' : error instanceof Error ? error.constructor.name : 'UNKNOWN';
}

export class MailWorker {
  private readonly o: {
    readonly writerPool: Pool;
    readonly letters: Letters;
    readonly mailer: Mailer;
    readonly workerLeases: Pick<WorkerLeases, 'join' | 'take'>;
    /** null: another server sends, and counts. */
    readonly observe: (counts: MailCounts | null) => void;
    readonly note: (line: string) => void;
  };
  private worker: Worker | null = null;
  /** Whether it was said that the outbox cannot be read: once each time. */
  private told = false;
  private readonly givingUp = new AbortController();

  constructor(o: MailWorker['o']) {
    this.o = o;
  }

  start(): void {
    if (this.worker !== null) return;
    this.worker = startWorker(
      POLL_MS,
      (stopping) =>
        inTurn('mail', async () => {
          if ((await this.o.workerLeases.take('mail', stopping, (over) => this.pass(over))) === null) this.o.observe(null);
        }),
      (error) => {
        // The database is away, or going: the next look tells whether it is back.
        if (!this.told) this.o.note(`mail waits: the outbox cannot be read (${nameOf(error)})`);
        this.told = true;
      },
    );
    this.o.workerLeases.join('mail', this.worker.nudge);
  }

  /** Something was queued: do not wait for the next look. */
  nudge(): void {
    this.worker?.nudge();
  }

  /** Ends at a row's border: a mail that is being sent is sent, or waits again where its mail server does not answer. */
  async stop(): Promise<void> {
    const late = setTimeout(() => this.givingUp.abort(), END_WITHIN_MS);
    await this.worker?.stop();
    clearTimeout(late);
  }

  /** Answers what waits still. */
  private async pass(stopping: AbortSignal): Promise<MailCounts> {
    let more = true;
    while (more && !stopping.aborted) more = await this.sendOne();
    const counts = await countMail(this.o.writerPool);
    this.o.observe(counts);
    this.told = false;
    return counts;
  }

  /** Answers whether there was a mail to send. */
  private sendOne(): Promise<boolean> {
    return inTransaction(this.o.writerPool, async (client) => {
      const due = await lockDueMail(client);
      if (due === null) return false;
      const failure = await this.trySend(due);
      if (failure === null) await deleteMail(client, due.id);
      else await updateFailedMail(client, due.id, failure);
      return true;
    });
  }

  /** Null once it left, or when nobody waits for it. */
  private async trySend(due: DueMail): Promise<Parameters<typeof updateFailedMail>[2] | null> {
    try {
      const mail = await this.o.letters.write(due);
      if (mail !== null) await this.o.mailer.send(mail, this.givingUp.signal);
      return null;
    } catch (error) {
      const refused = error instanceof MailRefused || error instanceof RangeError;
      const dead = due.outlived || (refused && due.refusals + 1 >= REFUSALS_MAX);
      if (dead) this.o.note(`a mail (${due.kind}, ${due.id}) cannot be delivered: ${nameOf(error)}. See it with the doctor.`);
      return { error: nameOf(error), refused, waitSeconds: dead ? null : waitAfter(due.attempts) };
    }
  }
}
