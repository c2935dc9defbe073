// What every way of asking for an intent has in common: its fields, and what each use case asks of rows and constraints.
import { parseInstant } from '@countinghouse/kernel/time/instant';
import * as z from 'zod';
import { AmountText, text } from './fields.ts';

// Source: specification §3, §5, §9; decision 0004.
export const IDEM_KEY_LENGTH_MAX = 200;
export const NARRATIVE_LENGTH_MAX = 500;

/** Use cases with a meaning of their own (decision 0021); what they name stands in `constraints`. */
export const HOLD_USE_CASE = 'hold';
export const CAPTURE_USE_CASE = 'capture';
export const VOID_USE_CASE = 'void';
export const REVERSAL_USE_CASE = 'reversal';
const ownMeaning: ReadonlySet<string> = new Set([HOLD_USE_CASE, CAPTURE_USE_CASE, VOID_USE_CASE, REVERSAL_USE_CASE]);

export const NonZeroAmount = AmountText.refine((t) => /[1-9]/.test(t), 'The amount must not be zero.');

export const IntentId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9._:-]+$/, 'Use letters, digits and . _ : - only.');

export const IntentConsent = z.strictObject({
  scope: z.array(text(120)).max(50),
  reference: text(200).default(''),
  granted_at: text(40),
  expires_at: text(40),
});

type Issue = { readonly path: readonly string[]; readonly message: string };

/** What each use case asks of rows and constraints. */
export function shapeFaults({
  use_case,
  constraints,
  proposed_actions: rows,
}: {
  readonly use_case: string;
  readonly constraints: Readonly<Record<string, unknown>>;
  readonly proposed_actions: readonly unknown[];
}): readonly Issue[] {
  const faults: Issue[] = [];
  const at = (path: readonly string[], message: string): void => void faults.push({ path, message });
  const names = (member: string, what: string): void => {
    if (!IntentId.safeParse(constraints[member]).success) at(['constraints', member], `Give the intent_id of the ${what}.`);
  };
  const meant = use_case.toLowerCase();
  // Written otherwise it would be a use case like any other: what was to be held would be posted.
  if (meant !== use_case && ownMeaning.has(meant)) at(['use_case'], `Write ${meant} in small letters.`);
  if (use_case === CAPTURE_USE_CASE || use_case === VOID_USE_CASE) names('hold', 'intent that placed the hold');
  if (use_case === REVERSAL_USE_CASE) names('reverses', 'intent to reverse');
  const until = constraints['hold_expires_at'];
  if (use_case === HOLD_USE_CASE && until !== undefined && (typeof until !== 'string' || parseInstant(until) === null))
    at(['constraints', 'hold_expires_at'], 'Use a time as 2026-01-31T12:00:00Z.');
  const releases = constraints['release_rest'];
  if (use_case === CAPTURE_USE_CASE && releases !== undefined && typeof releases !== 'boolean')
    at(['constraints', 'release_rest'], 'Use true or false.');
  if (use_case === VOID_USE_CASE || use_case === REVERSAL_USE_CASE) {
    if (rows.length > 0) at(['proposed_actions'], `A ${use_case} has no rows of its own.`);
  } else if (rows.length === 0 && use_case !== CAPTURE_USE_CASE) at(['proposed_actions'], 'Add at least one row.');
  for (const name of ['require_available', 'open_missing']) {
    const asked = constraints[name];
    if (asked !== undefined && typeof asked !== 'boolean') at(['constraints', name], 'Use true or false.');
  }
  return faults;
}
