import { CURRENCY_SUGGESTIONS_MAX, type CurrencyInfo } from '@countinghouse/contract/features/currencies';

/** What most organisations want first, in the order they are suggested. */
const usual = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'SEK', 'NOK', 'DKK', 'SGD', 'HKD', 'PLN', 'CZK', 'NZD', 'CNY', 'INR'];

/** At most eight currencies that are not allowed yet: the usual ones first, then by code. */
export function suggestionsOf(all: readonly CurrencyInfo[], allowed: readonly CurrencyInfo[]): readonly CurrencyInfo[] {
  const known = new Set(allowed.map((c) => c.code));
  const rank = (code: string): number => (usual.includes(code) ? usual.indexOf(code) : usual.length);
  return all
    .filter((c) => !known.has(c.code))
    .sort((a, b) => rank(a.code) - rank(b.code) || (a.code < b.code ? -1 : 1))
    .slice(0, CURRENCY_SUGGESTIONS_MAX);
}
