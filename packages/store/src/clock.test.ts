import { afterEach, describe, expect, test } from 'vitest';
import { CheckedClock, type Moment } from './clock.ts';

const START_MS = Date.parse('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A machine whose time is in the test's hands. */
class Machine {
  wall = START_MS;
  steady = 1_000;
  uptime = 50_000;
  readonly notes: string[] = [];
  kept: Moment | null = null;
  clock = this.start();

  /** A process begins: with a steady clock of its own, and what an earlier one kept. */
  start(): CheckedClock {
    this.steady = 1_000;
    const sources = { wallMs: () => this.wall, steadyMs: () => this.steady, uptimeMs: () => this.uptime };
    const kept = {
      read: () => this.kept,
      write: (moment: Moment) => {
        this.kept = moment;
      },
    };
    return new CheckedClock((line) => this.notes.push(line), sources, kept);
  }

  restart(): void {
    this.clock.stop();
    this.clock = this.start();
  }

  pass(ms: number): void {
    this.wall += ms;
    this.steady += ms;
    this.uptime += ms;
  }

  sleep(ms: number): void {
    this.wall += ms;
    this.uptime += ms;
  }

  set(byMs: number): void {
    this.wall += byMs;
  }

  isSure(headUs = 0n): boolean {
    try {
      this.clock.bookingMs(headUs);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'CLOCK_UNSURE' });
      return false;
    }
  }
}

let machine = new Machine();
afterEach(() => {
  machine.clock.stop();
  machine = new Machine();
});

describe('the clock', () => {
  test('follows the wall clock while time passes, and what a time service mends little by little', () => {
    for (let n = 0; n < 10_000; n++) {
      machine.pass(1_000);
      machine.set(n % 2 === 0 ? 1 : 40);
      expect(machine.clock.nowMs()).toBe(machine.wall);
    }
    expect(machine.notes).toEqual([]);
    expect(machine.clock.stepMs).toBe(0);
  });

  test('follows it after the machine slept', () => {
    machine.sleep(9 * HOUR_MS);
    expect(machine.clock.nowMs()).toBe(machine.wall);
    expect(machine.isSure()).toBe(true);
    expect(machine.notes).toEqual([]);
  });

  test.each([6_000, -6_000, 50 * 60_000])('does not follow a step of %i ms, says so once, and posting goes on', (byMs) => {
    machine.set(byMs);
    for (let n = 1; n <= 100; n++) {
      machine.pass(1_000);
      expect(machine.clock.nowMs()).toBe(START_MS + n * 1_000);
    }
    expect(machine.clock.stepMs).toBe(byMs);
    expect(machine.isSure()).toBe(true);
    expect(machine.notes).toEqual([expect.stringContaining(`stepped by ${byMs / 1000} s; it is not followed.`)]);
  });

  test.each([DAY_MS, -DAY_MS, HOUR_MS + 1, -2 * HOUR_MS])('is not sure after a step of %i ms, until the wall clock is back', (byMs) => {
    machine.set(byMs);
    machine.pass(60_000);
    expect(machine.isSure()).toBe(false);
    expect(machine.clock.nowMs()).toBe(START_MS + 60_000);
    machine.set(-byMs);
    expect(machine.isSure()).toBe(true);
    expect(machine.clock.nowMs()).toBe(START_MS + 60_000);
    expect(machine.notes).toEqual([expect.stringContaining('Nothing is written'), expect.stringContaining('agrees again')]);
  });

  test('is sure of what an operator confirms', () => {
    machine.set(DAY_MS);
    expect(machine.isSure()).toBe(false);
    machine.clock.confirm();
    expect(machine.isSure()).toBe(true);
    expect(machine.clock.nowMs()).toBe(START_MS + DAY_MS);
    machine.set(-DAY_MS);
    expect(machine.isSure(), 'another step is another').toBe(false);
  });

  test('is not sure beside a log that is more than an hour ahead, until an operator confirms', () => {
    const aheadUs = (ms: number): bigint => BigInt(START_MS + ms) * 1000n;
    expect(machine.isSure(aheadUs(HOUR_MS))).toBe(true);
    expect(machine.isSure(aheadUs(HOUR_MS + 1))).toBe(false);
    machine.clock.confirm();
    expect(machine.isSure(aheadUs(DAY_MS))).toBe(true);
  });
});

describe('a start', () => {
  /** Ten minutes of a process that looks at its clock every second. */
  const run = (): void => {
    for (let n = 0; n < 600; n++) {
      machine.pass(1_000);
      machine.clock.look();
    }
  };

  test('takes the wall clock as it is where nothing is kept', () => {
    machine.set(DAY_MS);
    machine.restart();
    expect([machine.clock.nowMs(), machine.isSure()]).toEqual([machine.wall, true]);
  });

  test.each([DAY_MS, -DAY_MS, HOUR_MS + 60_000])('is not sure of a wall clock that stepped by %i ms while nothing ran', (byMs) => {
    run();
    machine.clock.stop();
    machine.sleep(3 * HOUR_MS);
    machine.set(byMs);
    machine.restart();
    expect([machine.isSure(), machine.clock.nowMs()]).toEqual([false, machine.wall - byMs]);
    expect(machine.notes).toEqual([expect.stringContaining(`stepped by ${byMs / 1_000} s`)]);
    run();
    expect(machine.isSure()).toBe(false);
    machine.restart();
    expect(machine.isSure(), 'the next start neither').toBe(false);
    machine.clock.confirm();
    expect([machine.isSure(), machine.clock.nowMs()]).toEqual([true, machine.wall]);
    machine.restart();
    expect(machine.isSure(), 'once it was confirmed, and kept').toBe(true);
  });

  test('goes on by itself once the wall clock is set right', () => {
    run();
    machine.set(DAY_MS);
    machine.restart();
    expect(machine.isSure()).toBe(false);
    machine.set(-DAY_MS);
    expect([machine.isSure(), machine.clock.nowMs()]).toEqual([true, machine.wall]);
  });

  test('follows the wall clock after a long stop in which it was set by less than an hour', () => {
    run();
    machine.sleep(30 * DAY_MS);
    machine.set(HOUR_MS / 2);
    machine.restart();
    expect([machine.isSure(), machine.clock.nowMs()]).toEqual([true, machine.wall]);
  });

  test('a moment is kept once a minute, and never while the clock is not followed', () => {
    run();
    const { kept } = machine;
    expect(machine.wall - (kept?.wallMs ?? 0)).toBeLessThanOrEqual(61_000);
    machine.set(10 * 60_000);
    run();
    expect(machine.kept).toEqual(kept);
  });
});
