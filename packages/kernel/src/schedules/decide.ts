import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { addDays, addYears, dateOf } from '../time/instant.ts';
import type { CreateSchedule, EndSchedule, PauseSchedule, ResumeSchedule } from './commands.ts';
import { nextDay } from './days.ts';
import type { ScheduleRun } from './events.ts';

/** A schedule may begin at most so far ahead. */
const START_YEARS_AHEAD_MAX = 1;

/** Refuses, first match wins: as `guardWrite`, SCHEDULE_STATE (its id is there already), VALIDATION_ERROR (days; a row without an amount). */
export function decideCreateSchedule(state: TenantState, command: CreateSchedule, nowUs: bigint): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const { id, name, templateId, content, frequency, startOn, endOn } = command;
  const there = state.schedules.get(id);
  if (there !== undefined) return refuse('SCHEDULE_STATE', { status: there.status });
  const [today, latest] = [dateOf(nowUs), addYears(dateOf(nowUs), START_YEARS_AHEAD_MAX)];
  if (startOn < today || startOn > latest) return refuseField('start_on', `Use a date from ${today} to ${latest}.`);
  if (endOn !== null && endOn < startOn) return refuseField('end_on', 'Use a date on or after the first day.');
  const open = content.rows.findIndex((r) => r.amount === null);
  if (open !== -1) return refuseField(`rows.${open}.amount`, 'What posts by itself needs an amount.');
  return append({
    type: 'schedule.created',
    payload: { id, name, template_id: templateId, frequency, start_on: startOn, end_on: endOn, ...content },
  });
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND, SCHEDULE_STATE (it is not active). */
export function decidePauseSchedule(state: TenantState, command: PauseSchedule): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const schedule = state.schedules.get(command.id);
  if (schedule === undefined) return refuse('NOT_FOUND');
  if (schedule.status !== 'active') return refuse('SCHEDULE_STATE', { status: schedule.status });
  return append({ type: 'schedule.paused', payload: { id: schedule.id, reason_code: command.reasonCode } });
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND, SCHEDULE_STATE (it is not paused, or has no day left). */
export function decideResumeSchedule(state: TenantState, command: ResumeSchedule, nowUs: bigint): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const schedule = state.schedules.get(command.id);
  if (schedule === undefined) return refuse('NOT_FOUND');
  if (schedule.status !== 'paused') return refuse('SCHEDULE_STATE', { status: schedule.status });
  // Today counts again unless it was posted before the pause.
  const yesterday = addDays(dateOf(nowUs), -1);
  const nextOn = schedule.nextOn !== null && schedule.nextOn > yesterday ? schedule.nextOn : nextDay(schedule, yesterday);
  if (nextOn === null) return refuse('SCHEDULE_STATE', { status: 'ended' });
  return append({ type: 'schedule.resumed', payload: { id: schedule.id, next_on: nextOn } });
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND, SCHEDULE_STATE (it has ended already). */
export function decideEndSchedule(state: TenantState, command: EndSchedule): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const schedule = state.schedules.get(command.id);
  if (schedule === undefined) return refuse('NOT_FOUND');
  if (schedule.status === 'ended') return refuse('SCHEDULE_STATE', { status: schedule.status });
  return append({ type: 'schedule.ended', payload: { id: schedule.id } });
}

/** What an intent of a schedule says of its place in it; null where it is not this schedule's turn for that day, or not its maker's. */
export function runOf(state: TenantState, asked: { readonly id: string; readonly on: string }, actor: Actor): ScheduleRun | null {
  const schedule = state.schedules.get(asked.id);
  if (schedule?.status !== 'active' || schedule.nextOn !== asked.on || schedule.makerId !== actor.id) return null;
  return { id: asked.id, on: asked.on, next_on: nextDay(schedule, asked.on) };
}
