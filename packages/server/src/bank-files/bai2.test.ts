import { describe, expect, test } from 'vitest';
import { readBankFile } from './read-bank-file.ts';
import type { BankLine, BankStatement } from './statement.ts';

const read = (text: string): readonly BankStatement[] => readBankFile(new Uint8Array(Buffer.from(text))).statements;

const FILE = `01,122099999,123456789,260131,0200,1,80,,2/
02,031001234,122099999,1,260130,2359,,2/
03,0123456789,,010,+4350000,,,015,2830000,,/
88,100,500000,1,,400,2020000,2,/
16,165,500000,V,260201,,DD1620,,DEALER PAYMENTS
88,CONTINUED / MORE
16,451,2000000,Z,BR1,CR1,RENT, JANUARY/
16,475,20000,,,1042/
49,12220000,7/
98,12220000,1,9/
99,12220000,1,11/
`;
/** A file of one account with these records in it, its totals as they should be. */
function file(records: readonly string[], account = '03,1,USD,,,,/'): string {
  const amounts = records.filter((r) => r.startsWith('16,')).map((r) => BigInt(r.split(',')[2]?.replace('/', '') ?? '0'));
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  const n = records.length;
  return `01,A,B,260131,0200,1,,,2/\n02,B,A,1,260131,,,2/\n${account}\n${records.join('\n')}\n49,${total},${n + 2}/\n98,${total},1,${n + 4}/\n99,${total},1,${n + 6}/\n`;
}
const entry = (...records: readonly string[]): BankLine | undefined => read(file(records))[0]?.lines[0];

describe('a statement', () => {
  test('has its account, balances, entries and words over as many records as they take', () => {
    expect(read(FILE)).toEqual([
      {
        account: '0123456789',
        currency: 'USD',
        reference: '2026-01-30/1',
        openingBalance: 4_350_000_000_000n,
        closingBalance: 2_830_000_000_000n,
        from: '2026-01-30',
        to: '2026-01-30',
        leftOut: { pending: 0, zero: 0 },
        lines: [
          {
            postedAt: '2026-01-30',
            valueDate: '2026-02-01',
            amount: 500_000_000_000n,
            description: 'DEALER PAYMENTS CONTINUED / MORE',
            bankReference: 'DD1620',
            line: 5,
          },
          {
            postedAt: '2026-01-30',
            amount: -2_000_000_000_000n,
            reference: 'CR1',
            description: 'RENT, JANUARY',
            bankReference: 'BR1',
            line: 7,
          },
          { postedAt: '2026-01-30', amount: -20_000_000_000n, reference: '1042', line: 8 },
        ],
      },
    ]);
  });
  test('counts in the minor unit of its currency: the account’s, the group’s, or dollars', () => {
    const yen = file(['16,165,500,Z,,,/'], '03,1,JPY,,,,/');
    const dinars = file(['16,165,500,Z,,,/']).replace('03,1,USD', '03,1,').replace('1,260131,,,2', '1,260131,,BHD,2');
    expect([yen, dinars, yen.replace('JPY', '')].map((text) => read(text)[0]).map((s) => [s?.currency, s?.lines[0]?.amount])).toEqual([
      ['JPY', 50_000_000_000n],
      ['BHD', 50_000_000n],
      ['USD', 500_000_000n],
    ]);
  });
  test('with funds by availability and distribution between its sums', () => {
    const account = '03,1,USD,010,100,,S,10,20,70,072,5,,D,2,0,2,1,3,015,200,,V,260131,0900/';
    const text = file(['16,165,100,Z,,,/'], account).replaceAll(/(49|98|99),100/g, '$1,405');
    expect(read(text)).toMatchObject([{ openingBalance: 100_000_000n, closingBalance: 200_000_000n }]);
  });
  test.each([
    ['03,1,USD,010,500,,,015/', '88,600,,/'],
    ['03,1,USD,010,500/', '88,015,600/'],
    ['03,1,USD,010,500,1/', '88,015,600/'],
    ['03,1,USD,010,500,,,/', '88,015,600,,/'],
    ['03,1,USD,010,500,,,,/', '88,015,600,,/'],
    ['03,1,USD,010,500,,,015,600,,S,100/', '88,200,300/'],
    ['03,1,USD,010,500,,,015,600,,D/', '88,2,0,100/', '88,1,500/'],
  ])('with sums that go on in a continuation: %s %s', (...account) => {
    const text = file(['16,165,100,Z,,,/'], account.join('\n'));
    const records = (more: number): string =>
      text.replaceAll(/(49|98|99),100,(1,)?(\d+)/g, (_, code, one = '', n) => `${code},1200,${one}${Number(n) + more}`);
    expect(read(records(account.length - 1))).toMatchObject([{ openingBalance: 500_000_000n, closingBalance: 600_000_000n }]);
  });
  test('in files one after the other, with old line ends, blanks and empty lines', () => {
    const later = FILE.replaceAll('260130', '260131');
    expect(read(`${FILE}\n\n${later}`).map(({ from }) => from)).toEqual(['2026-01-30', '2026-01-31']);
    expect(read(FILE.replaceAll('\n', '  \r\n'))).toEqual(read(FILE));
  });
});

