import type { IntentContent } from '../templates/events.ts';

export type Frequency = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly';
export type ScheduleStatus = 'active' | 'paused' | 'ended';

export type ScheduleCreated = IntentContent & {
  readonly id: string;
  readonly name: string;
  /** The template that its content was taken from. Later changes of the template do not change the schedule. */
  readonly template_id: string | null;
  readonly frequency: Frequency;
  /** The first day; it rules the day of the week, month or year of those that follow. */
  readonly start_on: string;
  /** The last day on which it may post, or none. */
  readonly end_on: string | null;
};

export type SchedulePaused = {
  readonly id: string;
  /** Why the system paused it: the code that its posting was refused with. Null where a person did. */
  readonly reason_code: string | null;
};

/** Whoever resumes it answers for what it posts from then on. Days that passed meanwhile are left out. */
export type ScheduleResumed = { readonly id: string; readonly next_on: string };
export type ScheduleEnded = { readonly id: string };

export interface ScheduleEvents {
  readonly 'schedule.created': ScheduleCreated;
  readonly 'schedule.paused': SchedulePaused;
  readonly 'schedule.resumed': ScheduleResumed;
  readonly 'schedule.ended': ScheduleEnded;
}

/** In the event of an intent that a schedule posted. */
export type ScheduleRun = {
  readonly id: string;
  /** The day it posted for. */
  readonly on: string;
  /** The day it posts for next; null: that was the last. */
  readonly next_on: string | null;
};
