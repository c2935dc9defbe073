// What each reader makes of a file as its program writes it. Those that ask a program are asked with it: `move-in.db.test.ts`.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { ReadOptions, SourceTransaction } from '../books.ts';
import { EXCHANGE, rowsOf } from '../rows.ts';
import { readBlnk } from './blnk.ts';
import { readCsvJournal } from './csv-journal.ts';
import { readFormance } from './formance.ts';
import { readGnucash } from './gnucash.ts';
import { readHledger } from './hledger.ts';
import { readPgledger } from './pgledger.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-readers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options: ReadOptions = { commodities: new Map([['€', 'EUR']]), positive: 'credit', without: new Set(['ETH', 'NYSE:ACME']) };
let files = 0;
function keep(content: string | Uint8Array, ending = ''): string {
  files += 1;
  const file = path.join(folder, `${files}${ending}`);
  writeFileSync(file, content);
  return file;
}
const lines = (...all: readonly unknown[]): string => all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
const E8 = (units: number): bigint => BigInt(Math.round(units * 100)) * 1_000_000n;
const words = ({ id, date, recordedAt, narrative }: SourceTransaction) => ({ id, date, recordedAt, narrative });

describe('formance', () => {
  const transaction = {
    id: 7,
    timestamp: '2026-03-01T10:00:00.123Z',
    insertedAt: '2026-03-01T10:00:01.123456Z',
    reference: 'pay-7',
    postings: [
      { source: 'world', destination: 'users:1', amount: 1050, asset: 'USD/2' },
      { source: 'users:1', destination: 'fees', amount: 3, asset: 'JPY' },
    ],
    metadata: {},
  };
  const made = {
    classes: new Map([
      ['world', null],
      ['users:1', null],
      ['fees', null],
    ]),
    transactions: [
      {
        id: '7',
        date: '2026-03-01',
        recordedAt: '2026-03-01T10:00:01.123456Z',
        narrative: 'pay-7',
        of: {
          moves: [
            { debit: 'world', credit: 'users:1', currency: 'USD', amountE8: E8(10.5) },
            { debit: 'users:1', credit: 'fees', currency: 'JPY', amountE8: E8(3) },
          ],
        },
      },
    ],
    problems: [],
  };
  test.each([
    [
      'the log that it exports',
      lines(
        { id: 1, type: 'NEW_TRANSACTION', data: { transaction, accountMetadata: {} }, date: '2026-03-01T10:00:01Z' },
        { id: 2, type: 'SET_METADATA', data: { targetId: 'users:1' } },
      ),
    ],
    ['a page of its API', JSON.stringify({ cursor: { pageSize: 15, data: [transaction] } })],
    ['a list', JSON.stringify([transaction])],
    ['a log of one entry, as its first version wrote it', JSON.stringify({ id: 0, type: 'NEW_TRANSACTION', data: transaction })],
  ])('reads %s', (_what, text) => expect(readFormance(keep(text), options)).toMatchObject(made));
  test.each([
    ['its own', transaction, '2026-03-01T10:00:01.123456Z'],
    ['that of its entry in the log', { ...transaction, insertedAt: undefined }, '2026-03-01T10:00:02.000Z'],
  ])('knows by %s when it was taken up, not by the timestamp that it was given', (_what, one, at) => {
    const text = lines({ type: 'NEW_TRANSACTION', data: { transaction: one }, date: '2026-03-01T10:00:02Z' });
    expect(readFormance(keep(text), options).transactions[0]?.recordedAt).toBe(at);
  });
  test('has nothing but the timestamp where an older version says no more', () => {
    expect(readFormance(keep(JSON.stringify([{ ...transaction, insertedAt: undefined }])), options).transactions[0]?.recordedAt).toBe(
      '2026-03-01T10:00:00.123Z',
    );
  });
  test('turns the sides round where balances above zero are debits, and says what is left out', () => {
    const text = lines({ type: 'NEW_TRANSACTION', data: { transaction } }, { type: 'SET_METADATA', data: {} });
    const books = readFormance(keep(text), { ...options, positive: 'debit' });
    expect(books.transactions[0]?.of).toMatchObject({ moves: [{ debit: 'users:1', credit: 'world' }, { debit: 'fees' }] });
    expect(books.leftOut).toEqual(['1 entry of the log that post nothing (metadata)']);
  });
  test('keeps every digit of a large amount, and refuses one that is finer than ours', () => {
    const large = (amount: string, asset: string) =>
      readFormance(
        keep(
          `[{"id":1,"timestamp":"2026-01-01T00:00:00Z","postings":[{"source":"a","destination":"b","amount":${amount},"asset":"${asset}"}]}]`,
        ),
        options,
      );
    expect(large('12345678901234567890', 'USD/8').transactions[0]?.of).toMatchObject({
      moves: [{ amountE8: 12_345_678_901_234_567_890n }],
    });
    expect(large('1', 'BTC/18').problems).toEqual([
      { place: 'transaction 1', sentence: 'an amount of BTC/18 has more than eight decimals' },
    ]);
    // What stays behind may be as fine as it likes, and is never taken for nothing.
    expect(large('1', 'ETH/18')).toMatchObject({ problems: [], transactions: [{ of: { moves: [{ amountE8: 1n }] } }] });
    expect(large('1.5', 'USD/2').problems).toHaveLength(1);
  });
  test.each([
    ['[]', 'no transaction'],
    ['{', 'line 1 is no JSON object'],
    ['[1]', 'entry 1 is no JSON object'],
  ])('says of %s what is wrong', (text, says) => expect(() => readFormance(keep(text), options)).toThrow(says));
});

