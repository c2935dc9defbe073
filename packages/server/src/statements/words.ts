// How figures and standpoints read in a document: groups of three, sides instead of signs, sources of rates.

import type { Statement, Translation } from '@countinghouse/contract/features/reports';
import { wordOfRateSource } from '@countinghouse/contract/rate-sources';
import { formatAmountE8, parseMinor } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { CsvCell } from '../documents/csv.ts';

/** A decimal in major units: the currency's decimals, more only where the amount goes below its minor unit. */
export function decimalOf(minorText: string, currency: string): string {
  const minorUnits = minorUnitsOf(currency);
  const amountE8 = parseMinor(minorText, minorUnits);
  if (amountE8 === null) throw new RangeError(`not minor units: ${minorText}`);
  const [whole = '0', fraction = ''] = formatAmountE8(amountE8).split('.');
  const shown = fraction.slice(0, minorUnits) + fraction.slice(minorUnits).replace(/0+$/, '');
  return shown === '' ? whole : `${whole}.${shown}`;
}

const grouped = (decimal: string): string => decimal.replace(/^-/, '').replace(/\B(?=(\d{3})+(?:\.|$))(?<!\.\d*)/g, ',');

/** `1,234.50 Dr`; a dash where there is no figure. */
export function showSided(minorText: string | null, currency: string): string {
  if (minorText === null) return '–';
  const decimal = decimalOf(minorText, currency);
  if (/^-?[0.]+$/.test(decimal)) return grouped(decimal);
  return `${grouped(decimal)} ${decimal.startsWith('-') ? 'Cr' : 'Dr'}`;
}

/** A movement from one balance to the next: `+1,234.50`, `−6,400.00`, without a side; a dash where nothing moves. */
export function showMovement(minorText: string, currency: string): string {
  const decimal = decimalOf(minorText, currency);
  if (/^-?[0.]+$/.test(decimal)) return '–';
  return `${decimal.startsWith('-') ? '\u2212' : '+'}${grouped(decimal)}`;
}

/** A figure below a heading that says its side: in parentheses where it stands on the other one; a dash for zero, and where there is none. */
export function showAcross(minorText: string | null, currency: string, side: 'Dr' | 'Cr'): string {
  const shown = showSided(minorText, currency);
  const [, digits, own] = /^(.*) (Dr|Cr)$/.exec(shown) ?? [];
  if (digits === undefined) return '–';
  return own === side ? digits : `(${digits})`;
}

/** The figure where it stands on that side, else nothing. */
export function showOnSide(minorText: string | null, currency: string, side: 'Dr' | 'Cr'): string {
  if (minorText === null) return side === 'Dr' ? '–' : '';
  const shown = showSided(minorText, currency);
  return shown.endsWith(` ${side}`) ? shown.slice(0, -3) : '';
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

/** What translated a statement, a line each rate; then what could not be. */
export function translationNotes({ currency, conversions, missing }: Translation): readonly string[] {
  const rates = conversions.map(({ column, from, how, rates: used }) => {
    const told = used
      .map((r) => `${r.base_currency}/${r.quote_currency} ${r.rate} of ${r.asof.slice(0, 10)} (${wordOfRateSource(r.source)})`)
      .join(' and ');
    const derived = how === 'direct' ? '' : how === 'inverse' ? ', turned round' : ', across the reporting currency';
    return `${from} to ${currency}${column === 'prior' ? ', prior period' : ''}: ${told}${derived}.`;
  });
  const gaps = missing.map(
    (m) =>
      `No rate leads from ${m.currency} to ${currency}${m.column === 'prior' ? ' in the prior period' : ''}: lines with it have no figure in ${currency}.`,
  );
  return [...gaps, ...rates];
}

export const standsAt = (position: { readonly seq: number; readonly event_hash: string }, generatedAt: string): string =>
  `Generated ${generatedAt.slice(0, 19).replace('T', ' ')} UTC at seq ${position.seq}, event hash ${position.event_hash.slice(0, 16)}…`;
