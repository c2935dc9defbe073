// The ladder of an intent: proposed → validated → executed, or rejected. A straight-through intent is one event.
// Guards in documented order, the first that fails is the answer (docs/reference/errors.md):
//   1 shape (the contract) · 2 duplicate key · 3 organisation, right, read-only, same organisation · value dates in their window
//   4 consent · 5 signature · 6 FX snapshot · 7 accounts, currencies, floors · 8 locked period · 9 limits · 10 policies
//   11 high risk → a second person.
// Rungs 8–11 have nothing to refuse until periods, limits, controls and approvals exist; their place is marked below.
// After the last guard it must succeed: what follows only writes.

import type { AccountState } from '../accounts/events.ts';
import { canonicalize, type JsonObject } from '../canonical/jcs.ts';
import { mayPostIn } from '../entities/rights.ts';
import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import { type Actor, guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { addYears, dateOf, parseInstant, US_PER_SECOND } from '../time/instant.ts';
import type { PostedRow } from './events.ts';
import { type Rejection, reject } from './rejections.ts';

export interface ProposedRow {
  /** Account by id or code. */
  readonly debit: string;
  readonly credit: string;
  /** Not zero; negative posts the other way round. */
  readonly amountE8: bigint;
  readonly currency: string;
  readonly valueDate: string;
  readonly narrative: string;
}

export interface Consent {
  readonly scope: readonly string[];
  readonly grantedAt: string;
  readonly expiresAt: string;
}

/** What checking the client's signature found. The kernel decides what it is worth. */
export type SignatureCheck = { readonly is: 'absent' } | { readonly is: 'invalid' } | { readonly is: 'valid'; readonly kid: string };

export interface ExecuteIntent {
  readonly type: 'intent.execute';
  readonly actor: Actor;
  readonly intentId: string;
  readonly idemKey: string;
  /** The organisation that the body names. */
  readonly tenantId: string;
  readonly useCase: string;
  readonly valueDate: string;
  readonly constraints: JsonObject;
  readonly rows: readonly ProposedRow[];
  readonly fxSnapshotId: string | null;
  readonly consent: Consent;
  readonly signature: string | null;
  readonly signatureCheck: SignatureCheck;
  /** The body as it came. */
  readonly request: JsonObject;
}

/** Source: decision 0004. */
const VALUE_DATE_YEARS_BACK_MAX = 10;
const VALUE_DATE_YEARS_AHEAD_MAX = 1;
/** How far a client's clock may run ahead of ours before its consent counts as not yet valid. Source: decision 0004. */
const CONSENT_CLOCK_SKEW_US = 300n * US_PER_SECOND;
/** Kinds of intent with a meaning of their own: nobody may post an ordinary one under such a name. */
const reservedUseCases: ReadonlySet<string> = new Set([
  'hold',
  'capture',
  'void',
  'reversal',
  'interest_accrual',
  'interest_capitalisation',
  'fx_revaluation',
  'year_end',
]);

interface ResolvedRow {
  readonly row: ProposedRow;
  readonly debit: AccountState | undefined;
  readonly credit: AccountState | undefined;
}

/** Accounts by id or code, as a decision at `seq` sees them: one that was opened later is not there. */
function resolve(state: TenantState, rows: readonly ProposedRow[], seq: number): readonly ResolvedRow[] {
  const find = (reference: string): AccountState | undefined => {
    const found = state.accounts.get(reference) ?? state.accountByCode.get(reference) ?? state.accountByCode.get(reference.toUpperCase());
    return found !== undefined && found.createdSeq < seq ? found : undefined;
  };
  return rows.map((row) => ({ row, debit: find(row.debit), credit: find(row.credit) }));
}

/**
 * Decides an intent: duplicate, refused (no trace), rejected (an event) or executed (an event and its postings).
 *
 * Amounts are units of 10⁻⁸. `facts.prior` is what the key, or else the intent id, already decided.
 * Source: decision 0004.
 */
export function decideExecuteIntent(state: TenantState, command: ExecuteIntent, facts: Facts): Decision {
  // A repeat is held against what the first decision saw: an account opened since then does not make it another act.
  const rows = resolve(state, command.rows, facts.prior?.seq ?? state.head.seq + 1);
  const fingerprint = fingerprintOf(command, rows, facts);
  if (facts.prior !== null) {
    if (facts.prior.idemKey !== command.idemKey) return refuse('INTENT_ID_TAKEN', { intent_id: command.intentId });
    if (facts.prior.fingerprint !== fingerprint) return refuse('IDEMPOTENCY_CONFLICT', { intent_id: facts.prior.intentId });
    return { kind: 'duplicate', prior: facts.prior };
  }
  const barred = guardWrite(state, command.actor, 'member', { evenReadOnly: true });
  if (barred !== null) return barred;
  for (let i = 0; i < rows.length; i++) {
    const { debit, credit } = rows[i] as ResolvedRow;
    const barredSide = [debit, credit].find((side) => side !== undefined && !mayPostIn(state, command.actor, side.entityId));
    if (barredSide !== undefined) return refuse('FORBIDDEN', { needs: 'entity_member', row: i, account: barredSide.code });
  }
  if (state.readOnly) return refuse('TENANT_READONLY');
  if (command.tenantId !== state.tenantId) return refuse('TENANT_MISMATCH');
  if (reservedUseCases.has(command.useCase)) return refuseField('use_case', `“${command.useCase}” is reserved.`);
  const today = dateOf(facts.nowUs);
  const [earliest, latest] = [addYears(today, -VALUE_DATE_YEARS_BACK_MAX), addYears(today, VALUE_DATE_YEARS_AHEAD_MAX)];
  const outside = (date: string): boolean => date < earliest || date > latest;
  if (outside(command.valueDate)) return refuseField('value_date', `Use a date from ${earliest} to ${latest}.`);
  for (let i = 0; i < rows.length; i++) {
    if (outside((rows[i] as ResolvedRow).row.valueDate))
      return refuseField(`proposed_actions.${i}.valueDate`, `Use a date from ${earliest} to ${latest}.`);
  }

  const rejection =
    checkConsent(command.consent, facts.nowUs) ??
    checkSignature(state, command) ??
    checkFxSnapshot(state, command) ??
    checkAccounts(state, rows);
  // Rungs 8 (locked periods), 9 (limits), 10 (policies) and 11 (high risk) continue the ladder here, in this order.

  const decided = {
    intent_id: command.intentId,
    actor_id: command.actor.id,
    use_case: command.useCase,
    value_date: command.valueDate,
    fingerprint,
    request: command.request,
    snapshot_ids: { fx: command.fxSnapshotId },
    evidence_ref: `intents/${command.intentId}`,
  };
  const head = { idemKey: command.idemKey, intentId: command.intentId, signature: command.signature };
  if (rejection !== null) {
    const { code, reason } = rejection;
    return append({ type: 'intent.rejected', ...head, payload: { ...decided, error_code: code, reason_code: code, reason } });
  }
  const check = command.signatureCheck;
  const checks =
    check.is === 'valid' ? { signature: 'verified' as const, signing_kid: check.kid } : { signature: 'absent' as const, signing_kid: null };
  return append({ type: 'intent.executed', ...head, payload: { ...decided, rows: rows.map(toPosted), checks } });
}

/** SHA-256 over what makes two requests the same business act (decision 0004): not ids, actor, consent, snapshots or signature. */
function fingerprintOf(command: ExecuteIntent, rows: readonly ResolvedRow[], facts: Facts): string {
  return facts.sha256(
    canonicalize({
      constraints: command.constraints,
      rows: rows.map(({ row, debit, credit }) => ({
        amount: formatAmountE8(row.amountE8),
        creditAccount: credit?.id ?? row.credit,
        currency: row.currency,
        debitAccount: debit?.id ?? row.debit,
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

function checkSignature(state: TenantState, command: ExecuteIntent): Rejection | null {
  const check = command.signatureCheck;
  if (check.is === 'absent') {
    return state.signingMode !== 'STANDARD' && state.enforceSignedIntents ? reject('SIGNATURE_REQUIRED') : null;
  }
  if (check.is === 'invalid') return reject('SIGNATURE_INVALID');
  const key = state.signingKeys.get(check.kid);
  const fits = key !== undefined && key.purpose === 'intent' && key.status === 'ACTIVE' && key.userId === command.actor.id;
  return fits ? null : reject('SIGNATURE_INVALID', { kid: check.kid });
}

function checkFxSnapshot(state: TenantState, command: ExecuteIntent): Rejection | null {
  if (command.fxSnapshotId === null) return reject('FX_SNAPSHOT_REQUIRED');
  const snapshot = state.snapshots.get(command.fxSnapshotId);
  if (snapshot === undefined) return reject('SNAPSHOT_NOT_FOUND', { snapshot_id: command.fxSnapshotId });
  return snapshot.kind === 'fx' ? null : reject('FX_SNAPSHOT_REQUIRED', { snapshot_id: command.fxSnapshotId, kind: snapshot.kind });
}

/** Rung 7, rule by rule: the earliest rule that any row breaks wins, then the earliest row. Floors come last. */
function checkAccounts(state: TenantState, rows: readonly ResolvedRow[]): Rejection | null {
  let first: Rejection | null = null;
  let firstRule = accountRules.length;
  for (let i = 0; i < rows.length; i++) {
    for (let rule = 0; rule < firstRule; rule++) {
      const broken = accountRules[rule]?.(rows[i] as ResolvedRow, i, state) ?? null;
      if (broken === null) continue;
      first = broken;
      firstRule = rule;
    }
  }
  return first ?? checkFloors(rows);
}

/** In documented order. A rule may rely on the ones before it. */
const accountRules: readonly ((r: ResolvedRow, index: number, state: TenantState) => Rejection | null)[] = [
  ({ row, debit, credit }, i) =>
    debit !== undefined && credit !== undefined
      ? null
      : reject('ACCOUNT_NOT_FOUND', { row: i, account: debit === undefined ? row.debit : row.credit }),
  ({ debit, credit }, i) => {
    const closed = debit?.closed ? debit : credit?.closed ? credit : null;
    return closed === null ? null : reject('ACCOUNT_CLOSED', { row: i, account: closed.code });
  },
  ({ debit, credit }, i, state) => {
    const inactive = [debit, credit].find(
      (side) => side !== undefined && side.entityId !== null && state.entities.get(side.entityId)?.active !== true,
    );
    return inactive === undefined ? null : reject('ENTITY_INACTIVE', { row: i, account: inactive.code });
  },
  ({ debit, credit }, i) => (debit === credit ? reject('SAME_ACCOUNT', { row: i }) : null),
  ({ row, debit, credit }, i) =>
    debit?.currency === row.currency && credit?.currency === row.currency
      ? null
      : reject('CURRENCY_MISMATCH', { row: i, currency: row.currency, debit: debit?.currency ?? '', credit: credit?.currency ?? '' }),
  ({ row }, i, state) => (state.currencies.has(row.currency) ? null : reject('CURRENCY_NOT_ALLOWED', { row: i, currency: row.currency })),
];

/** The intent as a whole may not take an account with a floor below zero on its normal side. */
function checkFloors(rows: readonly ResolvedRow[]): Rejection | null {
  const nets = new Map<AccountState, bigint>();
  for (const { row, debit, credit } of rows) {
    if (debit?.floor === 'zero') nets.set(debit, (nets.get(debit) ?? 0n) + row.amountE8);
    if (credit?.floor === 'zero') nets.set(credit, (nets.get(credit) ?? 0n) - row.amountE8);
  }
  for (const [account, net] of nets) {
    const sign = account.normalBalance === 'DR' ? 1n : -1n;
    if (net * sign < 0n && (account.balanceE8 + net) * sign < 0n) return reject('INSUFFICIENT_FUNDS', { account: account.code });
  }
  return null;
}

function toPosted({ row, debit, credit }: ResolvedRow, index: number): PostedRow {
  const swapped = row.amountE8 < 0n;
  const [from, to] = swapped ? [credit, debit] : [debit, credit];
  return {
    line: index + 1,
    debit_account_id: from?.id ?? '',
    credit_account_id: to?.id ?? '',
    amount: formatAmountE8(swapped ? -row.amountE8 : row.amountE8),
    currency: row.currency,
    value_date: row.valueDate,
    narrative: row.narrative,
  };
}