describe('blnk', () => {
  const applied = {
    transaction_id: 't1',
    source: '@World',
    destination: 'bln_1',
    precise_amount: 1050,
    precision: 100,
    currency: 'USD',
    status: 'APPLIED',
    description: 'Top-up',
    created_at: '2026-02-03T04:05:06Z',
  };
  test('reads what is applied, and its balances beside', () => {
    const balances = [
      { balance_id: 'bln_1', currency: 'USD', balance: 1050, currency_multiplier: 100 },
      { balance_id: 'bln_0', indicator: '@World', currency: 'USD', balance: -1050, currency_multiplier: 100 },
    ];
    const books = readBlnk(
      keep(JSON.stringify({ transactions: [applied, { ...applied, transaction_id: 't2', status: 'INFLIGHT' }], balances })),
      options,
    );
    expect(books).toMatchObject({
      transactions: [
        {
          id: 't1',
          date: '2026-02-03',
          narrative: 'Top-up',
          of: { moves: [{ debit: '@World', credit: 'bln_1', currency: 'USD', amountE8: E8(10.5) }] },
        },
      ],
      balances: new Map([
        ['bln_1', new Map([['USD', -E8(10.5)]])],
        ['@World', new Map([['USD', E8(10.5)]])],
      ]),
      problems: [],
      leftOut: ['1 transaction queued, in flight, void or rejected'],
    });
  });
  test('calls a balance by its indicator, where transactions have its id, and counts it as they do where it says no parts', () => {
    const balances = [
      { balance_id: 'bln_1', currency: 'USD', balance: 1050, currency_multiplier: 1 },
      { balance_id: 'bln_0', indicator: '@World', currency: 'USD', balance: -1050, currency_multiplier: 0 },
    ];
    const books = readBlnk(keep(JSON.stringify({ transactions: [{ ...applied, source: 'bln_0' }], balances })), options);
    expect(books).toMatchObject({
      transactions: [{ of: { moves: [{ debit: '@World', credit: 'bln_1', amountE8: E8(10.5) }] } }],
      balances: new Map([
        ['bln_1', new Map([['USD', -E8(10.5)]])],
        ['@World', new Map([['USD', E8(10.5)]])],
      ]),
    });
  });
  test('takes an amount in whole units where there is no precise one, and says what a transaction lacks', () => {
    const old = { ...applied, precise_amount: undefined, amount: 10.5 };
    expect(readBlnk(keep(lines(old)), options).transactions[0]?.of).toMatchObject({ moves: [{ amountE8: E8(10.5) }] });
    expect(readBlnk(keep(lines({ ...applied, source: '' })), options).problems).toMatchObject([{ place: 'transaction t1' }]);
    expect(readBlnk(keep(lines({ ...applied, precise_amount: 1, precision: 3 })), options).problems).toMatchObject([
      { place: 'transaction t1' },
    ]);
  });
});

