import type { TenantState } from '../ledger/state.ts';
import { indexAt } from './days.ts';
import type { PeriodState } from './state.ts';

/** Puts a period in its place. */
export function insertPeriod({ periods }: TenantState, period: PeriodState): void {
  periods.splice(indexAt(periods, period.start), 0, period);
}
