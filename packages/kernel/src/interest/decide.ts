import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { addYears, dateOf } from '../time/instant.ts';
import type { ChangeInterestSettings, CreateInterestBucket, SetAccountBucket, SetInterestRate } from './commands.ts';
import { accrues, membershipWith, newAccountInterest, nextAccrualDay } from './state.ts';

/** As value dates: decision 0004. */
const YEARS_BACK_MAX = 10;
const YEARS_AHEAD_MAX = 1;
/** 1000 %. */
const RATE_MAX_E8 = 1000n * 10n ** 8n;

function checkDay(day: string, nowUs: bigint): Decision | null {
  const today = dateOf(nowUs);
  const [earliest, latest] = [addYears(today, -YEARS_BACK_MAX), addYears(today, YEARS_AHEAD_MAX)];
  return day < earliest || day > latest ? refuseField('effective_on', `Use a date from ${earliest} to ${latest}.`) : null;
}

const checkRate = (rateE8: bigint): Decision | null =>
  rateE8 > RATE_MAX_E8 || rateE8 < -RATE_MAX_E8 ? refuseField('rate', 'Use a rate from -1000 to 1000 percent.') : null;

/** Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR (no such account; it accrues interest itself), ACCOUNT_CLOSED. */
export function decideChangeInterestSettings(state: TenantState, command: ChangeInterestSettings): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { interest } = state;
  const { dayCount, counterAccountId } = command;
  if (typeof counterAccountId === 'string') {
    const account = state.accounts.get(counterAccountId);
    if (account === undefined) return refuseField('counter_account_id', 'Choose an account of this organisation.');
    if (accrues(interest.accounts.get(account.id)))
      return refuseField('counter_account_id', 'Interest accrues on this account: choose another one.');
    if (account.closed) return refuse('ACCOUNT_CLOSED');
  }
  const payload = {
    ...(dayCount === undefined ? {} : { day_count: dayCount }),
    ...(counterAccountId === undefined ? {} : { counter_account_id: counterAccountId }),
  };
  return Object.keys(payload).length === 0 ? append() : append({ type: 'interest_settings.changed', payload });
}

/** Refuses, first match wins: as `guardWrite` (an owner), CODE_TAKEN, GL_ACCOUNT_NOT_FOUND, VALIDATION_ERROR (its class; rate; day). */
export function decideCreateInterestBucket(state: TenantState, command: CreateInterestBucket, nowUs: bigint): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { id, code, accruedGlId, rateE8, effectiveOn } = command;
  if (state.interest.bucketIdByCode.has(code)) return refuse('CODE_TAKEN', { code });
  const gl = state.glAccounts.get(accruedGlId);
  if (gl === undefined) return refuse('GL_ACCOUNT_NOT_FOUND', { accrued_gl_id: accruedGlId });
  if (gl.class !== 'A' && gl.class !== 'L') return refuseField('accrued_gl_id', 'Choose an asset or a liability.');
  const wrong = checkRate(rateE8) ?? checkDay(effectiveOn, nowUs);
  if (wrong !== null) return wrong;
  return append(
    { type: 'interest_bucket.created', payload: { id, code, accrued_gl_account_id: gl.id } },
    { type: 'interest_rate.set', payload: { bucket_id: id, rate: formatAmountE8(rateE8), effective_on: effectiveOn } },
  );
}

/**
 * A rate from a day on. It may be a day that has accrued: that is corrected by the next accrual.
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, VALIDATION_ERROR (rate; day).
 */
export function decideSetInterestRate(state: TenantState, command: SetInterestRate, nowUs: bigint): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { bucketId, rateE8, effectiveOn } = command;
  const bucket = state.interest.buckets.get(bucketId);
  if (bucket === undefined) return refuse('NOT_FOUND');
  const wrong = checkRate(rateE8) ?? checkDay(effectiveOn, nowUs);
  if (wrong !== null) return wrong;
  return append({
    type: 'interest_rate.set',
    payload: { bucket_id: bucketId, rate: formatAmountE8(rateE8), effective_on: effectiveOn },
  });
}

/**
 * Puts an account into a bucket, or takes it out, from a day on. Days that have accrued stay as they are.
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, ACCOUNT_CLOSED, VALIDATION_ERROR (bucket; an account that interest
 * itself is posted to; day), INTEREST_DAY_ACCRUED.
 */
export function decideSetAccountBucket(state: TenantState, command: SetAccountBucket, nowUs: bigint): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const account = state.accounts.get(command.accountId);
  if (account === undefined) return refuse('NOT_FOUND');
  const { bucketId } = command;
  if (bucketId !== null) {
    if (account.closed) return refuse('ACCOUNT_CLOSED');
    const bucket = state.interest.buckets.get(bucketId);
    if (bucket === undefined) return refuseField('bucket_id', 'Choose a bucket of this organisation.');
    if (account.id === state.interest.counterAccountId || account.glAccountId === bucket.accruedGlId)
      return refuseField('bucket_id', 'Interest itself is posted to this account.');
  }
  const effectiveOn = command.effectiveOn ?? dateOf(nowUs);
  const wrong = checkDay(effectiveOn, nowUs);
  if (wrong !== null) return wrong;
  const known = state.interest.accounts.get(account.id) ?? newAccountInterest(account.id);
  if (known.lastOn !== null && effectiveOn <= known.lastOn) return refuse('INTEREST_DAY_ACCRUED', { accrued_through: known.lastOn });
  const membership = membershipWith(known, effectiveOn, bucketId);
  const next_on = nextAccrualDay({ membership }, known.nextOn !== null && known.nextOn < effectiveOn ? known.nextOn : effectiveOn);
  return append({
    type: 'account.bucket_set',
    payload: { account_id: account.id, bucket_id: bucketId, effective_on: effectiveOn, next_on },
  });
}
