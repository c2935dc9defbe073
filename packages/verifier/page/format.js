// Amounts, days and hashes as people read them.
// @ts-check

import { formatE8 } from '../src/amounts.js';

/** Decimals that a currency is written with; two where it is not known. @param {string} currency */
function decimalsOf(currency) {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** With the decimals of its currency, and more where the amount has more: nothing is cut. @param {bigint} amountE8 @param {string} currency */
export function money(amountE8, currency) {
  const [whole, places] = formatE8(amountE8).split('.');
  const shown = places.replace(/0+$/, '').padEnd(decimalsOf(currency), '0');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return shown === '' ? grouped : `${grouped}.${shown}`;
}

/** @param {number} n */
export const count = (n) => n.toLocaleString('en-US');

/** @type {(n: number, one: string, many?: string) => string} */
export const counted = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** @param {number} day as 20260131 */
export const dayOf = (day) => `${String(day).slice(0, 4)}-${String(day).slice(4, 6)}-${String(day).slice(6)}`;

/** To the second, in UTC. @param {string} ts of an event */
export const instantOf = (ts) => `${ts.slice(0, 10)} ${ts.slice(11, 19)}`;

/** 10⁻⁸ units of what somebody typed; null for what is no amount. @param {string} text */
export function typedE8(text) {
  const [, whole = '', places = ''] = /^(\d{1,20})(?:\.(\d{1,8}))?$/.exec(text.replaceAll(/[,\s]/g, '')) ?? [];
  return whole === '' ? null : BigInt(whole + places.padEnd(8, '0'));
}
