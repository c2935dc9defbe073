// What an organisation limits, and what its day has used of it.
import * as z from 'zod';
import { line } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';

// Source: specification §5; decision 0030.
export const LIMIT_BLANK = 'Provide a value before saving.';
const LIMIT_LENGTH_MAX = 40;
const valueRule = 'Use a decimal, as text; the daily count is a whole number. null takes the limit away.';

export const LimitKey = z.enum(['high_risk_amount', 'txn_amount_max', 'daily_txn_amount_max', 'daily_txn_count_max']);
export type LimitKey = z.output<typeof LimitKey>;

export const NewLimit = z
  .strictObject({
    key: LimitKey,
    /** Major units of the reporting currency as a decimal string, or the count; null takes the limit away. */
    value: z.union([line(LIMIT_LENGTH_MAX), z.int().min(0)], valueRule).nullable(),
  })
  .superRefine(({ key, value }, context) => {
    const path = ['value'];
    if (value === '') context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, path, message: LIMIT_BLANK });
    else if (typeof value === 'number' && key !== 'daily_txn_count_max') context.addIssue({ code: 'custom', path, message: valueRule });
  });

const Setting = z.object({ set_at: z.string(), set_by: z.string() });

export const Limits = z.object({
  /** Amounts in major units of the reporting currency; null where nothing is limited. */
  limits: z.object({
    high_risk_amount: z.string().nullable(),
    txn_amount_max: z.string().nullable(),
    daily_txn_amount_max: z.string().nullable(),
    daily_txn_count_max: z.number().int().nullable(),
  }),
  reporting_currency: z.string(),
  /** When each limit was set last, or taken away, and by whom; only of those that ever were. */
  set: z.partialRecord(LimitKey, Setting),
  /** What was booked today, UTC, so far: what the daily limits count. */
  today: z.object({
    day: z.string(),
    count: z.number().int(),
    /** Major units of the reporting currency; null where a rate is missing. */
    amount: z.string().nullable(),
    /** The currency that no rates lead from. */
    missing_rate: z.string().nullable(),
  }),
});
export type Limits = z.output<typeof Limits>;

export const limits = {
  get: route({
    method: 'GET',
    path: '/api/internal/limits/set',
    v1: { path: '/api/v1/limits' },
    summary: 'The limits of the organisation, and what today has used of them',
    needs: 'member',
    ok: Limits,
  }),
  set: route({
    method: 'POST',
    path: '/api/internal/limits/set',
    summary: 'Set one limit, or take it away',
    needs: 'owner',
    body: NewLimit,
    ok: Limits,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'VALIDATION_ERROR', 'MISSING_FIELDS', 'CHANGE_PENDING'],
  }),
} as const;
