import { canonicalize } from '../canonical/jcs.ts';
import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { refuseSpec } from '../policies/rung.ts';
import type { AttestControl, RegisterControl, RetireControl } from './commands.ts';
import { checkSpec } from './spec.ts';
import type { ControlState } from './state.ts';

/** In force at once. Source: decision 0031. */
export const CONTROLS_MAX = 200;

/**
 * Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR (the spec), CONTROL_RETIRED, CONTROLS_FULL.
 * A name and a spec that are there already are no event.
 */
export function decideRegisterControl(state: TenantState, command: RegisterControl): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { id, name, spec } = command;
  const fault = checkSpec(spec);
  const barredSpec = fault ?? refuseSpec(state.controls, id, spec);
  if (barredSpec !== null) return refuseField(barredSpec.path, barredSpec.message);
  const known = state.controls.get(id);
  if (known?.retired === true) return refuse('CONTROL_RETIRED', { id });
  if (known === undefined && countInForce(state) >= CONTROLS_MAX) return refuse('CONTROLS_FULL');
  if (known?.name === name && canonicalize(known.spec) === canonicalize(spec)) return append();
  return append({ type: 'control.registered', payload: { id, name, version: (known?.version ?? 0) + 1, spec } });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, CONTROL_RETIRED. */
export function decideRetireControl(state: TenantState, command: RetireControl): Decision {
  const found = findInForce(state, command.actor, command.id);
  return 'kind' in found ? found : append({ type: 'control.retired', payload: { id: found.id } });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, CONTROL_RETIRED. */
export function decideAttestControl(state: TenantState, command: AttestControl): Decision {
  const found = findInForce(state, command.actor, command.controlId);
  if ('kind' in found) return found;
  const { status, evidence } = command;
  return append({ type: 'control.attested', payload: { control_id: found.id, version: found.version, status, evidence } });
}

function findInForce(state: TenantState, actor: Actor, id: string): ControlState | Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const control = state.controls.get(id);
  if (control === undefined) return refuse('NOT_FOUND');
  return control.retired ? refuse('CONTROL_RETIRED', { id }) : control;
}

function countInForce({ controls }: TenantState): number {
  let count = 0;
  for (const control of controls.values()) if (!control.retired) count += 1;
  return count;
}
