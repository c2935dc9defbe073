// Rung 10: every policy in force is asked, and what each said goes into the event. Whatever is no yes refuses.

import type { JsonObject } from '../canonical/jcs.ts';
import type { PostedRow } from '../intents/events.ts';
import { type Rejection, reject } from '../intents/rejections.ts';
import type { ReportingAmount } from '../intents/reporting-amount.ts';
import type { FieldFault } from '../ledger/decision.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { BUDGET_UNITS } from './compile.ts';
import { readSpec } from './spec.ts';
import {
  asksAmount,
  compiledOf,
  neverOverdue,
  type Overdue,
  type PolicyControl,
  type PolicyResult,
  policiesOf,
  refusalIn,
  runPolicies,
} from './verdicts.ts';
import { type AmountSeen, type SeenIntent, viewIntent } from './view.ts';

/** What the policies said of an intent, and what else they went by: enough to ask them again. */
export type PoliciesRan = {
  readonly results: readonly PolicyResult[];
  /** Where a policy asks what the intent amounts to. */
  readonly amount?: AmountSeen;
  /** What they saw, where the event itself carries no rows as posted. */
  readonly rows?: readonly PostedRow[];
};

/** What is asked about; amount and rows only once somebody asks. */
export interface AskedIntent extends Omit<SeenIntent, 'rows' | 'amount'> {
  readonly rowsOf: () => readonly PostedRow[];
  readonly amountOf: () => ReportingAmount;
  /** Whether the event carries the rows as posted, should it be executed. */
  readonly posts: boolean;
}

/** Asks the policies of an intent; null where there are none. */
export function askPolicies(state: TenantState, intent: AskedIntent, overdue: Overdue = neverOverdue): PoliciesRan | null {
  if (state.controls.size === 0) return null;
  const [validating, weighing] = [policiesOf(state.controls, 'intent.validate'), policiesOf(state.controls, 'intent.high_risk')];
  if (validating.length + weighing.length === 0) return null;
  const { rowsOf, amountOf, posts, ...seen } = intent;
  const amount = asksAmount([...validating, ...weighing]) ? amountSeen(state, amountOf()) : null;
  const rows = rowsOf();
  const results = sayOf(state, validating, weighing, { ...seen, rows, amount }, overdue);
  const refused = refusalIn(results) !== null;
  return { results, ...(amount === null ? {} : { amount }), ...(posts && !refused ? {} : { rows }) };
}

/** Asks again what was asked before: the same view gives the same results. Expects the state before the event. */
export function askAgain(state: TenantState, seen: SeenIntent): readonly PolicyResult[] {
  return sayOf(state, policiesOf(state.controls, 'intent.validate'), policiesOf(state.controls, 'intent.high_risk'), seen, neverOverdue);
}

function sayOf(
  state: TenantState,
  validating: readonly PolicyControl[],
  weighing: readonly PolicyControl[],
  seen: SeenIntent,
  overdue: Overdue,
): readonly PolicyResult[] {
  const viewed = viewIntent(state, seen);
  return [...runPolicies(validating, 'intent.validate', viewed, overdue), ...runPolicies(weighing, 'intent.high_risk', viewed, overdue)];
}

function amountSeen(state: TenantState, measured: ReportingAmount): AmountSeen {
  const currency = state.reportingCurrency;
  if ('missing' in measured) return { currency, missing: measured.missing };
  return { currency, amount: formatAmountE8(measured.amountE8), rates: measured.rates };
}

/** The rejection that the first refusing policy gives. */
export function checkPolicies(state: TenantState, ran: PoliciesRan | null): Rejection | null {
  const refusal = ran === null ? null : refusalIn(ran.results);
  return refusal === null ? null : reject('POLICY_REJECTED', refusalReason(state, refusal));
}

/** Names the control, and why it did not allow it. */
export function refusalReason(state: TenantState, { control_id, version, hook, failure, why }: PolicyResult): JsonObject {
  const name = state.controls.get(control_id)?.name ?? '';
  return { control_id, name, version, hook, ...(failure === undefined ? {} : { failure }), ...(why === undefined ? {} : { why }) };
}

/**
 * Why a spec cannot be saved under an id; null where it can. All policies in force of a hook share one budget, so that no intent costs
 * more than that, whatever an organisation registers.
 */
export function refuseSpec(controls: ReadonlyMap<string, PolicyControl>, id: string, spec: JsonObject): FieldFault | null {
  const read = readSpec(spec);
  if (read.is === 'other') return null;
  if (read.is === 'fault') return { path: read.path, message: read.message };
  const usedUnits = usedBy(controls, read.policy.hook, id);
  if (usedUnits + read.policy.costUnits <= BUDGET_UNITS) return null;
  const { hook, costUnits } = read.policy;
  return {
    path: 'spec.expr',
    message: `It costs ${costUnits} units; the other policies of ${hook} cost ${usedUnits} of ${BUDGET_UNITS}. Retire one, ask less, or declare fewer max_rows.`,
  };
}

/** Units that the policies in force of a hook cost, one left out. */
export function usedBy(controls: ReadonlyMap<string, PolicyControl>, hook: PolicyResult['hook'], exceptId: string | null = null): number {
  let units = 0;
  for (const control of policiesOf(controls, hook)) {
    const found = compiledOf(control);
    if (control.id !== exceptId && found.is === 'policy') units += found.policy.costUnits;
  }
  return units;
}
