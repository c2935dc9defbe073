import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { isoCurrencies } from '../money/iso4217.ts';
import type { AllowCurrency, RemoveCurrency } from './commands.ts';

/** Refuses, first match wins: as `guardWrite` (an administrator), VALIDATION_ERROR, CODE_TAKEN. */
export function decideAllowCurrency(state: TenantState, command: AllowCurrency): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  if (!isoCurrencies.has(command.code)) return refuseField('code', 'Use a currency of ISO 4217.');
  if (state.currencies.has(command.code)) return refuse('CODE_TAKEN', { code: command.code });
  return append({ type: 'currency.allowed', payload: { code: command.code } });
}

/** Refuses, first match wins: as `guardWrite` (an administrator), NOT_FOUND, CURRENCY_IN_USE (reports, an open account, an entity). */
export function decideRemoveCurrency(state: TenantState, command: RemoveCurrency): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  const { code } = command;
  if (!state.currencies.has(code)) return refuse('NOT_FOUND');
  if (state.reportingCurrency === code) return refuse('CURRENCY_IN_USE', { by: 'reporting' });
  for (const account of state.accounts.values())
    if (account.currency === code && !account.closed) return refuse('CURRENCY_IN_USE', { by: 'account', code: account.code });
  for (const entity of state.entities.values())
    if (entity.baseCurrency === code && entity.active) return refuse('CURRENCY_IN_USE', { by: 'entity', code: entity.code });
  return append({ type: 'currency.removed', payload: { code } });
}
