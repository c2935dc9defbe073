import type { Account } from '@countinghouse/contract/features/accounts';
import { expect, test } from 'vitest';
import { tAccountsOf } from '../read/t-accounts.ts';
import { newRow } from './draft.ts';
import { effectsOf, reservationsOf } from './effects.ts';

const account = (id: string, balance: string) => ({ id, code: id, currency: 'EUR', minorUnits: 2, balance }) as Account;

test('a negative amount moves the other way round, and rows of one account add up', () => {
  const rows = [
    newRow({ debitAccount: 'a', creditAccount: 'b', amount: '10', currency: 'EUR' }),
    newRow({ debitAccount: 'a', creditAccount: 'c', amount: '-4', currency: 'EUR' }),
    newRow({ debitAccount: 'a', creditAccount: '', amount: '99', currency: 'EUR' }),
  ];
  const effects = effectsOf(rows, [account('a', '100'), account('b', '0'), account('c', '0'), account('d', '0')]);
  expect(effects.map((e) => [e.account.id, e.beforeE8, e.changeE8])).toEqual([
    ['a', 100_000_000n, 600_000_000n],
    ['b', 0n, -1_000_000_000n],
    ['c', 0n, 400_000_000n],
  ]);
});

test('a hold reserves the side that would fall, of what is available', () => {
  const of = (id: string, normalBalance: 'DR' | 'CR', available: string) =>
    ({ id, code: id, currency: 'EUR', minorUnits: 2, normalBalance, available }) as Account;
  const accounts = [of('bank', 'DR', '5000'), of('cost', 'DR', '0'), of('loan', 'CR', '900')];
  const rows = [
    newRow({ debitAccount: 'cost', creditAccount: 'bank', amount: '10', currency: 'EUR' }),
    newRow({ debitAccount: 'bank', creditAccount: 'loan', amount: '-4', currency: 'EUR' }),
  ];
  expect(reservationsOf(rows, accounts).map((r) => [r.account.id, r.availableE8, r.reservedE8])).toEqual([
    ['bank', 5_000_000_000n, 1_400_000_000n],
    ['loan', 900_000_000n, 400_000_000n],
  ]);
});

test('postings stand under both accounts they touch', () => {
  const posting = {
    line: 1,
    debit_account_id: '1',
    debit_code: 'A',
    credit_account_id: '2',
    credit_code: 'B',
    amount: '5.00000000',
    currency: 'EUR',
    value_date: '',
    narrative: '',
  };
  expect(tAccountsOf([posting]).map((t) => [t.code, t.entries[0]?.side])).toEqual([
    ['A', 'debit'],
    ['B', 'credit'],
  ]);
});
