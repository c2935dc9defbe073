// Recurring intents: what posts by itself on its days, in the name of whoever made it.
import * as z from 'zod';
import { Done, IsoDate, limit, text, Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { IntentContent, Template, TemplateName } from './templates.ts';

export const SCHEDULE_RUNS_MAX = 500;
export const SCHEDULE_RUNS_PAGE_SIZE = 50;

export const Frequency = z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'yearly']);
export type Frequency = z.output<typeof Frequency>;
export const ScheduleStatus = z.enum(['active', 'paused', 'ended']);
export type ScheduleStatus = z.output<typeof ScheduleStatus>;

export const NewSchedule = z.strictObject({
  name: TemplateName,
  /** Where the content was taken from, for the record; later changes of the template do not change the schedule. */
  template_id: Uuid.nullish(),
  ...IntentContent.shape,
  frequency: Frequency,
  /** The first day, today or later (UTC). It rules the day of the week, month or year of those that follow. */
  start_on: IsoDate,
  end_on: IsoDate.nullish(),
});

export const Schedule = z.object({
  id: z.string(),
  name: z.string(),
  template_id: z.string().nullable(),
  use_case: z.string(),
  constraints: z.record(z.string(), z.unknown()),
  rows: Template.shape.rows,
  frequency: Frequency,
  start_on: z.string(),
  end_on: z.string().nullable(),
  status: ScheduleStatus,
  /** In whose name it posts. */
  maker_id: z.string(),
  /** Where the system paused it: the code that its posting was refused with. */
  reason_code: z.string().nullable(),
  /** The day it posts for next. */
  next_on: z.string().nullable(),
  created_at: z.string(),
  runs: z.number().int(),
  rejected: z.number().int(),
});
export type Schedule = z.output<typeof Schedule>;

export const ScheduleRun = z.object({
  on: z.string(),
  intent_id: z.string(),
  /** `proposed`: it waits for approval. */
  status: z.enum(['executed', 'proposed', 'rejected']),
  error_code: z.string().nullable(),
  seq: z.number().int(),
});

const params = z.object({ id: Uuid });

export const schedules = {
  list: route({
    method: 'GET',
    path: '/api/internal/schedules/list',
    v1: { path: '/api/v1/schedules' },
    summary: 'Recurring intents, by the day they post for next',
    needs: 'member',
    query: z.strictObject({ status: ScheduleStatus.optional(), q: text(120).optional() }),
    ok: z.object({ schedules: z.array(Schedule) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/schedules',
    summary: 'Make an intent recur; it posts in your name',
    needs: 'member',
    body: NewSchedule,
    ok: z.object({ schedule: Schedule }),
  }),
  runs: route({
    method: 'GET',
    path: '/api/internal/schedules/:id/runs',
    v1: { path: '/api/v1/schedules/:id/runs' },
    summary: 'What a recurring intent posted, newest first',
    needs: 'member',
    params,
    query: z.strictObject({ limit: limit(SCHEDULE_RUNS_MAX, SCHEDULE_RUNS_PAGE_SIZE) }),
    ok: z.object({ schedule: Schedule, runs: z.array(ScheduleRun) }),
    codes: ['NOT_FOUND'],
  }),
  pause: route({
    method: 'POST',
    path: '/api/internal/schedules/:id/pause',
    summary: 'Stop a recurring intent for now',
    needs: 'member',
    params,
    ok: Done,
    codes: ['NOT_FOUND', 'SCHEDULE_STATE'],
  }),
  resume: route({
    method: 'POST',
    path: '/api/internal/schedules/:id/resume',
    summary: 'Let a paused recurring intent go on, in your name; days that passed are left out',
    needs: 'member',
    params,
    ok: Done,
    codes: ['NOT_FOUND', 'SCHEDULE_STATE'],
  }),
  end: route({
    method: 'POST',
    path: '/api/internal/schedules/:id/end',
    summary: 'End a recurring intent for good',
    needs: 'member',
    params,
    ok: Done,
    codes: ['NOT_FOUND', 'SCHEDULE_STATE'],
  }),
} as const;