describe('pgledger', () => {
  test('reads both files, and the balances of the first', () => {
    const at = path.join(folder, 'pgledger');
    mkdirSync(at);
    writeFileSync(path.join(at, 'accounts.csv'), 'id,name,currency,balance\na1,external,USD,-5.00\na2,wallet,USD,5.00\na3,wallet,USD,0\n');
    const transfers = (more: string) =>
      writeFileSync(
        path.join(at, 'transfers.csv'),
        `id,from_account_id,to_account_id,amount,created_at,event_at\nt1,a1,a2,5.00,2026-01-02 03:04:05.6+00,2026-01-01 00:00:00+00\n${more}`,
      );
    transfers('');
    const books = readPgledger(at, options);
    expect(books.balances).toEqual(
      new Map([
        ['external', new Map([['USD', E8(5)]])],
        ['wallet', new Map([['USD', -E8(5)]])],
        ['wallet (a3)', new Map([['USD', -0n]])],
      ]),
    );
    expect(books.transactions).toMatchObject([
      {
        id: 't1',
        date: '2026-01-01',
        recordedAt: '2026-01-02T03:04:05.600Z',
        of: { moves: [{ debit: 'external', credit: 'wallet', amountE8: E8(5) }] },
      },
    ]);
    transfers('t2,a1,gone,5.00,2026-01-02 03:04:05+00,\n');
    expect(readPgledger(at, options).problems).toEqual([
      { place: 'transfers.csv line 3', sentence: 'accounts.csv does not have its two accounts' },
    ]);
    expect(() => readPgledger(folder, options)).toThrow('a folder with accounts.csv and transfers.csv');
  });
});

