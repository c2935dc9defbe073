// Amounts are decimals with eight places, counted as units of 10⁻⁸ in a bigint.
// @ts-check

const POSTED = /^(?:0|[1-9][0-9]{0,19})\.[0-9]{8}$/;
const STORED = /^(?!-0\.0+$)-?(?:0|[1-9][0-9]*)\.[0-9]{8}$/;
const ASKED = /^(-?)([0-9]{1,20})(?:\.([0-9]{1,8}))?$/;
const DECIMALS = 8;

/** @type {(text: string) => bigint} */
const toE8 = (text) => BigInt(text.slice(0, -DECIMALS - 1) + text.slice(-DECIMALS));

/**
 * Of a posted row: above zero, without leading zeros; null for anything else.
 * @param {unknown} text
 */
export function postedE8(text) {
  if (typeof text !== 'string' || !POSTED.test(text)) return null;
  const amountE8 = toE8(text);
  return amountE8 > 0n ? amountE8 : null;
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
export function askedE8(text) {
  const [, sign, whole = '', places = ''] = (typeof text === 'string' && ASKED.exec(text)) || [];
  if (whole === '') return null;
  const amountE8 = BigInt(whole + places.padEnd(DECIMALS, '0'));
  return sign === '-' ? -amountE8 : amountE8;
}

/** @param {bigint} amountE8 */
export function formatE8(amountE8) {
  const digits = String(amountE8 < 0n ? -amountE8 : amountE8).padStart(DECIMALS + 1, '0');
  return `${amountE8 < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
