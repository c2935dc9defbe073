// Reads the reference rates of the European Central Bank as it publishes them: eurofxref-daily, -hist-90d and -hist as XML, eurofxref
// and eurofxref-hist as CSV. The file comes from a person: what is not exactly such a file is refused, with the place. It is read on a thread
// (`read-aside.ts`), as a bank's file is.

import { parseRate } from '@countinghouse/kernel/money/rate';
import { parseDate } from '@countinghouse/kernel/time/instant';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { hasMoreThan } from '../../files/count-signs.ts';
import { findExcessOfXml } from '../../files/xml-bounds.ts';
import { type Refusal, refuseField } from '../../http/refusal.ts';

export interface EcbDay {
  /** YYYY-MM-DD */
  readonly date: string;
  /** One euro is so many of the currency. Those that were not published are left out. */
  readonly rates: readonly (readonly [currency: string, rate: string])[];
}

const GESMES = 'http://www.gesmes.org/xml/2002-08-01';
const EUROFXREF = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';
/** Envelope, Cube, Cube of a day, Cube of a rate, and room for the sender's name. */
const XML_DEPTH_MAX = 5;
/** Seventy years of days on which the bank publishes; it began in 1999. */
const DAYS_MAX = 20_000;
/** Counted before anything is taken apart. Ten megabytes of the bank's rates have 330,000 elements with two attributes each. */
const XML_BOUNDS = { tags: 450_000, attributes: 900_000 };
const XML_ATTRIBUTES_EACH_MAX = 8;
/** The parser is fed in slices: what ends the reading is met before the rest is looked at. */
const XML_SLICE_CHARS = 262_144;
/** The bank publishes some forty currencies. */
const COLUMNS_MAX = 1_000;
const NOT_PUBLISHED = 'N/A';

const tooMany = `a file has at most ${DAYS_MAX} days.`;
const refuse = (message: string): Refusal => refuseField('content', message);
const currency = /^[A-Z]{3}$/;
const decimal = /^\d{1,12}(?:\.\d{1,12})?$/;

/** The days of a file, newest first. Throws VALIDATION_ERROR with the line. */
export function readEcbFile(content: string): readonly EcbDay[] {
  const text = content.replace(/^\ufeff/, '').trimStart();
  const days = text.startsWith('<') ? readXml(text) : readCsv(text);
  if (days.length === 0) throw refuse('The file holds no rates.');
  const dates = new Set(days.map((d) => d.date));
  if (dates.size !== days.length) throw refuse('The file holds a day twice.');
  return days.toSorted((a, b) => (a.date < b.date ? 1 : -1));
}

function checkRate(code: string, rate: string, line: number): readonly [string, string] {
  if (!currency.test(code)) throw refuse(`Line ${line}: “${code.slice(0, 20)}” is not a currency.`);
  if (!decimal.test(rate) || parseRate(rate) === null) throw refuse(`Line ${line}: “${rate.slice(0, 20)}” is not a rate.`);
  return [code, rate];
}

