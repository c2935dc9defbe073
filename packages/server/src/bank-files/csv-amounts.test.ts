import { describe, expect, test } from 'vitest';
import type { CsvMapping } from './csv-mapping.ts';
import { readBankFile } from './read-bank-file.ts';
import { BankFileFault, type BankStatement } from './statement.ts';

const read = (text: string, csv: CsvMapping): readonly BankStatement[] => readBankFile(new TextEncoder().encode(text), { csv }).statements;
const faultOf = (text: string, csv: CsvMapping): BankFileFault => {
  try {
    read(text, csv);
  } catch (error) {
    if (error instanceof BankFileFault) return error;
    throw error;
  }
  throw new Error('it was read');
};

describe('a column of fees', () => {
  const paid: CsvMapping = {
    headerRow: 1,
    columns: { postedAt: 'Date', amount: 'Amount', fee: 'Fee' },
    dateFormat: 'YYYY-MM-DD',
    decimal: '.',
    account: 'W1',
    currency: 'GBP',
  };
  const WALLET =
    'Date,Amount,Fee,Balance\n2026-01-29,1000.00,,1000.00\n2026-01-30,-100.00,0.20,899.80\n2026-01-31,50.00,1.50,948.30\n2026-01-31,0.00,10.00,938.30\n';
  const REFUND = '2026-01-31,-50.00,-0.30,888.60\n';
  const withBalance: CsvMapping = { ...paid, columns: { ...paid.columns, balance: 'Balance' } };
  test('is taken off each amount, and a row may be a fee alone', () => {
    expect(read(WALLET, paid)[0]?.lines.map(({ amount }) => amount / 1_000_000n)).toEqual([100_000n, -10_020n, 4_850n, -1_000n]);
  });
  test('is in what the balances are held against', () => {
    expect(read(WALLET, withBalance)).toMatchObject([{ openingBalance: 0n, closingBalance: 93_830_000_000n }]);
    const { fee: _, ...without } = withBalance.columns;
    expect(faultOf(WALLET, { ...paid, columns: without })).toMatchObject({ code: 'BALANCE_MISMATCH', line: 3 });
  });
  test('counts beside a word for in and out, and beside debit and credit', () => {
    const { columns } = paid;
    const directed = { ...paid, columns: { ...columns, direction: 'Way' }, directions: { in: ['in'], out: ['out'] } };
    expect(read('Date,Amount,Way,Fee\n2026-01-30,100.00,out,0.20\n', directed)[0]?.lines).toMatchObject([{ amount: -10_020_000_000n }]);
    const parted = { ...paid, columns: { postedAt: 'Date', debit: 'Out', credit: 'In', fee: 'Fee' } };
    expect(read('Date,Out,In,Fee\n2026-01-30,,100.00,-\n2026-01-30,5.00,,1.00\n', parted)[0]?.lines).toMatchObject([
      { amount: 10_000_000_000n },
      { amount: -600_000_000n },
    ]);
  });
  test('below zero gives a fee back where balances show it, and is refused where nothing does', () => {
    const last = read(WALLET + REFUND, withBalance)[0]?.lines.at(-1);
    expect(last).toMatchObject({ amount: -4_970_000_000n });
    expect(faultOf(WALLET + REFUND, paid)).toMatchObject({
      code: 'AMOUNT_INVALID',
      line: 6,
      element: 'Fee',
      message: expect.stringMatching(/net amounts/),
    });
  });
});

describe('money out and in of a credit card, each in its column, where above zero is money out', () => {
  const card: CsvMapping = {
    headerRow: 1,
    columns: { postedAt: 'Date', debit: 'Debit', credit: 'Credit', balance: 'Owed' },
    positive: 'out',
    dateFormat: 'MM/DD/YYYY',
    decimal: '.',
    account: '4111',
    currency: 'USD',
  };
  const CARD = 'Date,Debit,Credit,Owed\n01/29/2026,150.00,,150.00\n01/30/2026,,-100.00,50.00\n01/31/2026,5.00,,55.00\n';
  test('a credit has a minus, and is money in', () => {
    expect(read(CARD, card)).toMatchObject([
      {
        openingBalance: 0n,
        closingBalance: -5_500_000_000n,
        lines: [{ amount: -15_000_000_000n }, { amount: 10_000_000_000n }, { amount: -500_000_000n }],
      },
    ]);
  });
  test.each([
    ['a credit without a minus', CARD.replace('-100.00', '100.00'), 3, 'Credit'],
    ['a debit with one', CARD.replace('150.00,,', '-150.00,,'), 2, 'Debit'],
  ])('%s is refused: which way it went is not certain', (_what, text, line, element) => {
    expect(faultOf(text, card)).toMatchObject({ code: 'AMOUNT_INVALID', line, element });
  });
  test('a credit with a minus says what to choose where nothing else was said', () => {
    const { positive: _, ...others } = card;
    expect(faultOf(CARD, others)).toMatchObject({
      code: 'AMOUNT_INVALID',
      line: 3,
      message: expect.stringMatching(/above zero is money out/),
    });
  });
});
