// Rung 11 of the ladder: what is of high risk waits for others. An approval's id follows from its place in the log, so that the
// kernel needs no chance.

import { keyHoldersOf, onlyProposes } from '../api-keys/guard.ts';
import { canonicalize } from '../canonical/jcs.ts';
import type { ExecuteIntent } from '../intents/commands.ts';
import type { Plan } from '../intents/planned.ts';
import type { PostedRow } from '../intents/posted.ts';
import type { ReportingAmount } from '../intents/reporting-amount.ts';
import { isSystem } from '../intents/system.ts';
import type { Facts } from '../ledger/decision.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { formatInstant, US_PER_SECOND } from '../time/instant.ts';
import type { Asked, ChangePayload, HeldFor, IntentAsked, IntentPayload } from './events.ts';
import { countEligible } from './rights.ts';

/** How long a checker has. Source: product design, Control; decision 0028. */
export const APPROVAL_LIFE_US = 7n * 86_400n * US_PER_SECOND;
/** What the amount alone asks for. */
const APPROVERS_FOR_AMOUNT = 1;
/** What a key that only proposes asks for, whatever it proposes. */
const proposedByKey: Risk = { needed: 1, heldFor: { code: 'PROPOSED_BY_KEY' } };

export interface Risk {
  readonly needed: number;
  readonly heldFor: HeldFor;
}

/**
 * How many persons must approve an intent, and why; null where none.
 *
 * `measured` is what rung 9 found; `askedByPolicies` what policies on `intent.high_risk` ask for, 0–3. What a key that only proposes asks
 * for waits whatever it is.
 */
export function weighRisk(
  state: TenantState,
  command: ExecuteIntent,
  plan: Plan,
  measured: ReportingAmount | null,
  askedByPolicies = 0,
): Risk | null {
  const risk = riskOf(state, command, plan, measured, askedByPolicies);
  return risk ?? (onlyProposes(state, command.actor) ? proposedByKey : null);
}

/** A capture or void was weighed when its hold was placed. */
function riskOf(
  state: TenantState,
  command: ExecuteIntent,
  plan: Plan,
  measured: ReportingAmount | null,
  askedByPolicies: number,
): Risk | null {
  if (isSystem(command) || plan.hold !== null) return null;
  const limitE8 = state.limits.highRiskAmountE8;
  if (limitE8 !== null && measured !== null && 'amountE8' in measured && measured.amountE8 >= limitE8) {
    const [limit, amount] = [formatAmountE8(limitE8), formatAmountE8(measured.amountE8)];
    const heldFor = { code: 'HIGH_RISK_AMOUNT' as const, limit, amount, currency: state.reportingCurrency, rates: measured.rates };
    return { needed: Math.max(APPROVERS_FOR_AMOUNT, askedByPolicies), heldFor };
  }
  return askedByPolicies === 0 ? null : { needed: askedByPolicies, heldFor: { code: 'POLICY' } };
}

/** What an intent that is held back asks for. */
export function askForIntent(
  state: TenantState,
  command: ExecuteIntent,
  plan: Plan,
  { needed, heldFor }: Risk,
  facts: Facts,
  decided: { readonly rows: readonly PostedRow[]; readonly fingerprint: string },
): IntentAsked {
  const entityIds = new Set<string>();
  let unassigned = false;
  for (const side of plan.rows.flatMap(({ debit, credit }) => [debit, credit])) {
    if (side === undefined || side.entityId === null) unassigned = true;
    else entityIds.add(side.entityId);
  }
  const { consent, signatureCheck: check } = command;
  const { reverses } = plan;
  const keyHolders = keyHoldersOf(state, command.actor);
  const payload: IntentPayload = {
    intent_id: command.intentId,
    idem_key: command.idemKey,
    maker_id: command.actor.id,
    ...(keyHolders.length === 0 ? {} : { key_holders: keyHolders }),
    use_case: command.useCase,
    value_date: command.valueDate,
    constraints: command.constraints,
    rows: decided.rows,
    snapshot_ids: { fx: command.fxSnapshotId },
    consent: { scope: consent.scope, granted_at: consent.grantedAt, expires_at: consent.expiresAt },
    signature: command.signature,
    signing_kid: check.is === 'valid' || check.is === 'valid-external' ? check.kid : null,
    ...(check.is === 'valid-external' ? { signing_external: { jwk: check.jwk, user_id: check.userId, jwks_url: check.jwksUrl } } : {}),
    fingerprint: decided.fingerprint,
    original:
      reverses === null ? null : { intent_id: reverses.intentId, seq: reverses.seq, use_case: reverses.useCase, rows: reverses.rows },
  };
  const entity_ids = [...entityIds].sort((a, b) => (a < b ? -1 : 1));
  const eligible = countEligible(state, { kind: 'intent', makerId: command.actor.id, keyHolders, entityIds: entity_ids, unassigned });
  return { ...ask(state, facts, payload, { needed, heldFor, eligible }), payload, entity_ids, unassigned };
}

export function askForChange(
  state: TenantState,
  payload: ChangePayload,
  heldFor: HeldFor,
  facts: Facts,
): Asked & { readonly payload: ChangePayload } {
  const { maker_id: makerId, key_holders: keyHolders = [] } = payload;
  const eligible = countEligible(state, { kind: 'change', makerId, keyHolders, entityIds: [], unassigned: false });
  return { ...ask(state, facts, payload, { needed: 1, heldFor, eligible }), payload };
}

function ask(
  state: TenantState,
  { sha256, nowUs }: Facts,
  payload: IntentPayload | ChangePayload,
  { needed, heldFor, eligible }: Risk & { readonly eligible: number },
): Asked {
  return {
    id: idAt(state, sha256),
    payload_hash: sha256(canonicalize(payload)),
    held_for: heldFor,
    needed,
    eligible,
    expires_at: formatInstant(nowUs + APPROVAL_LIFE_US),
  };
}

/** A UUID of version 8 (RFC 9562: custom) over the organisation and the seq that its first event will have. */
function idAt({ tenantId, head }: TenantState, sha256: Facts['sha256']): string {
  const hex = sha256(canonicalize({ approval: head.seq + 1, tenant_id: tenantId }));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
