import { INTENT_ROWS_MAX, VALUE_DATE_YEARS_AHEAD_MAX, VALUE_DATE_YEARS_BACK_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { After, Currency, ErrorBody, IsoDate, JsonRecord, limit, Next, requiredText, text } from '../fields.ts';
import {
  CAPTURE_USE_CASE,
  HOLD_USE_CASE,
  IDEM_KEY_LENGTH_MAX,
  IntentConsent,
  IntentId,
  NARRATIVE_LENGTH_MAX,
  NonZeroAmount,
  REVERSAL_USE_CASE,
  shapeFaults,
  VOID_USE_CASE,
} from '../intent-fields.ts';
import { IntentPreview } from '../intent-preview.ts';
import { Metadata, MetadataKept } from '../metadata-fields.ts';
import { DefaultsUsed, PostIntent } from '../post-intent.ts';
import { rejectionCodes } from '../rejection-codes.ts';
import { AccountReference, intentRowFilters, ListFile } from '../row-filters.ts';
import { route } from '../wire.ts';
import { INTENT_LOG_SIZE, LedgerEvent } from './events.ts';
import { Hold, PostedRow } from './holds.ts';

export {
  CAPTURE_USE_CASE,
  HOLD_USE_CASE,
  IDEM_KEY_LENGTH_MAX,
  INTENT_ROWS_MAX,
  IntentId,
  NARRATIVE_LENGTH_MAX,
  REVERSAL_USE_CASE,
  VALUE_DATE_YEARS_AHEAD_MAX,
  VALUE_DATE_YEARS_BACK_MAX,
  VOID_USE_CASE,
};

// Source: specification §3, §5, §9; decision 0006, rule 18; decision 0004.
export const CONSENT_LIFE_SECONDS = 2_592_000;
export const INTENT_USE_CASE = 'manual_post';
export const INTENT_ACTOR = 'web-console';

export const IntentRow = z.strictObject({
  debitAccount: AccountReference,
  creditAccount: AccountReference,
  /** Negative posts the other way round; zero is refused. */
  amount: NonZeroAmount,
  currency: Currency,
  valueDate: IsoDate.optional(),
  narrative: text(NARRATIVE_LENGTH_MAX).optional(),
});

const IntentFields = z.strictObject({
  intent_id: IntentId,
  tenant_id: z.guid(),
  actor: text(120).optional(),
  use_case: requiredText(64, 'Use case'),
  /** May come in the header `idempotency-key` instead; both must then be equal. */
  idem_key: text(IDEM_KEY_LENGTH_MAX).min(1).optional(),
  value_date: IsoDate,
  constraints: JsonRecord.default({}),
  /** At least one; none in a void or a reversal; none in a capture of all that is still held. What a capture leaves stays held, unless `constraints.release_rest`. */
  proposed_actions: z.array(IntentRow).max(INTENT_ROWS_MAX, `Use at most ${INTENT_ROWS_MAX} rows.`),
  snapshot_ids: z.strictObject({ fx: text(64).nullish() }).default({}),
  consent: IntentConsent,
  signature: z
    .string()
    .max(4000)
    .regex(/^[A-Za-z0-9_.-]*$/, 'Use a detached compact JWS.')
    .nullish(),
  /** Words of the caller's own. Not part of what makes two requests the same business act: a repeat with other metadata is a repeat. */
  metadata: Metadata.optional(),
});
export const Intent = IntentFields.superRefine((intent, context) => {
  for (const { path, message } of shapeFaults(intent)) context.addIssue({ code: 'custom', path: [...path], message });
});
export type Intent = z.output<typeof Intent>;
export type IntentInput = z.input<typeof Intent>;

/** What an account holds after a posting: debit-positive decimal with eight places. */
export const BalanceAfter = z.object({ accountId: z.string(), code: z.string(), currency: z.string(), balance: z.string() });
export type BalanceAfter = z.output<typeof BalanceAfter>;

/** A receipt that travels, as far as it is there: docs/reference/receipt-format.md. */
export const ReceiptProof = z.object({
  /** The text of the file (C2SP tlog-proof); null where no anchor covers the event yet. */
  tlog_proof: z.string().nullable(),
  /** Where it is, also before an anchor covers the event. */
  path: z.string(),
  /** From when on an anchor is expected to cover the event; null where one does. */
  expected_at: z.string().nullable(),
});
export type ReceiptProof = z.output<typeof ReceiptProof>;

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
  /** Of what is executed: every account that it posted to, by code. */
  balances: z.array(BalanceAfter).optional(),
  /** Of what is held: `HeldDetails`; of a rejection: what exactly failed. */
  details: z.unknown().optional(),
  /** Of a call that asks for it with `?proof=tlog-proof`, alone or in a batch. */
  proof: ReceiptProof.optional(),
});
/** How many can decide what is held; 0: somebody must be invited first. */
export const HeldDetails = z.object({ eligible: z.number().int() });
export type Receipt = z.output<typeof Receipt>;
export const Rejection = Receipt.extend(ErrorBody.shape);
export const PostReceipt = Receipt.extend({ defaults: DefaultsUsed });
export const PostRejection = PostReceipt.extend(ErrorBody.shape);

