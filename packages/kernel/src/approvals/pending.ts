// What is pending.

import { ahead } from '../ledger/ahead.ts';
import type { TenantState } from '../ledger/state.ts';
import { releaseUse, type Use, useOf } from '../limits/use.ts';
import type { ApprovalState, Subject } from './state.ts';

/** Whether it can still be decided: past its time it cannot, whether or not the event that says so is written yet. */
export const isOpen = (approval: ApprovalState, nowUs: bigint): boolean => approval.status === 'pending' && approval.expiresAtUs > nowUs;

export const usedBy = ({ bookedOn, payload, reporting }: Extract<Subject, { kind: 'intent' }>): Use =>
  useOf(bookedOn, payload.rows, reporting);

/** The state as it would be if this did not wait: what it counts for is counted anew when it is decided again. */
export function withoutUse(state: TenantState, { subject }: ApprovalState): TenantState {
  if (subject?.kind !== 'intent') return state;
  const copy = ahead(state, ['dailyUsage']);
  releaseUse(copy, subject.bookedOn, usedBy(subject));
  return copy;
}

/** Pending intents that would post to a day of a range, by the order in which they were made. */
export function pendingIntentsIn(state: TenantState, start: string, end: string, nowUs: bigint): readonly string[] {
  const found: string[] = [];
  for (const approval of state.approvals.values()) {
    const { subject } = approval;
    if (subject?.kind !== 'intent' || !isOpen(approval, nowUs)) continue;
    if (subject.payload.rows.some((r) => r.value_date >= start && r.value_date <= end)) found.push(subject.payload.intent_id);
  }
  return found;
}
