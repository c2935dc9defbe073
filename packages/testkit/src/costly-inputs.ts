// Input that is made to cost, for every parser that there is: each as large as is taken. `sound` ones are taken, of the others nothing is.

import { fx } from '@countinghouse/contract/features/fx';
import { imports } from '@countinghouse/contract/features/imports';
import { BATCH_BODY_BYTES_MAX, intents } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import { compilePolicy } from '@countinghouse/kernel/policies/compile';
import type { CsvMapping } from '@countinghouse/server/bank-files/csv-mapping';
import { readBankFile } from '@countinghouse/server/bank-files/read-bank-file';
import { readEcbFile } from '@countinghouse/server/features/fx/ecb-file';
import { choosePublished } from '@countinghouse/server/features/fx/rules';
import { intentsOf } from '@countinghouse/server/features/imports/intents-of';
import { readCsv } from '@countinghouse/server/features/imports/read-csv';
import { compileSchema } from '@countinghouse/server/http/check-schema';
import { measureJson } from '@countinghouse/server/http/json-body';
import { readDetachedJws } from '@countinghouse/server/signatures/detached-jws';
import { readKeySet } from '@countinghouse/server/signatures/external-keys';
import { type PrintedLine, type PrintedStatement, printBai2, printCamt, printCsv, printMt940, printOfx } from './bank-statements.ts';
import { costlyReplies } from './costly-replies.ts';

export interface CostlyInput {
  readonly make: () => string;
  /** Throws, or answers false, where nothing of it is taken. */
  readonly read: (input: string) => Promise<boolean>;
  readonly sound: boolean;
}

const MB = 1_048_576;
/** Of files, and of bodies that carry one. */
const FILE_BYTES = 10 * MB;
const BODY_BYTES = MB;
/** Of the rows of a bank's file. */
const ROWS = 99_000;

/** `part` over and over between `head` and `tail`, as long as `bytes` allow. */
const filled = (part: string, head = '', tail = '', bytes = FILE_BYTES): string =>
  head + part.repeat(Math.floor((bytes - head.length - tail.length) / part.length)) + tail;

/** Of files of comma-separated values without names: day, amount. */
export const byPlace: CsvMapping = {
  columns: { postedAt: 1, amount: 2 },
  account: 'A',
  currency: 'USD',
  headerRow: 0,
  dateFormat: 'YYYY-MM-DD',
  decimal: '.',
};
const byName: CsvMapping = {
  headerRow: 1,
  columns: {
    postedAt: 'Day',
    valueDate: 'Value day',
    reference: 'Reference',
    bankReference: 'Bank reference',
    counterparty: 'Name',
    description: ['Words'],
    amount: 'Amount',
    balance: 'Balance',
  },
  dateFormat: 'YYYY-MM-DD',
  decimal: ',',
  account: 'A',
  currency: 'EUR',
};

const lineOf = (i: number): PrintedLine => ({
  day: '2026-01-05',
  valueDay: '2026-01-06',
  amount: BigInt(1 + (i % 99_999)),
  reference: `R${i}`,
  bankReference: `B${i}`,
  words: `Miete ${i}`,
  name: 'Möller',
});

/** A statement of as many lines as fit, or as are taken. */
function soundFile(print: (statements: readonly PrintedStatement[]) => string): string {
  const statementOf = (rows: number): PrintedStatement => ({
    account: 'DE89370400440532013000',
    currency: 'EUR',
    decimals: 2,
    number: 7,
    opening: 0n,
    lines: Array.from({ length: rows }, (_, i) => lineOf(i)),
  });
  const sample = 1_000;
  const bytesARow = Buffer.byteLength(print([statementOf(sample)])) / sample + 8;
  return print([statementOf(Math.min(ROWS, Math.floor(FILE_BYTES / bytesARow)))]);
}

const bankFile = (make: () => string, csv: CsvMapping = byPlace, sound = false): CostlyInput => ({
  make,
  sound,
  read: async (input) => readBankFile(new TextEncoder().encode(input), { csv }).statements.length > 0,
});
const soundBankFile = (print: (statements: readonly PrintedStatement[]) => string): CostlyInput =>
  bankFile(() => soundFile(print), byName, true);

