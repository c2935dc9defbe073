import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { expect, test } from 'vitest';
import { TRANSLATED } from '../../features/reports/statement/statement.ts';
import { sideSums, trialRows } from './trial-balance.ts';

const line = (code: string, euro: string | null, dollar: string | null, translated: string | null): StatementLine => ({
  kind: 'account',
  code,
  title: `GL ${code}`,
  class: 'A',
  gl_account_id: code,
  depth: 0,
  amounts: [
    ...(euro === null ? [] : [{ currency: 'EUR', current: euro, prior: null }]),
    ...(dollar === null ? [] : [{ currency: 'USD', current: dollar, prior: null }]),
  ],
  translated: { current: translated, prior: null },
});
const statement = (...lines: readonly StatementLine[]): Statement =>
  ({
    lines: [...lines, { ...line('', '0', '0', '0'), kind: 'total', title: 'Sum' }],
    currencies: [
      { code: 'EUR', minorUnits: 2 },
      { code: 'USD', minorUnits: 2 },
    ],
    translation: { currency: 'EUR', minorUnits: 2 },
  }) as Statement;

const opening = statement(line('1100', '1000', null, '1000'), line('2200', '-1000', null, '-1000'));
const closing = statement(line('1100', '1500', '700', '2100'), line('2200', '-1000', null, '-1000'), line('4100', '-500', '-700', '-1100'));
const figuresIn = (view: string) => trialRows(opening, closing, view).map((r) => [r.code, r.opening, r.movement, r.closing]);
const e8 = (units: number): bigint => BigInt(units) * 100_000_000n;

test('a row is what stood before, what moved and what stands at the end, in one currency or translated', () => {
  expect(figuresIn('EUR')).toEqual([
    ['1100', e8(10), e8(5), e8(15)],
    ['2200', e8(-10), 0n, e8(-10)],
    ['4100', 0n, e8(-5), e8(-5)],
  ]);
  expect(figuresIn(TRANSLATED)).toEqual([
    ['1100', e8(10), e8(11), e8(21)],
    ['2200', e8(-10), 0n, e8(-10)],
    ['4100', 0n, e8(-11), e8(-11)],
  ]);
});

test('what holds nothing in a currency is left out', () => {
  expect(figuresIn('USD')).toEqual([
    ['1100', 0n, e8(7), e8(7)],
    ['4100', 0n, e8(-7), e8(-7)],
  ]);
});

test('both sides come to the same in each column', () => {
  const rows = trialRows(opening, closing, 'EUR');
  expect((['opening', 'movement', 'closing'] as const).map((name) => sideSums(rows, name))).toEqual([
    { debitE8: e8(10), creditE8: e8(10) },
    { debitE8: e8(5), creditE8: e8(5) },
    { debitE8: e8(15), creditE8: e8(15) },
  ]);
});

test('a line without a rate has no figure, and neither has the sum', () => {
  const rows = trialRows(opening, statement(line('1100', '1500', '700', null), line('2200', '-1000', null, '-1000')), TRANSLATED);
  expect(rows[0]).toMatchObject({ opening: e8(10), movement: null, closing: null });
  expect([sideSums(rows, 'opening'), sideSums(rows, 'closing')]).toEqual([{ debitE8: e8(10), creditE8: e8(10) }, null]);
});
