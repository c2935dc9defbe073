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
  test('as XML of several days', async () => {
    const file = envelope(day('2026-01-30', 'USD 1.0815', 'JPY 171.54') + day('2026-01-29', 'USD 1.0820'));
    expect(await readEcbFile(file)).toEqual(expected);
  });
  test('as CSV of all time: a comma at the end of lines, N/A where nothing was published', async () => {
    const file = '\ufeffDate,USD,JPY,\r\n2026-01-29,1.0820,N/A,\r\n2026-01-30,1.0815,171.54,\r\n';
    expect(await readEcbFile(file)).toEqual(expected);
  });
  test('as CSV of a day: spaces, and the day in words', async () => {
    expect(await readEcbFile('Date, USD, JPY, \n30 January 2026, 1.0815, 171.54, \n')).toEqual(expected.slice(0, 1));
  });
  test('of many years is read while others go on', { timeout: 60_000 }, async () => {
    const codes = Array.from({ length: 40 }, (_, i) => `A${String.fromCharCode(65 + (i % 26))}${i < 26 ? 'X' : 'Y'}`);
    const days = Array.from({ length: 2_500 }, (_, i) => new Date(Date.UTC(1999, 0, 4 + i)).toISOString().slice(0, 10));
    const file = envelope(days.map((d) => day(d, ...codes.map((c) => `${c} 1.2345`))).join(''));
    expect(file.length).toBeGreaterThan(3_000_000);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const read = await readEcbFile(file);
    clearInterval(timer);
    expect([read.length, read[0]?.rates.length]).toEqual([2_500, 40]);
    expect(turns).toBeGreaterThan(3);
  });
});

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
  ])('%s is refused, with the place', async (_what, file, message) => {
    const refusal = await readEcbFile(file).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'content', message: expect.stringMatching(message) }] });
  });
});
