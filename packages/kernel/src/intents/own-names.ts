// Accounts that an intent names by what they are called outside, where the words of that are beside the log. The log is to have none of them, so
// that the request goes into it with the ids of the accounts in their place. What a client signed is kept word for word: it is refused.

import { findAccount, isIdOrCode, listCalledOrToken, normalReference } from '../accounts/find.ts';
import type { JsonObject } from '../canonical/jcs.ts';
import { type Decision, type Facts, refuseField } from '../ledger/decision.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ExecuteIntent } from './commands.ts';
import type { ResolvedRow } from './planned.ts';

type Named = { readonly command: ExecuteIntent } | { readonly refusal: Decision };
type Side = 'debit' | 'credit';

const sides = [
  ['debit', 'debitAccount'],
  ['credit', 'creditAccount'],
] as const;
const SIGNED = 'A signed request is kept word for word, and this reference is to stay out of the log. Name the account by its id or code.';
/** How many of the accounts that a reference may mean a refusal names. */
const CODES_TOLD_MAX = 5;

/**
 * The intent with ids in the place of references that are tokens. A repeat is held against accounts that were there at its first decision.
 * Refuses, with no trace, VALIDATION_ERROR: more than one open account is called so, or the request is signed. Source: decision 0246.
 */
export function nameById(state: TenantState, asked: ExecuteIntent, facts: Facts): Named {
  const { tokenOf, prior } = facts;
  if (!state.privacy.hasReferenceTokens || tokenOf === undefined) return { command: asked };
  const beforeSeq = prior?.seq ?? Number.POSITIVE_INFINITY;
  const ids = new Map<number, { [S in Side]?: string }>();
  for (const [i, row] of asked.rows.entries())
    for (const [side, field] of sides) {
      const reference = row[side];
      const found = findAccount(state, reference, beforeSeq);
      if (reference === '' || (found !== undefined && isIdOrCode(found, reference))) continue;
      const token = tokenOf(normalReference(reference));
      const tokenised = state.accountIdsByReference.get(token) ?? [];
      if (tokenised.length === 0) continue;
      const called = listCalledOrToken(state, reference, token, beforeSeq);
      if (called.length > 1)
        return { refusal: refuseAt(i, field, `More than one open account is called so: ${codesOf(called)}. Name it by id or code.`) };
      const [account] = called;
      if (account === undefined || !tokenised.includes(account.id)) continue;
      if (asked.signature !== null) return { refusal: refuseAt(i, field, SIGNED) };
      ids.set(i, { ...ids.get(i), [side]: account.id });
    }
  return { command: ids.size === 0 ? asked : withIds(asked, ids) };
}

const codesOf = (accounts: readonly { readonly code: string }[]): string =>
  accounts
    .map(({ code }) => code)
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, CODES_TOLD_MAX)
    .join(', ');

function withIds(asked: ExecuteIntent, ids: ReadonlyMap<number, { readonly [S in Side]?: string }>): ExecuteIntent {
  const actions = asked.request['proposed_actions'];
  const said = (Array.isArray(actions) ? actions : []) as readonly JsonObject[];
  return {
    ...asked,
    rows: asked.rows.map((row, i) => ({ ...row, ...ids.get(i) })),
    request: {
      ...asked.request,
      proposed_actions: said.map((action, i) => {
        const named = ids.get(i);
        if (named === undefined) return action;
        return Object.fromEntries([
          ...Object.entries(action),
          ...sides.flatMap(([side, field]) => (named[side] === undefined ? [] : [[field, named[side]] as const])),
        ]);
      }),
    },
  };
}

/**
 * The refusal, with no trace, of an intent that names an account which is not there, where references are tokens: what it names may be words that are to
 * stay out of the log. null: there is none such.
 */
export function refuseUnknown({ privacy }: TenantState, rows: readonly ResolvedRow[]): Decision | null {
  if (privacy.references !== 'token') return null;
  for (const [i, row] of rows.entries())
    for (const [side, field] of sides) if (row[side] === undefined) return refuseAt(i, field, 'No account has this id, code or reference.');
  return null;
}

const refuseAt = (row: number, field: string, message: string): Decision => refuseField(`proposed_actions.${row}.${field}`, message);
