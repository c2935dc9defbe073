import { mayPostIn } from '../entities/rights.ts';
import { isHeld } from '../holds/reserved.ts';
import { accrues } from '../interest/state.ts';
import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { metadataPart } from '../metadata/given.ts';
import type { CloseAccount, CreateAccount, ReopenAccount, SetAccountParty } from './commands.ts';
import type { AccountState } from './state.ts';

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND (entity), FORBIDDEN (no role in it), ENTITY_INACTIVE, GL_ACCOUNT_NOT_FOUND, CODE_TAKEN, CURRENCY_NOT_ALLOWED, PARTY_NOT_FOUND. */
export function decideCreateAccount(state: TenantState, command: CreateAccount): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const entity = command.entityId === null ? null : state.entities.get(command.entityId);
  if (entity === undefined) return refuse('NOT_FOUND');
  if (!mayPostIn(state, command.actor, command.entityId)) return refuse('FORBIDDEN', { needs: 'entity_member' });
  if (entity?.active === false) return refuse('ENTITY_INACTIVE');
  if (!state.glAccounts.has(command.glAccountId)) return refuse('GL_ACCOUNT_NOT_FOUND', { ledgerAccountId: command.glAccountId });
  if (state.accountByCode.has(command.code)) return refuse('CODE_TAKEN', { code: command.code });
  if (!state.currencies.has(command.currency)) return refuse('CURRENCY_NOT_ALLOWED', { currency: command.currency });
  const { partyId = null } = command;
  if (partyId !== null && !state.partyIds.has(partyId)) return refuse('PARTY_NOT_FOUND', { party_id: partyId });
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
      ...(partyId === null ? {} : { party_id: partyId }),
      ...metadataPart(command.metadata ?? {}),
    },
  });
}

type Found = { readonly account: AccountState } | { readonly refusal: Decision };

/** The account, or the refusal: as `guardWrite` (a member), NOT_FOUND, FORBIDDEN (no right to post to it). */
function findOwn(state: TenantState, actor: Actor, id: string): Found {
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return { refusal };
  const account = state.accounts.get(id);
  if (account === undefined) return { refusal: refuse('NOT_FOUND') };
  return mayPostIn(state, actor, account.entityId) ? { account } : { refusal: refuse('FORBIDDEN', { needs: 'entity_member' }) };
}

/**
 * Ends an account: it takes no postings until it is re-opened. Whoever may post to it may close it, also while its entity is
 * deactivated. Refuses beyond `findOwn`, first match wins: ACCOUNT_CLOSED, ACCOUNT_ACCRUES, ACCOUNT_NOT_EMPTY, ACCOUNT_HELD. Source: decision 0019.
 */
export function decideCloseAccount(state: TenantState, command: CloseAccount, nowUs: bigint): Decision {
  const found = findOwn(state, command.actor, command.id);
  if ('refusal' in found) return found.refusal;
  const { account } = found;
  if (account.closed) return refuse('ACCOUNT_CLOSED');
  if (accrues(state.interest.accounts.get(account.id))) return refuse('ACCOUNT_ACCRUES', { account: account.code });
  if (account.balanceE8 !== 0n) return refuse('ACCOUNT_NOT_EMPTY', { account: account.code });
  if (isHeld(state, account, nowUs)) return refuse('ACCOUNT_HELD', { account: account.code });
  return append({ type: 'account.closed', payload: { id: account.id, reason: command.reason } });
}

/**
 * Takes a closed account up again. Refuses beyond `findOwn`, first match wins: ACCOUNT_OPEN, ENTITY_INACTIVE, CURRENCY_NOT_ALLOWED
 * (its currency was removed meanwhile).
 */
export function decideReopenAccount(state: TenantState, command: ReopenAccount): Decision {
  const found = findOwn(state, command.actor, command.id);
  if ('refusal' in found) return found.refusal;
  const { account } = found;
  if (!account.closed) return refuse('ACCOUNT_OPEN');
  if (account.entityId !== null && state.entities.get(account.entityId)?.active !== true) return refuse('ENTITY_INACTIVE');
  if (!state.currencies.has(account.currency)) return refuse('CURRENCY_NOT_ALLOWED', { currency: account.currency });
  return append({ type: 'account.reopened', payload: { id: account.id } });
}

/**
 * Says whose account it is, also of a closed one: balances and postings stay as they are. The same party again changes nothing. Refuses beyond
 * `findOwn`: PARTY_NOT_FOUND. Source: decision 0158.
 */
export function decideSetAccountParty(state: TenantState, command: SetAccountParty): Decision {
  const found = findOwn(state, command.actor, command.id);
  if ('refusal' in found) return found.refusal;
  const { partyId } = command;
  if (partyId !== null && !state.partyIds.has(partyId)) return refuse('PARTY_NOT_FOUND', { party_id: partyId });
  if (found.account.partyId === partyId) return append();
  return append({ type: 'account.party_set', payload: { id: found.account.id, party_id: partyId } });
}
