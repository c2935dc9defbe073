import * as z from 'zod';
import { AmountText, Currency, ErrorBody, IsoDate, JsonRecord, requiredText, text } from '../fields.ts';
import { route } from '../wire.ts';
import { LedgerEvent } from './events.ts';

// Source: specification §3, §5, §9; decision 0006, rule 18; decision 0004.
export const INTENT_ROWS_MAX = 500;
export const IDEM_KEY_LENGTH_MAX = 200;
export const NARRATIVE_LENGTH_MAX = 500;
export const CONSENT_LIFE_SECONDS = 2_592_000;
export const VALUE_DATE_YEARS_BACK_MAX = 10;
export const VALUE_DATE_YEARS_AHEAD_MAX = 1;
export const INTENT_USE_CASE = 'manual_post';
export const INTENT_ACTOR = 'web-console';

const Reference = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9._:/-]+$/, 'Name the account by id or code.');

export const IntentRow = z.strictObject({
  debitAccount: Reference,
  creditAccount: Reference,
  /** Negative posts the other way round; zero is refused. */
  amount: AmountText.refine((t) => /[1-9]/.test(t), 'The amount must not be zero.'),
  currency: Currency,
  valueDate: IsoDate.optional(),
  narrative: text(NARRATIVE_LENGTH_MAX).optional(),
});

const IntentId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9._:-]+$/, 'Use letters, digits and . _ : - only.');

export const Intent = z.strictObject({
  intent_id: IntentId,
  tenant_id: z.guid(),
  actor: text(120).optional(),
  use_case: requiredText(64, 'Use case'),
  /** May come in the header `idempotency-key` instead; both must then be equal. */
  idem_key: text(IDEM_KEY_LENGTH_MAX).min(1).optional(),
  value_date: IsoDate,
  constraints: JsonRecord.default({}),
  proposed_actions: z.array(IntentRow).min(1, 'Add at least one row.').max(INTENT_ROWS_MAX, `Use at most ${INTENT_ROWS_MAX} rows.`),
  snapshot_ids: z.strictObject({ fx: text(64).nullish() }).default({}),
  consent: z.strictObject({
    scope: z.array(text(120)).max(50),
    reference: text(200).default(''),
    granted_at: text(40),
    expires_at: text(40),
  }),
  signature: z
    .string()
    .max(4000)
    .regex(/^[A-Za-z0-9_.-]*$/, 'Use a detached compact JWS.')
    .nullish(),
});
export type Intent = z.output<typeof Intent>;
export type IntentInput = z.input<typeof Intent>;

export const Receipt = z.object({
  ok: z.boolean(),
  status: z.enum(['executed', 'proposed', 'rejected']),
  intentId: z.string(),
  eventId: z.string(),
  eventHash: z.string(),
  seq: z.number().int(),
  duplicate: z.boolean(),
  error: z.string().optional(),
  approvalId: z.string().optional(),
});
export type Receipt = z.output<typeof Receipt>;
export const Rejection = Receipt.extend(ErrorBody.shape);

export const PostedRow = z.object({
  line: z.number().int(),
  debit_account_id: z.string(),
  debit_code: z.string(),
  credit_account_id: z.string(),
  credit_code: z.string(),
  amount: z.string(),
  currency: z.string(),
  value_date: z.string(),
  narrative: z.string(),
});

export const IntentView = z.object({
  intent_id: z.string(),
  status: z.enum(['executed', 'proposed', 'rejected']),
  use_case: z.string(),
  value_date: z.string(),
  actor_id: z.string(),
  created_at: z.string(),
  receipt: Receipt,
  postings: z.array(PostedRow),
  events: z.array(LedgerEvent),
});
export type IntentView = z.output<typeof IntentView>;

/** Rungs 4–7: decisions, each an event that is final for its key. */
export const rejectionCodes = [
  'consent_scope_required',
  'consent_times_invalid',
  'consent_not_yet_valid',
  'consent_expired',
  'SIGNATURE_REQUIRED',
  'SIGNATURE_INVALID',
  'FX_SNAPSHOT_REQUIRED',
  'SNAPSHOT_NOT_FOUND',
  'ACCOUNT_NOT_FOUND',
  'ENTITY_INACTIVE',
  'SAME_ACCOUNT',
  'CURRENCY_MISMATCH',
  'CURRENCY_NOT_ALLOWED',
  'INSUFFICIENT_FUNDS',
] as const;

export const intents = {
  execute: route({
    method: 'POST',
    path: '/api/v1/intents/execute',
    summary: 'Post a double-entry intent, exactly once for its idempotency key',
    needs: 'member',
    uncounted: true,
    body: Intent,
    ok: Receipt,
    also: { 202: Receipt, 422: Rejection },
    codes: ['FORBIDDEN', 'IDEMPOTENCY_CONFLICT', 'INTENT_ID_TAKEN', 'TENANT_MISMATCH', ...rejectionCodes],
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/intents/:intent_id',
    summary: 'The present state of an intent, its postings and events',
    needs: 'member',
    params: z.object({ intent_id: IntentId }),
    ok: z.object({ intent: IntentView }),
    codes: ['NOT_FOUND'],
  }),
} as const;
