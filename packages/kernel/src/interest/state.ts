// What is known of interest.

import { addDays } from '../time/instant.ts';
import { type DayCount, DEFAULT_DAY_COUNT } from './day-count.ts';

export const emptyInterest = (): InterestState => ({
  dayCount: DEFAULT_DAY_COUNT,
  counterAccountId: null,
  buckets: new Map(),
  bucketIdByCode: new Map(),
  accounts: new Map(),
});

/** The last of those that begin on the day or before it; they are kept ascending. */
function lastBy<T>(list: readonly T[], day: string, startOf: (item: T) => string): T | null {
  for (let i = list.length - 1; i >= 0; i--) {
    const item = list[i] as T;
    if (startOf(item) <= day) return item;
  }
  return null;
}

/** Percent a year in units of 10⁻⁸; zero before the first rate. */
export function rateOn(bucket: BucketState, day: string): bigint {
  const rate = lastBy(bucket.rates, day, (r) => r.on);
  return rate === null ? 0n : rate.rateE8;
}

/** The bucket the account is in on a day, or null. */
export const bucketOn = ({ membership }: Pick<AccountInterest, 'membership'>, day: string): string | null =>
  lastBy(membership, day, (m) => m.from)?.bucketId ?? null;

/** The first day from `from` on that the account is in a bucket, or null where there will be none. */
export function nextAccrualDay(account: Pick<AccountInterest, 'membership'>, from: string): string | null {
  if (bucketOn(account, from) !== null) return from;
  return account.membership.find((m) => m.from > from && m.bucketId !== null)?.from ?? null;
}

/** The membership once a bucket, or none, is set from a day on: what was said of later days is gone. */
export const membershipWith = (
  { membership }: Pick<AccountInterest, 'membership'>,
  from: string,
  bucketId: string | null,
): AccountInterest['membership'] => [...membership.filter((m) => m.from < from), { from, bucketId }];

/** The day to accrue after one that has. */
export const dayAfter = (account: Pick<AccountInterest, 'membership'>, day: string): string | null =>
  nextAccrualDay(account, addDays(day, 1));

/** Whether interest accrues on the account, will, or waits to be capitalised. */
export const accrues = (account: AccountInterest | undefined): boolean =>
  account !== undefined && (account.nextOn !== null || account.month !== null);

export const newAccountInterest = (accountId: string): AccountInterest => ({
  accountId,
  membership: [],
  nextOn: null,
  lastOn: null,
  month: null,
  accruedE8: new Map(),
  leftTicks: 0n,
  knownAt: 0,
  lastSeq: 0,
});

export interface BucketState {
  readonly id: string;
  readonly code: string;
  readonly accruedGlId: string;
  /** Ascending by day. */
  readonly rates: { readonly on: string; readonly rateE8: bigint }[];
}

export interface AccountInterest {
  readonly accountId: string;
  /** Ascending by day; the account is in that bucket from the day on. */
  membership: readonly { readonly from: string; readonly bucketId: string | null }[];
  /** The day that accrues next; null while no day will. */
  nextOn: string | null;
  /** The last day that accrued. */
  lastOn: string | null;
  /** The month with accruals that are not capitalised, `YYYY-MM`. */
  month: string | null;
  /** What has accrued and is not capitalised, by bucket, debit-positive. */
  readonly accruedE8: Map<string, bigint>;
  /** What rounding left of it. */
  leftTicks: bigint;
  /** Where the log stood when the balances of the last accrual were read. */
  knownAt: number;
  /** The last accrual or capitalisation. */
  lastSeq: number;
}

export interface InterestState {
  dayCount: DayCount;
  counterAccountId: string | null;
  readonly buckets: Map<string, BucketState>;
  readonly bucketIdByCode: Map<string, string>;
  readonly accounts: Map<string, AccountInterest>;
}

/** What the state of an organisation keeps of it. */
export interface InterestPart {
  readonly interest: InterestState;
}

export const interestPart = (): InterestPart => ({
  interest: emptyInterest(),
});
