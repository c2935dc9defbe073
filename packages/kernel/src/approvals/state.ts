// What is pending, and what becomes of it in the state.

import type { IntentProposed } from '../intents/events.ts';
import type { TenantState } from '../ledger/state.ts';
import { bookUse, releaseUse, type Use, useOf } from '../limits/state.ts';
import { parseInstant } from '../time/instant.ts';
import type { ApprovalRequested, ApprovalState, IntentAsked, Subject } from './events.ts';

/** Whether it can still be decided: past its time it cannot, whether or not the event that says so is written yet. */
export const isOpen = (approval: ApprovalState, nowUs: bigint): boolean => approval.status === 'pending' && approval.expiresAtUs > nowUs;

/** What waits counts for the limits of the day on which it was proposed. */
export function openIntentApproval(
  state: TenantState,
  { approval: asked, request, reporting_amount }: IntentProposed,
  bookedOn: string,
): void {
  const { id, payload, entity_ids, unassigned } = asked;
  const subject = { kind: 'intent' as const, payload, request, bookedOn, reporting: reporting_amount ?? null };
  bookUse(state, usedBy(subject));
  state.approvals.set(id, {
    ...opened(asked, payload.maker_id),
    kind: 'intent',
    entityIds: entity_ids,
    unassigned,
    subject,
  });
}

export function openChangeApproval(state: TenantState, asked: ApprovalRequested): void {
  const { id, payload } = asked;
  state.approvals.set(id, {
    ...opened(asked, payload.maker_id),
    kind: 'change',
    entityIds: [],
    unassigned: false,
    subject: { kind: 'change', payload },
  });
}

function opened({ id, payload_hash, needed, expires_at }: ApprovalRequested | IntentAsked, makerId: string) {
  const expiresAtUs = parseInstant(expires_at) ?? 0n;
  return { id, status: 'pending' as const, makerId, payloadHash: payload_hash, needed, expiresAtUs, approvers: [] };
}

const usedBy = ({ bookedOn, payload, reporting }: Extract<Subject, { kind: 'intent' }>): Use => useOf(bookedOn, payload.rows, reporting);

/** The state as it would be if this did not wait: what it counts for is counted anew when it is decided again. */
export function withoutUse(state: TenantState, { subject }: ApprovalState, onDay: string): TenantState {
  if (subject?.kind !== 'intent') return state;
  const copy = { ...state, booked: { ...state.booked, sums: new Map(state.booked.sums) } };
  releaseUse(copy, onDay, usedBy(subject));
  return copy;
}

/** Closes an approval, gives back what it counted for on this day, and lets go of what it was about. */
export function closeApproval(state: TenantState, approval: ApprovalState, status: 'approved' | 'rejected', onDay: string): void {
  if (approval.subject?.kind === 'intent') releaseUse(state, onDay, usedBy(approval.subject));
  approval.status = status;
  approval.approvers = [];
  approval.subject = null;
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
