import type { Actor } from '../ledger/actor.ts';
import type { DayCount } from './day-count.ts';

/** Balances are closing ones by value date, debit-positive in units of 10⁻⁸. */
export type InterestAsked = {
  readonly accountId: string;
  /** Position of the log at which the balances were read. */
  readonly knownAt: number;
  /** Ids for accounts that may have to be opened: one more than days, and one. */
  readonly spareIds: readonly string[];
} & (
  | {
      readonly kind: 'accrual';
      /** The day that accrues; null: only earlier ones are corrected. */
      readonly on: string | null;
      readonly balanceE8: bigint;
      /** Earlier days that would be reckoned otherwise today, ascending. */
      readonly corrections: readonly InterestCorrection[];
    }
  | { readonly kind: 'capitalisation'; readonly month: string }
);

export interface InterestCorrection {
  readonly on: string;
  /** The convention it was reckoned by: it stays. */
  readonly dayCount: DayCount;
  readonly was: { readonly balanceE8: bigint; readonly rateE8: bigint };
  readonly balanceE8: bigint;
}

export interface ChangeInterestSettings {
  readonly type: 'interest_settings.change';
  readonly actor: Actor;
  /** Only what is to change. */
  readonly dayCount?: DayCount;
  readonly counterAccountId?: string | null;
}

export interface CreateInterestBucket {
  readonly type: 'interest_bucket.create';
  readonly actor: Actor;
  readonly id: string;
  readonly code: string;
  readonly accruedGlId: string;
  /** Percent a year in units of 10⁻⁸; below zero whoever holds the money pays. */
  readonly rateE8: bigint;
  readonly effectiveOn: string;
}

export interface SetInterestRate {
  readonly type: 'interest_rate.set';
  readonly actor: Actor;
  readonly bucketId: string;
  readonly rateE8: bigint;
  readonly effectiveOn: string;
}

export interface SetAccountBucket {
  readonly type: 'account.set_bucket';
  readonly actor: Actor;
  readonly accountId: string;
  readonly bucketId: string | null;
  /** null: today. */
  readonly effectiveOn: string | null;
}

export type InterestCommand = ChangeInterestSettings | CreateInterestBucket | SetInterestRate | SetAccountBucket;
