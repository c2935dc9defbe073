import type { PeriodStatus } from '@countinghouse/kernel/periods/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const periods = await read<{ id: string; period_code: string; period_start: string; period_end: string; status: PeriodStatus }>(
    'select id, period_code, period_start, period_end, status from periods where tenant_id = $1 order by period_start',
  );
  for (const { id, period_code, period_start, period_end, status } of periods)
    state.periods.push({ id, code: period_code, start: period_start, end: period_end, status });
};