function readXml(text: string): readonly EcbDay[] {
  const excess = findExcessOfXml(text, XML_BOUNDS);
  if (excess !== null) throw refuse(excess);
  const days: { readonly date: string; readonly rates: (readonly [string, string])[] }[] = [];
  let seen = new Set<string>();
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let attributes = 0;
  const stop = (message: string): never => {
    throw refuse(`Line ${parser.line}: ${message}`);
  };
  // Whatever declares entities or reaches for other files is no file of the bank.
  parser.on('doctype', () => stop('a document type is not allowed.'));
  parser.on('error', (error) => stop(`not XML (${error.message.replace(/^\d+:\d+: /, '').slice(0, 80)}).`));
  parser.on('opentagstart', () => (attributes = 0));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > XML_ATTRIBUTES_EACH_MAX) stop(`an element has more than ${XML_ATTRIBUTES_EACH_MAX} attributes.`);
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > XML_DEPTH_MAX) stop('nested too deeply.');
    if (depth === 1 && !(tag.local === 'Envelope' && tag.uri === GESMES)) stop('not an envelope of the European Central Bank.');
    if (tag.uri !== EUROFXREF || tag.local !== 'Cube') return;
    const time = attributeOf(tag, 'time');
    const code = attributeOf(tag, 'currency');
    if (time !== undefined) {
      if (parseDate(time) === null) stop(`“${time.slice(0, 20)}” is not a day.`);
      if (days.length === DAYS_MAX) stop(tooMany);
      days.push({ date: time, rates: [] });
      seen = new Set();
    } else if (code !== undefined) {
      const day = days.at(-1) ?? stop('a rate before its day.');
      if (seen.has(code)) stop(`${code.slice(0, 20)} twice on ${day.date}.`);
      seen.add(code);
      day.rates.push(checkRate(code, attributeOf(tag, 'rate') ?? '', parser.line));
    }
  });
  parser.on('closetag', () => (depth -= 1));
  for (let at = 0; at < text.length; at += XML_SLICE_CHARS) parser.write(text.slice(at, at + XML_SLICE_CHARS));
  parser.close();
  return days;
}

const attributeOf = (tag: SaxesTagNS, name: string): string | undefined => tag.attributes[name]?.value;

function readCsv(text: string): readonly EcbDay[] {
  if (hasMoreThan(text.slice(0, endOfLine(text, 0)), ',', COLUMNS_MAX)) throw refuse(`Line 1: more than ${COLUMNS_MAX} columns.`);
  const [date, ...codes] = cellsOf(text.slice(0, endOfLine(text, 0)));
  if (date?.toLowerCase() !== 'date' || codes.length === 0)
    throw refuse('Neither XML nor CSV of the European Central Bank: its CSV begins with “Date, USD, …”.');
  for (const code of codes) if (!currency.test(code)) throw refuse(`Line 1: “${code.slice(0, 20)}” is not a currency.`);
  if (new Set(codes).size !== codes.length) throw refuse('Line 1: a currency twice.');
  const days: EcbDay[] = [];
  let number = 1;
  // Line by line, as a list of all lines costs many times the file: it may be millions of empty ones.
  for (let at = endOfLine(text, 0) + 1; at < text.length; at = endOfLine(text, at) + 1) {
    number += 1;
    if (text.startsWith('\n', at)) continue;
    const line = text.slice(at, endOfLine(text, at));
    if (hasMoreThan(line, ',', COLUMNS_MAX + 1)) throw refuse(`Line ${number}: more rates than there are currencies.`);
    if (line.trim() === '') continue;
    if (days.length === DAYS_MAX) throw refuse(`Line ${number}: ${tooMany}`);
    const [day = '', ...cells] = cellsOf(line);
    const on = dateOf(day);
    if (on === null) throw refuse(`Line ${number}: “${day.slice(0, 20)}” is not a day.`);
    if (cells.length !== codes.length) throw refuse(`Line ${number}: ${cells.length} rates for ${codes.length} currencies.`);
    const onLine = number;
    days.push({
      date: on,
      rates: cells.flatMap((cell, n) => (cell === NOT_PUBLISHED || cell === '' ? [] : [checkRate(codes[n] ?? '', cell, onLine)])),
    });
  }
  return days;
}

/** Where the line ends that holds this character: its line feed, or the end of the text. */
function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

/** The bank ends its lines with a comma. */
function cellsOf(line: string): readonly string[] {
  const cells = line.split(',').map((cell) => cell.trim());
  return cells.at(-1) === '' ? cells.slice(0, -1) : cells;
}

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** `2026-01-30`, or as the file of a day has it `30 January 2026`; null if it is neither. */
function dateOf(text: string): string | null {
  if (parseDate(text) !== null) return text;
  const m = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(text);
  const month = months.indexOf((m?.[2] ?? '').toLowerCase()) + 1;
  if (m === null || month === 0) return null;
  const date = `${m[3]}-${String(month).padStart(2, '0')}-${(m[1] ?? '').padStart(2, '0')}`;
  return parseDate(date) === null ? null : date;
}
