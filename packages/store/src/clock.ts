// The clock that the system books by. It follows the wall clock of the machine as long as that moves as time does; a wall clock that steps is
// noticed, told, and not followed: what was booked by a time that ran away could not be taken back.
//
// How time moves is known from the time since the machine was started, which nobody sets.

import os from 'node:os';
import { LedgerUnavailable } from './writer/failures.ts';

/** Milliseconds since 1970, as the machine says; of a clock that nobody sets; and since the start of the machine, sleep included. */
export interface ClockSources {
  wallMs(): number;
  steadyMs(): number;
  uptimeMs(): number;
}

const system: ClockSources = { wallMs: () => Date.now(), steadyMs: () => performance.now(), uptimeMs: () => os.uptime() * 1000 };

/** A step larger than this is told. */
const STEP_MS = 5_000;
/** Beyond this nothing is written until somebody says what time it is. */
const STEP_MS_MAX = 3_600_000;
const LOOK_EVERY_MS = 1_000;
const KEEP_EVERY_MS = 60_000;

/** What the wall clock said, and how long the machine had been running then, in milliseconds. */
export interface Moment {
  readonly wallMs: number;
  readonly uptimeMs: number;
}

/** Where a moment at which the clock was sure outlives the process. Neither throws. */
export interface KeptMoment {
  /** null where none is kept since the machine was started. */
  read(): Moment | null;
  write(moment: Moment): void;
}

/** What time it is. */
export abstract class Clock {
  /** Milliseconds since 1970. */
  abstract nowMs(): number;

  /** Microseconds since 1970. */
  nowUs(): bigint {
    return BigInt(this.nowMs()) * 1000n;
  }

  /** The instant, as `2026-01-31T12:00:00.000Z`. */
  now(): string {
    return new Date(this.nowMs()).toISOString();
  }

  /** The day in UTC, as `2026-01-31`. */
  today(): string {
    return this.now().slice(0, 10);
  }
}

/** A clock that stands: the time at which something was asked, where another thread answers it. */
export class StandingClock extends Clock {
  private readonly ms: number;

  constructor(ms: number) {
    super();
    this.ms = ms;
  }

  override nowMs(): number {
    return this.ms;
  }
}

export class CheckedClock extends Clock {
  private readonly sources: ClockSources;
  private readonly note: (line: string) => void;
  /** When it was last sure. */
  private sure: { readonly wallMs: number; readonly steadyMs: number; readonly uptimeMs: number };
  private told = false;
  private logMayBeAhead = false;
  private readonly looker: NodeJS.Timeout;
  private readonly kept: KeptMoment | null;
  private keptAtSteadyMs: number;

  /**
   * `note` is told, in a sentence, that the clock stepped, and that it is right again. A wall clock that is more than an hour beside the
   * moment in `kept` has stepped while nothing ran.
   */
  constructor(note: (line: string) => void = () => {}, sources: ClockSources = system, kept: KeptMoment | null = null) {
    super();
    this.note = note;
    this.sources = sources;
    this.kept = kept;
    this.sure = this.read();
    this.keptAtSteadyMs = this.sure.steadyMs;
    const before = kept?.read() ?? null;
    if (before !== null) {
      const shouldBeMs = before.wallMs + this.sure.uptimeMs - before.uptimeMs;
      if (Math.abs(this.sure.wallMs - shouldBeMs) > STEP_MS_MAX) this.sure = { ...this.sure, wallMs: shouldBeMs };
    }
    this.looker = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.looker);
  }

  /** Milliseconds since 1970. Never of a wall clock that stepped by more than 5 s. */
  override nowMs(): number {
    const wallMs = this.sources.wallMs();
    const steadyMs = this.sources.steadyMs();
    if (Math.abs(wallMs - (this.sure.wallMs + steadyMs - this.sure.steadyMs)) > STEP_MS) return this.afterGap();
    this.agree(wallMs, steadyMs);
    return wallMs;
  }

  /** Notices a step where nobody asks for the time, and keeps a moment once a minute while there is none. */
  look(): void {
    this.nowMs();
    if (!this.told && this.sources.steadyMs() - this.keptAtSteadyMs >= KEEP_EVERY_MS) this.keep();
  }

  /** How far the wall clock is ahead of this one, in milliseconds; 0 where it is followed. */
  get stepMs(): number {
    const nowMs = this.nowMs();
    const ahead = this.sources.wallMs() - nowMs;
    return Math.abs(ahead) > STEP_MS ? ahead : 0;
  }

  /**
   * The time to book by, beside a log whose last event is of `headUs`. Throws LedgerUnavailable with CLOCK_UNSURE where the wall clock has
   * stepped by more than an hour, or that event is more than an hour ahead.
   */
  bookingMs(headUs: bigint): number {
    const nowMs = this.nowMs();
    const ranAway = this.told && Math.abs(this.sources.wallMs() - nowMs) > STEP_MS_MAX;
    const behindLog = !this.logMayBeAhead && Number(headUs) / 1000 - nowMs > STEP_MS_MAX;
    if (ranAway || behindLog) throw new LedgerUnavailable('CLOCK_UNSURE');
    return nowMs;
  }

  /** An operator says that the wall clock is right as it is now. */
  confirm(): void {
    this.sure = this.read();
    this.told = false;
    this.logMayBeAhead = true;
    this.keep();
    this.note(`The clock was confirmed: it is ${new Date(this.sure.wallMs).toISOString()}.`);
  }

  private keep(): void {
    const { wallMs, steadyMs, uptimeMs } = this.sure;
    this.keptAtSteadyMs = steadyMs;
    this.kept?.write({ wallMs, uptimeMs });
  }

  private read(): CheckedClock['sure'] {
    return { wallMs: this.sources.wallMs(), steadyMs: this.sources.steadyMs(), uptimeMs: this.sources.uptimeMs() };
  }

  /** Slow drift, and what the machine's own time service mends, is followed. */
  private agree(wallMs: number, steadyMs: number): void {
    if (steadyMs - this.sure.steadyMs < LOOK_EVERY_MS && !this.told) return;
    this.sure = { wallMs, steadyMs, uptimeMs: this.sources.uptimeMs() };
    if (!this.told) return;
    this.told = false;
    this.note('The clock of this machine agrees again with the time that has passed.');
  }

  /** The wall clock is not where it should be: the machine slept, or the clock was set. */
  private afterGap(): number {
    const now = this.read();
    const passedMs = Math.max(now.steadyMs - this.sure.steadyMs, now.uptimeMs - this.sure.uptimeMs);
    const shouldBeMs = this.sure.wallMs + passedMs;
    const stepMs = now.wallMs - shouldBeMs;
    if (Math.abs(stepMs) <= STEP_MS) {
      this.agree(now.wallMs, now.steadyMs);
      return now.wallMs;
    }
    if (!this.told) {
      this.told = true;
      const stops =
        Math.abs(stepMs) > STEP_MS_MAX ? ' Nothing is written until it is set right, or confirmed (docs/operating/monitoring.md).' : '';
      this.note(`The clock of this machine stepped by ${(stepMs / 1000).toFixed(0)} s; it is not followed.${stops}`);
    }
    return Math.round(shouldBeMs);
  }
}
