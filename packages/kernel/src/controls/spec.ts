// What the system reads in the spec of a control. The rest of it is for people, and is kept as it came.

import { canonicalize, type Json, type JsonObject } from '../canonical/jcs.ts';
import type { FieldFault } from '../ledger/decision.ts';
import type { ControlRegistered } from './events.ts';
import type { ControlState } from './state.ts';

/** Source: decision 0031. Of the canonical form. */
export const SPEC_LENGTH_MAX = 16_384;
export const SPEC_DEPTH_MAX = 16;
/** Ten years. */
export const ATTEST_EVERY_DAYS_MAX = 3653;

/** What is wrong with a spec, or null. Where it is a policy, `refuseSpec` of the policies has the last word. */
export function checkSpec(spec: JsonObject): FieldFault | null {
  if (depthOf(spec) > SPEC_DEPTH_MAX) return { path: 'spec', message: `Nest at most ${SPEC_DEPTH_MAX} levels.` };
  if (canonicalize(spec).length > SPEC_LENGTH_MAX) return { path: 'spec', message: `Use at most ${SPEC_LENGTH_MAX} characters.` };
  const every = spec['attest_every_days'];
  if (every !== undefined && attestEveryDays(spec) === null)
    return { path: 'spec.attest_every_days', message: `Use a whole number of days from 1 to ${ATTEST_EVERY_DAYS_MAX}.` };
  return null;
}

export interface Policy {
  readonly hook: string;
  readonly expr: string;
}

/** The policy that a spec carries; null where it is a control for people alone. */
export function policyOf(spec: JsonObject): Policy | null {
  const { hook, expr } = spec;
  return typeof hook === 'string' && typeof expr === 'string' ? { hook, expr } : null;
}

/** How often somebody must attest it, in days; null where the spec does not say, or not in a way that counts. */
export function attestEveryDays(spec: JsonObject): number | null {
  const days = spec['attest_every_days'];
  return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= ATTEST_EVERY_DAYS_MAX ? days : null;
}

/** A control as its last registration leaves it. */
export function controlOf({ id, name, version, spec }: ControlRegistered): ControlState {
  const policy = policyOf(spec);
  return { id, name, version, spec, hook: policy?.hook ?? null, expr: policy?.expr ?? null, retired: false };
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner as Json));
  return deepest + 1;
}
