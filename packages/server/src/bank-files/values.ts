// The values that every format has: words, amounts, currencies, days. Each is read here once, or refused with its place.

import { formatDecimal, parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { isoCurrencies, minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { formatInstant, parseDate, parseInstant } from '@countinghouse/kernel/time/instant';
import { BankFileFault, type BankLine, type Place, quoteValue } from './statement.ts';

/** Characters of one field: more than any format gives a field, and what a screen can still show. */
const WORDS_MAX = 10_000;
const YEAR_OF_TWO_DIGITS_FROM = 80;

/** Words with one space between them: most of them are, and need no work. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** White space of any length as one space, none at the ends; undefined where nothing is left. */
export function cleanWords(text: string | undefined, place: Place): string | undefined {
  if (text === undefined) return undefined;
  if (text.length > WORDS_MAX)
    throw new BankFileFault('TOO_LONG', `This field has ${text.length} characters, ${WORDS_MAX} are read.`, place);
  const clean = PLAIN.test(text) ? text : text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return clean === '' ? undefined : clean;
}

/** Without such characters at both ends. An expression that looks for the last of them begins anew at each one of a long run within. */
export function trimOf(text: string, character: RegExp): string {
  let [from, to] = [0, text.length];
  while (from < to && character.test(text[from] ?? '')) from += 1;
  while (from < to && character.test(text[to - 1] ?? '')) to -= 1;
  return text.slice(from, to);
}

/** What banks write where there is no reference. */
const NO_REFERENCE = /^(?:NONREF|NOTPROVIDED|NOT ?PROVIDED|NOTAVAILABLE|NONE|0+)$/i;

/** As cleanWords; undefined also for the words by which banks say that there is none. */
export function cleanReference(text: string | undefined, place: Place): string | undefined {
  const clean = cleanWords(text, place);
  return clean === undefined || NO_REFERENCE.test(clean) ? undefined : clean;
}

/** The fields of a line that are there. */
export function lineOf(
  given: { readonly [K in keyof BankLine]?: BankLine[K] | undefined } & Pick<BankLine, 'postedAt' | 'amount' | 'line'>,
): BankLine {
  const { postedAt, postedOn, valueDate, amount, reference, description, counterparty, bankReference, line } = given;
  return {
    postedAt,
    ...(postedOn === undefined ? {} : { postedOn }),
    ...(valueDate === undefined ? {} : { valueDate }),
    amount,
    ...(reference === undefined ? {} : { reference }),
    ...(description === undefined ? {} : { description }),
    ...(counterparty === undefined ? {} : { counterparty }),
    ...(bankReference === undefined ? {} : { bankReference }),
    line,
  };
}

/** An ISO 4217 code in any case. */
export function readCurrency(text: string | undefined, place: Place): string {
  const code = (text ?? '').trim().toUpperCase();
  if (!isoCurrencies.has(code))
    throw new BankFileFault('CURRENCY_INVALID', `${quoteValue(text ?? '')} is not a currency of ISO 4217.`, place);
  return code;
}

/** Characters of an amount: banks fill it up with zeros, before and behind. */
const AMOUNT_MAX = 100;

/** Which characters part the decimals: one of them, or whichever comes last. */
export type DecimalMark = '.' | ',' | 'either';

/**
 * A decimal with an optional sign as units of 10⁻⁸. The other mark, an apostrophe or a space may part thousands, by threes; commas also as in India, `12,34,567.00`.
 * Zeros beyond the currency's minor unit are cut; any other digit there is AMOUNT_INVALID, never rounded.
 */
export function readAmount(text: string | undefined, currency: string, mark: DecimalMark, place: Place): bigint {
  const given = (text ?? '').trim();
  const invalid = (why: string): BankFileFault => new BankFileFault('AMOUNT_INVALID', `${quoteValue(given)} ${why}`, place);
  const m = given.length > AMOUNT_MAX ? null : /^([+-]?)\s?(\d[\d.,'’\u00a0\u202f ]*|[.,]\d+)([+-]?)$/.exec(given);
  if (m === null || (m[1] !== '' && m[3] !== '')) throw invalid('is not an amount.');
  const [whole, fraction] = splitDecimal(m[2] ?? '', mark) ?? [];
  if (whole === undefined || fraction === undefined) throw invalid('is not an amount.');
  const significant = fraction.replace(/0+$/, '');
  const decimals = minorUnitsOf(currency);
  if (significant.length > decimals) throw invalid(`has more decimals than ${currency} has (${decimals}).`);
  const units = parseAmountE8(significant === '' ? whole : `${whole}.${significant}`);
  if (units === null) throw invalid('has more digits than an amount may have.');
  return m[1] === '-' || m[3] === '-' ? -units : units;
}

/** The digits before and after the decimal mark; null where thousands are not parted by threes, or as in India. */
function splitDecimal(digits: string, mark: DecimalMark): readonly [whole: string, fraction: string] | null {
  const at = mark === 'either' ? Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(',')) : digits.lastIndexOf(mark);
  const whole = at === -1 ? digits : digits.slice(0, at);
  const fraction = at === -1 ? '' : digits.slice(at + 1);
  if (!/^\d*$/.test(fraction)) return null;
  if (/^\d*$/.test(whole)) return [whole.replace(/^0+(?=\d)/, '') || '0', fraction];
  const parted = /^\d{1,3}([.,'’\u00a0\u202f ])\d{3}(?:\1\d{3})*$/.exec(whole);
  const inIndia = digits[at] !== ',' && /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(whole);
  if (!inIndia && (parted === null || parted[1] === digits[at])) return null;
  return [whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, ''), fraction];
}

/** An amount as a message shows it. */
export const showAmount = (amountE8: bigint, currency: string): string => `${formatDecimal(amountE8, minorUnitsOf(currency))} ${currency}`;

/** `YYYY-MM-DD`, checked against the calendar. */
export function readDate(text: string | undefined, place: Place): string {
  const given = (text ?? '').trim();
  if (parseDate(given) === null) throw new BankFileFault('DATE_INVALID', `${quoteValue(given)} is not a day.`, place);
  return given;
}

/** `YYMMDD` or `YYYYMMDD`. Of two digits, 80 to 99 are of the twentieth century: so SWIFT has it. `told`: what is said of one that is none. */
export function readCompactDate(text: string, place: Place, told = `${quoteValue(text)} is not a day`): string {
  const m = /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  const year = m?.[1] ?? '';
  const whole = year.length === 2 ? `${Number(year) >= YEAR_OF_TWO_DIGITS_FROM ? 19 : 20}${year}` : year;
  const date = `${whole}-${m?.[2] ?? ''}-${m?.[3] ?? ''}`;
  if (parseDate(date) === null) throw new BankFileFault('DATE_INVALID', `${told}.`, place);
  return date;
}

/** A day given as `MMDD`, of the year in which it is nearest to another day. */
export function readDayNear(monthAndDay: string, near: string, place: Place): string {
  const at = parseDate(near) ?? 0;
  const year = Number(near.slice(0, 4));
  const candidates = [year, year - 1, year + 1]
    .map((y) => `${String(y).padStart(4, '0')}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`)
    .flatMap((date) => {
      const days = parseDate(date);
      return days === null ? [] : [{ date, away: Math.abs(days - at) }];
    });
  const nearest = candidates.toSorted((a, b) => a.away - b.away)[0];
  if (nearest === undefined) throw new BankFileFault('DATE_INVALID', `${quoteValue(monthAndDay)} is not a day.`, place);
  return nearest.date;
}

/**
 * An XML Schema date or date-time: an instant in UTC where it has time and zone, else the day as it is written.
 * The first moment of a day, and the last, 24:00, stand for that day, whatever the zone: banks write it so.
 */
export function readXmlTime(text: string | undefined, place: Place): string {
  const given = (text ?? '').trim();
  const m = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|z|[+-]\d{2}:\d{2})?$/.exec(given);
  const [day, time, zone] = [m?.[1] ?? '', m?.[2], m?.[3]];
  const isWholeDay = time === undefined || /^(?:00|24):00(?::00(?:\.0+)?)?$/.test(time);
  const us = parseInstant(`${day}T${isWholeDay ? '00:00' : time}${zone ?? 'Z'}`);
  if (us === null) throw new BankFileFault('DATE_INVALID', `${quoteValue(given)} is not a day or time.`, place);
  if (isWholeDay || zone === undefined) return day;
  return formatInstant(us);
}

/** The day on which the bank has a line. */
export const dayOfLine = ({ postedAt, postedOn }: Pick<BankLine, 'postedAt' | 'postedOn'>): string => postedOn ?? postedAt;
