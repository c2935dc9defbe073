// What an intent of interest posts. The kernel reckons the amounts and knows whose turn it is; from outside come only balances, with
// the position of the log at which they were read. Nothing here is rejected: what cannot be posted now waits, and its key stays free.

import type { AccountState } from '../accounts/state.ts';
import type { JsonObject } from '../canonical/jcs.ts';
import type { ProposedRow } from '../intents/commands.ts';
import type { Plan, ResolvedRow } from '../intents/planned.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { divideHalfEven } from '../money/half-even.ts';
import { minorUnitsOf } from '../money/iso4217.ts';
import { amountAt } from '../money/sums.ts';
import { firstOpenDay } from '../periods/days.ts';
import { addMonths, dateOf } from '../time/instant.ts';
import type { InterestAsked, InterestCorrection } from './commands.ts';
import { CompanionAccounts } from './companion-accounts.ts';
import { basisOf, countDay, type DayCount } from './day-count.ts';
import type { AccrualBase, AccruedDay } from './events.ts';
import { accruedTicks, formatTicks, roundTicks } from './fraction.ts';
import { type AccountInterest, bucketOn, dayAfter, rateOn } from './state.ts';

const plain = { effect: 'post', hold: null, rest: null, expiresAtUs: null, reverses: null, broken: null } as const;
const wait = (reason: JsonObject): Plan => ({ ...plain, rows: [], waits: reason });

/** Plans an accrual or a capitalisation; `waits` says why it is not to be posted now. Source: decision 0026. */
export function planInterest(state: TenantState, asked: InterestAsked, nowUs: bigint): Plan {
  const account = state.accounts.get(asked.accountId);
  const interest = account === undefined ? undefined : state.interest.accounts.get(account.id);
  if (account === undefined || interest === undefined) return wait({ code: 'NOT_FOUND' });
  // What was read before the last of these intents is stale, unless that one stands on the same reading.
  if (interest.lastSeq > asked.knownAt && interest.knownAt !== asked.knownAt) return wait({ code: 'STALE', last_seq: interest.lastSeq });
  const companions = CompanionAccounts.of(state, account.currency, asked.spareIds);
  if (companions === null) return wait({ code: 'NO_COUNTER_ACCOUNT' });
  const plan =
    asked.kind === 'accrual'
      ? planAccrual(state, asked, { account, interest, companions, nowUs })
      : planCapitalisation(state, asked, { account, interest, companions, nowUs });
  return companions.taken === null ? plan : wait({ code: 'CODE_TAKEN', account: companions.taken });
}

interface About {
  readonly account: AccountState;
  readonly interest: AccountInterest;
  readonly companions: CompanionAccounts;
  readonly nowUs: bigint;
}

const turn = ({ interest: { nextOn, month } }: About): Plan => wait({ code: 'NOT_ITS_TURN', next_on: nextOn, month });

function planAccrual(state: TenantState, asked: InterestAsked & { readonly kind: 'accrual' }, about: About): Plan {
  const { interest, account, companions, nowUs } = about;
  const { on, corrections } = asked;
  const due = on === null ? corrections.length > 0 : on === interest.nextOn && on < dateOf(nowUs);
  // A month is capitalised before the next one begins to accrue.
  if (!due || (on !== null && interest.month !== null && interest.month !== on.slice(0, 7))) return turn(about);
  const reckoner = new Reckoner(state, interest);
  const days: AccruedDay[] = [];
  for (const { on: day, dayCount, was, balanceE8 } of corrections) {
    if (interest.lastOn === null || day > interest.lastOn) return turn(about);
    const accrued = reckoner.day(day, balanceE8, dayCount, was);
    if (accrued === null) return turn(about);
    days.push(accrued);
  }
  if (on !== null) {
    const accrued = reckoner.day(on, asked.balanceE8, state.interest.dayCount, null);
    if (accrued === null) return turn(about);
    days.push(accrued);
  }
  const rows = days.flatMap((day, i): readonly ResolvedRow[] => {
    const amountE8 = amountAt(reckoner.amounts, i);
    if (amountE8 === 0n) return [];
    const narrative = `Interest ${account.code} ${day.on}${day.was === undefined ? '' : ' (correction)'}`;
    return [rowOf(companions.accrued(day.bucket_id), companions.counter(), amountE8, account.currency, day.value_date, narrative)];
  });
  const last = days.at(-1)?.on ?? '';
  return {
    ...plain,
    rows,
    interest: {
      opened: companions.opened,
      posted: {
        kind: 'accrual',
        account_id: account.id,
        known_at: asked.knownAt,
        days,
        next_on: on === null ? interest.nextOn : dayAfter(interest, on),
        month: interest.month ?? last.slice(0, 7),
      },
    },
  };
}

