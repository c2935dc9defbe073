import {
  closingOf,
  type PrintedStatement,
  printBai2,
  printCamt,
  printCsv,
  printedStatement,
  printMt940,
  printOfx,
} from '@countinghouse/testkit/bank-statements';
import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { CsvMapping } from './csv-mapping.ts';
import { isIban } from './iban.ts';
import { readBankFile } from './read-bank-file.ts';
import { BankFileFault, type BankStatement } from './statement.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array => new Uint8Array(Buffer.from(text, encoding));
const statements = fc
  .uniqueArray(printedStatement, { minLength: 1, maxLength: 3, selector: ({ number }) => number })
  // By chance a reference may be an account of Norway or Belgium, and is read as one.
  .filter((all) => !all.some(({ lines }) => lines.some(({ reference }) => isIban(reference))));
/** What comes in goes out again, and again: its running balances are right from the top and from the bottom, and end elsewhere. */
const addsUpBothWays = ({ lines }: PrintedStatement): boolean =>
  lines.length % 2 === 0 && lines.every(({ amount }, i) => i === 0 || amount === -(lines[i - 1]?.amount ?? 0n));
const units = (minor: bigint, { decimals }: PrintedStatement): bigint => minor * 10n ** BigInt(8 - decimals);
const mapping = (s: PrintedStatement): CsvMapping => ({
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
  account: s.account,
  currency: s.currency,
});

/** What was printed, as it should be read: all of a statement but where its lines are, and what its format does not say. */
const expected = (
  s: PrintedStatement,
  keep: { readonly opening?: boolean; readonly name?: boolean; readonly ours?: boolean; readonly day?: string } = {},
) => ({
  account: s.account,
  currency: s.currency,
  ...(keep.opening === false ? {} : { openingBalance: units(s.opening, s) }),
  closingBalance: units(closingOf(s), s),
  lines: s.lines.map((l) => ({
    postedAt: keep.day ?? l.day,
    valueDate: l.valueDay,
    amount: units(l.amount, s),
    reference: l.reference,
    description: l.words,
    ...(keep.name === false ? {} : { counterparty: l.name }),
    bankReference: l.bankReference,
  })),
});
const shown = (read: readonly BankStatement[]) =>
  read.map(({ account, currency, openingBalance, closingBalance, lines }) => ({
    account,
    currency,
    ...(openingBalance === undefined ? {} : { openingBalance }),
    ...(closingBalance === undefined ? {} : { closingBalance }),
    lines: lines.map(({ line: _, ...line }) => line),
  }));
const read = (text: string, csv?: CsvMapping) => shown(readBankFile(bytes(text), csv === undefined ? {} : { csv }).statements);

describe('what is printed is read', () => {
  propertyTest.prop([statements, fc.integer({ min: 2, max: 13 })])('as camt.053 of every version', (all, version) => {
    expect(read(printCamt(all, version))).toEqual(all.map((s) => expected(s)));
  });
  propertyTest.prop([statements, fc.constantFrom('german' as const, 'slashed' as const, 'plain' as const), fc.boolean()])(
    'as MT940 of every style',
    (all, style, blocks) => {
      expect(read(printMt940(all, style, blocks))).toEqual(all.map((s) => expected(s, { name: style !== 'plain' })));
    },
  );
  propertyTest.prop([statements])('as BAI2', (all) => {
    expect(read(printBai2(all, '2026-01-31'))).toEqual(all.map((s) => expected(s, { name: false, day: '2026-01-31' })));
  });
  propertyTest.prop([statements, fc.constantFrom(1 as const, 2 as const)])('as OFX 1 and 2', (all, version) => {
    expect(read(printOfx(all, version))).toEqual(all.map((s) => expected(s, { opening: false })));
  });
  propertyTest.prop([printedStatement.filter((s) => !addsUpBothWays(s))])('as CSV', (s) => {
    expect(read(printCsv(s), mapping(s))).toEqual([expected(s)]);
  });
});

