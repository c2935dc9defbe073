// What moves between two accounts where a source knows no debits and credits: which side of ours a growing balance is.

import type { Move, ReadOptions } from '../books.ts';

export function moveOf(
  { from, to, currency, amountE8 }: { readonly from: string; readonly to: string; readonly currency: string; readonly amountE8: bigint },
  { positive }: Pick<ReadOptions, 'positive'>,
): Move {
  const [debit, credit] = positive === 'debit' ? [to, from] : [from, to];
  return { debit, credit, currency, amountE8 };
}

/** A balance of the source, debits above zero. */
export const heldE8 = (amountE8: bigint, { positive }: Pick<ReadOptions, 'positive'>): bigint =>
  positive === 'debit' ? amountE8 : -amountE8;

/** A whole number of JSON, or a text that is one; null for anything else. */
export function wholeNumberOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null;
}
