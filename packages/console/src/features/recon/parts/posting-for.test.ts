import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { expect, test } from 'vitest';
import { postingFor } from './posting-for.ts';

test.each([
  ['-12.50000000', 'EUR', { credit: 'bank', amount: '12.50' }],
  ['1840.00000000', 'EUR', { debit: 'bank', amount: '1840.00' }],
  ['100', 'JPY', { debit: 'bank', amount: '100' }],
])('%s %s is filled in with the decimals of its currency', (amount, currency, filled) => {
  const row = { id: 'r', account_id: 'bank', amount, currency, posted_on: '2026-11-27', counterparty: '', description: '', source: '' };
  expect(postingFor(row as unknown as BankRow)).toMatchObject(filled);
});
