// What an event changes must stand so that it can: an organisation begins once, members and accounts of the chart are there, a period, a hold or what
// waits for approval is at the step before. Part of what `contradictions.ts` asks of each event of a replay.

import { pendingIntentsIn } from '../approvals/pending.ts';
import { hasRightToDecide, standsBehind } from '../approvals/rights.ts';
import type { ApprovalState } from '../approvals/state.ts';
import { systemActor } from '../ledger/actor.ts';
import type { ChainedEvent } from '../ledger/events.ts';
import type { TenantState } from '../ledger/state.ts';
import { countOwners } from '../people/owners.ts';
import { isLocked, periodOverlapping } from '../periods/days.ts';
import { openHoldsIn } from '../periods/decide.ts';
import type { TrialBalanceLine } from '../periods/events.ts';
import type { PeriodState } from '../periods/state.ts';

/** What is wrong with an event, in words; null where nothing is, or where it changes none of these. `state` is the one before it. */
export function standingFault(state: TenantState, event: ChainedEvent): string | null {
  switch (event.type) {
    case 'tenant.created':
      return event.seq === 1 ? null : 'it begins an organisation that is there';
    case 'member.added':
      return state.members.has(event.payload.user_id) ? 'it adds somebody who is a member' : null;
    case 'member.role_changed':
    case 'member.removed':
      return memberFault(state, event.payload.user_id, event.type === 'member.role_changed' && event.payload.role === 'owner');
    case 'gl_account.created':
      return state.glAccounts.has(event.payload.id) || state.glAccountIdByCode.has(event.payload.code)
        ? 'its GL account or code is taken'
        : null;
    case 'hold.expired':
      return (state.holds.get(event.payload.intent_id)?.expiresAtUs ?? 0n) > event.eventTsUs
        ? 'it ends a hold before its time is over'
        : null;
    case 'approval.rejected':
      return endingFault(state, event);
    case 'period.closing':
      return closingFault(state, event.payload);
    case 'period.locked':
    case 'period.published':
    case 'period.reopened':
      return stepFault(state, event);
    default:
      return null;
  }
}

/** Why nothing is executed now; null where it is. */
export const whyStopped = ({ readOnly, archived }: TenantState): string | null =>
  readOnly || archived ? 'it posts or reserves while the organisation is stopped' : null;

/** Whether somebody may decide an approval. Of a log that names no members nothing is said of them. */
export const mayDecide = (state: TenantState, approval: ApprovalState, userId: string): boolean =>
  state.members.size === 0 || hasRightToDecide(state, approval, userId);

function memberFault(state: TenantState, userId: string, staysOwner: boolean): string | null {
  const role = state.members.get(userId);
  if (role === undefined) return 'it is of the membership of somebody who has none';
  return role === 'owner' && !staysOwner && countOwners(state) === 1 ? 'it leaves the organisation without an owner' : null;
}

/** Withdrawn by who asked, rejected by another who may decide, or ended by its time. */
function endingFault(state: TenantState, { payload, actorId, eventTsUs }: Extract<ChainedEvent, { type: 'approval.rejected' }>) {
  const approval = state.approvals.get(payload.id);
  if (approval?.status !== 'pending' || approval.payloadHash !== payload.payload_hash)
    return 'it rejects what nobody asked for, or what was decided';
  const isBehind = standsBehind(approval, actorId);
  if (payload.code === 'WITHDRAWN') return isBehind ? null : 'it withdraws what somebody else asked for';
  if (payload.code === 'EXPIRED')
    return approval.expiresAtUs > eventTsUs ? 'it ends what waits for approval before its time is over' : null;
  return isBehind || actorId === systemActor.id || !mayDecide(state, approval, actorId) ? 'it is rejected by somebody who may not' : null;
}

function closingFault(state: TenantState, { id, period_start: start, period_end: end }: PeriodNamed): string | null {
  const isTaken = end < start || periodOverlapping(state, start, end) !== null || state.periods.some((p) => p.id === id);
  return isTaken ? 'it begins to close days that another period has, or none' : null;
}

type PeriodNamed = { readonly id: string; readonly period_code: string; readonly period_start: string; readonly period_end: string };
type PeriodStep = Extract<ChainedEvent, { type: 'period.locked' | 'period.published' | 'period.reopened' }>;

function stepFault(state: TenantState, event: PeriodStep): string | null {
  const { id, period_code, period_start, period_end } = event.payload;
  const period = state.periods.find((p) => p.id === id) ?? null;
  const isIt = period?.code === period_code && period.start === period_start && period.end === period_end;
  switch (event.type) {
    case 'period.locked':
      if (!isIt || period.status !== 'closing') return 'it locks a period that is not closing';
      return lockFault(state, period, event.eventTsUs) ?? chartFault(state, event.payload.trial_balance.lines);
    case 'period.published':
      return isIt && period.status === 'locked' ? null : 'it publishes a period that is not locked, or is published';
    case 'period.reopened':
      if (!isIt || !isLocked(period)) return 'it opens a period again that is not locked';
      if (event.payload.asked_by === event.actorId) return 'it opens a period again, and who asked for it approved it';
      return state.periods.some((later) => later.start > period.end && isLocked(later))
        ? 'it opens a period again before one that is locked'
        : null;
  }
}

/** Nothing waits that would post into a period once it is locked. */
function lockFault(state: TenantState, period: PeriodState, nowUs: bigint): string | null {
  if (openHoldsIn(state, period, nowUs).length > 0) return 'it locks a period into which an open hold would post';
  return pendingIntentsIn(state, period.start, period.end, nowUs).length > 0
    ? 'it locks a period into which an intent would post that waits for approval'
    : null;
}

/** What a lock seals is called as the chart of then has it. */
function chartFault({ glAccounts }: TenantState, lines: readonly TrialBalanceLine[]): string | null {
  const isCalled = ({ gl_account_id: id, code, title }: TrialBalanceLine): boolean =>
    glAccounts.get(id)?.code === code && glAccounts.get(id)?.title === title;
  return lines.every(isCalled) ? null : 'the trial balance that it seals calls a GL account otherwise than the chart';
}
