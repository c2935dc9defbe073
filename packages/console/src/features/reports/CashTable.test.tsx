import type { CashPosition } from '@countinghouse/contract/features/reports';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, serve } from '../../test-console.tsx';
import { CashTable } from './CashTable.tsx';

const figures = { balance: '100000', movements: ['-640000', '0'], projected: '-540000' };
const report = {
  as_of: '2026-11-29',
  days: ['2026-11-30', '2026-12-01'],
  accounts: [{ id: 'a', code: 'BANK', gl_code: '1100', gl_title: 'Bank', entity_code: 'EU', currency: 'EUR', minorUnits: 2, ...figures }],
  totals: [{ currency: 'EUR', minorUnits: 2, ...figures }],
  translation: { currency: 'EUR', minorUnits: 2, conversions: [], missing: [] },
  translated: figures,
} as unknown as CashPosition;

async function rowsOf(narrow: boolean) {
  serve({});
  draw(<CashTable report={report} narrow={narrow} />);
  const table = await screen.findByRole('table', { name: 'Cash position' });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

test('on a phone today and what it comes to stand beside the name, with entity and currency below it; the days come behind', async () => {
  const [head, account, total, all] = await rowsOf(true);
  expect(head?.slice(0, 3)).toEqual(['Account', expect.stringMatching(/^29 Nov/), 'Projected']);
  expect(account?.slice(0, 3)).toEqual(['BANKEU · EUR', expect.stringContaining('1,000.00'), expect.stringContaining('5,400.00')]);
  expect(total?.slice(0, 1)).toEqual(['TotalEUR']);
  expect(all?.slice(0, 1)).toEqual(['All currencies, translatedEUR']);
  expect(new Set([head, account, total, all].map((cells) => cells?.length))).toEqual(new Set([5]));
});
test('where there is room entity and currency have columns of their own', async () => {
  const [head, account, total] = await rowsOf(false);
  expect(head?.slice(0, 3)).toEqual(['Entity', 'Account', 'Currency']);
  expect(account?.slice(0, 3)).toEqual(['EU', 'BANK', 'EUR']);
  expect(total?.slice(0, 2)).toEqual(['Total', 'EUR']);
  expect(head?.at(-1)).toBe('Projected');
  expect(account?.at(-1)).toContain('5,400.00');
});
