import { describe, expect, test } from 'vitest';
import { Refusal } from '../../http/refusal.ts';
import { type EcbDay, readEcbFile } from './ecb-file.ts';

const envelope = (inner: string, head = '<?xml version="1.0" encoding="UTF-8"?>'): string => `${head}
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>${inner}</Cube>
</gesmes:Envelope>`;
const day = (date: string, ...rates: readonly string[]): string =>
  `<Cube time='${date}'>${rates.map((r) => `<Cube currency='${r.slice(0, 3)}' rate='${r.slice(4)}'/>`).join('\n')}</Cube>`;

const expected: readonly EcbDay[] = [
  {
    date: '2026-01-30',
    rates: [
      ['USD', '1.0815'],
      ['JPY', '171.54'],
    ],
  },
  { date: '2026-01-29', rates: [['USD', '1.0820']] },
];

describe('a file of the European Central Bank', () => {
  test('as XML of several days', () => {
    const file = envelope(day('2026-01-30', 'USD 1.0815', 'JPY 171.54') + day('2026-01-29', 'USD 1.0820'));
    expect(readEcbFile(file)).toEqual(expected);
  });
  test('as CSV of all time: a comma at the end of lines, N/A where nothing was published', () => {
    const file = '\ufeffDate,USD,JPY,\r\n2026-01-29,1.0820,N/A,\r\n2026-01-30,1.0815,171.54,\r\n';
    expect(readEcbFile(file)).toEqual(expected);
  });
  test('as CSV of a day: spaces, and the day in words', () => {
    expect(readEcbFile('Date, USD, JPY, \n30 January 2026, 1.0815, 171.54, \n')).toEqual(expected.slice(0, 1));
  });
});

function refusalOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

describe('a file that is none', () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
  test.each([
    ['a document type with entities', envelope('&b;', bomb), /^Line \d+: a document type is not allowed/],
    ['one that reaches for files', envelope('&a;', outside), /a document type is not allowed/],
    ['an entity nobody declared', envelope('&passwd;'), /^Line \d+: not XML/],
    ['nesting without end', envelope('<Cube>'.repeat(100_000)), /nested too deeply/],
    ['another document', '<html><body>rates</body></html>', /not an envelope of the European Central Bank/],
    ['an envelope of another publisher', '<Envelope xmlns="urn:other"><Cube/></Envelope>', /not an envelope/],
    ['half a document', envelope('').slice(0, 200), /not XML/],
    ['a day that is none', envelope(day('2026-02-30', 'USD 1')), /“2026-02-30” is not a day/],
    ['a rate before its day', envelope("<Cube currency='USD' rate='1'/>"), /a rate before its day/],
    ['a rate of zero', envelope(day('2026-01-30', 'USD 0.000')), /“0.000” is not a rate/],
    ['a rate below zero', envelope(day('2026-01-30', 'USD -1')), /“-1” is not a rate/],
    ['a rate with an exponent', envelope(day('2026-01-30', 'USD 1e3')), /“1e3” is not a rate/],
    ['a currency twice a day', envelope(day('2026-01-30', 'USD 1', 'USD 2')), /USD twice on 2026-01-30/],
    ['a day twice', envelope(day('2026-01-30', 'USD 1') + day('2026-01-30', 'USD 1')), /a day twice/],
    ['no rates at all', envelope(''), /holds no rates/],
    ['CSV of something else', 'a,b\n1,2', /begins with “Date, USD, …”/],
    ['a cell too many', 'Date,USD\n2026-01-30,1,2,3\n', /^Line 2: 3 rates for 1 currencies/],
    ['a word for a rate, with its line', 'Date,USD\n2026-01-30,1\n2026-01-29,one\n', /^Line 3: “one” is not a rate/],
    ['a day in words that is none', 'Date,USD\n31 Smarch 2026,1\n', /^Line 2: “31 Smarch 2026” is not a day/],
    ['a heading that is no currency', 'Date,Dollar\n2026-01-30,1\n', /^Line 1: “Dollar” is not a currency/],
    ['nothing', '  ', /begins with/],
    ['more elements than any', envelope('<a/>'.repeat(450_001)), /more than 450000 tags/],
    ['more attributes than any', envelope(`<a b="${'='.repeat(900_001)}"/>`), /more than 900000 attributes/],
    [
      'an element of many attributes',
      envelope(`<a ${Array.from({ length: 9 }, (_, i) => `a${i}=""`).join(' ')}/>`),
      /^Line \d+: an element has more/,
    ],
    ['a fault behind blank lines', `Date,USD\n\n \n\r\n${'\n'.repeat(40_000)}one`, /^Line 40005: “one” is not a day/],
    ['more columns than any', `Date${',USD'.repeat(1_001)}\n`, /^Line 1: more than 1000 columns/],
    ['more cells than any', `Date,USD\n2026-01-30${',1'.repeat(1_002)}\n`, /^Line 2: more rates/],
  ])('%s is refused, with the place', (_what, file, message) => {
    const refusal = refusalOf(() => readEcbFile(file));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'content', message: expect.stringMatching(message) }] });
  });
});
