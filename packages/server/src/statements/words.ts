// How figures and standpoints read in a document: groups of three, sides instead of signs, sources of rates.

import type { Statement, Translation } from '@countinghouse/contract/features/reports';
import { wordOfDerivation, wordOfRateSource } from '@countinghouse/contract/rate-sources';
import { AMOUNT_DECIMALS, formatAmountE8, parseMinor } from '@countinghouse/kernel/money/amount';
import { divideHalfEven } from '@countinghouse/kernel/money/half-even';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { CsvCell } from '../documents/csv.ts';

const amountOf = (minorText: string, currency: string): bigint => {
  const amountE8 = parseMinor(minorText, minorUnitsOf(currency));
  if (amountE8 === null) throw new RangeError(`not minor units: ${minorText}`);
  return amountE8;
};

/** A decimal in major units: the currency's decimals, more only where the amount goes below its minor unit. */
export function decimalOf(minorText: string, currency: string): string {
  const minorUnits = minorUnitsOf(currency);
  const [whole = '0', fraction = ''] = formatAmountE8(amountOf(minorText, currency)).split('.');
  const shown = fraction.slice(0, minorUnits) + fraction.slice(minorUnits).replace(/0+$/, '');
  return shown === '' ? whole : `${whole}.${shown}`;
}

/** How many decimals all figures of a column are written with, so that none loses a digit: the currency's, or as many as one of them needs. */
export const decimalsFor = (minorTexts: readonly (string | null)[], currency: string): number =>
  Math.max(
    minorUnitsOf(currency),
    ...minorTexts.map((text) => (text === null ? 0 : (decimalOf(text, currency).split('.')[1] ?? '').length)),
  );

/** With so many decimals; what has more is rounded, half-way to the even digit. */
function fixed(minorText: string, currency: string, decimals: number): string {
  const unit = 10n ** BigInt(AMOUNT_DECIMALS - decimals);
  const [whole = '0', fraction = ''] = formatAmountE8(divideHalfEven(amountOf(minorText, currency), unit) * unit).split('.');
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}

/** Digits before the point in groups of three: `-1,234.5678`. */
export const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+(?:\.|$))(?<!\.\d*)/g, ',');
const unsigned = (decimal: string): string => grouped(decimal.replace(/^-/, ''));
const written = (minorText: string, currency: string, decimals: number | undefined): string =>
  decimals === undefined ? decimalOf(minorText, currency) : fixed(minorText, currency, decimals);

/** `1,234.50 Dr`. `decimals`: left out, as many as it needs. */
export function showSided(minorText: string, currency: string, decimals?: number): string {
  const decimal = written(minorText, currency, decimals);
  if (/^-?[0.]+$/.test(decimal)) return unsigned(decimal);
  return `${unsigned(decimal)} ${decimal.startsWith('-') ? 'Cr' : 'Dr'}`;
}

/** A movement from one balance to the next: `+1,234.50`, `−6,400.00`, without a side; a dash where nothing moves. */
export function showMovement(minorText: string, currency: string, decimals?: number): string {
  const decimal = written(minorText, currency, decimals);
  if (/^-?[0.]+$/.test(decimal)) return '–';
  return `${decimal.startsWith('-') ? '\u2212' : '+'}${unsigned(decimal)}`;
}

/** What no rate leads to: it is not zero. */
const NO_RATE = 'no rate';

/** A figure below a heading that says its side: in parentheses where it stands on the other one; a dash for zero. */
export function showAcross(minorText: string | null, currency: string, side: 'Dr' | 'Cr', decimals?: number): string {
  if (minorText === null) return NO_RATE;
  const shown = showSided(minorText, currency, decimals);
  const [, digits, own] = /^(.*) (Dr|Cr)$/.exec(shown) ?? [];
  if (digits === undefined) return '–';
  return own === side ? digits : `(${digits})`;
}

/** The figure where it stands on that side, else nothing; what no rate leads to is said on the first of them. */
export function showOnSide(minorText: string | null, currency: string, side: 'Dr' | 'Cr', decimals?: number): string {
  if (minorText === null) return side === 'Dr' ? NO_RATE : '';
  const shown = showSided(minorText, currency, decimals);
  return shown.endsWith(` ${side}`) ? shown.slice(0, -3) : '';
}

/** A day on paper, `31 Oct 2026`: always with its year, as paper is read in another one. */
export function sayDay(day: string): string {
  const [year, , date] = day.split('-');
  const month = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
  return `${Number(date)} ${month} ${year}`;
}

export const figure = (minorText: string | null, currency: string): CsvCell => ({
  figure: minorText === null ? '' : decimalOf(minorText, currency),
});

/** What a statement tells apart of what the system booked. Source: decision 0027. */
export function leftOutNotes({ left_out, translation }: Pick<Statement, 'left_out' | 'translation'>): readonly string[] {
  return left_out.map((what) =>
    what === 'revaluation'
      ? `Revaluation differences are shown in their own currency only: the closing rates that translate to ${translation.currency} contain them.`
      : 'The year is told as before it was closed: what was booked to retained earnings is not taken off income and expenses.',
  );
}

/** Said below figures that were translated. */
export const roundedNote = (currency: string): string =>
  `What is translated to ${currency} is rounded to its minor unit, each figure by itself: sums may differ by that. As CSV it has all decimals.`;

/** What translated a statement, a line each rate; then what could not be. */
export function translationNotes({ currency, conversions, missing }: Translation): readonly string[] {
  const rates = conversions.map((conversion) => {
    const { column, from } = conversion;
    const told = conversion.rates
      .map((r) => `${r.base_currency}/${r.quote_currency} ${r.rate} of ${sayDay(r.asof.slice(0, 10))} (${wordOfRateSource(r.source)})`)
      .join(' and ');
    return `${from} to ${currency}${column === 'prior' ? ', prior period' : ''}: ${told}${wordOfDerivation(conversion)}.`;
  });
  const gaps = missing.map(
    (m) =>
      `No rate leads from ${m.currency} to ${currency}${m.column === 'prior' ? ' in the prior period' : ''}: lines with it have no figure in ${currency}.`,
  );
  return [...gaps, ...rates];
}

export const standsAt = (position: { readonly seq: number; readonly event_hash: string }, generatedAt: string): string =>
  `Generated ${sayDay(generatedAt.slice(0, 10))} ${generatedAt.slice(11, 19)} UTC at seq ${position.seq}, event hash ${position.event_hash.slice(0, 16)}…`;
