// Accounts that an intent names and that are not there, opened on first use where it asks for it (`open_missing`), by the rules of the
// organisation. Opening and intent are one decision: of two that use an account first, the one that is decided first opens it.

import { decideCreateAccount } from '../accounts/decide.ts';
import { addAccount } from '../accounts/evolve.ts';
import { findAccount, inCapitals, listCalled } from '../accounts/find.ts';
import { floorE8Of } from '../accounts/floor.ts';
import { guardOpening, ruleFor } from '../accounts/opening-rules.ts';
import { hasGrant } from '../api-keys/guard.ts';
import { keyOf } from '../api-keys/mark.ts';
import { accountParts, ahead } from '../ledger/ahead.ts';
import { type Decision, type Facts, refuse } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ExecuteIntent } from './commands.ts';

/** What is opened, and the state with it; or why it may not be. */
type Opening = { readonly state: TenantState; readonly opened: readonly EventDraft[] } | { readonly refusal: Decision };

const asksForIt = ({ constraints }: ExecuteIntent): boolean => constraints['open_missing'] === true;

/**
 * What no rule is for stays missing: the ladder rejects it. Refuses what the opener may not do, first match wins: FORBIDDEN (an API key without the
 * grant `admin`, no role in the entity of the rule), ENTITY_INACTIVE, CURRENCY_NOT_ALLOWED.
 */
export function openMissing(state: TenantState, command: ExecuteIntent, facts: Facts): Opening {
  const { actor, rows } = command;
  const nothing: Opening = { state, opened: [] };
  if (!asksForIt(command) || state.openingRules.length === 0) return nothing;
  // Whoever may not post at all hears of that on the ladder.
  if (guardWrite(state, actor, 'member') !== null || command.tenantId !== state.tenantId) return nothing;
  let copy: TenantState | null = null;
  const opened: EventDraft[] = [];
  for (const row of rows)
    for (const [reference, other] of [
      [row.debit, row.credit],
      [row.credit, row.debit],
    ] as const) {
      const now = copy ?? state;
      if (findAccount(now, reference) !== undefined || listCalled(now, reference).length > 0) continue;
      const rule = ruleFor(now.openingRules, inCapitals(reference));
      const currency = rule?.currency ?? (row.currency === '' ? findAccount(now, other)?.currency : row.currency);
      if (rule === null || currency === undefined) continue;
      const refusal = mayOpen(state, command) ?? guardOpening(state, actor, rule);
      if (refusal !== null) return { refusal };
      copy ??= ahead(state, accountParts);
      const floorE8 = floorE8Of(rule);
      const decided = decideCreateAccount(copy, {
        type: 'account.create',
        actor,
        id: idAt(copy, facts),
        code: inCapitals(reference),
        currency,
        kind: rule.kind,
        externalRef: null,
        glAccountId: rule.gl_account_id,
        entityId: rule.entity_id,
        floor: rule.floor,
        ...(floorE8 === null ? {} : { floorE8 }),
      });
      if (decided.kind !== 'append') return { refusal: decided };
      for (const draft of decided.events) {
        if (draft.type !== 'account.created') throw new Error('an account is opened by one event');
        copy.head.seq += 1;
        addAccount(copy, copy.head.seq, draft.payload);
        opened.push(draft);
      }
    }
  return { state: copy ?? state, opened };
}

/** A key opens accounts with the grant that opening them one by one takes. */
function mayOpen(state: TenantState, { actor }: ExecuteIntent): Decision | null {
  const id = keyOf(actor);
  const key = id === null ? undefined : state.apiKeys.get(id);
  return key === undefined || hasGrant(key.grant, 'admin') ? null : refuse('FORBIDDEN', { needs: 'grant', grant: 'admin' });
}

/** An id that follows from the place its event will have: a UUID of version 8 (RFC 9562). */
function idAt({ tenantId, head }: TenantState, { sha256 }: Facts): string {
  const h = sha256(`${tenantId} account ${head.seq + 1}`);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
