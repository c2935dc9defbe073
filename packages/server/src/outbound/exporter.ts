// Sends the log to the targets of an outlet: after the commit, event after event in the order of the log, each at least once under a stable
// id. One at a time sends to a target, whoever has its lease; a target that fails holds up nobody else.
//
// A receiver that is away is waited for, longer each time. One that says no to an event's content is asked a few times; then the event
// is a dead letter, and the next ones go on. A receiver that says no to one event after the other is not believed: it is stopped, and
// whoever looks after it decides.

import { setTimeout as sleep } from 'node:timers/promises';
import { type EventRow, findLatestPosition, listEventsAt, listEventsLike } from '@countinghouse/store/features/events/reads';
import { KeyUnavailable } from '@countinghouse/store/keys/kms';
import { LEASE_SECONDS, whileRenewing } from '@countinghouse/store/lease';
import { type Cursor, keepCursor, leaseCursor, type Progress, releaseCursor } from '@countinghouse/store/outbound/cursors';
import {
  countLettersSince,
  deleteDeadLetter,
  insertDeadLetter,
  listLettersToResend,
  updateDeadLetter,
} from '@countinghouse/store/outbound/dead-letters';
import type { NewDelivery } from '@countinghouse/store/outbound/deliveries';
import { findReplayToDo, finishReplay, type ReplayRow, updateReplay } from '@countinghouse/store/outbound/replays';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../services.ts';
import { handfulsOf, messagesOf, type Together } from './handfuls.ts';
import type { Outlet, Target } from './outlet.ts';
import type { Answer, Sink } from './sink.ts';

// Source: decision 0040.
const LEASE_MS = LEASE_SECONDS * 1000;
const SEND_WITHIN_MS = 10_000;
/** Progress is noted so often while sending goes on. */
const KEEP_EVERY_MS = 1_000;
/** What is read ahead for one target; sixteen of them may wait at once. */
const PAGE = { limit: 25, bytesMax: 512 * 1024 };
/** Of a long log of which little is wanted, so much is looked through at a time. */
const WINDOW_EVENTS = 10_000;
const RESENT_A_TURN_MAX = 100;
/** An answer that came this fast and said no is asked for again at once, after these pauses. */
const FAST_MS = 1_000;
const QUICK_PAUSES_MS: readonly number[] = [50, 250];
const TRIES_A_TURN = QUICK_PAUSES_MS.length + 1;
const WAIT_MS_FIRST = 1_000;
const KEY_WAIT_MS_MAX = 300_000;
const REFUSALS_MAX = 5;
/** More dead letters than this, one after the other, and it is the receiver that is wrong. */
const LETTERS_IN_A_ROW_MAX = 10;
const MINIMUM_TO_SEND_MS = 200;

type Needs = Pick<Services, 'writerPool' | 'readerPool'> & { readonly mailWorker: Pick<Services['mailWorker'], 'nudge'> };

/** busy: somebody else sends, or it is not time yet; done: it has everything; more: time was over; failed: see the cursor. */
export type Served =
  | { readonly state: 'busy' | 'done' | 'more'; readonly taken: number }
  | { readonly state: 'failed'; readonly taken: number; readonly error: string; readonly waitMs: number | null };

export interface Turn {
  /** Even where it is not to be tried yet. */
  readonly evenNow: boolean;
  /** No event is begun after this, on the clock of `performance.now()`. */
  readonly untilMs: number;
  /** Whether an event that is under way then is broken off; it is sent again later. */
  readonly breaksOff: boolean;
  readonly stopping?: AbortSignal;
}

/** 1, 2, 4 … seconds after each turn that failed. */
const waitAfter = (attempts: number, sink: Pick<Sink, 'waitMsMax'>): number =>
  Math.min(sink.waitMsMax, WAIT_MS_FIRST * 2 ** Math.min(10, Math.ceil(attempts / TRIES_A_TURN) - 1));

export class Exporter {
  private readonly services: Needs;
  private readonly outlet: Outlet;

  constructor(services: Needs, outlet: Outlet) {
    this.services = services;
    this.outlet = outlet;
  }

  /** Sends to one target until it has everything, time is over, or it fails. */
  async serve(tenantId: string, name: string, turn: Turn): Promise<Served> {
    const { writerPool, mailWorker } = this.services;
    const lease = { leaseMs: LEASE_MS, evenNow: turn.evenNow };
    const cursor = await leaseCursor(writerPool, tenantId, this.outlet.kind, name, lease);
    if (cursor === null) return { state: 'busy', taken: 0 };
    const sending = new Sending(this.services, { outlet: this.outlet, tenantId, name, cursor, turn });
    const served = await whileRenewing(
      () => sending.keep(),
      () => sending.run(),
    );
    await sending.settle();
    await this.tellTurn(tenantId, name, cursor, served);
    const mails = served.state === 'failed' && served.waitMs === null ? await this.outlet.mailsOfStop(tenantId, name) : [];
    await releaseCursor(writerPool, tenantId, name, cursor.lease_id, sending.progress(), mails);
    if (mails.length > 0) mailWorker.nudge();
    return served;
  }

