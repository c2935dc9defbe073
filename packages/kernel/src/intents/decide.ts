// The ladder of an intent: proposed → validated → executed, or rejected. A straight-through intent is one event.
// Guards in documented order, the first that fails is the answer (docs/reference/errors.md):
//   1 shape (the contract) · 2 duplicate key · 3 organisation, right, read-only, same organisation · value dates in their window
//   4 consent · 5 signature · 6 FX snapshot · 7 accounts, currencies, floors · 8 locked period · 9 limits · 10 policies
//   11 high risk → a second person.
// What others approved comes down the same ladder again, without rung 11.
// After the last guard it must succeed: `assertPostable` says what then holds, and what follows only writes.

import { addAccount } from '../accounts/evolve.ts';
import { findAccount, isIdOrCode } from '../accounts/find.ts';
import type { AccountState } from '../accounts/state.ts';
import { askForIntent, weighRisk } from '../approvals/ask.ts';
import type { Approved } from '../approvals/state.ts';
import { VALUE_DATE_YEARS_AHEAD_MAX, VALUE_DATE_YEARS_BACK_MAX } from '../bounds.ts';
import { canonicalize } from '../canonical/jcs.ts';
import { mayPostIn } from '../entities/rights.ts';
import { accountParts, ahead } from '../ledger/ahead.ts';
import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { checkLimits, measure, recordOf } from '../limits/check.ts';
import { metadataIn } from '../metadata/given.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { lockedAt, periodAt } from '../periods/days.ts';
import { type AskedIntent, askPolicies, checkPolicies, policiesRecord } from '../policies/rung.ts';
import { approversAskedFor } from '../policies/verdicts.ts';
import { runOf } from '../schedules/decide.ts';
import { keySetOf } from '../settings/key-set.ts';
import { addYears, dateOf, formatInstant, parseInstant, US_PER_SECOND } from '../time/instant.ts';
import { checkAccounts } from './account-rules.ts';
import type { Consent, ExecuteIntent, ProposedRow, SignatureCheck } from './commands.ts';
import type { IntentExecuted } from './events.ts';
import { fillIn, isOfOneCurrency } from './left-out.ts';
import { openMissing } from './open-missing.ts';
import { nameById, refuseUnknown } from './own-names.ts';
import { isLinked, planOf } from './plan.ts';
import type { Plan, ResolvedRow } from './planned.ts';
import { assertPostable } from './postable.ts';
import type { PostedRow } from './posted.ts';
import { type Rejection, reject } from './rejections.ts';
import { type ReportingAmount, reportingAmountOf } from './reporting-amount.ts';
import { isSystem, systemUseCases } from './system.ts';

/** How far a client's clock may run ahead of ours before its consent counts as not yet valid. Source: decision 0004. */
const CONSENT_CLOCK_SKEW_US = 300n * US_PER_SECOND;

/** Accounts as a decision at `seq` sees them: one that was opened later is not there. */
const resolve = (state: TenantState, rows: readonly ProposedRow[], seq: number): readonly ResolvedRow[] =>
  rows.map((row) => ({ row, debit: findAccount(state, row.debit, seq), credit: findAccount(state, row.credit, seq) }));

/**
 * Decides an intent: duplicate, refused (no trace), rejected (an event), proposed (an event: it waits for others) or executed (an
 * event and its postings).
 *
 * Amounts are units of 10⁻⁸. `facts.prior` is what the key, or else the intent id, already decided.
 * `approved` is what others approved: the intent was proposed before, and is now decided for good.
 * Source: decision 0004.
 */
export function decideExecuteIntent(state: TenantState, asked: ExecuteIntent, facts: Facts, approved: Approved | null = null): Decision {
  const named = nameById(state, asked, facts);
  if ('refusal' in named) return named.refusal;
  const { command } = named;
  // What was decided before, or waited, opened what it needed then.
  if (facts.prior !== null || approved !== null) return decideOn(state, command, facts, approved);
  const opening = openMissing(state, command, facts);
  if ('refusal' in opening) return opening.refusal;
  const decision = decideOn(opening.state, command, facts, null);
  return decision.kind === 'append' ? withFirstUse(opening.opened, decision.events) : decision;
}

