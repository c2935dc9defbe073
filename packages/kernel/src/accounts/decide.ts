import { mayPostIn } from '../entities/rights.ts';
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
  /** The legal entity it is to belong to, or none. */
  readonly entityId: string | null;
  readonly floor: Floor;
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND (entity), FORBIDDEN (no role in it), ENTITY_INACTIVE, GL_ACCOUNT_NOT_FOUND, CODE_TAKEN, CURRENCY_NOT_ALLOWED. */
export function decideCreateAccount(state: TenantState, command: CreateAccount): Decision {
  const barred = guardWrite(state, command.actor, 'member');
  if (barred !== null) return barred;
  const entity = command.entityId === null ? null : state.entities.get(command.entityId);
  if (entity === undefined) return refuse('NOT_FOUND');
  if (!mayPostIn(state, command.actor, command.entityId)) return refuse('FORBIDDEN', { needs: 'entity_member' });
  if (entity?.active === false) return refuse('ENTITY_INACTIVE');
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
      entity_id: command.entityId,
      floor: command.floor,
    },
  });
}