  /** What changed for the better or worse; a receiver that stays as it was is told of once. */
  private async tellTurn(tenantId: string, name: string, cursor: Cursor, served: Served): Promise<void> {
    if (served.state === 'failed') {
      const { error: detail, waitMs } = served;
      if (waitMs === null) await this.outlet.tell(tenantId, name, { kind: 'stopped', detail });
      else if (cursor.failing_since === null) await this.outlet.tell(tenantId, name, { kind: 'failing', detail });
    } else if (cursor.failing_since !== null && served.taken > 0) await this.outlet.tell(tenantId, name, { kind: 'recovered' });
  }
}

/** One turn at one target. */
class Sending {
  private readonly services: Needs;
  private readonly o: {
    readonly outlet: Outlet;
    readonly tenantId: string;
    readonly name: string;
    readonly cursor: Cursor;
    readonly turn: Turn;
  };
  private at: number;
  private taken = 0;
  private takenAt: string | null = null;
  private attempts: number;
  /** What was not taken together is tried one by one, for a turn. */
  private readonly isAfterFailure: boolean;
  private refusals: number;
  /** Of its target, once that is open. */
  private patience: Pick<Target, 'triesMax' | 'stopsAfterMs'> = { triesMax: null, stopsAfterMs: null };
  /** As it was opened; null: it is not yet. */
  private version: string | null = null;
  /** The target is somebody else's by now, or not what it was: nothing more is begun. */
  private isEnded = false;
  /** Dead letters since it took something last; null: not looked at yet. */
  private lettersInARow: number | null = null;
  private failure: { readonly error: string; readonly waitMs: number | null } | null = null;
  private keptAtMs = performance.now();
  private deliveries: NewDelivery[] = [];

  constructor(services: Needs, o: Sending['o']) {
    this.services = services;
    this.o = o;
    this.at = o.cursor.acknowledged_seq;
    this.attempts = o.cursor.attempts;
    this.isAfterFailure = o.cursor.attempts > 0;
    this.refusals = o.cursor.refusals;
  }

  progress(): Progress {
    const { attempts, refusals, failure } = this;
    return {
      acknowledgedSeq: this.at,
      takenAt: this.takenAt,
      failure: failure === null ? null : { ...failure, attempts, refusals },
    };
  }

  async run(): Promise<Served> {
    const { outlet, tenantId, name } = this.o;
    try {
      const target = await outlet.open(tenantId, name);
      if (target === null) return { state: 'busy', taken: 0 };
      this.patience = target;
      this.version = target.version;
      const isFree = (!outlet.hasDeadLetters || (await this.resend(target.sink))) && (await this.replay(target));
      const state = isFree ? await this.sendLog(target) : 'more';
      return this.failure === null ? { state, taken: this.taken } : { state: 'failed', taken: this.taken, ...this.failure };
    } catch (error) {
      if (!(error instanceof KeyUnavailable)) throw error;
      this.failure = {
        error: 'The address or the secret can’t be read: the key service is away.',
        waitMs: waitAfter(++this.attempts, { waitMsMax: KEY_WAIT_MS_MAX }),
      };
      return { state: 'failed', taken: this.taken, ...this.failure };
    }
  }

  private isOver(): boolean {
    return this.isEnded || this.o.turn.stopping?.aborted === true || this.o.turn.untilMs - performance.now() < MINIMUM_TO_SEND_MS;
  }

  private async sendLog({ sink, types }: Target): Promise<'done' | 'more' | 'busy'> {
    const { tenantId } = this.o;
    for (;;) {
      const afterSeq = this.at;
      const { head, toSeq, events, more } = await read(this.services.readerPool, { tenantId }, async (tx) => {
        const head = (await findLatestPosition(tx, tenantId))?.seq ?? 0;
        const toSeq = Math.min(head, afterSeq + WINDOW_EVENTS);
        return { head, toSeq, ...(await listEventsLike(tx, tenantId, { afterSeq, toSeq, types }, PAGE)) };
      });
      for (const together of handfulsOf(events, sink.takesSeveral && !this.isAfterFailure)) {
        if (this.isOver()) return 'more';
        if (!(await this.sendEvents(sink, together))) return 'more';
        if (performance.now() - this.keptAtMs > KEEP_EVERY_MS && !(await this.keep())) return 'busy';
      }
      if (more) continue;
      // What is left of the stretch is not wanted.
      if (toSeq > this.at) this.advanceTo(toSeq);
      if (toSeq === head) return 'done';
      if (this.isOver()) return 'more';
    }
  }

