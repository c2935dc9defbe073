// Days as banks write them in CSV, by a pattern such as `DD.MM.YYYY`.

import { BankFileFault, type Place } from './statement.ts';
import { readCompactDate } from './values.ts';

const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMM: '(?<month>[A-Za-z]{3,9})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
};
const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const patterns = new Map<string, RegExp>();

/** `YYYY-MM-DD` of a cell; a time after a space or T is not read. Throws DATE_INVALID, or MAPPING_INVALID for a pattern that is none. */
export function readDateBy(format: string, text: string, place: Place): string {
  const m = patternOf(format).exec(text.trim());
  const told = `“${text.slice(0, 20)}” is not a day written as ${format}`;
  if (m === null) throw new BankFileFault('DATE_INVALID', `${told}.`, place);
  const { year = '', month = '', day = '' } = m.groups ?? {};
  const number = /^\d/.test(month) ? month : String(months.findIndex((name) => name.startsWith(month.toLowerCase())) + 1);
  return readCompactDate(`${year}${number.padStart(2, '0')}${day.padStart(2, '0')}`, place, told);
}

/** Throws MAPPING_INVALID unless year, month and day are in it once. */
function patternOf(format: string): RegExp {
  const known = patterns.get(format);
  if (known !== undefined) return known;
  const tokens = format.split(/(YYYY|YY|MMM|MM|M|DD|D)/);
  const kinds = tokens.filter((token) => token in parts).map((token) => token[0]);
  if (format.length > 20 || kinds.toSorted((a = '', b = '') => (a < b ? -1 : 1)).join('') !== 'DMY')
    throw new BankFileFault('MAPPING_INVALID', `A pattern of days has year, month and day once, as DD.MM.YYYY has.`);
  const source = tokens.map((token) => parts[token] ?? token.replaceAll(/\W/g, '\\$&')).join('');
  const pattern = new RegExp(`^${source}(?:[T ].*)?$`, 's');
  patterns.clear();
  patterns.set(format, pattern);
  return pattern;
}
