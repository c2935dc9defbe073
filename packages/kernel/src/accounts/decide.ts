import { append, type Decision, refuse } from '../ledger/decision.ts';
import { type Actor, guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { Floor } from './events.ts';

export interface CreateAccount {
  readonly type: 'account.create';
  readonly actor: Actor;
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly externalRef: string | null;
  readonly glAccountId: string;
  readonly floor: Floor;
}

/** Refuses, first match wins: as `guardWrite`, GL_ACCOUNT_NOT_FOUND, CODE_TAKEN, CURRENCY_NOT_ALLOWED. */
export function decideCreateAccount(state: TenantState, command: CreateAccount): Decision {
  const barred = guardWrite(state, command.actor, 'member');
  if (barred !== null) return barred;
  if (!state.glAccounts.has(command.glAccountId)) return refuse('GL_ACCOUNT_NOT_FOUND', { ledgerAccountId: command.glAccountId });
  if (state.accountByCode.has(command.code)) return refuse('CODE_TAKEN', { code: command.code });
  if (!state.currencies.has(command.currency)) return refuse('CURRENCY_NOT_ALLOWED', { currency: command.currency });
  return append({
    type: 'account.created',
    payload: {
      id: command.id,
      code: command.code,
      currency: command.currency,
      kind: command.kind,
      external_ref: command.externalRef,
      gl_account_id: command.glAccountId,
      floor: command.floor,
    },
  });
}
