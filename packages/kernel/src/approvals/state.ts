// What is pending, and what becomes of it in the state.

import type { JsonObject } from '../canonical/jcs.ts';
import type { TenantState } from '../ledger/state.ts';
import { parseInstant } from '../time/instant.ts';
import type { ApprovalRequested, ApprovalState, IntentAsked } from './events.ts';

/** Whether it can still be decided: past its time it cannot, whether or not the event that says so is written yet. */
export const isOpen = (approval: ApprovalState, nowUs: bigint): boolean => approval.status === 'pending' && approval.expiresAtUs > nowUs;

export function openIntentApproval(state: TenantState, asked: IntentAsked, request: JsonObject): void {
  const { id, payload, entity_ids, unassigned } = asked;
  state.approvals.set(id, {
    ...opened(asked, payload.maker_id),
    kind: 'intent',
    entityIds: entity_ids,
    unassigned,
    subject: { kind: 'intent', payload, request },
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

/** Closes an approval and lets go of what it was about. */
export function closeApproval(approval: ApprovalState, status: 'approved' | 'rejected'): void {
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