  /** False where it goes on no further now. */
  private async sendEvents(sink: Sink, together: Together): Promise<boolean> {
    const answer = await this.tryQuickly(sink, together);
    if (answer === null) return false;
    if (answer.kind === 'taken') {
      this.taken += together.length;
      this.advanceTo((together.at(-1) ?? together[0]).seq);
      return true;
    }
    const [event] = together;
    if (answer.kind === 'refused') this.refusals += 1;
    const isRefused = this.isRefused(answer);
    if (isRefused && !(await this.isRefusingAll())) {
      const { outlet, tenantId, name } = this.o;
      const letter = { seq: event.seq, attempts: this.attempts, error: answer.error };
      await insertDeadLetter(this.services.writerPool, tenantId, name, letter);
      await outlet.tell(tenantId, name, { kind: 'dead_letter', seq: event.seq, detail: answer.error });
      this.lettersInARow = (this.lettersInARow ?? 0) + 1;
      this.advanceTo(event.seq);
      return true;
    }
    const isStopped = answer.kind === 'gone' || isRefused || this.isPatienceOver();
    const waitMs = isStopped ? null : Math.max(waitAfter(this.attempts, sink), answer.kind === 'away' ? (answer.afterMs ?? 0) : 0);
    this.failure = { error: answer.error, waitMs };
    return false;
  }

  /** Whether the event itself is given up. */
  private isRefused(answer: Exclude<Answer, { kind: 'taken' }>): boolean {
    const { triesMax } = this.patience;
    if (!this.o.outlet.hasDeadLetters) return false;
    if (answer.kind === 'refused') return this.refusals >= REFUSALS_MAX;
    return answer.kind === 'away' && answer.reply !== undefined && triesMax !== null && this.attempts >= triesMax;
  }

  private isPatienceOver(): boolean {
    const { stopsAfterMs } = this.patience;
    const { failing_since: since } = this.o.cursor;
    return stopsAfterMs !== null && since !== null && this.taken === 0 && Date.now() - Date.parse(since) > stopsAfterMs;
  }

  private advanceTo(seq: number): void {
    this.at = seq;
    this.attempts = 0;
    this.refusals = 0;
  }

  /** As many dead letters as are allowed, and nothing was taken since. */
  private async isRefusingAll(): Promise<boolean> {
    const { tenantId, name, cursor } = this.o;
    this.lettersInARow ??= await countLettersSince(this.services.writerPool, tenantId, name, cursor.last_taken_at, LETTERS_IN_A_ROW_MAX);
    return this.lettersInARow >= LETTERS_IN_A_ROW_MAX;
  }

  /** A receiver that fails fast, once in a while, is asked again at once. null: time was over before an answer came. */
  private async tryQuickly(sink: Sink, together: Together): Promise<Answer | null> {
    for (let tries = 0; ; tries++) {
      const beganMs = performance.now();
      const answer = await this.ask(sink, together, 'log');
      if (answer === null || answer.kind === 'taken') return answer;
      this.attempts += 1;
      const pauseMs = QUICK_PAUSES_MS[tries];
      const isQuick = answer.kind === 'away' && answer.afterMs === null && performance.now() - beganMs < FAST_MS;
      if (!isQuick || pauseMs === undefined || this.isOver()) return answer;
      await sleep(pauseMs);
    }
  }

  private async ask(sink: Sink, together: Together, cause: 'log' | 'replay'): Promise<Answer | null> {
    const { untilMs, breaksOff } = this.o.turn;
    const beganMs = performance.now();
    const sentAt = new Date().toISOString();
    const leftMs = Math.max(MINIMUM_TO_SEND_MS, Math.ceil(untilMs - beganMs));
    const isBound = breaksOff && leftMs < SEND_WITHIN_MS;
    const answer = await sink.send(messagesOf(together), isBound ? leftMs : SEND_WITHIN_MS);
    if (isBound && answer.kind === 'away' && performance.now() >= untilMs) return null;
    if (answer.kind === 'taken') {
      this.takenAt = new Date().toISOString();
      this.lettersInARow = 0;
    }
    if (this.o.outlet.record !== null)
      for (const event of together)
        this.deliveries.push(deliveryOf(event, answer, { cause, attempt: this.attempts + 1, sentAt, tookMs: performance.now() - beganMs }));
    return answer;
  }

