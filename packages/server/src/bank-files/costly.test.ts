// Files that are made to cost: each within the size that is taken, none worth what it asks for. Whatever such a file comes to, it comes to
// it within two seconds of processor time and a quarter of a gigabyte.

import { expect, test } from 'vitest';
import { readEcbFile } from '../features/fx/ecb-file.ts';
import { readCsv } from '../features/imports/read-csv.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { readBankFileAside } from './read-aside.ts';
import { readBankFile } from './read-bank-file.ts';
import { BankFileFault } from './statement.ts';

const MB = 1_048_576;
const FILE_BYTES = 10 * MB;
const CPU_MS_MAX = 2_000;
const TIMEOUT_MS = 60_000;

const csv: CsvMapping = {
  columns: { postedAt: 1, amount: 2 },
  account: 'A',
  currency: 'USD',
  headerRow: 0,
  dateFormat: 'YYYY-MM-DD',
  decimal: '.',
} as CsvMapping;

/** `part` over and over behind `head`, until the file is as large as it may be. */
const filled = (part: string, head = '', bytes = FILE_BYTES): string => head + part.repeat(Math.floor((bytes - head.length) / part.length));

const MT940 = ':20:A\n:25:B\n:28C:1\n:60F:C260101USD1,\n';
const BAI2 = '01,A,B,260131,0900,1,,,2/\n02,,B,1,260131,,USD,2/\n03,1,USD,010,100,,/\n';
const OFX = 'OFXHEADER:100\n\n<OFX>';
const CAMT = '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>';

const bankFiles: Readonly<Record<string, () => string>> = {
  'csv: a million rows of almost nothing': () => filled('88,a\n', '', 5 * MB),
  'csv: rows that are right, and too many': () => filled('2026-01-01,1.25\n'),
  'csv: as many cells as fit in a row': () => filled(`${','.repeat(99_000)}\n`),
  'csv: a quote that never ends': () => filled('a', '"'),
  'csv: rows within a quote': () => filled('a\n', '"'),
  'csv: quotes in quotes': () => filled('""', '"'),
  'csv: rows of blanks': () => filled(' ,\n', '1,1\n'),
  'bai2: continuations': () => filled('88,a\n', BAI2),
  'bai2: transactions': () => filled('16,165,1,Z/\n', BAI2),
  'mt940: movements': () => filled(':61:260101C1,NTRFA\n', MT940),
  'mt940: lines of a narrative': () => filled('a\n', `${MT940}:61:260101C1,NTRFA\n:86:`),
  'mt940: fields of a narrative': () => filled('?20a', `${MT940}:61:260101C1,NTRFA\n:86:`),
  'mt940: statements': () => filled(':20:A\n'),
  'ofx: depth': () => filled('<A>', OFX),
  'ofx: elements': () => filled('<A>1\n', OFX),
  'ofx: ends without beginnings': () => filled('</A>', OFX),
  'camt: entries': () => filled('<Ntry></Ntry>', CAMT),
  'camt: depth': () => filled('<a>', CAMT),
  'camt: entities': () => filled('&amp;', `${CAMT}<Id>`),
  'camt: attributes': () => `<?xml version="1.0"?><Document ${Array.from({ length: 500_000 }, (_, i) => `a${i}="b"`).join(' ')}/>`,
  'camt: namespaces': () => filled('<a xmlns:b="c"/>', CAMT),
  'camt: a billion laughs': () =>
    filled('<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">', '<?xml version="1.0"?><!DOCTYPE D [<!ENTITY a "ha">'),
  'nothing but a beginning': () => filled('<'),
};

/** Those that take the most memory are read once more on the thread, which has a quarter of a gigabyte. */
const large = new Set([
  'csv: a million rows of almost nothing',
  'csv: rows that are right, and too many',
  'bai2: transactions',
  'mt940: movements',
  'ofx: elements',
  'camt: entries',
]);

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

test.each(Object.entries(bankFiles))('%s', { timeout: TIMEOUT_MS }, async (name, make) => {
  const bytes = new TextEncoder().encode(make());
  const before = cpuMs();
  expect(() => readBankFile(bytes, { csv })).toThrow(BankFileFault);
  expect(cpuMs() - before).toBeLessThan(CPU_MS_MAX);
  if (!large.has(name)) return;
  const fault: unknown = await readBankFileAside('costly', bytes, { csv }).catch((error: unknown) => error);
  expect(String((fault as Error).message)).not.toMatch(/takes too/);
  expect(fault).toBeInstanceOf(BankFileFault);
});

test.each([
  ['rows of almost nothing', filled('88,a\n', 'account,amount\n', MB)],
  ['quotes', filled('""', '"', MB)],
  ['cells', filled(',', '', MB)],
])('a file of intents or accounts with %s', (_name, content) => {
  const before = cpuMs();
  expect(() => readCsv(content, 'intents')).toThrow();
  expect(cpuMs() - before).toBeLessThan(CPU_MS_MAX);
});

test.each([
  ['rows', filled('2026-01-01,1\n', 'Date,USD\n')],
  ['columns', filled('USD,', 'Date,')],
  [
    'elements',
    filled(
      '<Cube/>',
      '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
    ),
  ],
  ['depth', filled('<a>', '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">')],
])('a file of reference rates with nothing but %s', { timeout: TIMEOUT_MS }, async (_name, content) => {
  const before = cpuMs();
  await expect(readEcbFile(content)).rejects.toThrow();
  expect(cpuMs() - before).toBeLessThan(CPU_MS_MAX);
});
