import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ScheduleEvents, ScheduleRun } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'schedule.created': (state, { actorId, payload: { id, frequency, start_on, end_on } }) => {
    const dates = { startOn: start_on, endOn: end_on, nextOn: start_on };
    state.schedules.set(id, { id, makerId: actorId, status: 'active', frequency, ...dates });
  },
  'schedule.paused': (state, { seq, payload }) => {
    must(state.schedules.get(payload.id), 'id', seq).status = 'paused';
  },
  'schedule.resumed': (state, { seq, actorId, payload }) => {
    const schedule = must(state.schedules.get(payload.id), 'id', seq);
    schedule.status = 'active';
    schedule.makerId = actorId;
    schedule.nextOn = payload.next_on;
  },
  'schedule.ended': (state, { seq, payload }) => {
    const schedule = must(state.schedules.get(payload.id), 'id', seq);
    schedule.status = 'ended';
    schedule.nextOn = null;
  },
} satisfies EventRows<ScheduleEvents>;

/** A schedule goes on to its next day, whatever became of the intent; without one it has ended. */
export function noteRun(state: TenantState, seq: number, run: ScheduleRun | undefined): void {
  if (run === undefined) return;
  const schedule = must(state.schedules.get(run.id), 'schedule', seq);
  schedule.nextOn = run.next_on;
  if (run.next_on === null) schedule.status = 'ended';
}
