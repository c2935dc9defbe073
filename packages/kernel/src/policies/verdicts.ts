// What the policies of an organisation say of an intent, or of the lock of a period. Whatever is not a plain yes refuses: an error,
// a budget that is spent, a run that took too long, an answer of another type. Nothing here changes anything.

import type { JsonObject } from '../canonical/jcs.ts';
import { BUDGET_UNITS, type Policy } from './compile.ts';
import { Frame, OverBudget, TimedOut } from './node.ts';
import type { PolicyResult } from './record.ts';
import { type ReadSpec, readSpec } from './spec.ts';
import type { Hook } from './types.ts';
import { Fault, showValue, type Value } from './values.ts';

/** Source: specification §9. */
export const POLICY_TIME_MAX_MS = 150;
/** The most that `intent.high_risk` may ask for. Source: decision 0032. */
export const APPROVERS_MAX = 3;

/** A control, as far as policies look at it. */
export interface PolicyControl {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** An object of its own for each version. */
  readonly spec: JsonObject;
  readonly retired: boolean;
}

/** Asked now and then: whether the run has taken too long by the clock. Never in a replay. */
export type Overdue = () => boolean;
export const neverOverdue: Overdue = () => false;

const compiled = new WeakMap<JsonObject, ReadSpec>();

/** Compiled once a version. */
export function compiledOf({ spec }: Pick<PolicyControl, 'spec'>): ReadSpec {
  let found = compiled.get(spec);
  if (found === undefined) {
    found = readSpec(spec);
    compiled.set(spec, found);
  }
  return found;
}

/** What the policies of an intent, or of the lock of a period, are asked on one budget. */
export const intentHooks: readonly Hook[] = ['intent.validate', 'intent.high_risk'];
export const lockHooks: readonly Hook[] = ['period.lock'];

/** Those in force, hook after hook, each by id. */
export function policiesOf(controls: ReadonlyMap<string, PolicyControl>, asked: readonly Hook[]): readonly PolicyControl[] {
  const found: { readonly at: number; readonly control: PolicyControl }[] = [];
  for (const control of controls.values()) {
    const { retired, spec } = control;
    const at = retired || spec['expr'] === undefined ? -1 : asked.indexOf(spec['hook'] as Hook);
    if (at >= 0) found.push({ at, control });
  }
  return found.sort((a, b) => a.at - b.at || (a.control.id < b.control.id ? -1 : 1)).map(({ control }) => control);
}

export const asksAmount = (controls: readonly PolicyControl[]): boolean =>
  controls.some((control) => {
    const found = compiledOf(control);
    return found.is === 'policy' && found.policy.asksAmount;
  });

/** What is looked at: the variable of the hook, and how many rows it has. */
export interface Viewed {
  readonly value: Value;
  readonly rows: number;
}

/** Runs policies one after the other on one budget. */
export function runPolicies(controls: readonly PolicyControl[], viewed: Viewed, overdue: Overdue): readonly PolicyResult[] {
  let leftUnits = BUDGET_UNITS;
  return controls.map((control) => {
    const found = compiledOf(control);
    const head = { control_id: control.id, version: control.version, hook: control.spec['hook'] as Hook };
    if (found.is !== 'policy')
      return { ...head, answer: null, failure: 'error', why: found.is === 'fault' ? found.message : 'it is no policy' };
    const ran = runPolicy(found.policy, viewed, leftUnits, overdue);
    leftUnits -= ran.spentUnits;
    return { ...head, ...ran.said };
  });
}

export interface Ran {
  readonly said: Pick<PolicyResult, 'answer' | 'failure' | 'why'>;
  readonly spentUnits: number;
}

/** Runs one policy. Never throws for what an expression does. */
export function runPolicy(policy: Policy, viewed: Viewed, budgetUnits: number, overdue: Overdue): Ran {
  if (viewed.rows > policy.maxRows) return failed('error', `it is declared for ${policy.maxRows} rows, this has ${viewed.rows}`, 0);
  const frame = new Frame(budgetUnits, overdue);
  frame.slots[0] = viewed.value;
  try {
    const value = policy.root.run(frame);
    const spentUnits = budgetUnits - frame.leftUnits;
    const said = answerOf(policy.hook, value);
    return { said, spentUnits };
  } catch (error) {
    if (error instanceof OverBudget) return failed('over_budget', `it needs more than ${BUDGET_UNITS} units`, budgetUnits);
    if (error instanceof TimedOut) return failed('timed_out', `it took longer than ${POLICY_TIME_MAX_MS} ms`, budgetUnits);
    throw error;
  }
}

const failed = (failure: 'error' | 'over_budget' | 'timed_out', why: string, spentUnits: number): Ran => ({
  said: { answer: null, failure, why },
  spentUnits,
});

function answerOf(hook: Hook, value: Value): Ran['said'] {
  if (typeof value === 'boolean') return { answer: value };
  if (value instanceof Fault) return { answer: null, failure: 'error', why: value.why };
  if (hook === 'intent.high_risk' && typeof value === 'bigint' && value >= 0n && value <= BigInt(APPROVERS_MAX))
    return { answer: Number(value) };
  return { answer: null, failure: 'error', why: `it answered ${showValue(value)}` };
}

/** The first that refuses; null where all allow. `intent.high_risk` refuses only where it has no answer. */
export function refusalIn(results: readonly PolicyResult[]): PolicyResult | null {
  return results.find((r) => r.answer === null || (r.answer === false && r.hook !== 'intent.high_risk')) ?? null;
}

/** A result in a few words. */
export function sayVerdict({ answer, hook, failure, why }: PolicyResult): string {
  if (answer === null) return `refuses: ${why ?? failure ?? 'no answer'}`;
  if (hook !== 'intent.high_risk') return answer === true ? 'allows' : 'refuses';
  const needed = Number(answer);
  return needed === 0 ? 'asks for nobody' : `asks for ${needed} ${needed === 1 ? 'approver' : 'approvers'}`;
}

/** How many approvers the policies ask for: the highest; null where none was asked. */
export function approversAskedFor(results: readonly PolicyResult[]): number | null {
  const asked = results
    .filter((r) => r.hook === 'intent.high_risk')
    .map(({ answer }) => (typeof answer === 'number' ? answer : answer ? 1 : 0));
  return asked.length === 0 ? null : Math.max(...asked);
}