/** A body as the server reads it, and holds it against the schema of its route. */
const body = ({ body: schema }: { readonly body: unknown }, make: () => string, sound = false): CostlyInput => ({
  make,
  sound,
  read: async (input) => measureJson(input).excess === null && 'value' in compileSchema({ schema })(JSON.parse(input)),
});
const soundRow =
  '{"source":"a","posted_at":"2026-01-01T00:00:00.000000Z","account_code":"CASH","amount":"12345.12345678","currency":"USD"}';
const soundIntent = (i: number): string =>
  `{"intent_id":"${i}","idem_key":"${i}","tenant_id":"11111111-1111-4111-8111-111111111111","use_case":"manual_post","value_date":"2026-05-31","proposed_actions":[${Array(100).fill('{"debitAccount":"A","creditAccount":"B","amount":"1","currency":"USD"}').join()}],"snapshot_ids":{"fx":"1"},"consent":{"scope":["post"],"granted_at":"2026-05-31T09:00:00Z","expires_at":"2026-06-01T09:00:00Z"}}`;

const importCsv = (make: () => string, sound = false): CostlyInput => ({
  make,
  sound,
  read: async (input) => {
    const file = { kind: 'intents', file_name: '', content: input, decimal_comma: false } as const;
    const found = intentsOf(file, readCsv(input, 'intents'), { tenantId: TENANT, nowMs: Date.UTC(2026, 0, 5) });
    return found.some(({ fault }) => fault === null);
  },
});
const ecb = (make: () => string, sound = false): CostlyInput => ({
  make,
  sound,
  read: async (input) => choosePublished(readEcbFile(input), ['USD'], 30).days.length > 0,
});
const policy = (make: () => string, sound = false): CostlyInput => ({
  make,
  sound,
  read: async (expr) => compilePolicy({ hook: 'intent.validate', expr }).ok,
});

const keySet = (make: () => string, sound = false): CostlyInput => ({ make, sound, read: async (text) => readKeySet(text).size > 0 });
const signature = (make: () => string): CostlyInput => ({ make, sound: false, read: async (text) => readDetachedJws(text) !== null });
/** Of an answer with keys, and of all headers of a call. */
const KEY_SET_BYTES = 262_144;
const HEADER_BYTES = 16_384;
const keyText = (jwk: object): string => JSON.stringify({ kid: 'k', sub: 's', ...jwk });
const headerText = (header: string): string => `${Buffer.from(header).toString('base64url')}..${'A'.repeat(86)}`;

const MT940 = ':20:A\n:25:B\n:28C:1\n:60F:C260101USD1,\n';
const BAI2 = '01,A,B,260131,0900,1,,,2/\n02,,B,1,260131,,USD,2/\n03,1,USD,010,100,,/\n';
const OFX = 'OFXHEADER:100\n\n<OFX>';
const CAMT = '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>';
const ECB =
  '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">';
const CSV_HEADER = 'reference,value_date,debit_account,credit_account,amount,currency,narrative\n';

const ECB_END = '</gesmes:Envelope>';
/** So many days, each of as many currencies. */
const soundRates = (days: number, ofDay: (date: string, codes: readonly string[]) => string): string =>
  Array.from({ length: days }, (_, i) => ofDay(new Date(Date.UTC(1999, 0, 4 + i)).toISOString().slice(0, 10), CODES)).join('');
const CODES = ['USD', ...Array.from({ length: 39 }, (_, i) => `X${String.fromCharCode(65 + (i % 26))}${i < 26 ? 'X' : 'Y'}`)];
const TENANT = '11111111-1111-4111-8111-111111111111';

