import type { Frequency, ScheduleStatus } from './events.ts';

export interface ScheduleState {
  readonly id: string;
  /** Whoever made it, or resumed it last: posts in their name and with their rights. */
  makerId: string;
  status: ScheduleStatus;
  readonly frequency: Frequency;
  readonly startOn: string;
  readonly endOn: string | null;
  /** The day it posts for next; null once it has ended. */
  nextOn: string | null;
}

/** What the state of an organisation keeps of it. */
export interface SchedulesPart {
  readonly schedules: Map<string, ScheduleState>;
}

export const schedulesPart = (): SchedulesPart => ({
  schedules: new Map(),
});
