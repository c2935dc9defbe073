import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { isoCurrencies } from '../money/iso4217.ts';
import type { ArchiveTenant, CreateTenant, DeactivateTenant, ReactivateTenant, RenameTenant } from './commands.ts';

/** Allowed from the start, beside the reporting currency. Source: decision 0003. */
const currenciesAtStart = ['USD', 'EUR'];

/** Refuses: NOT_FOUND when the organisation exists (its id is the server's own), VALIDATION_ERROR for an unknown currency. */
export function decideCreateTenant(state: TenantState, command: CreateTenant): Decision {
  if (state.name !== null) return refuse('NOT_FOUND');
  if (!isoCurrencies.has(command.reportingCurrency)) return refuseField('reporting_currency', 'Use a currency of ISO 4217.');
  const currencies = [...new Set([command.reportingCurrency, ...currenciesAtStart])];
  return append(
    { type: 'tenant.created', payload: { name: command.name, reporting_currency: command.reportingCurrency, signing_mode: 'STANDARD' } },
    { type: 'member.added', payload: { user_id: command.actor.id, role: 'owner' } },
    { type: 'key.generated', payload: command.chainKey },
    ...currencies.map((code) => ({ type: 'currency.allowed' as const, payload: { code } })),
  );
}

/** Refuses as `guardWrite` (an owner). */
export function decideRenameTenant(state: TenantState, command: RenameTenant): Decision {
  return guardWrite(state, command.actor, 'owner') ?? append({ type: 'tenant.renamed', payload: { name: command.name } });
}

/** Refuses as `guardWrite` (an owner): read-only already is TENANT_READONLY. */
export function decideDeactivateTenant(state: TenantState, command: DeactivateTenant): Decision {
  return guardWrite(state, command.actor, 'owner') ?? append({ type: 'tenant.deactivated', payload: {} });
}

/** Refuses as `guardWrite` (an owner), then LEDGER_BROKEN: that state is ended by `ledger.mend`. One that is not read-only stays as it is. */
export function decideReactivateTenant(state: TenantState, command: ReactivateTenant): Decision {
  const refusal = guardWrite(state, command.actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  if (state.broken) return refuse('LEDGER_BROKEN');
  return state.readOnly ? append({ type: 'tenant.reactivated', payload: {} }) : append();
}

/** Refuses as `guardWrite` (an owner, also when read-only). Access ends with it; the log stays. */
export function decideArchiveTenant(state: TenantState, command: ArchiveTenant): Decision {
  return guardWrite(state, command.actor, 'owner', { evenReadOnly: true }) ?? append({ type: 'tenant.archived', payload: {} });
}
