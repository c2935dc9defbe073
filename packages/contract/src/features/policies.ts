// Policies: the controls whose spec has a hook and an expression. They are registered with the other controls; here they are looked
// at as what they are, and tried before they are saved.
import * as z from 'zod';
import { AmountText, Currency, IsoDate, JsonRecord, LABEL_LENGTH_MAX, requiredText, text, Uuid } from '../fields.ts';
import { Metadata } from '../metadata-fields.ts';
import { AccountReference } from '../row-filters.ts';
import { route } from '../wire.ts';
import { INTENT_ROWS_MAX, INTENT_USE_CASE, IntentId, NARRATIVE_LENGTH_MAX } from './intents.ts';

/** The specification's example. */
export const POLICY_EXAMPLE = { hook: 'intent.validate', expr: 'intent.rows.all(r, r.amount_minor <= 100000000)' } as const;
/** Source: specification §9. */
export const POLICY_TIME_MAX_MS = 150;

export const PolicyHook = z.enum(['intent.validate', 'intent.high_risk', 'period.lock']);
export type PolicyHook = z.output<typeof PolicyHook>;

export const Policy = z.object({
  id: z.string(),
  name: z.string(),
  hook: PolicyHook,
  expr: z.string(),
  max_rows: z.number().int(),
  /** Units that it costs at most; null where it cannot be compiled any more, and so refuses. */
  cost_units: z.number().int().nullable(),
  spec: z.record(z.string(), z.unknown()),
  version: z.number().int(),
  retired_at: z.string().nullable(),
  retired_by: z.string().nullable(),
  /** Of this version. */
  registered_at: z.string(),
  registered_by: z.string(),
  seq: z.number().int(),
});
export type Policy = z.output<typeof Policy>;

/** Units that those in force cost together, of the budget that they share. */
const Budget = z.object({ hooks: z.array(PolicyHook), used_units: z.number().int(), budget_units: z.number().int() });

const SampleRow = z.strictObject({
  debitAccount: AccountReference,
  creditAccount: AccountReference,
  amount: AmountText.refine((t) => /[1-9]/.test(t), 'The amount must not be zero.'),
  currency: Currency,
  valueDate: IsoDate.optional(),
  narrative: text(NARRATIVE_LENGTH_MAX).default(''),
});

/** An intent that was never posted. */
export const PolicySample = z.strictObject({
  use_case: requiredText(64, 'Use case').default(INTENT_USE_CASE),
  value_date: IsoDate.optional(),
  constraints: JsonRecord.default({}),
  metadata: Metadata.default({}),
  rows: z.array(SampleRow).max(INTENT_ROWS_MAX, `Use at most ${INTENT_ROWS_MAX} rows.`),
});
export type PolicySample = z.input<typeof PolicySample>;

export const EvaluatePolicy = z.strictObject({
  /** The control it is to be a version of: what that costs now is not counted beside it. */
  control_id: Uuid.optional(),
  spec: JsonRecord,
  /** What to try it on: neither, or one of the two. */
  intent_id: IntentId.optional(),
  sample: PolicySample.optional(),
});

export const PolicyEvaluation = z.object({
  /** Why it cannot be saved. `line` and `column` count from 1; null where it is not a place in the expression. */
  fault: z
    .object({ path: z.string(), message: z.string(), line: z.number().int().nullable(), column: z.number().int().nullable() })
    .nullable(),
  /** Null where there is a fault in it. */
  cost: z
    .object({ units: z.number().int(), others_units: z.number().int(), budget_units: z.number().int(), max_rows: z.number().int() })
    .nullable(),
  /** What it says; null where there is nothing to try it on. */
  result: z
    .object({
      answer: z.union([z.boolean(), z.number().int()]).nullable(),
      allows: z.boolean(),
      failure: z.enum(['error', 'over_budget', 'timed_out']).nullable(),
      why: z.string().nullable(),
      spent_units: z.number().int(),
    })
    .nullable(),
  /** What it saw. */
  seen: z.record(z.string(), z.unknown()).nullable(),
});
export type PolicyEvaluation = z.output<typeof PolicyEvaluation>;

export const policies = {
  list: route({
    method: 'GET',
    path: '/api/internal/policies/list',
    v1: { path: '/api/v1/policies' },
    summary: 'Policies by name, what each costs, and the budget that they share',
    needs: 'member',
    query: z.strictObject({
      /** Part of a name or an expression. */
      q: text(LABEL_LENGTH_MAX).optional(),
      state: z.enum(['active', 'retired', 'all']).default('active'),
      hook: PolicyHook.optional(),
    }),
    ok: z.object({ policies: z.array(Policy), total: z.number().int(), budgets: z.array(Budget) }),
  }),
  evaluate: route({
    method: 'POST',
    path: '/api/internal/policies/evaluate',
    v1: { path: '/api/v1/policies/evaluate' },
    summary: 'Check a spec, say what it costs, and what it answers for a past intent or a sample; nothing is saved',
    needs: 'member',
    reads: true,
    body: EvaluatePolicy,
    ok: PolicyEvaluation,
    codes: ['NOT_FOUND', 'ACCOUNT_NOT_FOUND'],
  }),
} as const;