  /** Notes how far it is and renews the lease. False where that is somebody else's by now, or the target was paused, changed or taken away. */
  async keep(): Promise<boolean> {
    const { tenantId, name, cursor } = this.o;
    this.keptAtMs = performance.now();
    await this.settle();
    const kept = { acknowledgedSeq: this.at, takenAt: this.takenAt, leaseMs: LEASE_MS };
    const isOurs = await keepCursor(this.services.writerPool, tenantId, name, cursor.lease_id, kept);
    if (!isOurs || !(await this.isAsOpened())) this.isEnded = true;
    return !this.isEnded;
  }

  private async isAsOpened(): Promise<boolean> {
    const { outlet, tenantId, name } = this.o;
    return this.version === null || (await outlet.open(tenantId, name))?.version === this.version;
  }

  /** Keeps what was sent and answered so far. */
  async settle(): Promise<void> {
    const { outlet, tenantId, name } = this.o;
    const { deliveries } = this;
    if (deliveries.length === 0) return;
    this.deliveries = [];
    await outlet.record?.(tenantId, name, deliveries);
  }

  /** Dead letters that somebody asked for. False where the receiver is away. */
  private async resend(sink: Sink): Promise<boolean> {
    const { tenantId, name } = this.o;
    const { writerPool, readerPool } = this.services;
    const seqs = await listLettersToResend(writerPool, tenantId, name, RESENT_A_TURN_MAX);
    const events = seqs.length === 0 ? [] : await read(readerPool, { tenantId }, (tx) => listEventsAt(tx, tenantId, seqs));
    for (const event of events) {
      if (this.isOver()) return true;
      if ((await this.sendAgain(sink, event)) === 'away') return false;
    }
    return true;
  }

  /** Stretches that somebody asked for. False where they are not done: the log goes on behind them. */
  private async replay(target: Target): Promise<boolean> {
    const { tenantId, name } = this.o;
    for (;;) {
      const replay = await findReplayToDo(this.services.writerPool, tenantId, name);
      if (replay === null) return true;
      if (!(await this.replayOne(target, replay))) return false;
      await finishReplay(this.services.writerPool, tenantId, name, replay.id);
    }
  }

  private async replayOne({ sink, types }: Target, { id, from_seq, to_seq, done_seq }: ReplayRow): Promise<boolean> {
    const { tenantId, name } = this.o;
    // One that was named by itself is sent whatever is wanted now.
    const wanted = from_seq === to_seq ? null : types;
    for (let at = done_seq; ; ) {
      const stretch = { afterSeq: at, toSeq: to_seq, types: wanted };
      const { events, more } = await read(this.services.readerPool, { tenantId }, (tx) => listEventsLike(tx, tenantId, stretch, PAGE));
      for (const event of events) {
        if (this.isOver() || (await this.sendAgain(sink, event)) === 'away') return false;
        at = event.seq;
        await updateReplay(this.services.writerPool, tenantId, name, id, at);
        if (performance.now() - this.keptAtMs > KEEP_EVERY_MS && !(await this.keep())) return false;
      }
      if (!more) return true;
    }
  }

  /** An event that was sent before, or given up: taken, it is no dead letter any more; refused, it stays one. */
  private async sendAgain(sink: Sink, event: EventRow): Promise<'sent' | 'away'> {
    const { outlet, tenantId, name } = this.o;
    const { writerPool } = this.services;
    const answer = await this.ask(sink, [event], 'replay');
    if (answer === null) return 'away';
    if (answer.kind === 'taken') {
      this.taken += 1;
      if (await deleteDeadLetter(writerPool, tenantId, name, event.seq))
        await outlet.tell(tenantId, name, { kind: 'resent', seq: event.seq });
      return 'sent';
    }
    await updateDeadLetter(writerPool, tenantId, name, event.seq, answer.error);
    if (answer.kind === 'refused') return 'sent';
    this.attempts += 1;
    this.failure = { error: answer.error, waitMs: answer.kind === 'gone' || this.isPatienceOver() ? null : waitAfter(this.attempts, sink) };
    return 'away';
  }
}

const deliveryOf = (
  { seq, event_type }: EventRow,
  answer: Answer,
  o: { readonly cause: 'log' | 'replay'; readonly attempt: number; readonly sentAt: string; readonly tookMs: number },
): NewDelivery => ({
  seq,
  event_type,
  cause: o.cause,
  attempt: o.attempt,
  sent_at: o.sentAt,
  duration_ms: Math.round(o.tookMs),
  outcome: answer.kind,
  status: answer.reply?.status ?? null,
  answer: answer.reply?.text ?? null,
  error: answer.kind === 'taken' ? null : answer.error,
});
