import { mayPostIn } from '../entities/rights.ts';
import { isHeld } from '../holds/reserved.ts';
import { accrues } from '../interest/state.ts';
import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, refuse } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { metadataPart } from '../metadata/given.ts';
import { formatAmountE8 } from '../money/amount.ts';
import type { ChangeAccount, CloseAccount, CreateAccount, ReopenAccount, SetAccountFloor, SetAccountParty } from './commands.ts';
import { sayFloor } from './floor.ts';
import type { AccountState } from './state.ts';

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND (entity), FORBIDDEN (no role in it), ENTITY_INACTIVE, GL_ACCOUNT_NOT_FOUND, CODE_TAKEN, CURRENCY_NOT_ALLOWED, PARTY_NOT_FOUND, REFERENCES_CHANGED (its reference in the clear, where they are to be tokens). */
export function decideCreateAccount(state: TenantState, command: CreateAccount): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const entity = command.entityId === null ? null : state.entities.get(command.entityId);
  if (entity === undefined) return refuse('NOT_FOUND');
  if (!mayPostIn(state, command.actor, command.entityId)) return refuse('FORBIDDEN', { needs: 'entity_member' });
  if (entity?.active === false) return refuse('ENTITY_INACTIVE');
  if (!state.glAccounts.has(command.glAccountId)) return refuse('GL_ACCOUNT_NOT_FOUND', { gl_account_id: command.glAccountId });
  if (isTaken(state, command.code)) return refuse('CODE_TAKEN', { code: command.code });
  if (!state.currencies.has(command.currency)) return refuse('CURRENCY_NOT_ALLOWED', { currency: command.currency });
  const { partyId = null, title = null, externalRef, externalRefToken = null } = command;
  if (partyId !== null && !state.partyIds.has(partyId)) return refuse('PARTY_NOT_FOUND', { party_id: partyId });
  if (externalRef !== null && state.privacy.references === 'token') return refuse('REFERENCES_CHANGED');
  const floorE8 = command.floor === 'amount' ? (command.floorE8 ?? 0n) : command.floor === 'zero' ? 0n : null;
  return append({
    type: 'account.created',
    payload: {
      id: command.id,
      code: command.code,
      currency: command.currency,
      kind: command.kind,
      external_ref: externalRef,
      ...(externalRefToken === null ? {} : { external_ref_token: externalRefToken }),
      gl_account_id: command.glAccountId,
      entity_id: command.entityId,
      ...sayFloor(floorE8),
      ...(title === null ? {} : { title }),
      ...(partyId === null ? {} : { party_id: partyId }),
      ...metadataPart(command.metadata ?? {}),
    },
  });
}

/** Also by the id of another account: a reference that is an id never names an account by its code. */
const isTaken = (state: TenantState, code: string): boolean => state.accountByCode.has(code) || state.accounts.has(code.toLowerCase());

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

/**
 * Says what an account is called, or which GL account it maps to. What was posted keeps its place in every report of any day, so the mapping
 * of an account can change until the first posting, and not while something waits on it. The same mapping again changes nothing. Refuses beyond
 * `findOwn`, first match wins: GL_ACCOUNT_NOT_FOUND, ACCOUNT_POSTED, ACCOUNT_ACCRUES, ACCOUNT_HELD. Source: decision 0176.
 */
export function decideChangeAccount(state: TenantState, command: ChangeAccount, nowUs: bigint): Decision {
  const found = findOwn(state, command.actor, command.id);
  if ('refusal' in found) return found.refusal;
  const { account } = found;
  const { title, glAccountId } = command;
  const titled: readonly EventDraft[] = title === undefined ? [] : [{ type: 'account.titled', payload: { id: account.id, title } }];
  if (glAccountId === undefined || glAccountId === account.glAccountId) return append(...titled);
  if (!state.glAccounts.has(glAccountId)) return refuse('GL_ACCOUNT_NOT_FOUND', { gl_account_id: glAccountId });
  if (account.posted) return refuse('ACCOUNT_POSTED', { account: account.code });
  if (accrues(state.interest.accounts.get(account.id))) return refuse('ACCOUNT_ACCRUES', { account: account.code });
  if (isHeld(state, account, nowUs)) return refuse('ACCOUNT_HELD', { account: account.code });
  return append(...titled, { type: 'account.remapped', payload: { id: account.id, gl_account_id: glAccountId } });
}

/**
 * Says what the available balance of an account may not fall below: below zero a credit limit, above it what must stay. An account that is
 * below it already keeps its balance, and takes only what raises it. The same floor again changes nothing. Refuses, first match wins: as
 * `guardWrite` (an owner), NOT_FOUND. Source: decision 0175.
 */
export function decideSetAccountFloor(state: TenantState, { actor, id, floorE8 }: SetAccountFloor): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const account = state.accounts.get(id);
  if (account === undefined) return refuse('NOT_FOUND');
  if (account.floorE8 === floorE8) return append();
  const floor_amount = floorE8 === null ? null : formatAmountE8(floorE8);
  return append({ type: 'account.floor_set', payload: { id, floor_amount } });
}
