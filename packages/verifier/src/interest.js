// Interest says what it was reckoned on: each day comes to its balance at its rate for its part of a year, rounded, and what rounding left is told;
// the rows of the event are what its days, or its parts, come to. Which balance and rate a day had is not looked at.
// @ts-check

import { formatE8, storedE8 } from './amounts.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */

/** The least common multiple of 360 and 365: with it every day of interest is a whole number of ticks, of which a unit of 10⁻⁸ has so many. */
const YEAR_PARTS = 26_280n;
const TICKS_PER_E8 = 10n ** 10n * YEAR_PARTS;
const TICKS_PER_ONE = TICKS_PER_E8 * 10n ** 8n;
/** Characters of a fraction: no day of interest needs as many. */
const FRACTION_LENGTH_MAX = 120;

/**
 * What is wrong with what an intent of interest posts, in words; null where nothing is.
 * @param {Line} payload
 * @param {readonly Line[]} rows
 */
export function interestFault({ interest }, rows) {
  const { kind, account_id: accountId, value_date: date, days, parts, accrued, amount, left } = /** @type {Line} */ (interest);
  const isAccrual = kind === 'accrual';
  const all = /** @type {readonly Line[]} */ (isAccrual ? days : parts);
  if (isAccrual && !all.every(isReckoned)) return 'posts interest that its days do not come to';
  const sum = all.reduce((total, one) => total + e8Of(one['amount']), 0n);
  if (!isAccrual && (sum !== e8Of(amount) || e8Of(accrued) - e8Of(left) !== sum)) return 'posts interest that had not accrued';
  const moved = all.filter((one) => e8Of(one['amount']) !== 0n);
  const isPosted = (/** @type {Line} */ one, /** @type {number} */ i) => {
    const [row, e8] = [rows[i] ?? {}, e8Of(one['amount'])];
    if (row['amount'] !== formatE8(e8 < 0n ? -e8 : e8) || row['value_date'] !== (isAccrual ? one['value_date'] : date)) return false;
    return isAccrual || row[e8 < 0n ? 'credit_account_id' : 'debit_account_id'] === accountId;
  };
  return moved.length === rows.length && moved.every(isPosted) ? null : 'posts other rows than its interest comes to';
}

/** @param {Line} day */
function isReckoned(day) {
  const { was, carried, amount, remainder } = day;
  const before = /** @type {Line | undefined} */ (was);
  const [exact, taken, from, to] = [
    exactTicks(day, day),
    before === undefined ? 0n : exactTicks(day, before),
    ticksOf(carried),
    ticksOf(remainder),
  ];
  if (exact === null || taken === null || from === null || to === null) return false;
  return from + exact - taken === e8Of(amount) * TICKS_PER_E8 + to && 2n * (to < 0n ? -to : to) <= TICKS_PER_E8;
}

/** What a day comes to on a balance at a rate; null where it is not what is told. @param {Line} day @param {Line} base */
function exactTicks({ days, basis }, { balance, rate, exact }) {
  const ticks = e8Of(balance) * e8Of(rate) * BigInt(Number(days)) * (YEAR_PARTS / BigInt(Number(basis)));
  return ticksOf(exact) === ticks ? ticks : null;
}

/** Of a fraction of one unit; null where it is no whole number of ticks. @param {unknown} text */
function ticksOf(text) {
  const words = String(text);
  if (words.length > FRACTION_LENGTH_MAX) return null;
  const [numerator = '', denominator = '1'] = words.split('/');
  const parts = BigInt(denominator);
  return TICKS_PER_ONE % parts === 0n ? BigInt(numerator) * (TICKS_PER_ONE / parts) : null;
}

/** @param {unknown} text */
const e8Of = (text) => storedE8(text) ?? 0n;
