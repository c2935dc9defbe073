// Events open an approval, and close it.

import type { IntentProposed } from '../intents/events.ts';
import { bookingDayOf } from '../ledger/events.ts';
import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import { bookUse, releaseUse } from '../limits/use.ts';
import { readInstant } from '../time/instant.ts';
import type { ApprovalEvents, ApprovalRequested, IntentAsked } from './events.ts';
import { usedBy } from './pending.ts';
import type { ApprovalState } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'approval.requested': (state, { payload }) => {
    openChangeApproval(state, payload);
  },
  'approval.approved': (state, event) => {
    const approval = must(state.approvals.get(event.payload.id), 'id', event.seq);
    if (event.payload.remaining === 0) closeApproval(state, approval, 'approved', bookingDayOf(event));
    else approval.approvers = [...approval.approvers, event.actorId];
  },
  'approval.rejected': (state, event) => {
    closeApproval(state, must(state.approvals.get(event.payload.id), 'id', event.seq), 'rejected', bookingDayOf(event));
  },
  'four_eyes.set': (state, { payload }) => {
    state.fourEyes = payload.four_eyes === 'on';
  },
} satisfies EventRows<ApprovalEvents>;

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
    keyHolders: payload.key_holders ?? [],
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
    keyHolders: payload.key_holders ?? [],
    entityIds: [],
    unassigned: false,
    subject: { kind: 'change', payload },
  });
}

function opened({ id, payload_hash, needed, expires_at }: ApprovalRequested | IntentAsked, makerId: string) {
  const expiresAtUs = readInstant(expires_at);
  return { id, status: 'pending' as const, makerId, payloadHash: payload_hash, needed, expiresAtUs, approvers: [] };
}

/** Closes an approval, gives back what it counted for on this day, and lets go of what it was about. */
export function closeApproval(state: TenantState, approval: ApprovalState, status: 'approved' | 'rejected', onDay: string): void {
  if (approval.subject?.kind === 'intent') releaseUse(state, onDay, usedBy(approval.subject));
  approval.status = status;
  approval.approvers = [];
  approval.subject = null;
}
