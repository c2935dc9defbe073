import { pendingIntentsIn } from '../approvals/pending.ts';
import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { refusalReason } from '../policies/rung.ts';
import { lockHooks, neverOverdue, policiesOf, refusalIn, runPolicies } from '../policies/verdicts.ts';
import { viewPeriod } from '../policies/view.ts';
import type { SnapshotKind } from '../snapshots/events.ts';
import type { LockPeriod, PublishPeriod, Range, ReopenPeriod, StartPeriod } from './commands.ts';
import { codeOf, daysIn, findPeriod, isLocked, periodOverlapping } from './days.ts';
import type { PeriodStatus } from './events.ts';
import type { PeriodState } from './state.ts';
import { makeTrialBalance } from './trial-balance.ts';

/** A period is a long fiscal year at most; beyond it a date is mistyped. Source: decision 0025. */
export const PERIOD_DAYS_MAX = 731;
/** Names of holds, or of what waits for approval, in a refusal. */
const HOLDS_NAMED_MAX = 20;

/** Refuses, first match wins: as `guardWrite` (owner), VALIDATION_ERROR, PERIOD_STATE (the same range), PERIOD_OVERLAP, SNAPSHOT_NOT_FOUND. */
export function decideStartPeriod(state: TenantState, command: StartPeriod): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { start, end, id } = command;
  if (end < start) return refuseField('period_end', 'Choose a last day that is not before the first.');
  if (daysIn(start, end) > PERIOD_DAYS_MAX) return refuseField('period_end', `A period has at most ${PERIOD_DAYS_MAX} days.`);
  const other = periodOverlapping(state, start, end);
  if (other !== null && other.start === start && other.end === end) return refuseState(other, 'open');
  if (other !== null) return refuse('PERIOD_OVERLAP', { period_code: other.code, period_start: other.start, period_end: other.end });
  const kind = kindOf(state, command.valuationSnapshotId, command.snapshotKind);
  if (kind === null) return refuseSnapshot(command.valuationSnapshotId, command.snapshotKind);
  return append({
    type: 'period.closing',
    payload: {
      id,
      period_code: codeOf(start, end),
      period_start: start,
      period_end: end,
      evidence_ref: command.evidenceRef,
      valuation_snapshot_id: command.valuationSnapshotId,
      snapshot_kind: kind,
    },
  });
}

/**
 * Refuses, first match wins: as `guardWrite` (owner), NOT_FOUND (adjusting event), PERIOD_STATE (not closing; open holds, or
 * intents that wait for approval, in it; books that do not agree), SNAPSHOT_NOT_FOUND, POLICY_REJECTED.
 * `facts.balances` are those at the end of the period, read at the head of the log.
 */
export function decideLockPeriod(state: TenantState, command: LockPeriod, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { adjustingEvent, adjustmentsSnapshotId, adjustmentsSnapshotKind } = command;
  if (adjustingEvent !== null && !adjustingEvent.there)
    return refuse('NOT_FOUND', { adjusting_event_id: adjustingEvent.eventId, adjusting_event_seq: adjustingEvent.seq });
  const period = findPeriod(state, command.start, command.end);
  if (period === null || period.status !== 'closing') return refuseState(period, 'closing');
  const holds = openHoldsIn(state, period, facts.nowUs);
  if (holds.length > 0) return refuse('PERIOD_STATE', { ...stateOf(period, 'closing'), open_holds: holds.slice(0, HOLDS_NAMED_MAX) });
  const pending = pendingIntentsIn(state, period.start, period.end, facts.nowUs);
  if (pending.length > 0)
    return refuse('PERIOD_STATE', { ...stateOf(period, 'closing'), pending_approvals: pending.slice(0, HOLDS_NAMED_MAX) });
  const kind = adjustmentsSnapshotId === null ? null : kindOf(state, adjustmentsSnapshotId, adjustmentsSnapshotKind);
  if (adjustmentsSnapshotId !== null && kind === null) return refuseSnapshot(adjustmentsSnapshotId, adjustmentsSnapshotKind);
  const { balances } = facts;
  if (balances === undefined || balances.asOf !== period.end || balances.knownAtSeq !== state.head.seq)
    throw new Error(`the balances at ${period.end} were not read where the log ends`);
  const trial = makeTrialBalance(state, balances, facts.sha256);
  if (trial === null) return refuse('PERIOD_STATE', { ...stateOf(period, 'closing'), drift: true });
  const viewed = viewPeriod(state, { ...period, actorId: command.actor.id }, trial.lines);
  const policies = runPolicies(policiesOf(state.controls, lockHooks), viewed, facts.overdue ?? neverOverdue);
  const denied = refusalIn(policies);
  if (denied !== null) return refuse('POLICY_REJECTED', refusalReason(state, denied));
  return append({
    type: 'period.locked',
    payload: {
      ...named(period, command),
      ...(policies.length === 0 ? {} : { policies: { results: policies } }),
      adjustments_snapshot_id: adjustmentsSnapshotId,
      adjustments_snapshot_kind: kind,
      adjusting_event: adjustingEvent === null ? null : { event_id: adjustingEvent.eventId, seq: adjustingEvent.seq },
      trial_balance: trial,
    },
  });
}

