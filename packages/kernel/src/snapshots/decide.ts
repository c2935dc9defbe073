// A snapshot names a position of the log and the root of the tree there; an fx snapshot freezes the rates in force with it (there may be none),
// now or at an earlier instant, and what follows from them to and from the reporting currency, a config snapshot the settings, limits,
// controls in force and the chart of accounts. Its event comes after the position it names.

import type { JsonObject } from '../canonical/jcs.ts';
import { derivedRates, effectiveRates } from '../fx/decide.ts';
import { append, type Decision, type Facts, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { limitValues } from '../limits/state.ts';
import { formatInstant } from '../time/instant.ts';
import type { TakeSnapshot } from './commands.ts';
import type { SnapshotKind } from './events.ts';

/** Refuses, first match wins: as `guardWrite`, VALIDATION_ERROR (instant). `facts.root` is that of the log up to its head. */
export function decideTakeSnapshot(state: TenantState, command: TakeSnapshot, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const atUs = command.effectiveUs ?? facts.nowUs;
  if (atUs > facts.nowUs) return refuseField('effective_at', 'Use a time that is not ahead.');
  if (atUs !== facts.nowUs && command.kind !== 'fx')
    return refuseField('effective_at', 'Only rates can be those of an earlier time: take an FX snapshot.');
  const { root } = facts;
  if (root === undefined || root.size !== state.head.seq) throw new Error('the root was not read where the log ends');
  return append({
    type: 'snapshot.taken',
    payload: {
      id: command.id,
      kind: command.kind,
      label: command.label,
      seq: state.head.seq,
      event_hash: state.head.hash,
      root_hash: root.rootHash,
      effective_at: formatInstant(atUs),
      source: command.source,
      uri: null,
      metadata: frozen(state, command.kind, atUs),
    },
  });
}

function frozen(state: TenantState, kind: SnapshotKind, atUs: bigint): JsonObject {
  if (kind === 'reference') return {};
  if (kind === 'fx')
    return {
      reporting_currency: state.reportingCurrency,
      rates: effectiveRates(state, atUs).map((r) => ({ ...r })),
      derived: derivedRates(state, atUs).map((r) => ({ ...r })),
    };
  return {
    settings: {
      name: state.name,
      reporting_currency: state.reportingCurrency,
      signing_mode: state.signingMode,
      enforce_signed_intents: state.enforceSignedIntents,
      interest_day_count: state.interest.dayCount,
      interest_counter_account_id: state.interest.counterAccountId,
      jwks_url: state.jwksUrl,
      currencies: [...state.currencies].sort((a, b) => (a < b ? -1 : 1)),
    },
    limits: { ...limitValues(state.limits) },
    // What a version says is in the log.
    controls: [...state.controls.values()].filter((c) => !c.retired).map(({ id, name, version }) => ({ id, name, version })),
    chart: [...state.glAccounts.values()]
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map((g) => ({ code: g.code, title: g.title, class: g.class, normal_balance: g.normalBalance, parent_id: g.parentId })),
  };
}