/** Reckons day after day; what rounding leaves of one goes to the next. */
class Reckoner {
  readonly amounts: bigint[] = [];
  private readonly state: TenantState;
  private readonly interest: AccountInterest;
  private leftTicks: bigint;

  constructor(state: TenantState, interest: AccountInterest) {
    this.state = state;
    this.interest = interest;
    this.leftTicks = interest.leftTicks;
  }

  /** null where the account was in no bucket that day. `was`: what it was reckoned on before; only the difference is posted. */
  day(on: string, balanceE8: bigint, dayCount: DayCount, was: InterestCorrection['was'] | null): AccruedDay | null {
    const bucket = this.state.interest.buckets.get(bucketOn(this.interest, on) ?? '');
    if (bucket === undefined) return null;
    const days = countDay(dayCount, on);
    const ticksOf = (base: InterestCorrection['was']): bigint => accruedTicks(base.balanceE8, base.rateE8, days, dayCount);
    const textOf = (base: InterestCorrection['was']): AccrualBase => ({
      balance: formatAmountE8(base.balanceE8),
      rate: formatAmountE8(base.rateE8),
      exact: formatTicks(ticksOf(base)),
    });
    const base = { balanceE8, rateE8: rateOn(bucket, on) };
    const carried = this.leftTicks;
    const { amountE8, leftTicks } = roundTicks(carried + ticksOf(base) - (was === null ? 0n : ticksOf(was)));
    this.leftTicks = leftTicks;
    this.amounts.push(amountE8);
    return {
      on,
      value_date: firstOpenDay(this.state, on),
      bucket_id: bucket.id,
      day_count: dayCount,
      days: Number(days),
      basis: Number(basisOf(dayCount)),
      ...textOf(base),
      ...(was === null ? {} : { was: textOf(was) }),
      carried: formatTicks(carried),
      amount: formatAmountE8(amountE8),
      remainder: formatTicks(leftTicks),
    };
  }
}

/** The whole of what has accrued, rounded half-even to the minor unit; what that leaves stays accrued, in the last of its buckets. */
function planCapitalisation(state: TenantState, { month }: InterestAsked & { readonly kind: 'capitalisation' }, about: About): Plan {
  const { interest, account, companions, nowUs } = about;
  const accruesOn = interest.nextOn !== null && interest.nextOn.slice(0, 7) <= month;
  if (interest.month !== month || accruesOn || month >= dateOf(nowUs).slice(0, 7)) return turn(about);
  const accrued = [...interest.accruedE8].filter(([, e8]) => e8 !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  const totalE8 = accrued.reduce((sum, [, e8]) => sum + e8, 0n);
  const unit = 10n ** BigInt(8 - minorUnitsOf(account.currency));
  const amountE8 = divideHalfEven(totalE8, unit) * unit;
  const valueDate = firstOpenDay(state, addMonths(`${month}-01`, 1));
  const narrative = `Interest ${account.code} ${month}`;
  const parts = accrued.map(([bucketId, e8], i) => ({ bucketId, e8, movesE8: i === accrued.length - 1 ? e8 - (totalE8 - amountE8) : e8 }));
  const rows = parts
    .filter((p) => p.movesE8 !== 0n)
    .map((p) => rowOf(account, companions.accrued(p.bucketId), p.movesE8, account.currency, valueDate, narrative));
  return {
    ...plain,
    rows,
    interest: {
      opened: companions.opened,
      posted: {
        kind: 'capitalisation',
        account_id: account.id,
        month,
        accrued: formatAmountE8(totalE8),
        amount: formatAmountE8(amountE8),
        left: formatAmountE8(totalE8 - amountE8),
        value_date: valueDate,
        parts: parts.map((p) => ({ bucket_id: p.bucketId, amount: formatAmountE8(p.movesE8) })),
      },
    },
  };
}

/** Debits the one and credits the other where the amount is above zero, else the other way round. */
function rowOf(
  debit: AccountState | undefined,
  credit: AccountState | undefined,
  amountE8: bigint,
  currency: string,
  valueDate: string,
  narrative: string,
): ResolvedRow {
  const row: ProposedRow = { debit: debit?.id ?? '', credit: credit?.id ?? '', amountE8, currency, valueDate, narrative };
  return { row, debit, credit };
}