/** How often the intent was asked for again under its key, and when last; null: never. At least so often, within a second. */
const Repeats = z.object({ count: z.number().int(), last_at: z.string() }).nullable();

export const IntentView = z.object({
  intent_id: z.string(),
  status: z.enum(['executed', 'proposed', 'rejected']),
  use_case: z.string(),
  value_date: z.string(),
  actor_id: z.string(),
  created_at: z.string(),
  receipt: Receipt,
  /** What it waits for, or waited for. */
  approval: z.object({ id: z.string(), status: z.enum(['pending', 'approved', 'rejected']) }).nullable(),
  /** The hold that it placed, captured or voided. */
  hold: Hold.nullable(),
  /** The intent that it takes back, and the one that took it back. */
  reverses: z.string().nullable(),
  reversed_by: z.string().nullable(),
  /** The schedule that posted it, and for which day. */
  schedule: z.object({ id: z.string(), on: z.string() }).nullable(),
  repeats: Repeats,
  metadata: MetadataKept,
  postings: z.array(PostedRow),
  events: z.array(LedgerEvent),
});
export type IntentView = z.output<typeof IntentView>;

/** Source: decision 0098. */
export const INTENTS_LIST_MAX = 500;
/** How many intents one call looks at, newest first and at most, before it answers with what it found and where to go on. Source: decision 0209. */
export const INTENTS_SCANNED_MAX = 5_000;
/** How many the totals look at. */
export const INTENT_TOTALS_SCANNED_MAX = 10_000;

/** Where an intent stands: it waits for others, it is done, or it was refused. */
export const IntentState = z.enum(['proposed', 'executed', 'rejected']);
export type IntentState = z.output<typeof IntentState>;

/** Which intents; all of them must hold, those of a row for the same row. What is not there leaves none out. */
const intentFilters = {
  status: IntentState.optional(),
  ...intentRowFilters,
  /** Part of the intent id, a narrative, the consent's reference or an account code, whatever its case. */
  q: text(120).trim().optional(),
};

export const ListedIntent = z.object({
  intent_id: z.string(),
  status: IntentState,
  use_case: z.string(),
  value_date: z.string(),
  /** Who asked for it, and when. */
  actor_id: z.string(),
  created_at: z.string(),
  /** Its first event: the place in the list, which it keeps. */
  seq: z.number().int(),
  /** Of its first row; null where it has none. */
  narrative: z.string().nullable(),
  debit_code: z.string().nullable(),
  credit_code: z.string().nullable(),
  rows: z.number().int(),
  /** Sums of its rows, a currency each, as decimals. */
  amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Why it was refused. */
  error: z.string().nullable(),
  /** What it waits for. */
  approval_id: z.string().nullable(),
  repeats: Repeats,
  metadata: MetadataKept,
  /** Its last event: how it stands. */
  event: LedgerEvent,
});
export type ListedIntent = z.output<typeof ListedIntent>;