describe('gnucash', () => {
  const account = (id: string, name: string, type: string, parent: string, commodity = 'EUR') =>
    `<gnc:account version="2.0.0"><act:name>${name}</act:name><act:id type="guid">${id}</act:id><act:type>${type}</act:type>${
      type === 'ROOT'
        ? ''
        : `<act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>${commodity}</cmdty:id></act:commodity><act:parent type="guid">${parent}</act:parent>`
    }</gnc:account>`;
  const split = (id: string, quantity: string, memo = '') =>
    `<trn:split><split:id type="guid">s</split:id>${memo === '' ? '' : `<split:memo>${memo}</split:memo>`}<split:value>1/1</split:value><split:quantity>${quantity}</split:quantity><split:account type="guid">${id}</split:account></trn:split>`;
  const transaction = (id: string, ...splits: readonly string[]) =>
    `<gnc:transaction version="2.0.0"><trn:id type="guid">${id}</trn:id><trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></trn:currency><trn:num>12</trn:num><trn:date-posted><ts:date>2026-03-04 10:59:00 +0000</ts:date></trn:date-posted><trn:date-entered><ts:date>2026-03-05 08:00:01 +0100</ts:date></trn:date-entered><trn:description>R&amp;D lab</trn:description><trn:splits>${splits.join('')}</trn:splits></gnc:transaction>`;
  const book = (inner: string) =>
    `<?xml version="1.0" encoding="utf-8" ?>\n<gnc-v2 xmlns:gnc="g" xmlns:act="a" xmlns:trn="t" xmlns:cmdty="c" xmlns:ts="ts" xmlns:split="s"><gnc:book version="2.0.0">${inner}</gnc:book></gnc-v2>`;
  const accounts = [
    account('r', 'Root Account', 'ROOT', ''),
    account('a', 'Assets', 'ASSET', 'r'),
    account('b', 'Bank', 'BANK', 'a'),
    account('x', 'Rent', 'EXPENSE', 'r'),
  ].join('');
  test('reads accounts by their path, splits by their quantity, and no templates', () => {
    const templates = `<gnc:template-transactions>${account('tt', 'Template', 'BANK', 'r')}${transaction('no', split('b', '1/1'))}</gnc:template-transactions>`;
    const xml = book(`${accounts}${transaction('t1', split('x', '12345/100', 'May'), split('b', '-12345/100'))}${templates}`);
    for (const content of [xml, gzipSync(xml)])
      expect(readGnucash(keep(content), options)).toMatchObject({
        classes: new Map([
          ['Assets', 'A'],
          ['Assets:Bank', 'A'],
          ['Rent', 'X'],
        ]),
        transactions: [
          {
            id: 't1',
            date: '2026-03-04',
            recordedAt: '2026-03-05T07:00:01.000Z',
            narrative: 'R&D lab (12)',
            of: {
              legs: [
                { account: 'Rent', currency: 'EUR', amountE8: E8(123.45), memo: 'May' },
                { account: 'Assets:Bank', amountE8: -E8(123.45) },
              ],
            },
          },
        ],
        problems: [],
      });
  });
  test('takes shares of any fraction where they stay behind, and what they were worth where there are none of them', () => {
    const shares = account('sh', 'ACME', 'STOCK', 'a').replace('CURRENCY</cmdty:space><cmdty:id>EUR', 'NYSE</cmdty:space><cmdty:id>ACME');
    const gain = `${split('sh', '0/1')}${split('x', '-1/1')}`;
    const { problems, transactions } = readGnucash(
      keep(book(`${accounts}${shares}${transaction('t1', split('sh', '-1/3'), split('b', '5/1'))}${transaction('t2', gain)}`)),
      options,
    );
    expect(problems).toEqual([]);
    expect(transactions.map((one) => rowsOf(one, options.without))).toMatchObject([
      { rows: [{ debit: 'Assets:Bank', credit: EXCHANGE, amountE8: E8(5) }] },
      { rows: [{ debit: EXCHANGE, credit: 'Rent', amountE8: E8(1) }] },
    ]);
  });
  test.each([
    ['a third', transaction('t1', split('x', '1/3')), 'more than eight decimals'],
    ['an account that is not there', transaction('t1', split('q', '1/1')), 'not in the file'],
  ])('says what is wrong with %s', (_what, inner, says) =>
    expect(readGnucash(keep(book(`${accounts}${inner}`)), options).problems).toMatchObject([
      { place: 'transaction t1', sentence: expect.stringContaining(says) },
    ]),
  );
  test.each([
    ['SQLite format 3\0', 'save it as XML'],
    ['<a>', 'no XML'],
    ['<a/>', 'no account'],
  ])('says of %s that it is none', (text, says) => expect(() => readGnucash(keep(text), options)).toThrow(says));
});

