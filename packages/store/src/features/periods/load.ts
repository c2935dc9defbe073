import type { PeriodStatus } from '@countinghouse/kernel/periods/events';
import type { Load } from '../../feature.ts';

type PeriodRow = {
  readonly id: string;
  readonly period_code: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly status: PeriodStatus;
  readonly locked_seq: number | null;
};

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const periods = await read<PeriodRow>(
    'select id, period_code, period_start, period_end, status, locked_seq from periods where tenant_id = $1 order by period_start',
  );
  for (const { id, period_code, period_start, period_end, status, locked_seq } of periods)
    state.periods.push({ id, code: period_code, start: period_start, end: period_end, status, lockedSeq: locked_seq });
};
