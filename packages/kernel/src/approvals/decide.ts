// Decides what waits: for or against, by another than its maker; withdrawn by its maker; or ended by its time. Exactly one of them
// wins, and only approval posts. What is approved goes down its whole ladder again first.

import { keyHoldersOf, onlyProposes, onlyWaits } from '../api-keys/guard.ts';
import { canonicalize } from '../canonical/jcs.ts';
import type { ExecuteIntent } from '../intents/commands.ts';
import { decideExecuteIntent } from '../intents/decide.ts';
import { leftOutIn } from '../intents/left-out.ts';
import type { Command } from '../ledger/commands.ts';
import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import { roleOf } from '../ledger/role.ts';
import type { DecideNow } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import { readAmountE8 } from '../money/amount.ts';
import { countOwners } from '../people/owners.ts';
import { askForChange } from './ask.ts';
import { toCommand, toPayload } from './changes.ts';
import type { ApproveApproval, ExpireApproval, Named, RejectApproval, SetFourEyes, WithdrawApproval } from './commands.ts';
import type { IntentPayload } from './events.ts';
import type { ApprovalRule } from './four-eyes.ts';
import { isOpen, withoutUse } from './pending.ts';
import { hasRightToDecide, standsBehind } from './rights.ts';
import type { ApprovalState, Subject } from './state.ts';

/** Characters of a change that a program proposes: whoever decides has it before them whole. */
export const CHANGE_LENGTH_MAX = 262_144;
const tooLong = 'This says more than a person can be asked to approve at once. Hand it over in parts.';

/** What an approval would come to: events that follow it, or the code of the guard that does not hold any more. */
export type Effect =
  | { readonly is: 'done'; readonly events: readonly EventDraft[] }
  | { readonly is: 'broken'; readonly code: string; readonly events: readonly EventDraft[] };

/** The pending approval, or the refusal, first match wins: as `guardWrite`, NOT_FOUND, APPROVAL_ALREADY_DECIDED. */
function pendingOf(
  state: TenantState,
  { actor, id }: Named,
  nowUs: bigint,
): { readonly approval: ApprovalState; readonly subject: Subject } | { readonly refusal: Decision } {
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return { refusal };
  const approval = state.approvals.get(id);
  if (approval === undefined) return { refusal: refuse('NOT_FOUND') };
  const { subject, status } = approval;
  if (subject === null || !isOpen(approval, nowUs))
    return { refusal: refuse('APPROVAL_ALREADY_DECIDED', { status: status === 'pending' ? 'rejected' : status }) };
  return { approval, subject };
}

/** As `pendingOf`, then SELF_APPROVAL, FORBIDDEN. */
function decidable(state: TenantState, command: Named, nowUs: bigint): ReturnType<typeof pendingOf> {
  const found = pendingOf(state, command, nowUs);
  if ('refusal' in found) return found;
  const { approval } = found;
  if (standsBehind(approval, command.actor.id)) return { refusal: refuse('SELF_APPROVAL') };
  if (!hasRightToDecide(state, approval, command.actor.id)) {
    const needs = approval.kind === 'change' || approval.unassigned ? 'owner' : 'entity_admin';
    return { refusal: refuse('FORBIDDEN', { needs }) };
  }
  return found;
}

/**
 * One person approves; with the last that is needed, all guards run again and it is done, or rejected by the guard that no longer holds.
 *
 * Refuses, first match wins: as `guardWrite`, NOT_FOUND, APPROVAL_ALREADY_DECIDED, SELF_APPROVAL, FORBIDDEN, VALIDATION_ERROR
 * (another hash), APPROVAL_ALREADY_DECIDED (by this person).
 */
export function decideApprove(state: TenantState, command: ApproveApproval, facts: Facts, decideNow: DecideNow): Decision {
  const found = decidable(state, command, facts.nowUs);
  if ('refusal' in found) return found.refusal;
  const { approval } = found;
  const { id, payloadHash, needed, approvers } = approval;
  if (command.payloadHash !== null && command.payloadHash !== payloadHash)
    return refuseField('payload_hash', 'This is not what waits for approval. Reload, and look again.');
  if (approvers.includes(command.actor.id)) return refuse('APPROVAL_ALREADY_DECIDED', { status: 'pending', by: command.actor.id });
  // Who lost the right since then does not count any more; where they have it again they are one more than was asked for.
  const stillEligible = approvers.filter((userId) => hasRightToDecide(state, approval, userId));
  const remaining = Math.max(0, needed - stillEligible.length - 1);
  const approved = (follows: number): EventDraft => ({
    type: 'approval.approved',
    payload: { id, payload_hash: payloadHash, comment: command.comment, remaining, follows },
  });
  if (remaining > 0) return append(approved(0));
  const effect = effectOf(state, approval, facts, decideNow);
  return effect.is === 'done'
    ? append(approved(effect.events.length), ...effect.events)
    : append(rejected(approval, effect.code, command.comment), ...effect.events);
}

