// Rung 10: every policy in force is asked, and what each said goes into the event. Whatever is no yes refuses.

import { canonicalize, type JsonObject } from '../canonical/jcs.ts';
import type { PostedRow } from '../intents/posted.ts';
import { type Rejection, reject } from '../intents/rejections.ts';
import type { ReportingAmount } from '../intents/reporting-amount.ts';
import type { FieldFault } from '../ledger/decision.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { BUDGET_UNITS } from './compile.ts';
import type { AmountSeen, PoliciesRan, PolicyResult } from './record.ts';
import { readSpec } from './spec.ts';
import type { Hook } from './types.ts';
import {
  asksAmount,
  compiledOf,
  intentHooks,
  lockHooks,
  neverOverdue,
  type Overdue,
  type PolicyControl,
  policiesOf,
  refusalIn,
  runPolicies,
} from './verdicts.ts';
import { type SeenIntent, viewIntent } from './view.ts';

/** What is asked about; amount and rows only once somebody asks. */
export interface AskedIntent extends Omit<SeenIntent, 'rows' | 'amount'> {
  readonly rowsOf: () => readonly PostedRow[];
  readonly amountOf: () => ReportingAmount;
}

export interface PoliciesAsked {
  readonly results: readonly PolicyResult[];
  readonly seen: SeenIntent;
}

/** Asks the policies of an intent; null where there are none. */
export function askPolicies(state: TenantState, intent: AskedIntent, overdue: Overdue = neverOverdue): PoliciesAsked | null {
  const policies = policiesOf(state.controls, intentHooks);
  if (policies.length === 0) return null;
  const { rowsOf, amountOf, ...rest } = intent;
  const seen = { ...rest, rows: rowsOf(), amount: asksAmount(policies) ? amountSeen(state, amountOf()) : null };
  return { results: runPolicies(policies, viewIntent(state, seen), overdue), seen };
}

/** What the event says of it. `carriesRows`: whether the event has the rows as posted anyway. */
export function policiesRecord(
  asked: PoliciesAsked | null,
  request: JsonObject,
  carriesRows: boolean,
): { readonly policies?: PoliciesRan } {
  if (asked === null) return {};
  const { results, seen } = asked;
  const asCame = constraintsIn(request);
  const isAsCame = asCame === seen.constraints || canonicalize(asCame) === canonicalize(seen.constraints);
  const policies = {
    results,
    ...(seen.amount === null ? {} : { amount: seen.amount }),
    ...(carriesRows ? {} : { rows: seen.rows }),
    ...(isAsCame ? {} : { constraints: seen.constraints }),
  };
  return { policies };
}

/** The constraints of a request as it came. */
export function constraintsIn(request: JsonObject): JsonObject {
  const { constraints } = request;
  return typeof constraints === 'object' && constraints !== null && !Array.isArray(constraints) ? (constraints as JsonObject) : {};
}

function amountSeen(state: TenantState, measured: ReportingAmount): AmountSeen {
  const currency = state.reportingCurrency;
  if ('missing' in measured) return { currency, missing: measured.missing };
  return { currency, amount: formatAmountE8(measured.amountE8), rates: measured.rates };
}

/** The rejection that the first refusing policy gives. */
export function checkPolicies(state: TenantState, asked: PoliciesAsked | null): Rejection | null {
  const refusal = asked === null ? null : refusalIn(asked.results);
  return refusal === null ? null : reject('POLICY_REJECTED', refusalReason(state, refusal));
}

/** Names the control, and why it did not allow it. */
export function refusalReason(state: TenantState, { control_id, version, hook, failure, why }: PolicyResult): JsonObject {
  const name = state.controls.get(control_id)?.name ?? '';
  return { control_id, name, version, hook, ...(failure === undefined ? {} : { failure }), ...(why === undefined ? {} : { why }) };
}

/**
 * Why a spec cannot be saved under an id; null where it can. The policies of an intent share one budget, those of a lock another, so
 * that none costs more than that, whatever an organisation registers.
 */
export function refuseSpec(controls: ReadonlyMap<string, PolicyControl>, id: string, spec: JsonObject): FieldFault | null {
  const read = readSpec(spec);
  if (read.is === 'other') return null;
  if (read.is === 'fault') return { path: read.path, message: read.message };
  const { hook, costUnits } = read.policy;
  const usedUnits = usedUnitsOf(controls, hook, id);
  if (usedUnits + costUnits <= BUDGET_UNITS) return null;
  return {
    path: 'spec.expr',
    message: `It costs ${costUnits} units; the policies that are asked with it cost ${usedUnits} of ${BUDGET_UNITS}. Retire one, ask less, or declare fewer max_rows.`,
  };
}

/** Units that the policies in force cost that are asked together with those of a hook, one left out. */
export function usedUnitsOf(controls: ReadonlyMap<string, PolicyControl>, hook: Hook, exceptId: string | null = null): number {
  let units = 0;
  for (const control of policiesOf(controls, hook === 'period.lock' ? lockHooks : intentHooks)) {
    const found = compiledOf(control);
    if (control.id !== exceptId && found.is === 'policy') units += found.policy.costUnits;
  }
  return units;
}
