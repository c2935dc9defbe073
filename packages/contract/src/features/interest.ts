// Interest: how it is reckoned, buckets with dated rates, the accounts in them, and every day explained.
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import * as z from 'zod';
import { CODE_LENGTH_MAX, codeText, Done, IsoDate, text, Uuid } from '../fields.ts';
import { Minor, minorOf } from '../minor.ts';
import { route } from '../wire.ts';

// Source: specification §9.
export const DAY_COUNTS = ['ACT/360', 'ACT/365', '30/360'] as const;
export const DayCount = z.enum(DAY_COUNTS);
export type DayCount = z.output<typeof DayCount>;

/** Percent a year. The kernel bounds it to ±1000. */
export const Rate = z
  .string()
  .trim()
  .max(24)
  .refine((t) => parseAmountE8(t) !== null, 'Use percent a year with at most 8 decimals, for example 3.25.');

export const InterestSettings = z.object({
  day_count: DayCount,
  counter_account_id: z.string().nullable(),
  counter_account_code: z.string().nullable(),
  /** Why nothing accrues at all; null where nothing stands in the way. */
  waits: z.enum(['NO_COUNTER_ACCOUNT', 'COUNTER_ACCOUNT_CLOSED', 'COUNTER_ENTITY_INACTIVE', 'TENANT_READONLY']).nullable(),
});
export type InterestSettings = z.output<typeof InterestSettings>;

export const InterestSettingsChange = z.strictObject({ day_count: DayCount.optional(), counter_account_id: Uuid.nullish() });

export const BucketRate = z.object({
  /** Percent a year, eight decimals. */
  rate: z.string(),
  effective_on: z.string(),
  set_at: z.string(),
  set_by: z.string(),
});
export type BucketRate = z.output<typeof BucketRate>;

export const InterestBucket = z.object({
  id: z.string(),
  code: z.string(),
  accrued_gl_id: z.string(),
  accrued_gl_code: z.string(),
  accrued_gl_title: z.string(),
  /** Percent a year that holds today; null before the first. */
  rate: z.string().nullable(),
  /** The latest day first. */
  rates: z.array(BucketRate),
  /** How many accounts are in it today. */
  accounts: z.number().int(),
});
export type InterestBucket = z.output<typeof InterestBucket>;

export const NewBucket = z.strictObject({
  code: codeText(CODE_LENGTH_MAX),
  rate: Rate,
  effective_on: IsoDate,
  accrued_gl_id: z.string('Select a GL account for accrued interest').min(1, 'Select a GL account for accrued interest').pipe(Uuid),
});

export const NewRate = z.strictObject({ rate: Rate, effective_on: IsoDate });

/** Why an account's interest does not go on. */
export const AccountWaits = z.enum([
  'NO_COUNTER_ACCOUNT',
  'COUNTER_ACCOUNT_CLOSED',
  'COUNTER_ENTITY_INACTIVE',
  'TENANT_READONLY',
  'ACCOUNT_CLOSED',
  'ENTITY_INACTIVE',
  'CURRENCY_NOT_ALLOWED',
  'CODE_TAKEN',
  'SISTER_CLOSED',
]);
export type AccountWaits = z.output<typeof AccountWaits>;

export const InterestAccount = z.object({
  account_id: z.string(),
  code: z.string(),
  currency: z.string(),
  minorUnits: z.number().int(),
  /** The bucket it is in today. */
  bucket_id: z.string().nullable(),
  bucket_code: z.string().nullable(),
  /** The day that accrues next, and the last that did. */
  next_on: z.string().nullable(),
  last_on: z.string().nullable(),
  /** The month, `YYYY-MM`, that is capitalised next. */
  month: z.string().nullable(),
  /** What has accrued and is not capitalised: minor units, debit-positive, exact. */
  accrued: Minor,
  /** What rounding left, as an exact fraction of one unit of the currency. */
  remainder: z.string(),
  waits: AccountWaits.nullable(),
});
export type InterestAccount = z.output<typeof InterestAccount>;

/** What a day was reckoned on. */
const base = {
  /** Closing balance by value date: minor units, debit-positive, exact. */
  balance: minorOf('account.currency'),
  /** Percent a year, eight decimals. */
  rate: z.string(),
  /** Before rounding: an exact fraction of one unit of the currency. */
  exact: z.string(),
};

