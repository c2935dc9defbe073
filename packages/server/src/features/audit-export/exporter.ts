// Sends the log to the destinations of organisations, and to the broker: after the commit, event after event in the order of the log, each
// at least once under a stable id. One at a time sends to a target, whoever has its lease; a target that fails holds up nobody else.
//
// A receiver that is away is waited for, longer each time. One that says no to an event's content is asked a few times; then the event
// is a dead letter, and the next ones go on. A receiver that says no to one event after the other is not believed: it is stopped, and
// whoever looks after it decides.

import { setTimeout as sleep } from 'node:timers/promises';
import { ROTATION_HOURS } from '@countinghouse/contract/features/audit-export';
import type { DestinationName } from '@countinghouse/kernel/audit-export/events';
import { type DestinationRow, listDestinations } from '@countinghouse/store/features/audit-export/reads';
import { BROKER, type ExportTarget } from '@countinghouse/store/features/audit-export/targets';
import {
  type Cursor,
  countLettersAt,
  deleteDeadLetter,
  insertActivity,
  insertDeadLetter,
  keepCursor,
  leaseCursor,
  listLettersToResend,
  type Progress,
  releaseCursor,
  updateDeadLetter,
} from '@countinghouse/store/features/audit-export/writes';
import { type EventRow, listEvents, listEventsAt } from '@countinghouse/store/features/events/reads';
import { KeyUnavailable } from '@countinghouse/store/keys/kms';
import { LEASE_SECONDS, whileRenewing } from '@countinghouse/store/lease';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../../services.ts';
import { webhookSink } from './delivery.ts';
import { messageOf } from './message.ts';
import type { Answer, Sink } from './sink.ts';

// Source: decision 0040.
const LEASE_MS = LEASE_SECONDS * 1000;
const SEND_WITHIN_MS = 10_000;
/** Progress is noted so often while sending goes on. */
const KEEP_EVERY_MS = 1_000;
const PAGE_EVENTS = 25;
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
const ROTATION_MS = ROTATION_HOURS * 3_600_000;
const MINIMUM_TO_SEND_MS = 200;

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'keptTexts' | 'egress' | 'broker'>;

/** busy: somebody else sends, or it is not time yet; done: it has everything; more: time was over; failed: see the cursor. */
export type Served =
  | { readonly state: 'busy' | 'done' | 'more'; readonly taken: number }
  | { readonly state: 'failed'; readonly taken: number; readonly error: string; readonly waitMs: number | null };

interface Turn {
  /** Even where it is not to be tried yet. */
  readonly now: boolean;
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

  constructor(services: Needs) {
    this.services = services;
  }

  /** Sends to one target until it has everything, time is over, or it fails. */
  async serve(tenantId: string, target: ExportTarget, turn: Turn): Promise<Served> {
    const { writerPool } = this.services;
    const cursor = await leaseCursor(writerPool, tenantId, target, { leaseMs: LEASE_MS, now: turn.now });
    if (cursor === null) return { state: 'busy', taken: 0 };
    const sending = new Sending(this.services, { tenantId, target, cursor, turn });
    const served = await whileRenewing(
      () => sending.keep(),
      () => sending.run(),
    );
    await releaseCursor(writerPool, tenantId, target, cursor.lease_id, sending.progress());
    // Of the broker an organisation knows nothing: whoever runs the system is told by it.
    if (target !== BROKER) await this.noteTurn(tenantId, target, cursor, served);
    return served;
  }

  /** What changed for the better or worse; a receiver that stays as it was is told of once. */
  private async noteTurn(tenantId: string, destination: DestinationName, cursor: Cursor, served: Served): Promise<void> {
    const { writerPool } = this.services;
    if (served.state === 'failed') {
      const { error: detail, waitMs } = served;
      if (waitMs === null) await insertActivity(writerPool, tenantId, { kind: 'stopped', destination, detail });
      else if (cursor.failing_since === null) await insertActivity(writerPool, tenantId, { kind: 'failing', destination, detail });
    } else if (cursor.failing_since !== null && served.taken > 0)
      await insertActivity(writerPool, tenantId, { kind: 'recovered', destination });
  }
}

