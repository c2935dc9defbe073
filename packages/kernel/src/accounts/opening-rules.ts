// Rules by which accounts that are not there are opened on first use: what a code begins with says what the account is.

import { canonicalize } from '../canonical/jcs.ts';
import { mayPostIn } from '../entities/rights.ts';
import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { SetOpeningRules } from './commands.ts';
import type { OpeningRule } from './events.ts';

/** What may be a code: as the contract has it for accounts that are opened one by one. */
const CODE = /^[A-Z0-9][A-Z0-9._:/-]{0,63}$/;

/** The rule for a code: the one with the longest beginning. null where there is none, or where it is no code. */
export function ruleFor(rules: readonly OpeningRule[], code: string): OpeningRule | null {
  if (!CODE.test(code)) return null;
  let best: OpeningRule | null = null;
  for (const rule of rules)
    if (code.length > rule.prefix.length && code.startsWith(rule.prefix) && rule.prefix.length > (best?.prefix.length ?? 0)) best = rule;
  return best;
}

/**
 * Says by which rules accounts are opened on first use, whole; none: nothing is opened so. The same again changes nothing. Refuses, first match
 * wins: as `guardWrite` (an owner), VALIDATION_ERROR (two rules of one beginning), and of the first rule that has it GL_ACCOUNT_NOT_FOUND,
 * CURRENCY_NOT_ALLOWED, NOT_FOUND (entity). Source: decision 0176.
 */
export function decideSetOpeningRules(state: TenantState, { actor, rules }: SetOpeningRules): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  for (const [i, { prefix, gl_account_id, currency, entity_id }] of rules.entries()) {
    if (rules.findIndex((rule) => rule.prefix === prefix) < i)
      return refuseField(`rules.${i}.prefix`, 'Another rule begins so. Use each beginning once.');
    if (!state.glAccounts.has(gl_account_id)) return refuse('GL_ACCOUNT_NOT_FOUND', { gl_account_id: gl_account_id });
    if (currency !== null && !state.currencies.has(currency)) return refuse('CURRENCY_NOT_ALLOWED', { currency });
    if (entity_id !== null && !state.entities.has(entity_id)) return refuse('NOT_FOUND');
  }
  if (canonicalize(rules) === canonicalize(state.openingRules)) return append();
  return append({ type: 'opening_rules.set', payload: { rules } });
}

/** Whether somebody may open an account by a rule; the refusal where not: FORBIDDEN, ENTITY_INACTIVE. */
export function guardOpening(state: TenantState, actor: Actor, { entity_id: entityId }: OpeningRule): Decision | null {
  if (!mayPostIn(state, actor, entityId)) return refuse('FORBIDDEN', { needs: 'entity_member' });
  return entityId !== null && state.entities.get(entityId)?.active !== true ? refuse('ENTITY_INACTIVE') : null;
}