export const InterestDay = z.object({
  on: z.string(),
  value_date: z.string(),
  bucket_code: z.string(),
  day_count: DayCount,
  days: z.number().int(),
  basis: z.number().int(),
  ...base,
  /** Of a correction: what it was reckoned on before. */
  was: z.object(base).nullable(),
  carried: z.string(),
  /** As posted, eight decimals, debit-positive as it will move the account; of a correction the difference. */
  amount: z.string(),
  remainder: z.string(),
  /** Position of the log at which the balance was read. */
  known_at: z.number().int(),
  seq: z.number().int(),
  intent_id: z.string(),
});
export type InterestDay = z.output<typeof InterestDay>;

export const Capitalisation = z.object({
  month: z.string(),
  value_date: z.string(),
  accrued: z.string(),
  amount: z.string(),
  left: z.string(),
  seq: z.number().int(),
  intent_id: z.string(),
});
export type Capitalisation = z.output<typeof Capitalisation>;

export const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Use a month as YYYY-MM.');

const params = z.object({ id: Uuid });
const bucket = z.object({ bucket: InterestBucket });

export const interest = {
  settings: route({
    method: 'GET',
    path: '/api/internal/settings/interest',
    v1: { path: '/api/v1/interest/settings' },
    summary: 'How interest is reckoned, and from which account',
    needs: 'member',
    ok: InterestSettings,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/internal/settings/interest',
    summary: 'Change the day count or the counter account of interest',
    needs: 'owner',
    body: InterestSettingsChange,
    ok: InterestSettings,
    codes: ['FORBIDDEN', 'ACCOUNT_CLOSED'],
  }),
  buckets: route({
    method: 'GET',
    path: '/api/internal/interest/buckets',
    v1: { path: '/api/v1/interest/buckets' },
    summary: 'Interest buckets with their dated rates',
    needs: 'member',
    ok: z.object({ buckets: z.array(InterestBucket) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/interest/buckets',
    v1: { path: '/api/v1/interest/buckets' },
    summary: 'Make an interest bucket with its first rate',
    needs: 'owner',
    grant: 'admin',
    body: NewBucket,
    ok: bucket,
    codes: ['FORBIDDEN', 'CODE_TAKEN', 'GL_ACCOUNT_NOT_FOUND'],
  }),
  addRate: route({
    method: 'POST',
    path: '/api/internal/interest/buckets/:id/rates',
    v1: { path: '/api/v1/interest/buckets/:id/rates' },
    summary: 'Set the rate of a bucket from a day on; days that accrued by another are corrected',
    needs: 'owner',
    grant: 'admin',
    params,
    body: NewRate,
    ok: bucket,
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  setBucket: route({
    method: 'POST',
    path: '/api/internal/accounts/:id/interest-bucket',
    v1: { path: '/api/v1/accounts/:id/interest-bucket' },
    summary: 'Put an account into a bucket, or take it out, from a day on (today unless said)',
    needs: 'owner',
    grant: 'admin',
    params,
    body: z.strictObject({ bucket_id: Uuid.nullable(), effective_on: IsoDate.nullish() }),
    ok: Done,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'ACCOUNT_CLOSED', 'INTEREST_DAY_ACCRUED'],
  }),
  accounts: route({
    method: 'GET',
    path: '/api/internal/interest/accounts',
    v1: { path: '/api/v1/interest/accounts' },
    summary: 'Accounts that interest accrues on, or did',
    needs: 'member',
    query: z.strictObject({ q: text(120).optional() }),
    ok: z.object({ accounts: z.array(InterestAccount) }),
  }),
  explain: route({
    method: 'GET',
    path: '/api/internal/accounts/:id/interest',
    v1: { path: '/api/v1/accounts/:id/interest' },
    summary: 'Each day of a month as interest accrued on an account: the latest month unless one is named',
    needs: 'member',
    params,
    query: z.strictObject({ month: Month.optional() }),
    ok: z.object({
      /** null where the account never was in a bucket. */
      interest: InterestAccount.nullable(),
      account: z.object({ id: z.string(), code: z.string(), currency: z.string(), minorUnits: z.number().int() }),
      /** Those with accruals, the latest first. */
      months: z.array(z.string()),
      month: z.string().nullable(),
      /** The latest first; a correction above what it corrects. */
      days: z.array(InterestDay),
      capitalisations: z.array(Capitalisation),
    }),
    codes: ['NOT_FOUND'],
  }),
} as const;