describe('csv-journal', () => {
  const read = (...text: readonly string[]) => readCsvJournal(keep(text.join('\n')), options);
  test('reads legs of a transaction by its name, or by the rows below its date', () => {
    const named = read(
      'date,transaction,account,class,amount,currency,narrative,recorded_at',
      '2026-01-05,T1,Bank,asset,10.50,EUR,Sale,2026-01-05T09:00:00+01:00',
      '2026-01-05,T1,Sales,income,-10.5,€,,',
    );
    const { transactions, ...rest } = read(
      'Date,Account,Debit,Credit,Currency',
      '2026-01-05,Bank,10.50,,EUR',
      ',Sales,,10.50,EUR',
      '2026-01-06,Bank,,1,EUR',
      ',Fees,1,,EUR',
    );
    expect([named.classes, named.transactions.map(words)]).toEqual([
      new Map([
        ['Bank', 'A'],
        ['Sales', 'I'],
      ]),
      [{ id: 'T1', date: '2026-01-05', recordedAt: '2026-01-05T08:00:00.000Z', narrative: 'Sale' }],
    ]);
    expect(named.transactions[0]?.of).toEqual({
      legs: [
        { account: 'Bank', currency: 'EUR', amountE8: E8(10.5) },
        { account: 'Sales', currency: 'EUR', amountE8: -E8(10.5) },
      ],
    });
    expect([transactions.map(({ date, of }) => [date, 'legs' in of && of.legs.length]), rest.problems]).toEqual([
      [
        ['2026-01-05', 2],
        ['2026-01-06', 2],
      ],
      [],
    ]);
  });
  test.each([
    ['2026-02-30,T,Bank,1,EUR', 'its date is none'],
    ['2026-01-01,T,Bank,1e3,EUR', 'its amount is none'],
    ['2026-01-01,T,Bank,0.123456789,EUR', 'eight decimals'],
    ['2026-01-01,T,,1,EUR', 'names no account'],
  ])('says what is wrong with %s', (text, says) =>
    expect(read('date,transaction,account,amount,currency', text).problems).toMatchObject([
      { place: 'line 2', sentence: expect.stringContaining(says) },
    ]),
  );
  test('reads rows with semicolons or tabs between', () => {
    const made = [{ legs: [{ account: 'Bank; Köln' }, { amountE8: -E8(1234.5) }] }];
    for (const d of [';', '\t']) {
      const rows = [
        ['date', 'account', 'amount', 'currency'],
        ['2026-01-05', '"Bank; Köln"', '1234.50', 'EUR'],
        ['', 'Sales', '-1234.5', 'EUR'],
      ];
      expect(read(...rows.map((row) => row.join(d))).transactions.map(({ of }) => of)).toMatchObject(made);
    }
  });
  test('refuses a file that is not UTF-8, rather than names with holes in them', () => {
    const latin = Buffer.from('date,account,amount,currency\n2026-01-05,Büro,1,EUR\n', 'latin1');
    expect(() => readCsvJournal(keep(latin), options)).toThrow('line 2 is not UTF-8: save it as UTF-8');
  });
  test('says which column is missing', () => expect(() => read('date,account', '2026-01-01,Bank')).toThrow('no column currency'));
});

describe('hledger', () => {
  test('reads what it printed elsewhere, where it is not installed', () => {
    const amount = (decimalMantissa: number, acommodity: string) => [{ acommodity, aquantity: { decimalMantissa, decimalPlaces: 2 } }];
    const posting = (paccount: string, pamount: unknown, ptype = 'RegularPosting') => ({ paccount, pamount, pcomment: '', ptype });
    const printed = [
      {
        tdate: '2026-01-02',
        tdescription: 'Shop',
        tcode: '1042',
        tindex: 1,
        tsourcepos: [{ sourceLine: 4 }],
        tpostings: [
          posting('expenses:food', amount(1050, '€')),
          posting('assets:bank', amount(-1050, '€')),
          posting('budget', amount(1, '€'), 'VirtualPosting'),
        ],
      },
    ];
    expect(readHledger(keep(JSON.stringify(printed), '.json'), options)).toMatchObject({
      classes: new Map([
        ['expenses:food', 'X'],
        ['assets:bank', 'A'],
      ]),
      transactions: [
        {
          place: 'line 4',
          date: '2026-01-02',
          narrative: 'Shop (1042)',
          of: { legs: [{ account: 'expenses:food', currency: 'EUR', amountE8: E8(10.5) }, { amountE8: -E8(10.5) }] },
        },
      ],
      balances: null,
      leftOut: ['1 virtual posting'],
    });
  });
});
