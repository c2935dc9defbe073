// What the balance of an account was booked at in the base currency: what comes in is carried at the rate of its day, what goes out
// takes its share of what is carried (moving average). Only what is still held is valued: differences that were realised on the
// way out are not unrealised ones. Source: decision 0027.

import { divideHalfEven } from '../money/half-even.ts';
import { convertE8, type Ratio } from '../money/ratio.ts';

/** What moved an account on a value date, debit-positive. */
export interface DayNet {
  readonly date: string;
  readonly netE8: bigint;
}

export interface Carried {
  /** In the account's own currency. */
  readonly balanceE8: bigint;
  /** In the base currency, of the same sign. */
  readonly carryingE8: bigint;
}

const isNegative = (e8: bigint): boolean => e8 < 0n;

/** `days` ascend. `rateOn`: one unit of the account's currency in the base currency on a day. */
export function carry(days: readonly DayNet[], rateOn: (date: string) => Ratio): Carried {
  let [balanceE8, carryingE8] = [0n, 0n];
  for (const { date, netE8 } of days) {
    if (netE8 === 0n) continue;
    const after = balanceE8 + netE8;
    const grows = balanceE8 === 0n || isNegative(balanceE8) === isNegative(netE8);
    if (grows) carryingE8 += convertE8(netE8, rateOn(date));
    else if (after === 0n) carryingE8 = 0n;
    // Through zero: what is held now came in on this day.
    else if (isNegative(after) !== isNegative(balanceE8)) carryingE8 = convertE8(after, rateOn(date));
    else carryingE8 = shareOf(carryingE8, after, balanceE8);
    balanceE8 = after;
  }
  return { balanceE8, carryingE8 };
}

/** carrying × part ÷ whole, half-even; part and whole have one sign. */
const shareOf = (carryingE8: bigint, partE8: bigint, wholeE8: bigint): bigint =>
  isNegative(wholeE8) ? divideHalfEven(carryingE8 * -partE8, -wholeE8) : divideHalfEven(carryingE8 * partE8, wholeE8);
