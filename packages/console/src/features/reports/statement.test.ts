import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { expect, test } from 'vitest';
import { cellOf, isTelling, sideTotals, TRANSLATED, viewsOf } from './statement.ts';

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