/** By parser and what is wrong, or large, about it. */
export const costlyInputs: Readonly<Record<string, CostlyInput>> = {
  'csv: a million rows of almost nothing': bankFile(() => filled('88,a\n', '', '', 5 * MB)),
  'csv: rows that are right, and too many': bankFile(() => filled('2026-01-01,1.25\n')),
  'csv: as many cells as fit in a row': bankFile(() => filled(`${','.repeat(499)}\n`)),
  'csv: a quote that never ends': bankFile(() => filled('a', '"')),
  'csv: rows within a quote': bankFile(() => filled('a\n', '"')),
  'csv: quotes in quotes': bankFile(() => filled('""', '"')),
  'csv: quotes within cells': bankFile(() => filled('a"\n')),
  'csv: rows of blanks': bankFile(() => filled(' ,\n', '1,1\n')),
  'csv: sound': soundBankFile(([s]) => printCsv(s as PrintedStatement)),
  'bai2: continuations': bankFile(() => filled('88,a\n', BAI2)),
  'bai2: transactions': bankFile(() => filled('16,165,1,Z/\n', BAI2)),
  'bai2: sound': soundBankFile((all) => printBai2(all)),
  'mt940: movements': bankFile(() => filled(':61:260101C1,NTRFA\n', MT940)),
  'mt940: lines of a narrative': bankFile(() => filled('a\n', `${MT940}:61:260101C1,NTRFA\n:86:`)),
  'mt940: fields of a narrative': bankFile(() => filled('?20a', `${MT940}:61:260101C1,NTRFA\n:86:`)),
  'mt940: statements': bankFile(() => filled(':20:A\n')),
  'mt940: sound': soundBankFile((all) => printMt940(all, 'german')),
  'ofx: depth': bankFile(() => filled('<A>', OFX)),
  'ofx: elements': bankFile(() => filled('<A>1\n', OFX)),
  'ofx: ends without beginnings': bankFile(() => filled('</A>', OFX)),
  'ofx: sound': soundBankFile((all) => printOfx(all, 1)),
  'camt: entries': bankFile(() => filled('<Ntry></Ntry>', CAMT)),
  'camt: entries behind elements': bankFile(() => filled('<Ntry/>', `${CAMT}${'<a/>'.repeat(200_000)}`)),
  'camt: depth': bankFile(() => filled('<a>', CAMT)),
  'camt: entities': bankFile(() => filled('&amp;', `${CAMT}<Id>`)),
  'camt: attributes': bankFile(
    () => `<?xml version="1.0"?><Document ${Array.from({ length: 500_000 }, (_, i) => `a${i}="b"`).join(' ')}/>`,
  ),
  'camt: namespaces': bankFile(() => filled('<a xmlns:b="c"/>', CAMT)),
  'camt: a comment of dashes': bankFile(() => filled('-a', `${CAMT}<!--`)),
  'camt: comments of dashes': bankFile(() => filled(`<!--${'-a'.repeat(30_000)}-->`, CAMT)),
  'camt: a section of brackets': bankFile(() => filled(']a', `${CAMT}<Id><![CDATA[`)),
  'camt: an instruction of marks': bankFile(() => filled('? ', `${CAMT}<?a `)),
  'camt: texts of carriage returns': bankFile(() => filled(`<a/>${'\r'.repeat(60_000)}`, CAMT)),
  'camt: attributes of line breaks': bankFile(() => filled(`<a b="${'\n'.repeat(60_000)}"/>`, CAMT)),
  'camt: a billion laughs': bankFile(() =>
    filled('<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">', '<?xml version="1.0"?><!DOCTYPE D [<!ENTITY a "ha">'),
  ),
  'camt: sound': soundBankFile((all) => printCamt(all)),
  'nothing but a beginning': bankFile(() => filled('<')),

  'statement rows: empty ones': body(recon.importRows, () => filled('{},', '{"rows":[', '{}]}')),
  'statement rows: as many empty ones as are looked at': body(recon.importRows, () => `{"rows":[${Array(10_000).fill('{}').join()}]}`),
  'statement rows: numbers': body(recon.importRows, () => filled('0,', '{"rows":[', '0]}')),
  'statement rows: one number without end': body(recon.importRows, () => filled('1', '{"rows":', '}')),
  'statement rows: one text without end': body(recon.importRows, () => filled('a', '{"rows":"', '"}')),
  'statement rows: escapes': body(recon.importRows, () => filled('\\u0041', '{"rows":"', '"}')),
  'statement rows: names without end': body(recon.importRows, () => `{${Array.from({ length: 700_000 }, (_, i) => `"a${i}":0`).join()}}`),
  'statement rows: as many names as are looked at': body(
    recon.importRows,
    () => `{${Array.from({ length: 390_000 }, (_, i) => `"a${i}":0`).join()}}`,
  ),
  'statement rows: depth': body(recon.importRows, () => filled('[', '{"rows":')),
  'statement rows: sound': body(recon.importRows, () => `{"rows":[${Array(10_000).fill(soundRow).join()}]}`, true),
  'intents: empty ones': body(intents.batch, () => filled('{},', '{"intents":[', '{}]}', BATCH_BODY_BYTES_MAX)),
  'intents: empty rows': body(
    intents.batch,
    () =>
      `{"intents":[${Array(500)
        .fill(`{"proposed_actions":[${Array(390).fill('{}').join()}]}`)
        .join()}]}`,
  ),
  'intents: sound': body(intents.batch, () => `{"intents":[${Array.from({ length: 500 }, (_, i) => soundIntent(i)).join()}]}`, true),
  'one intent: empty rows': body(intents.execute, () => filled('{},', '{"proposed_actions":[', '{}]}', BODY_BYTES)),
  'import of intents: a body': body(imports.check, () => filled('a,b\\n', '{"kind":"intents","content":"', '"}'), true),
  'import of rates: a body': body(fx.import, () => filled('2026-01-01,1\\n', '{"content":"', '"}'), true),

  'import of intents: rows of almost nothing': importCsv(() => filled('88,a\n', CSV_HEADER)),
  'import of intents: quotes': importCsv(() => filled('""', '"')),
  'import of intents: cells': importCsv(() => filled(',')),
  'import of intents: columns': importCsv(() => filled('amount,')),
  'import of intents: rows within a quote': importCsv(() => filled('a\n', `${CSV_HEADER}"`)),
  'import of intents: sound': importCsv(
    () => CSV_HEADER + Array.from({ length: 10_000 }, (_, i) => `R${i},2026-01-05,A,B,1.25,USD,${'n'.repeat(490)}\n`).join(''),
    true,
  ),

  'import of intents: a quote that never ends': importCsv(() => filled('a', `${CSV_HEADER}"`)),
  'import of intents: quotes that end nothing': importCsv(() => filled('"a" ', CSV_HEADER)),
  'import of intents: one cell': importCsv(() => filled('a', CSV_HEADER)),
  'import of intents: one cell without a header': importCsv(() => filled('a')),
  'import of intents: wide characters': importCsv(() => filled('\u{1f4b6}\u20ac,', CSV_HEADER, '', FILE_BYTES / 3)),
  'import of intents: as many fields as are looked at': importCsv(() => filled(`${'a,'.repeat(99)}a\n`)),
  'import of intents: blank lines': importCsv(() => filled('\n')),
  'import of intents: blank lines behind a header': importCsv(() => filled('\r\n', CSV_HEADER)),
  'import of intents: rows of one reference': importCsv(() => CSV_HEADER + `R,2026-01-05,A,B,1.25,USD,${'n'.repeat(990)}\n`.repeat(10_000)),
  'import of intents: digits to be grouped': importCsv(
    () => CSV_HEADER + Array.from({ length: 5_000 }, (_, i) => `R${i},2026-01-05,A,B,"${'1 '.repeat(990)}",USD,\n`).join(''),
  ),

  'rates: rows': ecb(() => filled('2026-01-01,1\n', 'Date,USD\n')),
  'rates: columns': ecb(() => filled('USD,', 'Date,')),
  'rates: blank rows': ecb(() => filled('\n', 'Date,USD\n')),
  'rates: rows of a blank': ecb(() => filled(' \n', 'Date,USD\n')),
  'rates: rows of commas': ecb(() => filled(`2026-01-01${','.repeat(999)}\n`, 'Date,USD\n')),
  'rates: one row of commas': ecb(() => filled(',', 'Date,USD\n2026-01-01,')),
  'rates: one cell': ecb(() => filled('a', 'Date,USD\n')),
  'rates: one cell of blanks': ecb(() => filled(' ', 'Date,USD\n2026-01-01,', '1'), true),
  'rates: one rate of digits': ecb(() => filled('1', 'Date,USD\n2026-01-01,')),
  'rates: wide characters': ecb(() => filled('\u{1f4b6}', 'Date,USD\n', '', FILE_BYTES / 2)),
  'rates: elements': ecb(() => filled('<Cube/>', ECB)),
  'rates: as many elements as are looked at': ecb(() => `${ECB}${"<Cube time='' />".repeat(449_000)}${ECB_END}`),
  'rates: as many other elements as are looked at': ecb(() => `${ECB}${'<a b="" c="" d=""/>'.repeat(299_000)}${ECB_END}`),
  'rates: depth': ecb(() => filled('<a>', ECB)),
  'rates: attributes': ecb(() => filled('a="b" ', `${ECB}<Cube `)),
  'rates: attributes of their own': ecb(() => `${ECB}<Cube ${Array.from({ length: 890_000 }, (_, i) => `a${i}=""`).join(' ')}`),
  'rates: elements of attributes': ecb(() => filled(`<a ${Array.from({ length: 8 }, (_, i) => `a${i}=""`).join(' ')}/>`, ECB, '', 6 * MB)),
  'rates: namespaces': ecb(() => filled('<a xmlns:b="c"/>', ECB)),
  'rates: one attribute without end': ecb(() => filled('a', `${ECB}<Cube time="`)),
  'rates: one name without end': ecb(() => filled('a', `${ECB}<`)),
  'rates: one text without end': ecb(() => filled('a', ECB)),
  'rates: one comment without end': ecb(() => filled('-a', `${ECB}<!--`)),
  'rates: entities': ecb(() => filled('&amp;', ECB)),
  'rates: comments of dashes': ecb(() => filled(`<!--${'-a'.repeat(30_000)}-->`, ECB)),
  'rates: texts of carriage returns': ecb(() => filled(`<a/>${'\r'.repeat(60_000)}`, ECB)),
  'rates: attributes of line breaks': ecb(() => filled(`<a b="${'\n'.repeat(60_000)}"/>`, ECB)),
  'rates: entities in an attribute': ecb(() => filled('&amp;', `${ECB}<Cube time="`)),
  'rates: a billion laughs': ecb(() =>
    filled('<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">', '<?xml version="1.0"?><!DOCTYPE D [<!ENTITY a "ha">'),
  ),
  'rates: sound XML': ecb(
    () =>
      ECB +
      soundRates(
        6_500,
        (date, codes) => `<Cube time="${date}">${codes.map((c) => `<Cube currency="${c}" rate="1.08"/>`).join('')}</Cube>`,
      ) +
      ECB_END,
    true,
  ),
  'rates: sound CSV': ecb(
    () => `Date,${CODES.join()},\n${soundRates(19_900, (date, codes) => `${date},${codes.map(() => '1.08152').join()},\n`)}`,
    true,
  ),

  'policy: depth': policy(() => '('.repeat(16_000)),
  'policy: terms': policy(() => `1${' + 1'.repeat(4_000)} > 1`),
  'policy: macros': policy(() => `${'intent.rows.all(r, '.repeat(200)}true${')'.repeat(200)}`),
  'policy: a list': policy(() => `[${'1,'.repeat(8_000)}1].size() > 1`),
  'policy: as many terms as are looked at': policy(() => `1${' + 1'.repeat(480)} > 1`),
  'policy: as many comparisons as are looked at': policy(() => `true${' || 1>1'.repeat(280)}`, true),
  'policy: as many macros as are looked at': policy(() => `${'intent.rows.all(r, '.repeat(30)}true${')'.repeat(30)}`),
  'policy: a pattern': policy(() => `intent.rows.all(r, r.narrative.matches("${'(a{1,30}){1,30}'.repeat(60)}"))`),

  ...costlyReplies,

  'key set: names without end': keySet(() => filled('{"kid":"a"},', '{"keys":[', '{}]}', KEY_SET_BYTES)),
  'key set: depth': keySet(() => filled('[', '{"keys":', '', KEY_SET_BYTES)),
  'key set: one coordinate without end': keySet(() =>
    filled('A', '{"keys":[{"kid":"k","sub":"s","kty":"EC","crv":"P-256","x":"', '"}]}', KEY_SET_BYTES),
  ),
  'key set: as many points on no curve as are looked at': keySet(() => {
    const [x, y] = ['A'.repeat(43), 'B'.repeat(42)];
    return `{"keys":[${Array.from({ length: 500 }, (_, i) => keyText({ kid: `${i}`, kty: 'EC', crv: 'P-256', x, y: `${y}A` })).join()}]}`;
  }),
  'signature: members of a header': signature(() => headerText(`{${'"a":"b",'.repeat(HEADER_BYTES / 12)}"a":"b"}`)),
  'signature: escapes that end nothing': signature(() => headerText(`{"a":"${'\\\\'.repeat(HEADER_BYTES / 6)}`)),
  'signature: blanks': signature(() => headerText(`{${' '.repeat(HEADER_BYTES / 2)}"a"${' '.repeat(HEADER_BYTES / 6)}`)),
};
