import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ChangeSettings } from './commands.ts';

/** Refuses, first match wins: as `guardWrite` (an owner), REPORTING_CURRENCY_FIXED. A new reporting currency is allowed with it. */
export function decideChangeSettings(state: TenantState, command: ChangeSettings): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { reporting_currency: currency, ...rest } = command.change;
  const moves = currency !== undefined && currency !== state.reportingCurrency;
  if (moves && state.posted) return refuse('REPORTING_CURRENCY_FIXED', { reporting_currency: state.reportingCurrency });
  const change = moves ? { ...rest, reporting_currency: currency } : rest;
  if (Object.keys(change).length === 0) return append();
  const changed = { type: 'settings.changed' as const, payload: change };
  return moves && !state.currencies.has(currency)
    ? append({ type: 'currency.allowed', payload: { code: currency } }, changed)
    : append(changed);
}
