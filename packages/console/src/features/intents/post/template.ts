// A draft as a template, and back. A template has no day, no keys and no consent; its amounts may be left open.
import { HOLD_USE_CASE, INTENT_USE_CASE } from '@countinghouse/contract/features/intents';
import type { NewTemplate, Template } from '@countinghouse/contract/features/templates';
import type * as z from 'zod';
import { normaliseAmount, ZERO_AMOUNT } from '../../../lib/values/money.ts';
import { choiceOf, type Draft, type DraftChange, faultsOfRow, filledWith, narrativeOf, newRow } from './draft.ts';

/** Why a draft cannot be saved as a template; null if it can. An amount that is missing is left open. */
export function templateFaultOf(draft: Draft): string | null {
  for (const row of draft.rows)
    for (const [field, sentence] of faultsOfRow(row))
      if (field !== 'amount' || (row.amount.trim() !== '' && sentence !== 'Enter an amount')) return sentence;
  return null;
}

/** What is saved of a draft. Until when a hold lasts is said when it is placed. */
export function templateOf(draft: Draft, name: string): z.input<typeof NewTemplate> {
  return {
    name,
    use_case: draft.useCase === HOLD_USE_CASE ? HOLD_USE_CASE : INTENT_USE_CASE,
    constraints: draft.requireAvailable ? { require_available: true } : {},
    rows: draft.rows.map((row) => {
      const { debitAccount, creditAccount, amount, currency } = row;
      const normal = normaliseAmount(amount);
      return {
        debitAccount,
        creditAccount,
        amount: normal === null || normal === ZERO_AMOUNT ? null : normal,
        currency,
        narrative: narrativeOf(draft, row),
      };
    }),
  };
}

/** What a template makes of a draft. Accounts may be named by code; the form chooses them by id. */
export function changeFrom(
  template: Template,
  accounts: readonly { readonly id: string; readonly code: string }[],
  draft: Draft,
  now: Date,
): DraftChange {
  const idOf = (reference: string): string => accounts.find((a) => a.id === reference || a.code === reference.toUpperCase())?.id ?? '';
  return {
    ...choiceOf(draft, template.use_case === HOLD_USE_CASE ? HOLD_USE_CASE : INTENT_USE_CASE, now),
    requireAvailable: template.constraints['require_available'] === true,
    ...filledWith(
      template.rows.map((row) =>
        newRow({
          debitAccount: idOf(row.debitAccount),
          creditAccount: idOf(row.creditAccount),
          amount: row.amount === null ? '' : row.amount.replace(/\.?0+$/, ''),
          currency: row.currency,
          narrative: row.narrative,
        }),
      ),
    ),
  };
}