/** Refuses, first match wins: as `guardWrite` (owner), PERIOD_STATE (not locked, or published before; locked only since the statement was to be made). */
export function decidePublishPeriod(state: TenantState, command: PublishPeriod): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const period = findPeriod(state, command.start, command.end);
  if (period === null || period.status !== 'locked') return refuseState(period, 'locked');
  const { lockedSeq } = command;
  if (lockedSeq !== undefined && lockedSeq !== period.lockedSeq) return refuseState({ ...period, status: 'closing' }, 'locked');
  return append({
    type: 'period.published',
    payload: { ...named(period, command), statement_uri: command.statementUri, files: command.files },
  });
}

/**
 * The last locked period is closing again; it always waits for another owner (`approvals/changes.ts`).
 *
 * Refuses, first match wins: as `guardWrite` (owner), PERIOD_STATE (not locked; a later one is: what it sealed stands on this one).
 */
export function decideReopenPeriod(state: TenantState, command: ReopenPeriod): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const period = findPeriod(state, command.start, command.end);
  if (!isLocked(period)) return refuseState(period, 'locked');
  const later = state.periods.filter((p) => isLocked(p) && p.start > period.end).map((p) => p.code);
  if (later.length > 0) return refuse('PERIOD_STATE', { ...stateOf(period, 'locked'), later_locked: later });
  return append({
    type: 'period.reopened',
    payload: { ...named(period, command), asked_by: command.actor.id, reason: command.reason },
  });
}

/** Intents of the open holds that are valued in a period, in the order in which they were placed. */
export function openHoldsIn(state: TenantState, { start, end }: Pick<PeriodState, 'start' | 'end'>, nowUs: bigint): readonly string[] {
  const found: string[] = [];
  for (const hold of state.holds.values()) {
    if (hold.status !== 'open' || hold.expiresAtUs <= nowUs) continue;
    if (hold.rows.some((r) => r.value_date >= start && r.value_date <= end)) found.push(hold.intentId);
  }
  return found;
}

const named = (period: PeriodState, { evidenceRef }: Range) => ({
  id: period.id,
  period_code: period.code,
  period_start: period.start,
  period_end: period.end,
  evidence_ref: evidenceRef,
});

const stateOf = (period: PeriodState | null, needs: PeriodStatus | 'open') => ({
  status: period?.status ?? 'open',
  needs,
  ...(period === null ? {} : { period_code: period.code }),
});
/** The refusal of what a period's state does not allow. */
export const refuseState = (period: PeriodState | null, needs: PeriodStatus | 'open'): Decision =>
  refuse('PERIOD_STATE', stateOf(period, needs));

/** The kind of a snapshot, where it is there and of the kind that is named. */
function kindOf(state: TenantState, id: string, named: SnapshotKind | null): SnapshotKind | null {
  const kind = state.snapshots.get(id)?.kind ?? null;
  return named === null || named === kind ? kind : null;
}
const refuseSnapshot = (id: string, kind: SnapshotKind | null): Decision =>
  refuse('SNAPSHOT_NOT_FOUND', { snapshot_id: id, ...(kind === null ? {} : { kind }) });
