// Asks the policies once more what they said when an event was decided. Whoever replays a log holds the answers against each other.

import { canonicalize } from '../canonical/jcs.ts';
import type { IntentExecuted, IntentProposed, IntentRejected } from '../intents/events.ts';
import type { PostedRow } from '../intents/posted.ts';
import type { ChainedEvent } from '../ledger/events.ts';
import type { TenantState } from '../ledger/state.ts';
import { metadataIn } from '../metadata/given.ts';
import type { PeriodLocked } from '../periods/events.ts';
import type { PolicyResult } from './record.ts';
import { constraintsIn } from './rung.ts';
import { intentHooks, lockHooks, neverOverdue, policiesOf, refusalIn, runPolicies } from './verdicts.ts';
import { viewIntent, viewPeriod } from './view.ts';

export interface VerdictFault {
  readonly seq: number;
  readonly what: string;
}

/** Whether an event says of its policies what they say. `state` is the one before the event. */
export function checkVerdicts(state: TenantState, event: ChainedEvent): VerdictFault | null {
  const what = faultOf(state, event);
  return what === null ? null : { seq: event.seq, what };
}

function faultOf(state: TenantState, event: ChainedEvent): string | null {
  switch (event.type) {
    case 'intent.executed': {
      const { payload } = event;
      return checkIntent(state, payload, payload.hold?.action === 'place' ? payload.hold.rows : payload.rows, true);
    }
    case 'intent.proposed':
      return checkIntent(state, event.payload, [], true);
    case 'intent.rejected':
      return checkIntent(state, event.payload, [], false);
    case 'period.locked':
      return checkLock(state, event.actorId, event.payload);
    default:
      return null;
  }
}

function checkIntent(
  state: TenantState,
  payload: IntentExecuted | IntentProposed | IntentRejected,
  carried: readonly PostedRow[],
  allowed: boolean,
): string | null {
  const { policies: ran } = payload;
  const inForce = policiesOf(state.controls, intentHooks);
  const rejected = 'error_code' in payload && payload.error_code === 'POLICY_REJECTED';
  // A rejection of an earlier rung never came to them.
  if (ran === undefined) return (allowed && inForce.length > 0) || rejected ? 'its policies were not asked' : null;
  const seen = {
    useCase: payload.use_case,
    valueDate: payload.value_date,
    actorId: payload.actor_id,
    constraints: ran.constraints ?? constraintsIn(payload.request),
    metadata: metadataIn(payload.request),
    rows: ran.rows ?? carried,
    amount: ran.amount ?? null,
  };
  return (
    compare(ran.results, runPolicies(inForce, viewIntent(state, seen), neverOverdue)) ??
    (rejected === (refusalIn(ran.results) !== null) ? null : 'it does not follow what its policies said')
  );
}

function checkLock(state: TenantState, actorId: string, payload: PeriodLocked): string | null {
  const inForce = policiesOf(state.controls, lockHooks);
  const said = payload.policies?.results ?? [];
  const { period_code: code, period_start: start, period_end: end, trial_balance: trial } = payload;
  const viewed = viewPeriod(state, { code, start, end, actorId }, trial.lines);
  return compare(said, runPolicies(inForce, viewed, neverOverdue)) ?? (refusalIn(said) === null ? null : 'its policies refused it');
}

/** A run that the clock ended cannot be had again: it refused then, and that is all there is to say. */
function compare(recorded: readonly PolicyResult[], again: readonly PolicyResult[]): string | null {
  const names = (results: readonly PolicyResult[]): string => results.map((r) => `${r.control_id} v${r.version}`).join(', ');
  if (names(recorded) !== names(again)) return `its policies were ${names(recorded) || 'none'}, and must be ${names(again) || 'none'}`;
  const differing = recorded.findIndex((r, i) => r.failure !== 'timed_out' && canonicalize(r) !== canonicalize(again[i] ?? null));
  const [then, now] = [recorded[differing], again[differing]];
  if (then === undefined || now === undefined) return null;
  const say = ({ answer, why }: PolicyResult): string => why ?? String(answer);
  return `policy ${then.control_id} v${then.version} said “${say(then)}”, and says “${say(now)}”`;
}