/** One turn at one target. */
class Sending {
  private readonly services: Needs;
  private readonly o: {
    readonly tenantId: string;
    readonly target: ExportTarget;
    readonly cursor: Cursor;
    readonly turn: Turn;
  };
  private at: number;
  private taken = 0;
  private attempts: number;
  private refusals: number;
  private failure: { readonly error: string; readonly waitMs: number | null } | null = null;
  private keptAtMs = performance.now();

  constructor(services: Needs, o: Sending['o']) {
    this.services = services;
    this.o = o;
    this.at = o.cursor.acknowledged_seq;
    this.attempts = o.cursor.attempts;
    this.refusals = o.cursor.refusals;
  }

  progress(): Progress {
    const { attempts, refusals, failure } = this;
    return {
      acknowledgedSeq: this.at,
      taken: this.taken > 0,
      failure: failure === null ? null : { ...failure, attempts, refusals },
    };
  }

  async run(): Promise<Served> {
    const { target } = this.o;
    try {
      const sink = target === BROKER ? this.services.broker : await this.receiver(target);
      if (sink === null) return { state: 'busy', taken: 0 };
      const state = (target === BROKER || (await this.resend(sink, target))) && (await this.sendLog(sink));
      if (this.failure !== null) return { state: 'failed', taken: this.taken, ...this.failure };
      return { state: state === 'done' || state === 'busy' ? state : 'more', taken: this.taken };
    } catch (error) {
      if (!(error instanceof KeyUnavailable)) throw error;
      this.failure = {
        error: `The address or secret of the ${target} destination can’t be read.`,
        waitMs: waitAfter(++this.attempts, { waitMsMax: KEY_WAIT_MS_MAX }),
      };
      return { state: 'failed', taken: this.taken, ...this.failure };
    }
  }

  private async receiver(destination: DestinationName): Promise<Sink | null> {
    const { tenantId } = this.o;
    const { readerPool, keptTexts, egress } = this.services;
    const rows = await read(readerPool, { tenantId }, (tx) => listDestinations(tx, tenantId));
    const row = rows.find(({ name }) => name === destination);
    if (row === undefined) return null;
    const secrets = [row.secret_id, ...oldSecretOf(row)];
    return webhookSink(egress, {
      url: await keptTexts.read(tenantId, 'webhook-address', row.address_id),
      secrets: await Promise.all(secrets.map((id) => keptTexts.read(tenantId, 'webhook-secret', id))),
    });
  }

  private isOver(): boolean {
    return this.o.turn.stopping?.aborted === true || this.o.turn.untilMs - performance.now() < MINIMUM_TO_SEND_MS;
  }

  private async sendLog(sink: Sink): Promise<'done' | 'more' | 'busy'> {
    const { tenantId } = this.o;
    for (;;) {
      const rest = { afterSeq: this.at, toSeq: null, typePrefix: null, entityId: null, actorId: null };
      const page = { limit: PAGE_EVENTS, first: 'oldest' } as const;
      const events = await read(this.services.readerPool, { tenantId }, (tx) => listEvents(tx, tenantId, rest, page));
      for (const event of events) {
        if (this.isOver()) return 'more';
        if (!(await this.sendEvent(sink, event))) return 'more';
        if (performance.now() - this.keptAtMs > KEEP_EVERY_MS && !(await this.keep())) return 'busy';
      }
      if (events.length < PAGE_EVENTS) return 'done';
    }
  }

  /** False where it goes on no further now. */
  private async sendEvent(sink: Sink, event: EventRow): Promise<boolean> {
    const answer = await this.tryQuickly(sink, event);
    if (answer === null) return false;
    if (answer.kind === 'taken') {
      this.taken += 1;
      this.advanceTo(event.seq);
      return true;
    }
    const { tenantId, target: destination } = this.o;
    // A broker refuses no content: what it does not take waits.
    if (
      answer.kind === 'refused' &&
      destination !== BROKER &&
      ++this.refusals >= REFUSALS_MAX &&
      !(await this.isRefusingAll(destination))
    ) {
      const letter = { seq: event.seq, attempts: this.attempts, error: answer.error };
      await insertDeadLetter(this.services.writerPool, tenantId, destination, letter);
      await insertActivity(this.services.writerPool, tenantId, { kind: 'dead_letter', destination, seq: event.seq, detail: answer.error });
      this.advanceTo(event.seq);
      return true;
    }
    const isStopped = answer.kind === 'gone' || (answer.kind === 'refused' && this.refusals >= REFUSALS_MAX);
    const waitMs = isStopped ? null : Math.max(waitAfter(this.attempts, sink), answer.kind === 'away' ? (answer.afterMs ?? 0) : 0);
    this.failure = { error: answer.error, waitMs };
    return false;
  }

