// Amounts are decimals with eight places, counted as units of 10⁻⁸ in a bigint.
// @ts-check

const POSTED = /^(?:0|[1-9][0-9]{0,19})\.[0-9]{8}$/;
const STORED = /^(?!-0\.0+$)-?(?:0|[1-9][0-9]*)\.[0-9]{8}$/;
const ASKED = /^(-?)([0-9]{1,20})(?:\.([0-9]{1,8}))?$/;
const DECIMALS = 8;
const NOTHING = '0.00000000';

/** @type {(text: string) => bigint} */
const toE8 = (text) => BigInt(text.slice(0, -DECIMALS - 1) + text.slice(-DECIMALS));

/**
 * Of a posted row: above zero, without leading zeros; null for anything else.
 * @param {unknown} text
 */
export const postedE8 = (text) => (isPosted(text) ? toE8(text) : null);

/** Whether a text is the amount of a posted row. @param {unknown} text @returns {text is string} */
export const isPosted = (text) => typeof text === 'string' && POSTED.test(text) && text !== NOTHING;

/** A sum is kept in so many numbers, the lowest first, each of ten decimal digits of it and what is carried over later. */
export const LIMBS = 3;
const LIMB = 1e10;
const ZERO = 0x30;

/** Adds the amount of a posted row to a sum: fewer than 900,000 of them before it is carried. @param {number[]} sums @param {number} at @param {string} text */
export function addPosted(sums, at, text) {
  let [nth, limb, worth] = [at, 0, 1];
  for (let i = text.length - 1; i >= 0; i--) {
    const digit = text.charCodeAt(i) - ZERO;
    // The point.
    if (digit < 0) continue;
    limb += digit * worth;
    worth *= 10;
    if (worth < LIMB) continue;
    sums[nth] = /** @type {number} */ (sums[nth]) + limb;
    [nth, limb, worth] = [nth + 1, 0, 1];
  }
  if (limb > 0) sums[nth] = /** @type {number} */ (sums[nth]) + limb;
}

/** Adds one sum to another, and carries. @param {Float64Array} to @param {number} at @param {Float64Array} sums @param {number} from */
export function addSum(to, at, sums, from) {
  let carried = 0;
  for (let i = 0; i < LIMBS; i++) {
    const limb = /** @type {number} */ (to[at + i]) + /** @type {number} */ (sums[from + i]) + carried;
    carried = i === LIMBS - 1 ? 0 : Math.floor(limb / LIMB);
    to[at + i] = limb - carried * LIMB;
  }
}

/** What a sum comes to, in units of 10⁻⁸. @param {Float64Array} sums @param {number} at */
export function sumE8(sums, at) {
  let e8 = 0n;
  for (let i = LIMBS - 1; i >= 0; i--) e8 = e8 * BigInt(LIMB) + BigInt(/** @type {number} */ (sums[at + i]));
  return e8;
}

/**
 * Of a balance or a sum; null where it is not one.
 * @param {unknown} text
 */
export const storedE8 = (text) => (typeof text === 'string' && STORED.test(text) ? toE8(text) : null);

/**
 * As a request names it: up to eight places, a minus allowed; null for anything else.
 * @param {unknown} text
 */
function askedE8(text) {
  const [, sign, whole = '', places = ''] = (typeof text === 'string' && ASKED.exec(text)) || [];
  if (whole === '') return null;
  const amountE8 = BigInt(whole + places.padEnd(DECIMALS, '0'));
  return sign === '-' ? -amountE8 : amountE8;
}

/**
 * How a request names the amount of a posted row: 1, -1 with a minus before it, 0 where it names another.
 * @param {unknown} asked
 * @param {unknown} posted
 */
export function signOf(asked, posted) {
  if (!isPosted(posted)) return 0;
  if (typeof asked === 'string' && isPlainly(asked, posted)) return 1;
  const [amountE8, landedE8] = [askedE8(asked), toE8(posted)];
  if (amountE8 === landedE8) return 1;
  return amountE8 === -landedE8 ? -1 : 0;
}

/** The same without some of its last zeros: as most requests name it. @param {string} asked @param {string} posted */
function isPlainly(asked, posted) {
  const point = posted.length - DECIMALS - 1;
  if (asked.length === point) return posted.endsWith(NOTHING.slice(1)) && posted.startsWith(asked);
  return asked.length > point + 1 && posted.startsWith(asked) && asked.padEnd(posted.length, '0') === posted;
}

/** @param {bigint} amountE8 */
export function formatE8(amountE8) {
  const digits = String(amountE8 < 0n ? -amountE8 : amountE8).padStart(DECIMALS + 1, '0');
  return `${amountE8 < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
