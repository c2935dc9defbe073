import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import { indexAt } from './days.ts';
import type { PeriodEvents } from './events.ts';
import type { PeriodState } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'period.closing': (state, { payload: { id, period_code, period_start, period_end } }) => {
    insertPeriod(state, { id, code: period_code, start: period_start, end: period_end, status: 'closing', lockedSeq: null });
  },
  'period.locked': (state, { seq, payload }) => {
    Object.assign(periodOf(state, payload.id, seq), { status: 'locked', lockedSeq: seq });
  },
  'period.reopened': (state, { seq, payload }) => {
    Object.assign(periodOf(state, payload.id, seq), { status: 'closing', lockedSeq: null });
  },
  'period.published': (state, { seq, payload }) => {
    periodOf(state, payload.id, seq).status = 'published';
  },
} satisfies EventRows<PeriodEvents>;

/** Puts a period in its place. */
export function insertPeriod({ periods }: TenantState, period: PeriodState): void {
  periods.splice(indexAt(periods, period.start), 0, period);
}

function periodOf(state: TenantState, id: string, seq: number): PeriodState {
  const period = state.periods.find((p) => p.id === id);
  return must(period, 'id', seq);
}
