import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { type Actor, guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { isoCurrencies } from '../money/iso4217.ts';
import type { GeneratedKey } from '../signing-keys/events.ts';
import type { TenantRole } from './events.ts';

export interface CreateTenant {
  readonly type: 'tenant.create';
  readonly actor: { readonly kind: 'user'; readonly id: string };
  readonly name: string;
  readonly reportingCurrency: string;
  /** The chain key that the house made for it and holds. */
  readonly chainKey: GeneratedKey;
}

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

export interface AddMember {
  readonly type: 'member.add';
  readonly actor: Actor;
  readonly userId: string;
  readonly role: TenantRole;
}

/** Refuses, first match wins: as `guardWrite` (an owner), USER_ALREADY_MEMBER. */
export function decideAddMember(state: TenantState, command: AddMember): Decision {
  const barred = guardWrite(state, command.actor, 'owner');
  if (barred !== null) return barred;
  if (state.members.has(command.userId)) return refuse('USER_ALREADY_MEMBER');
  return append({ type: 'member.added', payload: { user_id: command.userId, role: command.role } });
}
