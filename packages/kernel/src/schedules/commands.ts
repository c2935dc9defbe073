import type { Actor } from '../ledger/actor.ts';
import type { IntentContent } from '../templates/events.ts';
import type { Frequency } from './events.ts';

export interface CreateSchedule {
  readonly type: 'schedule.create';
  readonly actor: Actor;
  readonly id: string;
  readonly name: string;
  readonly templateId: string | null;
  readonly content: IntentContent;
  readonly frequency: Frequency;
  readonly startOn: string;
  readonly endOn: string | null;
}

export interface PauseSchedule {
  readonly type: 'schedule.pause';
  readonly actor: Actor;
  readonly id: string;
  readonly reasonCode: string | null;
}

export interface ResumeSchedule {
  readonly type: 'schedule.resume';
  readonly actor: Actor;
  readonly id: string;
}

export interface EndSchedule {
  readonly type: 'schedule.end';
  readonly actor: Actor;
  readonly id: string;
}

export type ScheduleCommand = CreateSchedule | PauseSchedule | ResumeSchedule | EndSchedule;