/** Accounts are opened with what names them first. What is rejected opens none, but where policies saw them: their answer is on record. */
function withFirstUse(opened: readonly EventDraft[], events: readonly EventDraft[]): Decision {
  const isUnused = events.every((event) => event.type === 'intent.rejected' && event.payload.policies === undefined);
  return isUnused ? append(...events) : append(...opened, ...events);
}

function decideOn(state: TenantState, asked: ExecuteIntent, facts: Facts, approved: Approved | null): Decision {
  // A repeat is held against what the first decision saw: an account opened since then does not make it another act.
  const found = resolve(state, asked.rows, facts.prior?.seq ?? state.head.seq + 1);
  const fingerprint = approved?.fingerprint ?? fingerprintOf(asked, found, facts);
  if (facts.prior !== null) {
    if (facts.prior.idemKey !== asked.idemKey) return refuse('INTENT_ID_TAKEN', { intent_id: asked.intentId });
    if (facts.prior.fingerprint !== fingerprint) return refuse('IDEMPOTENCY_CONFLICT', { intent_id: facts.prior.intentId });
    return { kind: 'duplicate', prior: facts.prior };
  }
  const refusal = guardWrite(state, asked.actor, 'member', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  // What waited was filled in when it was asked for.
  const said =
    asked.leftOut === undefined || approved !== null ? { command: asked, rows: found } : fillIn(state, asked, found, facts.nowUs);
  if ('refusal' in said) return said.refusal;
  const { command, rows } = said;
  const plan = planOf(state, command, rows, facts.nowUs);
  for (let i = 0; i < plan.rows.length; i++) {
    const { debit, credit } = plan.rows[i] as ResolvedRow;
    const closedTo = [debit, credit].find((side) => side !== undefined && !mayPostIn(state, command.actor, side.entityId));
    if (closedTo !== undefined) return refuse('FORBIDDEN', { needs: 'entity_member', row: i, account: closedTo.code });
  }
  if (state.readOnly) return refuse('TENANT_READONLY');
  if (command.tenantId !== state.tenantId) return refuse('TENANT_MISMATCH');
  const run = command.schedule === undefined ? undefined : runOf(state, command.schedule, command.actor);
  if (run === null) return refuse('SCHEDULE_STATE', { id: command.schedule?.id ?? '' });
  if (plan.waits !== undefined) return refuse('INTEREST_WAITS', plan.waits);
  const misdated = checkDates(command, plan, facts.nowUs);
  if (misdated !== null) return misdated;

  const unconsented = isSystem(command) ? null : checkConsent(command.consent, facts.nowUs);
  // A signature that could not be looked at is no decision: the same key may be tried again.
  if (unconsented === null && command.signatureCheckedBy !== undefined && command.signatureCheckedBy.jwksUrl !== keySetOf(state))
    return refuse('SIGNING_CHANGED');
  if (unconsented === null && command.signatureCheck.is === 'unchecked') return refuse('JWKS_UNAVAILABLE', { jwks_url: state.jwksUrl });
  const broken = unconsented ?? firstBroken(state, command, plan, facts.nowUs);
  const measured = broken === null ? measure(state, command, plan, facts.nowUs) : null;
  const limited = broken ?? checkLimits(state, command, plan, measured, facts.nowUs);
  const policies =
    limited === null && state.controls.size > 0
      ? askPolicies(withOpened(state, plan), askedOf(state, command, plan, measured, facts.nowUs), facts.overdue)
      : null;
  const rejection = limited ?? checkPolicies(state, policies);
  const risk =
    rejection === null && approved === null
      ? weighRisk(state, command, plan, measured, approversAskedFor(policies?.results ?? []) ?? 0)
      : null;

  // The system tries again: a rejection would be final for the day.
  if (rejection !== null && plan.interest !== undefined) return refuse('INTEREST_WAITS', { code: rejection.code, ...rejection.reason });
  const decided = {
    intent_id: command.intentId,
    actor_id: command.actor.id,
    use_case: command.useCase,
    value_date: command.valueDate,
    fingerprint,
    request: command.request,
    snapshot_ids: { fx: command.fxSnapshotId },
    evidence_ref: `intents/${command.intentId}`,
    ...(run === undefined ? {} : { schedule: run }),
    ...(approved === null ? {} : { approval_id: approved.id }),
  };
  const { idemKey, intentId, signature } = command;
  const head = approved === null ? { idemKey, intentId, signature } : { intentId };
  if (rejection !== null) {
    const { code, reason } = rejection;
    const unknown = refuseUnknown(state, found);
    if (unknown !== null) return unknown;
    const payload = { ...decided, error_code: code, reason_code: code, reason, ...policiesRecord(policies, command.request, false) };
    return append({ type: 'intent.rejected', ...head, payload });
  }
  assertPostable(state, plan);
  if (risk !== null) {
    const rows = plan.effect === 'release' ? [] : plan.rows.map(toPosted);
    const approval = askForIntent(state, command, plan, risk, facts, { rows, fingerprint });
    return append({
      type: 'intent.proposed',
      ...head,
      payload: { ...decided, ...recordOf(state, measured), ...policiesRecord(policies, command.request, false), approval },
    });
  }
  const payload = {
    ...decided,
    ...effectOf(plan),
    ...adjustmentsOf(state, plan),
    ...command.part,
    ...recordOf(state, measured),
    ...policiesRecord(policies, command.request, plan.effect === 'post'),
    checks: checksOf(command.signatureCheck),
  };
  if (plan.interest === undefined) return append({ type: 'intent.executed', ...head, payload });
  const { opened, posted } = plan.interest;
  return append(...opened, { type: 'intent.executed', ...head, payload: { ...payload, interest: posted } });
}

/** Rungs 5 to 8, from the top. */
const rungs: readonly ((state: TenantState, command: ExecuteIntent, plan: Plan, nowUs: bigint) => Rejection | null)[] = [
  // 5 signature
  (state, command) => (isSystem(command) ? null : checkSignature(state, command)),
  // 6 FX snapshot
  checkFxSnapshot,
  // 7 what it names; accounts, currencies, floors
  (_state, _command, plan) => plan.broken,
  checkAccounts,
  // 8 locked period
  (state, _command, plan) => checkPeriods(state, plan),
];

function firstBroken(state: TenantState, command: ExecuteIntent, plan: Plan, nowUs: bigint): Rejection | null {
  for (const check of rungs) {
    const rejection = check(state, command, plan, nowUs);
    if (rejection !== null) return rejection;
  }
  return null;
}

/** The state as policies see it: with the accounts that are opened along with interest. */
function withOpened(state: TenantState, plan: Plan): TenantState {
  if (plan.interest === undefined || plan.interest.opened.length === 0) return state;
  const copy = ahead(state, accountParts);
  for (const [i, { type, payload }] of plan.interest.opened.entries())
    if (type === 'account.created') addAccount(copy, copy.head.seq + 1 + i, payload);
  return copy;
}

/** What policies are asked about; rows and amount only where there are any. */
function askedOf(state: TenantState, command: ExecuteIntent, plan: Plan, measured: ReportingAmount | null, nowUs: bigint): AskedIntent {
  const { useCase, valueDate, actor, constraints, request } = command;
  return {
    useCase,
    valueDate,
    actorId: actor.id,
    constraints,
    metadata: metadataIn(request),
    rowsOf: () => plan.rows.map(toPosted),
    amountOf: () => measured ?? reportingAmountOf(state, plan.rows, nowUs),
  };
}

/** With the signature, the request and the events of keys, what it takes to verify it again years later. */
function checksOf(check: SignatureCheck): IntentExecuted['checks'] {
  if (check.is === 'valid') return { signature: 'verified', signing_kid: check.kid };
  if (check.is === 'valid-external') return { signature: 'verified', signing_kid: check.kid, signing_jwk: check.jwk };
  return { signature: 'absent', signing_kid: null };
}

/** What the event says of the intent's effect: the rows posted, and what became of a hold or an earlier intent. */
function effectOf(plan: Plan): Pick<IntentExecuted, 'rows' | 'hold' | 'reverses'> {
  const rows = plan.rows.map(toPosted);
  if (plan.expiresAtUs !== null) return { rows: [], hold: { action: 'place', expires_at: formatInstant(plan.expiresAtUs), rows } };
  if (plan.hold !== null) {
    const { intentId } = plan.hold;
    return plan.effect === 'release'
      ? { rows: [], hold: { action: 'void', intent_id: intentId } }
      : { rows, hold: { action: 'capture', intent_id: intentId, ...(plan.rest === null ? {} : { rest: plan.rest }) } };
  }
  if (plan.reverses !== null) return { rows, reverses: { intent_id: plan.reverses.intentId, seq: plan.reverses.seq } };
  return { rows };
}

/** Names and dates that make it a wrong request rather than a decision: reserved use cases, dates outside their windows. */
function checkDates(command: ExecuteIntent, plan: Plan, nowUs: bigint): Decision | null {
  if (systemUseCases.has(command.useCase) && !isSystem(command)) return refuseField('use_case', `“${command.useCase}” is reserved.`);
  const today = dateOf(nowUs);
  const [earliest, latest] = [addYears(today, -VALUE_DATE_YEARS_BACK_MAX), addYears(today, VALUE_DATE_YEARS_AHEAD_MAX)];
  const outside = (date: string): boolean => date < earliest || date > latest;
  if (outside(command.valueDate)) return refuseField('value_date', `Use a date from ${earliest} to ${latest}.`);
  for (let i = 0; i < command.rows.length; i++) {
    if (outside((command.rows[i] as ProposedRow).valueDate))
      return refuseField(`proposed_actions.${i}.valueDate`, `Use a date from ${earliest} to ${latest}.`);
  }
  if (plan.expiresAtUs !== null && (plan.expiresAtUs <= nowUs || dateOf(plan.expiresAtUs) > latest))
    return refuseField('constraints.hold_expires_at', `Use a time after now and up to ${latest}.`);
  return null;
}

/**
 * An account that is named by id or code counts as itself; by what it is called outside, as it is written: what else is called so may change. So do
 * all of an intent that opens accounts: a repeat finds what the first one opened, or did not.
 */
const accountAsked = ({ constraints }: ExecuteIntent, found: AccountState | undefined, reference: string): string =>
  found !== undefined && constraints['open_missing'] !== true && isIdOrCode(found, reference) ? found.id : reference;

/** SHA-256 over what makes two requests the same business act (decision 0004), what they left out being empty: not ids, actor, consent, snapshots, metadata or signature. */
function fingerprintOf(command: ExecuteIntent, rows: readonly ResolvedRow[], facts: Facts): string {
  return facts.sha256(
    canonicalize({
      constraints: command.constraints,
      rows: rows.map(({ row, debit, credit }) => ({
        amount: formatAmountE8(row.amountE8),
        creditAccount: accountAsked(command, credit, row.credit),
        currency: row.currency,
        debitAccount: accountAsked(command, debit, row.debit),
        narrative: row.narrative,
        valueDate: row.valueDate,
      })),
      use_case: command.useCase,
      value_date: command.valueDate,
    }),
  );
}

function checkConsent(consent: Consent, nowUs: bigint): Rejection | null {
  if (!consent.scope.some((s) => s.trim() !== '')) return reject('consent_scope_required');
  const grantedUs = parseInstant(consent.grantedAt);
  const expiresUs = parseInstant(consent.expiresAt);
  if (grantedUs === null || expiresUs === null || grantedUs >= expiresUs) return reject('consent_times_invalid');
  if (grantedUs > nowUs + CONSENT_CLOCK_SKEW_US) return reject('consent_not_yet_valid', { granted_at: consent.grantedAt });
  if (expiresUs <= nowUs) return reject('consent_expired', { expires_at: consent.expiresAt });
  return null;
}

/** Rung 5. In mode EXTERNAL_JWKS the organisation's own keys count and no others; else those registered here. The signer is the actor. */
function checkSignature(state: TenantState, command: ExecuteIntent): Rejection | null {
  const check = command.signatureCheck;
  if (check.is === 'absent') {
    return state.signingMode !== 'STANDARD' && state.enforceSignedIntents ? reject('SIGNATURE_REQUIRED') : null;
  }
  if (check.is === 'invalid' || check.is === 'unchecked') return reject('SIGNATURE_INVALID');
  const external = state.signingMode === 'EXTERNAL_JWKS';
  if (check.is === 'valid-external') {
    const fits = external && check.jwksUrl === state.jwksUrl && check.userId === command.actor.id;
    return fits ? null : reject('SIGNATURE_INVALID', { kid: check.kid });
  }
  const key = state.signingKeys.get(check.kid);
  const own = key !== undefined && key.purpose === 'intent' && key.userId === command.actor.id;
  if (!own || external) return reject('SIGNATURE_INVALID', { kid: check.kid });
  return key.status === 'ACTIVE' ? null : reject('SIGNATURE_INVALID', { kid: check.kid, status: key.status });
}

function checkFxSnapshot(state: TenantState, command: ExecuteIntent, { rows }: Plan): Rejection | null {
  if (command.fxSnapshotId === null) {
    const needsNone = command.leftOut?.includes('fx_snapshot') === true && isOfOneCurrency(rows);
    return needsNone || isLinked(command.useCase) || isSystem(command) ? null : reject('FX_SNAPSHOT_REQUIRED');
  }
  const snapshot = state.snapshots.get(command.fxSnapshotId);
  if (snapshot === undefined) return reject('SNAPSHOT_NOT_FOUND', { snapshot_id: command.fxSnapshotId });
  return snapshot.kind === 'fx' ? null : reject('FX_SNAPSHOT_REQUIRED', { snapshot_id: command.fxSnapshotId, kind: snapshot.kind });
}

/** Rung 8: nothing is posted, or reserved, for a day of a locked period. Letting a hold go is for no day. */
function checkPeriods(state: TenantState, { effect, rows }: Plan): Rejection | null {
  if (state.periods.length === 0 || effect === 'release') return null;
  for (let i = 0; i < rows.length; i++) {
    const { valueDate } = (rows[i] as ResolvedRow).row;
    const period = lockedAt(state, valueDate);
    if (period !== null) return reject('PERIOD_LOCKED', { row: i, value_date: valueDate, period_code: period.code });
  }
  return null;
}

/** What is posted into a period that is closing adjusts it, and says so. */
function adjustmentsOf(state: TenantState, { effect, rows }: Plan): Pick<IntentExecuted, 'adjusts'> {
  if (state.periods.length === 0 || effect !== 'post') return {};
  const periods = new Set(rows.map(({ row }) => periodAt(state, row.valueDate)).filter((p) => p !== null));
  if (periods.size === 0) return {};
  return { adjusts: [...periods].sort((a, b) => (a.start < b.start ? -1 : 1)).map((p) => p.code) };
}

function toPosted({ row, debit, credit }: ResolvedRow, index: number): PostedRow {
  if (debit === undefined || credit === undefined) throw new Error(`row ${index} is posted to an account that is not there`);
  const swapped = row.amountE8 < 0n;
  const [from, to] = swapped ? [credit, debit] : [debit, credit];
  return {
    line: index + 1,
    debit_account_id: from.id,
    credit_account_id: to.id,
    amount: formatAmountE8(swapped ? -row.amountE8 : row.amountE8),
    currency: row.currency,
    value_date: row.valueDate,
    narrative: row.narrative,
  };
}