export const IntentTotals = z.object({
  /** Intents that all filters leave, and what their rows sum to. */
  count: z.number().int(),
  amounts: z.array(z.object({ currency: z.string(), amount: z.string(), count: z.number().int() })),
  /** Those that the filters leave, whatever their status. */
  by_status: z.object({ proposed: z.number().int(), executed: z.number().int(), rejected: z.number().int() }),
  /** Whether every intent was looked at; else only the latest 10,000 of the days asked for, of those whose rows are in the database (decision 0235). */
  complete: z.boolean(),
});
export type IntentTotals = z.output<typeof IntentTotals>;

/** Source: decision 0064. */
export const BATCH_INTENTS_MAX = 500;
export const BATCH_BODY_BYTES_MAX = 4_194_304;

/** Two payments in one call, as the documentation shows them. */
const batchExample = {
  intents: ['1', '2'].map((n) => ({
    intent_id: `payout-2026-05-${n}`,
    idem_key: `payout-2026-05-${n}`,
    tenant_id: '11111111-1111-4111-8111-111111111111',
    use_case: INTENT_USE_CASE,
    value_date: '2026-05-31',
    proposed_actions: [{ debitAccount: 'PAYABLES', creditAccount: 'BANK', amount: '12.50', currency: 'USD' }],
    snapshot_ids: { fx: 'the id of an FX snapshot' },
    consent: { scope: ['post'], granted_at: '2026-05-31T09:00:00Z', expires_at: '2026-06-01T09:00:00Z' },
  })),
  atomic: false,
};

export const IntentBatch = z
  .strictObject({
    /** In the order in which they are decided; each with its own `idem_key`. */
    intents: z
      .array(Intent)
      .min(1, 'Add at least one intent.')
      .max(BATCH_INTENTS_MAX, `Use at most ${BATCH_INTENTS_MAX} intents.`)
      .superRefine((all, context) => {
        for (const [i, { idem_key }] of all.entries())
          if (idem_key === undefined) context.addIssue({ code: 'custom', path: [i, 'idem_key'], message: 'Required.' });
      }),
    /** Each is executed, or none is: the first that would not be is named and nothing is written. */
    atomic: z.boolean().default(false).meta({ description: 'Each is executed, or none is and the call is refused with BATCH_REFUSED.' }),
  })
  .meta({ description: 'Intents in the order in which they are decided, each as it goes to `execute`.', examples: [batchExample] });

/** What became of one intent: its receipt with the status that a call of its own would have had, or what it was refused for. */
export const BatchResult = z.object({
  index: z.number().int(),
  intentId: z.string(),
  status: z.number().int(),
  receipt: Receipt.optional(),
  error: ErrorBody.omit({ requestId: true }).optional(),
});
export type BatchResult = z.output<typeof BatchResult>;

/** Details of `BATCH_REFUSED`: the first intent that would not be executed, counted from 0, and why. */
export const BatchFailure = z.object({ index: z.number().int(), intent_id: z.string(), error: ErrorBody.omit({ requestId: true }) });

/** Whether receipts are told with what proves them. */
const ProofAsked = z.strictObject({ proof: z.literal('tlog-proof').optional() });

