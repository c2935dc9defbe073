// Whether what an intent of interest posts is what it says that it was reckoned on. Which balance and rate a day had is not looked at.

import type { PostedRow } from '../intents/posted.ts';
import { basisOf } from '../interest/day-count.ts';
import type { AccrualBase, AccruedDay, InterestPosted } from '../interest/events.ts';
import { accruedTicks, formatTicks, readTicks, roundTicks } from '../interest/fraction.ts';
import { formatAmountE8, readAmountE8 } from '../money/amount.ts';
import { magnitudeOf } from '../money/magnitude.ts';

/** In words; null where nothing is wrong. */
export function interestFault(interest: InterestPosted, rows: readonly PostedRow[]): string | null {
  const isAccrual = interest.kind === 'accrual';
  if (isAccrual && !interest.days.every(isReckoned)) return 'it posts interest that its days do not come to';
  const parts = isAccrual ? interest.days : interest.parts.map((part) => ({ ...part, value_date: interest.value_date }));
  const sumE8 = parts.reduce((sum, { amount }) => sum + readAmountE8(amount), 0n);
  if (!isAccrual && (sumE8 !== readAmountE8(interest.amount) || readAmountE8(interest.accrued) - readAmountE8(interest.left) !== sumE8))
    return 'it posts interest that had not accrued';
  const moved = parts.filter(({ amount }) => readAmountE8(amount) !== 0n);
  const isPosted = ({ amount, value_date }: (typeof moved)[number], i: number): boolean => {
    const [row, e8] = [rows[i], readAmountE8(amount)];
    if (row?.amount !== formatAmountE8(magnitudeOf(e8)) || row.value_date !== value_date) return false;
    return isAccrual || (e8 < 0n ? row.credit_account_id : row.debit_account_id) === interest.account_id;
  };
  return moved.length === rows.length && moved.every(isPosted) ? null : 'it posts other rows than its interest comes to';
}

function isReckoned(day: AccruedDay): boolean {
  const { was, basis, day_count, carried, amount, remainder } = day;
  if (basis !== Number(basisOf(day_count)) || !isExact(day, day) || (was !== undefined && !isExact(day, was))) return false;
  const ticks = readTicks(carried) + readTicks(day.exact) - (was === undefined ? 0n : readTicks(was.exact));
  const { amountE8, leftTicks } = roundTicks(ticks);
  return amountE8 === readAmountE8(amount) && leftTicks === readTicks(remainder);
}

const isExact = ({ days, day_count }: AccruedDay, { balance, rate, exact }: AccrualBase): boolean =>
  formatTicks(accruedTicks(readAmountE8(balance), readAmountE8(rate), BigInt(days), day_count)) === exact;