describe('an entry', () => {
  test.each([
    ['101', 1n],
    ['399', 1n],
    ['401', -1n],
    ['699', -1n],
    ['925', 1n],
    ['965', -1n],
  ])('of type %s has the sign %s', (type, sign) => {
    expect(entry(`16,${type},100,Z,,,/`)?.amount).toBe(sign * 100_000_000n);
  });
  test('with a minus takes back', () => {
    expect(entry('16,165,-100,Z,,,/')?.amount).toBe(-100_000_000n);
  });
  test('that is a message moves nothing', () => {
    expect(read(file(['16,890,,Z,,,NEWS', '16,165,100,Z,,,/']))[0]).toMatchObject({ lines: [{}], leftOut: { zero: 1 } });
  });
  test.each<[records: readonly string[], expected: Partial<BankLine>]>([
    [
      ['16,351,100,S,50,30,20/', '88,I-GEN107,,/', '88,REPO SWEEP @ 5.1%', '88,IMMEDIATE FUNDS: 1,731.20/'],
      { bankReference: 'I-GEN107', description: 'REPO SWEEP @ 5.1% IMMEDIATE FUNDS: 1,731.20' },
    ],
    [['16,531,100,,PROGRAM,/', '88,REDEMPTION'], { bankReference: 'PROGRAM', description: 'REDEMPTION' }],
    [['16,447,100,,,/', '88,CD FUNDING AC#1'], { description: 'CD FUNDING AC#1' }],
    [['16,447,100/', '88,CD FUNDING AC#1'], { amount: -100_000_000n }],
    [['16,165,100,D,2,0,40,1,60,BR,CR,TEXT'], { bankReference: 'BR', reference: 'CR', description: 'TEXT' }],
    [['16,165,100,v,260202,1300,BR,CR,TEXT'], { valueDate: '2026-02-02', bankReference: 'BR', description: 'TEXT' }],
    [['16,165,100,Z,BR,CR,/'], { bankReference: 'BR', reference: 'CR' }],
    [['16,165,100'], { amount: 100_000_000n }],
  ])('%j', (records, expected) => {
    expect(entry(...records)).toMatchObject(expected);
  });
});

