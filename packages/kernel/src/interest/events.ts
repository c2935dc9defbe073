import type { DayCount } from './day-count.ts';

/** Only what changed is present. */
export type InterestSettingsChanged = {
  readonly day_count?: DayCount;
  /** Where interest comes from and goes to; null: nothing accrues. */
  readonly counter_account_id?: string | null;
};

export type InterestBucketCreated = {
  readonly id: string;
  readonly code: string;
  /** The GL account that its accrued interest stands on until it is capitalised. */
  readonly accrued_gl_account_id: string;
};

/** The rate that holds from a day on; one for the same day is replaced. */
export type InterestRateSet = {
  readonly bucket_id: string;
  /** Percent a year, eight decimals. */
  readonly rate: string;
  readonly effective_on: string;
};

/** From a day on the account is in a bucket, or in none; what was said of later days is void. */
export type AccountBucketSet = {
  readonly account_id: string;
  readonly bucket_id: string | null;
  readonly effective_on: string;
  /** The day that accrues next. */
  readonly next_on: string | null;
};

export interface InterestEvents {
  readonly 'interest_settings.changed': InterestSettingsChanged;
  readonly 'interest_bucket.created': InterestBucketCreated;
  readonly 'interest_rate.set': InterestRateSet;
  readonly 'account.bucket_set': AccountBucketSet;
}

/** What a day was accrued on. Balances debit-positive with eight decimals, fractions as `formatTicks` writes them. */
export type AccrualBase = { readonly balance: string; readonly rate: string; readonly exact: string };

/** One day of an account, as it was accrued or corrected: enough to reckon it again. */
export type AccruedDay = AccrualBase & {
  readonly on: string;
  /** The day itself, or the first open one after it. */
  readonly value_date: string;
  readonly bucket_id: string;
  readonly day_count: DayCount;
  /** What the day counts for, of so many days of the year. */
  readonly days: number;
  readonly basis: number;
  /** Of a correction: what it was accrued on before. */
  readonly was?: AccrualBase;
  /** What earlier rounding left; with it the amount was rounded. */
  readonly carried: string;
  /** As posted: debit-positive as it moves the account when it is capitalised. Of a correction only the difference. */
  readonly amount: string;
  /** What this rounding left. */
  readonly remainder: string;
};

/** In the event of an intent of interest. */
export type InterestPosted =
  | {
      readonly kind: 'accrual';
      readonly account_id: string;
      /** Position of the log at which the balances were read. */
      readonly known_at: number;
      /** Corrections of earlier days, then the day that is new, if any. */
      readonly days: readonly AccruedDay[];
      readonly next_on: string | null;
      /** The month that is capitalised next, `YYYY-MM`. */
      readonly month: string;
    }
  | {
      readonly kind: 'capitalisation';
      readonly account_id: string;
      readonly month: string;
      /** What had accrued, what of it went to the account, and what stays accrued. */
      readonly accrued: string;
      readonly amount: string;
      readonly left: string;
      /** The first of the next month, or the first open day after it. */
      readonly value_date: string;
      /** What of the amount was accrued in each bucket. */
      readonly parts: readonly { readonly bucket_id: string; readonly amount: string }[];
    };