  private advanceTo(seq: number): void {
    this.at = seq;
    this.attempts = 0;
    this.refusals = 0;
  }

  /** The events right before this one are dead letters, as many as are allowed. */
  private async isRefusingAll(destination: DestinationName): Promise<boolean> {
    const { tenantId } = this.o;
    const span = { from: this.at - LETTERS_IN_A_ROW_MAX + 1, to: this.at };
    return (await countLettersAt(this.services.writerPool, tenantId, destination, span)) >= LETTERS_IN_A_ROW_MAX;
  }

  /** A receiver that fails fast, once in a while, is asked again at once. null: time was over before an answer came. */
  private async tryQuickly(sink: Sink, event: EventRow): Promise<Answer | null> {
    for (let tries = 0; ; tries++) {
      const beganMs = performance.now();
      const answer = await this.ask(sink, event);
      if (answer === null || answer.kind === 'taken') return answer;
      this.attempts += 1;
      const pauseMs = QUICK_PAUSES_MS[tries];
      const isQuick = answer.kind === 'away' && answer.afterMs === null && performance.now() - beganMs < FAST_MS;
      if (!isQuick || pauseMs === undefined || this.isOver()) return answer;
      await sleep(pauseMs);
    }
  }

  private async ask(sink: Sink, event: EventRow): Promise<Answer | null> {
    const { untilMs, breaksOff } = this.o.turn;
    const leftMs = Math.max(MINIMUM_TO_SEND_MS, Math.ceil(untilMs - performance.now()));
    const isBound = breaksOff && leftMs < SEND_WITHIN_MS;
    const answer = await sink.send(messageOf(event), isBound ? leftMs : SEND_WITHIN_MS);
    return isBound && answer.kind === 'away' && performance.now() >= untilMs ? null : answer;
  }

  /** Notes how far it is and renews the lease. False where that is somebody else's by now. */
  keep(): Promise<boolean> {
    const { tenantId, target, cursor } = this.o;
    this.keptAtMs = performance.now();
    const kept = { acknowledgedSeq: this.at, leaseMs: LEASE_MS };
    return keepCursor(this.services.writerPool, tenantId, target, cursor.lease_id, kept);
  }

  /** Dead letters that somebody asked for. False where the receiver is away. */
  private async resend(sink: Sink, destination: DestinationName): Promise<boolean> {
    const { tenantId } = this.o;
    const { writerPool, readerPool } = this.services;
    const seqs = await listLettersToResend(writerPool, tenantId, destination, RESENT_A_TURN_MAX);
    const events = seqs.length === 0 ? [] : await read(readerPool, { tenantId }, (tx) => listEventsAt(tx, tenantId, seqs));
    for (const event of events) {
      if (this.isOver()) return true;
      const answer = await this.ask(sink, event);
      if (answer === null) return true;
      if (answer.kind === 'taken') {
        await deleteDeadLetter(writerPool, tenantId, destination, event.seq);
        await insertActivity(writerPool, tenantId, { kind: 'resent', destination, seq: event.seq });
        continue;
      }
      await updateDeadLetter(writerPool, tenantId, destination, event.seq, answer.error);
      if (answer.kind === 'refused') continue;
      this.attempts += 1;
      this.failure = { error: answer.error, waitMs: answer.kind === 'gone' ? null : waitAfter(this.attempts, sink) };
      return false;
    }
    return true;
  }
}

/** While receivers change over, the secret before this one signs too. */
const oldSecretOf = (row: DestinationRow): readonly string[] =>
  row.old_secret_id !== null && Date.now() < Date.parse(row.secret_set_at) + ROTATION_MS ? [row.old_secret_id] : [];
