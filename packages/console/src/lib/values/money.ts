// Amounts on the screen. Exact throughout: decimal or minor-unit strings become digits in groups, never a float.
import { AMOUNT_DECIMALS, formatAmountE8, parseAmountE8, parseBalanceE8, parseMinor } from '@countinghouse/kernel/money/amount';
import { formatRate, parseRate } from '@countinghouse/kernel/money/rate';
import { invert, ratioOf, roundRatio } from '@countinghouse/kernel/money/ratio';
import { groupDigits, MINUS } from './numbers.ts';

/** ISO 4217: what most currencies have, used until the list of currencies is there. */
const USUAL_MINOR_UNITS = 2;
// Source: specification §9.
export const FX_DIGITS_SHOWN_MAX = 12;

export type Side = 'Dr' | 'Cr' | '';

/** The nearest amount with the currency's decimals; what lies half-way goes to the even digit. Units of 10⁻⁸ both. */
export function roundE8(amountE8: bigint, minorUnits: number): bigint {
  const unit = 10n ** BigInt(AMOUNT_DECIMALS - minorUnits);
  const sign = amountE8 < 0n ? -1n : 1n;
  const whole = (amountE8 * sign) / unit;
  const twiceRest = ((amountE8 * sign) % unit) * 2n;
  const up = twiceRest > unit || (twiceRest === unit && whole % 2n === 1n);
  return sign * (up ? whole + 1n : whole) * unit;
}

/** An exact amount in whole minor units, in groups, and what is below one apart: `6508.786333` is `['6,508', '.786333']`. */
export function splitMinor(minor: string): readonly [whole: string, below: string] {
  const [digits = '0', below] = minor.replace('-', MINUS).split('.');
  return [groupDigits(digits), below === undefined ? '' : `.${below}`];
}

/** Formats units of 10⁻⁸ with the currency's decimals, more only where the amount goes below its minor unit. */
export function showAmountE8(amountE8: bigint, minorUnits: number): string {
  const plain = formatAmountE8(amountE8 < 0n ? -amountE8 : amountE8);
  const [whole = '0', fraction = ''] = plain.split('.');
  const shown = fraction.slice(0, minorUnits) + fraction.slice(minorUnits).replace(/0+$/, '');
  const grouped = groupDigits(whole);
  return `${amountE8 < 0n ? MINUS : ''}${grouped}${shown === '' ? '' : `.${shown}`}`;
}

/** A plain decimal for files: no groups, an ASCII minus, the currency's decimals. */
export const plainAmountE8 = (amountE8: bigint, minorUnits: number): string =>
  showAmountE8(amountE8, minorUnits).replaceAll(',', '').replace(MINUS, '-');

/** Units of 10⁻⁸ of a decimal from the wire. Throws RangeError for anything else: what cannot be read is never shown as zero. */
export const readAmountE8 = (decimal: string): bigint => parseBalanceE8(decimal);

/** Units of 10⁻⁸ of a minor-units string from the wire. Throws RangeError for anything else, as `readAmountE8`. */
export function readMinorE8(minor: string, minorUnits: number): bigint {
  const amountE8 = parseMinor(minor, minorUnits);
  if (amountE8 === null) throw new RangeError(`not an amount in minor units: ${minor}`);
  return amountE8;
}

/** Which side a debit-positive balance stands on. */
export const sideOf = (amountE8: bigint): Side => (amountE8 === 0n ? '' : amountE8 > 0n ? 'Dr' : 'Cr');

/** Without the commas or spaces between groups of three digits; anything else stays as it was typed, but for spaces around it. */
export function ungroup(typed: string): string {
  const text = typed.trim();
  return /^[-\u2212]?\d{1,3}(?:([,\u00A0\u202F ])\d{3})(?:\1\d{3})*(?:\.\d*)?$/.test(text) ? text.replace(/[,\u00A0\u202F ]/g, '') : text;
}

/** A plain decimal, `-250000.00`, with its whole part in groups of three: what `ungroup` undoes. */
export const group = (plain: string): string => plain.replace(/\d+/, groupDigits);

/**
 * What a person typed as an amount, with 8 decimals; an empty field becomes zero. Null if it is not a decimal.
 * A typographic minus, a bare leading point and groups of three digits (`1,234.50`) are understood.
 */
export function normaliseAmount(typed: string): string | null {
  const text = ungroup(typed)
    .replace(MINUS, '-')
    .replace(/^(-?)\./, '$10.');
  const amountE8 = text === '' ? 0n : parseAmountE8(text);
  return amountE8 === null ? null : formatAmountE8(amountE8);
}

/** Units of 10⁻⁸ of what a person typed, an empty field being zero; null while it is no decimal. */
export function typedAmountE8(typed: string): bigint | null {
  const decimal = normaliseAmount(typed);
  return decimal === null ? null : readAmountE8(decimal);
}

/** Decimals of a currency, from whatever list names it. */
export const minorUnitsIn = (list: readonly { readonly code: string; readonly minorUnits: number }[], currency: string): number =>
  list.find((c) => c.code === currency)?.minorUnits ?? USUAL_MINOR_UNITS;

export const compareBigints = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The same for amounts that are not known of every row: those without one come first. */
export const compareNullable = (a: bigint | null, b: bigint | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : compareBigints(a, b);

/** Sums per currency, in the order of the codes. */
export function sumByCurrency<T>(rows: readonly T[], of: (row: T) => { currency: string; amountE8: bigint }): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const { currency, amountE8 } = of(row);
    sums.set(currency, (sums.get(currency) ?? 0n) + amountE8);
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A rate of the wire (a plain decimal) at up to 12 significant digits, cut, not rounded: the wire has no more. */
export function showRate(rate: string): string {
  let digits = 0;
  let shown = '';
  for (const c of rate) {
    const counts = /\d/.test(c) && (digits > 0 || c !== '0');
    if (counts && digits === FX_DIGITS_SHOWN_MAX) {
      if (shown.includes('.')) break;
      shown += '0';
      continue;
    }
    if (counts) digits += 1;
    shown += c;
  }
  return shown;
}

/** What one unit of the quote currency is in the base: the inverse of a rate of the wire, rounded to 12 significant digits. */
export function showInverse(rate: string): string {
  const parsed = parseRate(rate);
  return parsed === null ? '' : formatRate(roundRatio(invert(ratioOf(parsed)), FX_DIGITS_SHOWN_MAX));
}

export const ZERO_AMOUNT = formatAmountE8(0n);

/** Cut to so many decimals, or raised to the next: what is used of a limit never looks like less, what is left of it never like more. */
export function atDecimals(amountE8: bigint, decimals: number, way: 'up' | 'down'): bigint {
  const unit = 10n ** BigInt(AMOUNT_DECIMALS - decimals);
  const cut = (amountE8 / unit) * unit;
  return way === 'up' && cut < amountE8 ? cut + unit : cut;
}
