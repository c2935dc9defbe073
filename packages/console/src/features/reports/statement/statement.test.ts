import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { expect, test } from 'vitest';
import { cellOf, changeOf, changeTenths, dayOf, hasAcross, isBalanced, isTelling, sideTotals, TRANSLATED, viewsOf } from './statement.ts';

const line = (code: string, current: string | null, translated: string | null, kind: StatementLine['kind'] = 'account'): StatementLine => ({
  kind,
  code,
  title: code,
  class: 'A',
  gl_account_id: null,
  depth: 0,
  amounts: current === null ? [] : [{ currency: 'EUR', current, prior: null }],
  translated: { current: translated, prior: null },
});
const statementOf = (lines: readonly StatementLine[], codes: readonly string[] = ['EUR', 'USD'], to = 'USD'): Statement => ({
  report: 'trial-balance',
  organisation: 'Acme',
  entity: null,
  generated_at: '2026-01-31T00:00:00Z',
  position: { seq: 1, event_hash: 'a', snapshot_id: null, value_date: '2026-01-31' },
  period: { from: null, as_of: '2026-01-31' },
  prior: null,
  currencies: codes.map((code) => ({ code, minorUnits: 2 })),
  translation: { currency: to, minorUnits: 2, conversions: [], missing: [] },
  left_out: [],
  lines: [...lines],
});

test('figures are shown translated first, side by side last, and plainly where there is one currency', () => {
  expect(viewsOf(statementOf([])).map((v) => v.value)).toEqual([TRANSLATED, 'EUR', 'USD', 'all']);
  expect(viewsOf(statementOf([], ['USD'])).map((v) => v.value)).toEqual(['USD']);
  expect(viewsOf(statementOf([], ['EUR'])).map((v) => v.value)).toEqual([TRANSLATED, 'EUR']);
});

test('a figure without a rate is none, and not zero', () => {
  const statement = statementOf([line('1', '100', null)]);
  const [first] = statement.lines;
  if (first === undefined) throw new Error('no line');
  expect(cellOf(statement, first, TRANSLATED, 'current')).toMatchObject({ amountE8: null, lacksRate: true });
  expect(cellOf(statement, first, 'EUR', 'current')).toMatchObject({ amountE8: 100_000_000n, lacksRate: false });
  expect(sideTotals(statement, TRANSLATED, 'current')).toEqual({ debitE8: null, creditE8: null });
});

test('a line of zero says nothing, a total always does', () => {
  const statement = statementOf([]);
  expect(isTelling(statement, line('1', '0', '0'), ['EUR', TRANSLATED])).toBe(false);
  expect(isTelling(statement, line('1', '0', '1'), ['EUR', TRANSLATED])).toBe(true);
  expect(isTelling(statement, line('1', '0', null), [TRANSLATED])).toBe(true);
  expect(isTelling(statement, line('', '0', '0', 'total'), ['EUR'])).toBe(true);
});

test('debits and credits are summed apart, without the total', () => {
  const statement = statementOf([line('1', '700', '0'), line('2', '-500', '0'), line('3', '-200', '0'), line('', '0', '0', 'total')]);
  expect(sideTotals(statement, 'EUR', 'current')).toEqual({ debitE8: 700_000_000n, creditE8: 700_000_000n });
});

const section = (glClass: NonNullable<StatementLine['class']>): StatementLine => ({ ...line('', null, null, 'section'), class: glClass });
const total = (current: string): StatementLine => ({ ...line('', current, current, 'total'), class: null });
const sheet = (bank: string): Statement => ({
  ...statementOf([
    section('A'),
    line('1', bank, bank),
    total(bank),
    section('L'),
    line('2', '-700', '-700'),
    total('-700'),
    section('E'),
    total('0'),
    total('-700'),
  ]),
  report: 'balance-sheet',
});

test('only where a figure stands on the other side is there something to explain', () => {
  expect(hasAcross(sheet('700'), ['EUR'])).toBe(false);
  expect(hasAcross(sheet('-1'), ['EUR'])).toBe(true);
  expect(hasAcross({ ...sheet('-1'), report: 'trial-balance' }, ['EUR'])).toBe(false);
});

test('a change is more or less on the side of the line', () => {
  const of = (current: string, prior: string | null): StatementLine => ({
    ...line('1', null, null),
    amounts: [{ currency: 'EUR', current, prior }],
  });
  const e8 = (l: StatementLine, on: 'Dr' | 'Cr') => changeOf(statementOf([]), l, 'EUR', on).amountE8;
  expect([e8(of('300', '100'), 'Dr'), e8(of('-300', '-100'), 'Cr'), e8(of('-100', '-300'), 'Cr')]).toEqual([
    200_000_000n,
    200_000_000n,
    -200_000_000n,
  ]);
  expect(changeOf(statementOf([]), line('1', '100', null), TRANSLATED, 'Dr')).toMatchObject({ amountE8: null, lacksRate: true });
});

test.each([
  [1092n, 1000n, 'Dr', 92n],
  [-1092n, -1000n, 'Cr', 92n],
  [195n, 1000n, 'Dr', -805n],
  [0n, 1000n, 'Dr', -1000n],
  // A loss that grew: the result is less than it was.
  [1500n, 1000n, 'Cr', -500n],
  [-500n, -1000n, 'Dr', 500n],
  [1000n, 0n, 'Dr', null],
  [1000n, 1000n, 'Dr', null],
  [-1n, 1000n, 'Dr', null],
] as const)('from %s after %s on a line of %s the change is %s tenths of a per cent', (now, then, side, tenths) => {
  expect(changeTenths(now, then, side)).toBe(tenths);
});

test('a balance sheet balances by both its ends, a trial balance by its sum, an income statement has nothing to balance', () => {
  expect(isBalanced(sheet('700'), 'EUR')).toBe(true);
  expect(isBalanced(sheet('701'), 'EUR')).toBe(false);
  expect(isBalanced({ ...sheet('700'), report: 'income-statement' }, 'EUR')).toBeNull();
  expect(isBalanced(statementOf([line('1', '5', null), line('', '0', null, 'total')]), 'EUR')).toBe(true);
  expect(isBalanced(statementOf([line('1', '5', null), line('', '0', null, 'total')]), TRANSLATED)).toBeNull();
});

test('a day has its year, a period both its ends', () => {
  expect(dayOf({ from: null, as_of: '2026-10-31' })).toBe('31 Oct 2026');
  expect(dayOf({ from: '2026-10-01', as_of: '2026-10-31' })).toBe('1 Oct 2026 to 31 Oct 2026');
});
