import type { PeriodStatus } from './events.ts';

export interface PeriodState {
  readonly id: string;
  readonly code: string;
  readonly start: string;
  readonly end: string;
  status: PeriodStatus;
  /** The event of its lock; null while it has none. */
  lockedSeq: number | null;
}

/** What the state of an organisation keeps of it. */
export interface PeriodsPart {
  /** By their first day; no two share a day. */
  readonly periods: PeriodState[];
}

export const periodsPart = (): PeriodsPart => ({
  periods: [],
});