const sample: PrintedStatement = {
  account: 'DE89370400440532013000',
  currency: 'EUR',
  decimals: 2,
  number: 7,
  opening: 12_345n,
  lines: [
    {
      day: '2025-12-31',
      valueDay: '2026-01-02',
      amount: -1_099n,
      reference: 'RE2025',
      bankReference: 'B1',
      words: 'Miete für Büro',
      name: 'Möller',
    },
    {
      day: '2026-01-02',
      valueDay: '2026-01-02',
      amount: 250_001n,
      reference: 'RE2026',
      bankReference: 'B2',
      words: 'Rechnung 7',
      name: 'Anna',
    },
  ],
};
const other: PrintedStatement = { ...sample, number: 8, opening: 1n };
const files: readonly (readonly [format: string, text: string, csv: CsvMapping | undefined])[] = [
  ['camt.053', printCamt([sample, other]), undefined],
  ['MT940 in blocks', printMt940([sample, other], 'german', true), undefined],
  ['MT940', printMt940([sample, other], 'slashed'), undefined],
  ['BAI2', printBai2([sample, other]), undefined],
  ['OFX 1', printOfx([sample, other], 1), undefined],
  ['OFX 2', printOfx([sample, other], 2), undefined],
  ['CSV', printCsv(sample), mapping(sample)],
];

/** What a file comes to, or null where it is refused as the kind of fault that every refusal must be. */
function outcome(file: Uint8Array, csv: CsvMapping | undefined): readonly BankStatement[] | null {
  try {
    return readBankFile(file, csv === undefined ? {} : { csv }).statements;
  } catch (error) {
    if (error instanceof BankFileFault) return null;
    throw error;
  }
}

describe('a file that was cut off', () => {
  test.each(files)('%s is refused at every byte, or what is there is whole', (format, text, csv) => {
    const file = bytes(text);
    const whole = outcome(file, csv) ?? [];
    let refused = 0;
    for (let end = 0; end < file.length; end += 1) {
      const cut = outcome(file.subarray(0, end), csv);
      if (cut === null) refused += 1;
      else if (csv === undefined) expect(cut).toEqual(whole.slice(0, cut.length));
      else expect(whole[0]?.lines.slice(0, cut[0]?.lines.length)).toEqual(cut[0]?.lines);
      // Only MT940 and CSV have no end of their own: what is there is whole, what is not cannot be missed.
      if (cut !== null && !/MT940|CSV/.test(format)) expect(cut).toEqual(whole);
    }
    expect(refused).toBeGreaterThan(file.length / 2);
  });
});

describe('a damaged file', () => {
  test.each(files)('%s with a byte changed is refused or read, and never anything else', (_, text, csv) => {
    const file = bytes(text);
    for (const [i, value] of [0, 0x0a, 0x2c, 0x3c, 0x39, 0xff].entries())
      for (let at = i; at < file.length; at += 6) {
        const damaged = Uint8Array.from(file);
        damaged[at] = value;
        for (const statement of outcome(damaged, csv) ?? []) {
          const { openingBalance: opening, closingBalance: closing, lines } = statement;
          if (opening !== undefined && closing !== undefined) expect(lines.reduce((sum, l) => sum + l.amount, opening)).toBe(closing);
        }
      }
  });
  propertyTest.prop([fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...files)])(
    'noise before, in or after a file throws nothing else',
    (noise, [, text, csv]) => {
      const file = bytes(text);
      for (const at of [0, file.length >> 1, file.length])
        outcome(Uint8Array.from([...file.subarray(0, at), ...noise, ...file.subarray(at)]), csv);
      outcome(noise, csv);
    },
  );
});

describe('the same file in other bytes', () => {
  test.each(files)('%s', (format, text, csv) => {
    const whole = outcome(bytes(text), csv);
    expect(whole).not.toBeNull();
    const strict = format === 'camt.053' || format === 'OFX 2';
    expect(outcome(bytes(`\ufeff${text}`), csv)).toEqual(whole);
    expect(outcome(bytes(`\ufeff${text}`, 'utf16le'), csv)).toEqual(whole);
    expect(outcome(bytes(text, 'utf16le'), csv)).toEqual(whole);
    if (strict) expect(outcome(bytes(text, 'latin1'), csv)).toBeNull();
    else expect(outcome(bytes(text, 'latin1'), csv)).toEqual(whole);
    expect(outcome(bytes(text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')), csv)).toEqual(whole);
  });
});
