import { expect, test } from 'vitest';
import type { StatementLine } from './features/reports.ts';
import { saySide, sidesOf } from './statement-sides.ts';

const line = (kind: StatementLine['kind'], glClass: StatementLine['class'] = null) => ({ kind, class: glClass });
const total = line('total');

test('a line of a balance sheet stands on the side of its section, what pays for the assets on that of credits', () => {
  const lines = [line('section', 'A'), line('account', 'A'), line('due'), total, line('section', 'E'), line('result'), total, total];
  expect(sidesOf(lines)).toEqual(['Dr', 'Dr', 'Dr', 'Dr', 'Cr', 'Cr', 'Cr', 'Cr']);
});

test('of an income statement the result stands where income does', () => {
  const lines = [line('section', 'I'), total, line('section', 'X'), line('account', 'X'), total, line('rounding'), total];
  expect(sidesOf(lines)).toEqual(['Cr', 'Cr', 'Dr', 'Dr', 'Dr', 'Cr', 'Cr']);
});

test('balances are balances, and what moved is debits and credits', () => {
  expect([saySide('balance-sheet', 'Dr'), saySide('income-statement', 'Cr')]).toEqual(['debit balances', 'credits']);
});
