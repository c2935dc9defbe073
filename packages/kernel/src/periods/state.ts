import type { PeriodStatus } from './events.ts';

export interface PeriodState {
  readonly id: string;
  readonly code: string;
  readonly start: string;
  readonly end: string;
  status: PeriodStatus;
}
