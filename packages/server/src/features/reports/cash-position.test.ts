import type { CashPosition } from '@countinghouse/contract/features/reports';
import { expect, test } from 'vitest';
import { printCashPosition } from './cash-position.ts';

const figures = { balance: '100000', movements: ['-640000', '0', '1250050'], projected: '710050' };
const report = {
  report: 'cash-position',
  organisation: 'Northwind',
  entity: null,
  generated_at: '2026-11-29T00:00:00Z',
  position: { seq: 9, event_hash: 'abc', snapshot_id: null, value_date: '2026-11-29' },
  as_of: '2026-11-29',
  days: ['2026-11-30', '2026-12-01', '2026-12-02'],
  accounts: [{ id: 'a', code: 'BANK', gl_code: '1100', gl_title: 'Bank', entity_code: 'EU', currency: 'EUR', minorUnits: 2, ...figures }],
  totals: [],
  translation: { currency: 'EUR', minorUnits: 2, conversions: [], missing: [] },
  translated: { ...figures, movements: ['-640000', '0', '0'] },
} as unknown as CashPosition;

test('on paper a balance has a side, a movement a sign, and what does not move a dash', () => {
  expect(printCashPosition(report).tables[0]?.rows.map((row) => row.cells)).toEqual([
    ['EU  BANK', 'EUR', '1,000.00 Dr', '\u22126,400.00', '+12,500.50', '7,100.50 Dr'],
    ['All currencies, translated', 'EUR', '1,000.00 Dr', '\u22126,400.00', '–', '7,100.50 Dr'],
  ]);
});
