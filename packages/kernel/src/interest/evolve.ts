// Events change what is known of interest.

import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import { readAmountE8 } from '../money/amount.ts';
import { addTo } from '../money/sums.ts';
import type { AccountBucketSet, InterestEvents, InterestPosted, InterestRateSet } from './events.ts';
import { readTicks } from './fraction.ts';
import { type BucketState, membershipWith, newAccountInterest } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'interest_settings.changed': (state, { payload: { day_count, counter_account_id } }) => {
    state.interest.dayCount = day_count ?? state.interest.dayCount;
    if (counter_account_id !== undefined) state.interest.counterAccountId = counter_account_id;
  },
  'interest_bucket.created': (state, { seq, payload: { id, code, accrued_gl_account_id } }) => {
    must(state.glAccounts.get(accrued_gl_account_id), 'accrued_gl_account_id', seq).usage += 1;
    state.interest.buckets.set(id, { id, code, accruedGlId: accrued_gl_account_id, rates: [] });
    state.interest.bucketIdByCode.set(code, id);
  },
  'interest_rate.set': (state, { seq, payload }) => {
    setBucketRate(must(state.interest.buckets.get(payload.bucket_id), 'bucket_id', seq), payload);
  },
  'account.bucket_set': (state, { payload }) => {
    setBucket(state, payload);
  },
} satisfies EventRows<InterestEvents>;

export function setBucket({ interest }: TenantState, event: AccountBucketSet): void {
  const account = interest.accounts.get(event.account_id) ?? newAccountInterest(event.account_id);
  account.membership = membershipWith(account, event.effective_on, event.bucket_id);
  account.nextOn = event.next_on;
  interest.accounts.set(account.accountId, account);
}

export function setBucketRate(bucket: BucketState, { rate, effective_on }: InterestRateSet): void {
  const { rates } = bucket;
  const at = rates.findIndex((r) => r.on >= effective_on);
  const entry = { on: effective_on, rateE8: readAmountE8(rate) };
  if (at === -1) rates.push(entry);
  else rates.splice(at, rates[at]?.on === effective_on ? 1 : 0, entry);
}

export function noteInterest({ interest }: TenantState, seq: number, posted: InterestPosted): void {
  const account = must(interest.accounts.get(posted.account_id), 'interest', seq);
  account.lastSeq = seq;
  const add = (bucketId: string, e8: bigint): void => void addTo(account.accruedE8, bucketId, e8);
  if (posted.kind === 'capitalisation') {
    for (const { bucket_id, amount } of posted.parts) add(bucket_id, -readAmountE8(amount));
    account.month = null;
    return;
  }
  for (const day of posted.days) {
    add(day.bucket_id, readAmountE8(day.amount));
    account.leftTicks = readTicks(day.remainder);
    if (day.was === undefined) account.lastOn = day.on;
  }
  account.knownAt = posted.known_at;
  account.nextOn = posted.next_on;
  account.month = posted.month;
}
