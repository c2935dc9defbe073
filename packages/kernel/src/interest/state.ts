// What is known of interest, and how events change it.

import type { TenantState } from '../ledger/state.ts';
import { parseAmountE8 } from '../money/amount.ts';
import { addDays } from '../time/instant.ts';
import { DEFAULT_DAY_COUNT } from './day-count.ts';
import type { AccountBucketSet, AccountInterest, BucketState, InterestPosted, InterestRateSet, InterestState } from './events.ts';
import { parseTicks } from './fraction.ts';

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
export const rateOn = (bucket: BucketState, day: string): bigint => lastBy(bucket.rates, day, (r) => r.on)?.rateE8 ?? 0n;

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

export function setBucket({ interest }: TenantState, event: AccountBucketSet): void {
  const account = interest.accounts.get(event.account_id) ?? newAccountInterest(event.account_id);
  account.membership = membershipWith(account, event.effective_on, event.bucket_id);
  account.nextOn = event.next_on;
  interest.accounts.set(account.accountId, account);
}

export function setBucketRate(bucket: BucketState, { rate, effective_on }: InterestRateSet): void {
  const { rates } = bucket;
  const at = rates.findIndex((r) => r.on >= effective_on);
  const entry = { on: effective_on, rateE8: parseAmountE8(rate) ?? 0n };
  if (at === -1) rates.push(entry);
  else rates.splice(at, rates[at]?.on === effective_on ? 1 : 0, entry);
}

/** Answers false where the event names what is not there. */
export function noteInterest({ interest }: TenantState, seq: number, posted: InterestPosted): boolean {
  const account = interest.accounts.get(posted.account_id);
  if (account === undefined) return false;
  account.lastSeq = seq;
  const add = (bucketId: string, e8: bigint): void => void account.accruedE8.set(bucketId, (account.accruedE8.get(bucketId) ?? 0n) + e8);
  if (posted.kind === 'capitalisation') {
    for (const { bucket_id, amount } of posted.parts) add(bucket_id, -(parseAmountE8(amount) ?? 0n));
    account.month = null;
    return true;
  }
  for (const day of posted.days) {
    add(day.bucket_id, parseAmountE8(day.amount) ?? 0n);
    account.leftTicks = parseTicks(day.remainder) ?? 0n;
    if (day.was === undefined) account.lastOn = day.on;
  }
  account.knownAt = posted.known_at;
  account.nextOn = posted.next_on;
  account.month = posted.month;
  return true;
}
