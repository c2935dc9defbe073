import { expect, test } from 'vitest';
import { summaryOf, summaryOfRows } from './approval-summary.ts';

const nameOf = (id: string): string => (id === 'u' ? 'Mo' : id);

test('an intent is told by its first row', () => {
  expect(summaryOfRows({ debit: 'A', credit: 'B', narrative: 'Rent', rows: 1 })).toBe('Rent · A from B');
  expect(summaryOfRows({ debit: 'A', credit: 'B', narrative: '', rows: 3 })).toBe('A from B and 2 more');
  expect(summaryOfRows({ debit: null, credit: null, narrative: null, rows: 0 })).toBe('lets go of a hold');
});
test.each([
  ['four_eyes.set', { on: false }, 'off'],
  ['member.change_role', { userId: 'u', role: 'owner' }, 'Mo becomes owner'],
  ['service_account.create', { id: 's', name: 'Payroll', role: 'owner' }, 'Payroll becomes owner'],
  ['service_account.change_role', { id: 'u', role: 'auditor' }, 'Mo becomes auditor'],
  ['member.remove', { userId: 'u' }, 'Mo leaves'],
  ['entity_member.set', { userId: 'u', entityId: 'e', role: 'entity_admin' }, 'Mo becomes entity admin'],
  ['limit.set', { key: 'txn_amount_max', value: null }, 'txn_amount_max becomes none'],
  ['account.set_floor', { id: 'a', floorE8: '-500000000000' }, 'the floor becomes -5000'],
  ['account.set_floor', { id: 'a', floorE8: null }, 'the floor becomes none'],
  ['control.register', { name: 'Bank access', spec: {} }, 'Bank access'],
  ['period.reopen', { start: '2026-03-01', end: '2026-03-31', reason: 'Late' }, '2026-03-01 – 2026-03-31 · Late'],
  ['account.annotate', { changes: { owner: 'Treasury', since: null } }, 'owner, since'],
  [
    'fx_rate.set',
    { base: 'EUR', quote: 'USD', rate: '1.1', asofUs: '1769817600000000', id: '00000000-0000-4000-8000-000000000000', more: ['a'] },
    'EUR, USD, 1.1, 2026-01-31',
  ],
] as const)('%s', (command, fields, said) => {
  expect(summaryOf(command, fields, nameOf)).toBe(said);
});