export const intents = {
  post: route({
    method: 'POST',
    path: '/api/internal/intents',
    v1: { path: '/api/v1/intents' },
    summary:
      'Post: a debit, a credit, an amount and what it is for, exactly once for its idempotency key; the answer says what was filled in',
    keyed: true,
    needs: 'member',
    grant: 'propose',
    uncounted: true,
    query: ProofAsked,
    body: PostIntent,
    ok: PostReceipt,
    also: { 202: PostReceipt, 422: PostRejection },
    codes: ['FORBIDDEN', 'VALIDATION_ERROR', 'IDEMPOTENCY_CONFLICT', 'INTENT_ID_TAKEN', ...rejectionCodes],
  }),
  execute: route({
    method: 'POST',
    path: '/api/v1/intents/execute',
    summary: 'Post a double-entry intent, exactly once for its idempotency key',
    keyed: true,
    needs: 'member',
    grant: 'propose',
    uncounted: true,
    query: ProofAsked,
    body: Intent,
    ok: Receipt,
    also: { 202: Receipt, 422: Rejection },
    codes: [
      'FORBIDDEN',
      'IDEMPOTENCY_CONFLICT',
      'INTENT_ID_TAKEN',
      'TENANT_MISMATCH',
      'JWKS_UNAVAILABLE',
      'SIGNING_CHANGED',
      ...rejectionCodes,
    ],
  }),
  batch: route({
    method: 'POST',
    path: '/api/internal/intents/batch',
    v1: { path: '/api/v1/intents/batch', asSpecifiedToo: true },
    summary: 'Post up to 500 intents, each exactly once for its own idempotency key; all or nothing where `atomic` says so',
    keyed: 'each',
    needs: 'member',
    grant: 'propose',
    uncounted: true,
    query: ProofAsked,
    body: IntentBatch,
    bodyBytesMax: BATCH_BODY_BYTES_MAX,
    ok: z.object({
      /** Whether every intent is executed. */
      ok: z.boolean(),
      executed: z.number().int(),
      /** One for each intent, in their order. */
      results: z.array(BatchResult),
    }),
    codes: ['FORBIDDEN', 'BATCH_REFUSED', 'JWKS_UNAVAILABLE', 'SIGNING_CHANGED'],
  }),
  preview: route({
    method: 'POST',
    path: '/api/internal/intents/preview',
    v1: { path: '/api/v1/intents/preview', asSpecifiedToo: true },
    summary: 'What an intent would come to if it were posted now: done, held for whom, or why not; nothing is written and no key is used',
    needs: 'member',
    reads: true,
    body: z.strictObject({ intent: Intent }).meta({ description: 'An intent as it goes to `execute`.' }),
    ok: IntentPreview,
  }),
  list: route({
    method: 'GET',
    path: '/api/v1/intents',
    summary: 'Intents as they stand, the one asked for last first',
    needs: 'member',
    query: z.strictObject({
      ...intentFilters,
      limit: limit(INTENTS_LIST_MAX, INTENT_LOG_SIZE),
      after: After.optional(),
    }),
    /**
     * `next`: null at the end. A page may have fewer than `limit`, or none, and still go on: a call looks at 5,000 intents, and tells as much as comes to 4 MB. `as_of`: the last event of
     * the log when it was read; what comes after it is news.
     */
    ok: z.object({ intents: z.array(ListedIntent), next: Next, as_of: z.number().int() }),
    codes: ['NOT_FOUND'],
  }),
  totals: route({
    method: 'GET',
    path: '/api/v1/intent-totals',
    summary: 'How many intents the filters leave, by status, and what their rows sum to',
    needs: 'member',
    query: z.strictObject(intentFilters),
    ok: IntentTotals,
    codes: ['NOT_FOUND'],
  }),
  export: route({
    method: 'GET',
    path: '/api/v1/intents/export/:format',
    summary: 'All intents that the filters leave, the one asked for last first, as a file: CSV, or an intent a line as JSON',
    needs: 'member',
    params: ListFile,
    query: z.strictObject(intentFilters),
    file: 'application/octet-stream',
    ok: z.unknown(),
    codes: ['NOT_FOUND'],
  }),
  get: route({
    method: 'GET',
    path: '/api/internal/intents/:intent_id',
    v1: { path: '/api/v1/intents/:intent_id' },
    summary: 'The present state of an intent, its postings and events',
    needs: 'member',
    params: z.object({ intent_id: IntentId }),
    ok: z.object({ intent: IntentView }),
    codes: ['NOT_FOUND'],
  }),
} as const;
