import type { Frequency, ScheduleStatus } from '@countinghouse/kernel/schedules/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const schedules = await read<{
    id: string;
    maker_id: string;
    status: ScheduleStatus;
    frequency: Frequency;
    start_on: string;
    end_on: string | null;
    next_on: string | null;
  }>('select id, maker_id, status, frequency, start_on, end_on, next_on from schedules where tenant_id = $1');
  for (const { id, maker_id, status, frequency, start_on, end_on, next_on } of schedules)
    state.schedules.set(id, { id, makerId: maker_id, status, frequency, startOn: start_on, endOn: end_on, nextOn: next_on });
};
