// Files in every format that is imported, as calls: sound ones with as many rows as fit, and some of five megabytes that are made to cost.

import { recon } from '@countinghouse/contract/features/recon';
import { type PrintedStatement, printBai2, printCamt, printCsv, printMt940, printOfx } from '@countinghouse/testkit/bank-statements';
import { okBody } from '@countinghouse/testkit/caller';
import { formOf } from '@countinghouse/testkit/form';
import type { Organisation } from '@countinghouse/testkit/world';

export const MB = 1_048_576;
const COSTLY_BYTES = 5 * MB;
const JSON_ROWS = 10_000;
/** A BAI2 file has two records a row, and at most 101,000 are read. */
const ROWS_MAX = 45_000;
/** What banks write beside an amount: 5 MB of rows of which this is the words are some 20,000. */
const WORDS = 'SEPA CREDIT TRANSFER, INVOICE 2026-00417 OF 3 JANUARY, CUSTOMER 88213, DELIVERY TO WAREHOUSE 4 IN ROTTERDAM, WITH THANKS';
const ACCOUNT = 'USD-1';
const SOURCE = 'Bank';

export interface FileToImport {
  readonly what: string;
  readonly path: string;
  readonly init: RequestInit;
  /** What it is answered with, where there is room for it. */
  readonly status: number;
}

const csv = {
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
};

const formats: Readonly<Record<string, (statements: readonly PrintedStatement[]) => string>> = {
  csv: ([s]) => printCsv(s as PrintedStatement),
  camt: (all) => printCamt(all),
  mt940: (all) => printMt940(all, 'german'),
  bai2: (all) => printBai2(all),
  ofx: (all) => printOfx(all, 2),
};

/** A statement of rows that nobody else has. */
const statementOf = (rows: number, whose: string): PrintedStatement => ({
  account: 'DE89370400440532013000',
  currency: 'USD',
  decimals: 2,
  number: 7,
  opening: 0n,
  lines: Array.from({ length: rows }, (_, i) => ({
    day: '2026-01-05',
    valueDay: '2026-01-06',
    amount: BigInt(1 + i),
    reference: `R${i}`,
    bankReference: `B${i}`,
    words: `${whose} ${i} ${WORDS}`,
    name: 'Anna de Vries Shipping and Forwarding',
  })),
});

/** As many rows as fit. */
function fileOf(print: (statements: readonly PrintedStatement[]) => string, whose: string, bytes: number): string {
  const sample = 1_000;
  const bytesARow = print([statementOf(sample, whose)]).length / sample + 4;
  return print([statementOf(Math.min(ROWS_MAX, Math.floor(bytes / bytesARow)), whose)]);
}

/** Saves the source that the CSV files are of. */
export async function saveSource({ caller }: Organisation): Promise<void> {
  okBody(await caller.post(recon.saveSource.path, { name: SOURCE, account_code: ACCOUNT, csv }));
}

/** The calls, the sound files of so many bytes, in which no two have rows in common unless `whose` is the same. */
export function filesToImport(whose: string, bytes: number): readonly FileToImport[] {
  const file = (what: string, content: string, status = 200): FileToImport => {
    const { body, headers } = formOf('statement', content);
    const query = what.startsWith('csv') ? `source=${SOURCE}` : `account_code=${ACCOUNT}`;
    return { what, path: `${recon.importFile.path}?${query}`, status, init: { method: 'POST', headers, body: new Uint8Array(body) } };
  };
  const json = (what: string, body: string, status: number): FileToImport => ({
    what,
    path: recon.importRows.path,
    status,
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body },
  });
  const rows = Array.from({ length: JSON_ROWS }, (_, i) => ({
    source: whose,
    posted_at: '2026-01-05T00:00:00.000000Z',
    account_code: ACCOUNT,
    amount: String(1 + i),
    currency: 'USD',
  }));
  return [
    ...Object.entries(formats).map(([format, print]) => file(format, fileOf(print, `${whose} ${format}`, bytes))),
    file('csv of almost nothing', '88,a\n'.repeat(COSTLY_BYTES / 5), 400),
    json('json', JSON.stringify({ rows }), 200),
    json('json of almost nothing', `{"rows":[${'{},'.repeat(COSTLY_BYTES / 3)}{}]}`, 400),
  ];
}
