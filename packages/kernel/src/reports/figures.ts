// What a line of a statement shows: amounts in each currency, a column a period, and the same in one currency. Debit-positive.

import { amountAt } from '../money/sums.ts';
import { addConverted, type Conversion, type Fraction, findConversion, type RateInForce, roundToMinorE8, zero } from './translate.ts';

/** By currency an amount for each column, in units of 10⁻⁸. */
export type Amounts = ReadonlyMap<string, readonly bigint[]>;

export interface Figures {
  readonly amounts: Amounts;
  /** In the currency of the translation, a column a period; null where a rate is missing. */
  readonly translatedE8: readonly (bigint | null)[];
}

/** How a statement is put into one currency: what each column's rates make of each currency. */
export interface Translator {
  readonly currency: string;
  /** A map a column, from currency to its conversion; null where no rate leads there. */
  readonly columns: readonly ReadonlyMap<string, Conversion | null>[];
}

/** `ratesOf`: the rates in force at the end of each column's period. */
export function makeTranslator(
  currencies: readonly string[],
  to: string,
  reportingCurrency: string,
  ratesOf: readonly (readonly RateInForce[])[],
): Translator {
  return {
    currency: to,
    columns: ratesOf.map((rates) => new Map(currencies.map((from) => [from, findConversion(rates, from, to, reportingCurrency)]))),
  };
}

export const noAmounts: Amounts = new Map();

export function addAmounts(list: readonly Amounts[]): Amounts {
  const sums = new Map<string, readonly bigint[]>();
  for (const amounts of list)
    for (const [currency, columns] of amounts) {
      const before = sums.get(currency);
      sums.set(currency, before === undefined ? columns : columns.map((e8, c) => e8 + amountAt(before, c)));
    }
  return sums;
}

/** The exact sum in the translation's currency, or null where an amount other than zero has no rate. */
function convert(amounts: Amounts, column: number, by: Translator): Fraction | null {
  let sum = zero;
  for (const [currency, columns] of amounts) {
    const amountE8 = amountAt(columns, column);
    if (amountE8 === 0n) continue;
    const conversion = by.columns[column]?.get(currency) ?? null;
    if (conversion === null) return null;
    sum = addConverted(sum, amountE8, conversion);
  }
  return sum;
}

const less = (amounts: Amounts, others: Amounts): Amounts =>
  others.size === 0 ? amounts : addAmounts([amounts, new Map([...others].map(([currency, e8]) => [currency, e8.map((n) => -n)]))]);

/** A line's own figures: translated as a whole, rounded once. `untranslated` is the part of the amounts that is only shown. */
export function figuresOf(amounts: Amounts, by: Translator, untranslated: Amounts = noAmounts): Figures {
  const translated = less(amounts, untranslated);
  return {
    amounts,
    translatedE8: by.columns.map((_, column) => {
      const exact = convert(translated, column, by);
      return exact === null ? null : roundToMinorE8(exact, by.currency);
    }),
  };
}

/** The figures of a total: what its lines show, added up, so that a column can be checked with a pencil. */
export const sumOf = (lines: readonly Figures[], columns: number): Figures => ({
  amounts: addAmounts(lines.map((l) => l.amounts)),
  translatedE8: Array.from({ length: columns }, (_, c) =>
    lines.reduce<bigint | null>((sum, l) => {
      const e8 = l.translatedE8[c] ?? null;
      return sum === null || e8 === null ? null : sum + e8;
    }, 0n),
  ),
});

/** What rounding line by line left between lines and the total that they should come to; null where nothing is left. */
export function roundingOf(lines: readonly Figures[], total: readonly (bigint | null)[]): Figures | null {
  const shown = sumOf(lines, total.length).translatedE8;
  const rest = shown.map((e8, c) => {
    const whole = total[c] ?? null;
    return e8 === null || whole === null ? null : whole - e8;
  });
  return rest.every((e8) => e8 === null || e8 === 0n) ? null : { amounts: noAmounts, translatedE8: rest };
}