const hasLeft = (state: TenantState, makerId: string): boolean => roleOf(state, makerId) === undefined;

/** What it would come to now, were it approved by all that it needs. Expects a pending one. */
export function effectOf(state: TenantState, approval: ApprovalState, facts: Facts, decideNow: DecideNow): Effect {
  const { id, payloadHash, makerId, subject } = approval;
  if (subject === null) throw new Error('an approval that is decided comes to nothing more');
  if (subject.kind === 'change') {
    const decision = decideNow(state, toCommand(subject.payload), facts);
    if (decision.kind === 'append') return { is: 'done', events: decision.events };
    if (decision.kind !== 'refused') throw new Error('a change has no prior decision');
    return { is: 'broken', code: hasLeft(state, makerId) ? 'FORBIDDEN' : decision.code, events: [] };
  }
  const { payload, request } = subject;
  const { intent_id, fingerprint } = payload;
  const decision = decideExecuteIntent(
    withoutUse(state, approval),
    commandOf(state, payload, request),
    { ...facts, prior: null },
    { id, payloadHash, fingerprint },
  );
  if (decision.kind === 'append') {
    const [event] = decision.events;
    if (event?.type === 'intent.rejected') return { is: 'broken', code: event.payload.error_code, events: decision.events };
    const validated = {
      type: 'intent.validated' as const,
      intentId: intent_id,
      payload: { intent_id, approval: { id, payload_hash: payloadHash } },
    };
    return { is: 'done', events: [validated, ...decision.events] };
  }
  // What it met before it was a decision: its maker lost the right, or its dates have passed.
  if (decision.kind !== 'refused') throw new Error('an intent that waits was decided before');
  const code = hasLeft(state, makerId) ? 'FORBIDDEN' : decision.code;
  return { is: 'broken', code, events: [rejectedIntent(id, subject, code, '')] };
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND, APPROVAL_ALREADY_DECIDED, SELF_APPROVAL, FORBIDDEN. */
export function decideReject(state: TenantState, command: RejectApproval, nowUs: bigint): Decision {
  const found = decidable(state, command, nowUs);
  return 'refusal' in found ? found.refusal : close(found.approval, found.subject, 'REJECTED', command.comment);
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND, APPROVAL_ALREADY_DECIDED, FORBIDDEN (another than who asked). */
export function decideWithdraw(state: TenantState, command: WithdrawApproval, nowUs: bigint): Decision {
  const found = pendingOf(state, command, nowUs);
  if ('refusal' in found) return found.refusal;
  if (!standsBehind(found.approval, command.actor.id)) return refuse('FORBIDDEN', { needs: 'maker' });
  return close(found.approval, found.subject, 'WITHDRAWN', '');
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND (none pending of that id, or not yet at its end). */
export function decideExpire(state: TenantState, command: ExpireApproval, nowUs: bigint): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const approval = state.approvals.get(command.id);
  if (approval === undefined || approval.subject === null || approval.expiresAtUs > nowUs) return refuse('NOT_FOUND');
  return close(approval, approval.subject, 'EXPIRED', '');
}

/**
 * Refuses, first match wins: as `guardWrite` (an owner), FOUR_EYES_NEEDS_OWNERS. Turning them on revokes invitations of owners that
 * are pending: nobody becomes one unseen.
 */
export function decideSetFourEyes(state: TenantState, command: SetFourEyes): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { on } = command;
  if (state.fourEyes === on) return append();
  if (on && countOwners(state) < 2) return refuse('FOUR_EYES_NEEDS_OWNERS');
  const set = { type: 'four_eyes.set' as const, payload: { four_eyes: on ? ('on' as const) : ('off' as const) } };
  if (!on) return append(set);
  const invites = [...state.invites.values()].filter((i) => i.status === 'pending' && i.role === 'owner');
  return append(set, ...invites.map(({ id }) => ({ type: 'invite.revoked' as const, payload: { id } })));
}

/**
 * Keeps back what a command would write where its rule asks for another owner's approval first, or a key gave it that only proposes.
 * Refuses, first match wins: VALIDATION_ERROR (it says more than can wait), CHANGE_PENDING (the same waits already).
 */
export function holdForApproval<C extends Command>(
  state: TenantState,
  command: C,
  rule: ApprovalRule<C> | undefined,
  decision: Decision,
  facts: Facts,
): Decision {
  const { actor } = command;
  if (decision.kind !== 'append' || decision.events.length === 0 || actor.kind === 'system') return decision;
  const asks = onlyProposes(state, actor) && !onlyWaits(decision) ? 'PROPOSED_BY_KEY' : null;
  const code = asks ?? rule?.needsApproval(state, command) ?? null;
  if (code === null) return decision;
  const payload = toPayload(command, keyHoldersOf(state, actor));
  if (asks !== null && canonicalize(payload).length > CHANGE_LENGTH_MAX) return refuseField('', tooLong);
  const asked = askForChange(state, payload, { code }, facts);
  for (const other of state.approvals.values())
    if (other.payloadHash === asked.payload_hash && isOpen(other, facts.nowUs)) return refuse('CHANGE_PENDING', { approval_id: other.id });
  return append({ type: 'approval.requested', payload: asked });
}

function close(approval: ApprovalState, subject: Subject, code: string, comment: string): Decision {
  const end = rejected(approval, code, comment);
  return subject.kind === 'change' ? append(end) : append(end, rejectedIntent(approval.id, subject, code, comment));
}

const rejected = ({ id, payloadHash }: ApprovalState, code: string, comment: string) => ({
  type: 'approval.rejected' as const,
  payload: { id, payload_hash: payloadHash, code, comment },
});

/** The end of an intent that was never decided again. */
function rejectedIntent(id: string, { payload, request }: Extract<Subject, { kind: 'intent' }>, code: string, comment: string): EventDraft {
  const { intent_id, maker_id, use_case, value_date, fingerprint, snapshot_ids } = payload;
  return {
    type: 'intent.rejected',
    intentId: intent_id,
    payload: {
      intent_id,
      actor_id: maker_id,
      use_case,
      value_date,
      fingerprint,
      request,
      snapshot_ids,
      evidence_ref: `intents/${intent_id}`,
      approval_id: id,
      error_code: code,
      reason_code: code,
      reason: comment === '' ? {} : { comment },
    },
  };
}

/** What was found of the signature when the intent was made; whether the key still counts is for the ladder to say. */
function signatureOf({ signing_kid: kid, signing_external: external }: IntentPayload): ExecuteIntent['signatureCheck'] {
  if (kid === null) return { is: 'absent' };
  if (external === undefined) return { is: 'valid', kid };
  return { is: 'valid-external', kid, jwk: external.jwk, userId: external.user_id, jwksUrl: external.jwks_url };
}

/** The intent as its maker asked for it, with the rows that were held. */
function commandOf(state: TenantState, payload: IntentPayload, request: ExecuteIntent['request']): ExecuteIntent {
  const { consent, original } = payload;
  return {
    type: 'intent.execute',
    actor: { kind: 'user', id: payload.maker_id },
    intentId: payload.intent_id,
    idemKey: payload.idem_key,
    tenantId: state.tenantId,
    useCase: payload.use_case,
    valueDate: payload.value_date,
    constraints: payload.constraints,
    rows: payload.rows.map((r) => ({
      debit: r.debit_account_id,
      credit: r.credit_account_id,
      amountE8: readAmountE8(r.amount),
      currency: r.currency,
      valueDate: r.value_date,
      narrative: r.narrative,
    })),
    fxSnapshotId: payload.snapshot_ids.fx,
    consent: { scope: consent.scope, grantedAt: consent.granted_at, expiresAt: consent.expires_at },
    signature: payload.signature,
    signatureCheck: signatureOf(payload),
    original:
      original === null
        ? null
        : { intentId: original.intent_id, seq: original.seq, status: 'executed', useCase: original.use_case, rows: original.rows },
    leftOut: leftOutIn(request),
    request,
  };
}