describe('what is refused', () => {
  test.each<[what: string, text: string, code: string, says: RegExp]>([
    [
      'balances that do not meet',
      FILE.replace('2830000', '2830001').replaceAll('12220000', '12220001'),
      'BALANCE_MISMATCH',
      /43500\.00 USD.*28300\.01 USD/,
    ],
    ['an account total', FILE.replace('49,12220000', '49,12220001'), 'CONTROL_MISMATCH', /Line 9, 49: .*12220001.*12220000/],
    ['a number of records', FILE.replace('12220000,7', '12220000,8'), 'CONTROL_MISMATCH', /8 for records.*7/],
    ['a group total', FILE.replace('98,12220000', '98,1'), 'CONTROL_MISMATCH', /Line 10/],
    ['a number of accounts', FILE.replace('98,12220000,1', '98,12220000,2'), 'CONTROL_MISMATCH', /accounts/],
    ['a number of groups', FILE.replace('99,12220000,1', '99,12220000,2'), 'CONTROL_MISMATCH', /groups/],
    ['a missing entry', FILE.replace(/16,475.*\n/, ''), 'CONTROL_MISMATCH', /Line 8/],
    ['no trailer', FILE.replace(/\n99,.*/, ''), 'TRUNCATED', /trailer/],
    ['no account trailer', FILE.replace(/49,.*\n/, ''), 'SYNTAX_INVALID', /98 does not belong/],
    ['an entry before its account', FILE.replace(/03,.*\n88.*\n/, ''), 'SYNTAX_INVALID', /16 does not belong/],
    ['a record that there is not', FILE.replace('16,475', '17,475'), 'SYNTAX_INVALID', /“17”/],
    ['a line that is no record', FILE.replace('16,475', 'x'), 'SYNTAX_INVALID', /Line 8/],
    ['version 1', FILE.replace(',,2/\n02', ',,1/\n02'), 'FORMAT_REFUSED', /version 2/],
    ['a report within the day', FILE.replace('2359,,2/', '2359,,3/'), 'FORMAT_REFUSED', /within the day/],
    ['a correction', FILE.replace('122099999,1,', '122099999,3,'), 'FORMAT_REFUSED', /corrects/],
    ['a deletion', FILE.replace('122099999,1,', '122099999,2,'), 'FORMAT_REFUSED', /deletes/],
    ['a test', FILE.replace('122099999,1,', '122099999,4,'), 'FORMAT_REFUSED', /test/],
    ['a loan', FILE.replace('16,475', '16,721'), 'FIELD_INVALID', /“721”/],
    ['a funds type', FILE.replace('2000000,Z', '2000000,Q'), 'FIELD_INVALID', /“Q”/],
    ['a decimal point', FILE.replace('16,475,20000', '16,475,200.00'), 'AMOUNT_INVALID', /Line 8, 16: “200\.00”/],
    ['no such day', FILE.replace('1,260130', '1,260230'), 'DATE_INVALID', /Line 2/],
    ['no account', FILE.replace('03,0123456789', '03,'), 'FIELD_MISSING', /account/],
    ['a currency there is not', FILE.replace('0123456789,', '0123456789,XX1'), 'CURRENCY_INVALID', /XX1/],
    ['sums that are none', FILE.replace(',010,', ',1O0,'), 'FIELD_INVALID', /“1O0”/],
    ['no entries', file(['16,890,,Z,,,/']), 'NO_LINES', /no booked/],
    ['the same twice', FILE + FILE, 'STATEMENT_TWICE', /2026-01-30/],
  ])('%s', (_, text, code, says) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(says) }));
  });
  test('continuations within a distribution without end, at once', () => {
    const account = `03,1,USD,010,1,,D,999999999/${`\n88,100${',1'.repeat(200)}/`.repeat(9_000)}`;
    const began = performance.now();
    expect(() => read(file(['16,165,100,Z,,,/'], account))).toThrow(expect.objectContaining({ code: 'FIELD_INVALID' }));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
  test('blanks without end, at once', () => {
    const began = performance.now();
    expect(() => read(FILE.replace('JANUARY', `JANUARY${' '.repeat(200_000)}x`))).toThrow(expect.objectContaining({ code: 'TOO_LONG' }));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
  test('sums without end, without losing the stack', () => {
    const text = file(['16,165,100,Z,,,/'], `03,1,USD${',010,1,,'.repeat(300_000)}/`);
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'CONTROL_MISMATCH' }));
  });
});
