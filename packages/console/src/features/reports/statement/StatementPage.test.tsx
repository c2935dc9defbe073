import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw, mine, serve, tenant } from '../../../test-console.tsx';
import { StatementPage } from './StatementPage.tsx';

type Figures = readonly [current: string, prior: string];
const line = (kind: string, code: string, title: string, glClass: string | null, depth: number, figures?: Figures) => ({
  kind,
  code,
  title,
  class: glClass,
  gl_account_id: null,
  depth,
  amounts: figures === undefined ? [] : [{ currency: 'EUR', current: figures[0], prior: figures[1] }],
  translated: { current: figures?.[0] ?? null, prior: figures?.[1] ?? null },
});

const sheet = {
  report: 'balance-sheet',
  organisation: 'Northwind',
  entity: null,
  generated_at: '2026-10-31T00:00:00Z',
  position: { seq: 9, event_hash: 'abc', snapshot_id: null, value_date: '2026-10-31' },
  period: { from: null, as_of: '2026-10-31' },
  prior: { from: null, as_of: '2026-09-30' },
  currencies: [{ code: 'EUR', minorUnits: 2 }],
  translation: { currency: 'EUR', minorUnits: 2, conversions: [], missing: [] },
  left_out: [],
  lines: [
    line('section', '', 'Assets', 'A', 0),
    line('account', '1100', 'Bank accounts', 'A', 1, ['120000', '100000']),
    line('account', '1900', 'Clearing', 'A', 1, ['-3641', '1200']),
    line('total', '', 'Total assets', null, 0, ['116359', '101200']),
    line('section', '', 'Liabilities', 'L', 0),
    line('account', '2100', 'Payables', 'L', 1, ['-16359', '-1200']),
    line('total', '', 'Total liabilities', null, 0, ['-16359', '-1200']),
    line('section', '', 'Equity', 'E', 0),
    line('account', '3100', 'Share capital', 'E', 1, ['-100000', '-100000']),
    line('result', '', 'Result of the year', null, 1, ['0', '0']),
    line('total', '', 'Total equity', null, 0, ['-100000', '-100000']),
    line('total', '', 'Total liabilities and equity', null, 0, ['-116359', '-101200']),
  ],
};

const path = '/dashboard/ledger/reports/balance-sheet';

async function linesOf(statement: object, search = '?compare=month'): Promise<readonly (readonly string[])[]> {
  serve({ '/api/internal/tenants/mine': mine, '/api/internal/ledger/reports/balance-sheet': { json: statement } });
  draw(<StatementPage />, `${path}${search}`);
  const table = await screen.findByRole('table', { name: 'Balance sheet' });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
}

test('a section says its side once, the other side is in parentheses, and the last line is what pays for the assets', async () => {
  expect(await linesOf(sheet)).toEqual([
    ['EUR', '31 Oct 2026', '30 Sep 2026', 'Change', '%'],
    ['Assets debit balances'],
    ['1100Bank accounts', '1,200.00', '1,000.00', '+200.00', '+20.0 %'],
    ['1900Clearing', '(36.41)', '12.00', '−48.41', '–'],
    ['Total assets', '1,163.59', '1,012.00', '+151.59', '+15.0 %'],
    ['Liabilities credit balances'],
    ['2100Payables', '163.59', '12.00', '+151.59', '+1,263.2 %'],
    ['Total liabilities', '163.59', '12.00', '+151.59', '+1,263.2 %'],
    ['Equity credit balances'],
    ['3100Share capital', '1,000.00', '1,000.00', '–', '–'],
    ['Total equity', '1,000.00', '1,000.00', '–', '–'],
    ['Total liabilities and equity', '1,163.59', '1,012.00', '+151.59', '+15.0 %'],
  ]);
  expect(screen.getByText('Figures in parentheses stand on the other side of their section.')).toBeTruthy();
  expect(screen.getByText('Balanced')).toBeTruthy();
});

test('a line opens into its accounts, the address says so, and a figure says how many postings it is made of', async () => {
  const bank = {
    ...sheet,
    lines: sheet.lines.map((l) => (l.code === '1100' ? { ...l, gl_account_id: tenant.id } : l)),
  };
  serve({
    '/api/internal/tenants/mine': mine,
    '/api/internal/ledger/reports/balance-sheet': { json: bank },
    '/api/internal/ledger/reports/line-accounts': {
      json: {
        ...bank,
        gl_account_id: tenant.id,
        complete: true,
        accounts: [
          {
            id: tenant.id,
            code: 'BANK-EUR',
            amounts: [{ currency: 'EUR', current: '120000', prior: '100000' }],
            translated: { current: '120000', prior: '100000' },
          },
          { id: 'b', code: 'BANK-OLD', amounts: [{ currency: 'EUR', current: '0', prior: '0' }], translated: { current: '0', prior: '0' } },
        ],
      },
    },
    [`/api/internal/accounts/${tenant.id}/statement/totals`]: {
      json: { count: 214, currency: 'EUR', debit: '0', credit: '0', opening: '0', closing: '0' },
    },
  });
  const { router } = draw(<StatementPage />, `${path}?compare=month`);
  const chevron = await screen.findByRole('button', { name: 'Accounts of Bank accounts' });
  expect(chevron.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(chevron);
  expect(router.state.location.search).toEqual({ compare: 'month', open: '1100' });
  const row = (await screen.findByRole('link', { name: 'BANK-EUR' })).closest('tr') as HTMLElement;
  expect([...row.children].map((cell) => cell.textContent)).toEqual(['BANK-EUR', '1,200.00', '1,000.00', '+200.00', '+20.0 %']);
  expect(screen.queryByText('BANK-OLD')).toBeNull();
  await userEvent.hover(within(row).getByRole('link', { name: '1,200.00' }));
  expect(await screen.findByText('214 postings, 1 Oct to 31 Oct 2026')).toBeTruthy();
});

test('a line of zero is a dash, and there only when it was asked for', async () => {
  expect(await linesOf(sheet, '?compare=month&zero=1')).toContainEqual(['Result of the year', '–', '–', '–', '–']);
});

test('a statement whose ends differ says so', async () => {
  const lines = sheet.lines.with(-1, line('total', '', 'Total liabilities and equity', null, 0, ['-116360', '-101200']));
  await linesOf({ ...sheet, lines });
  expect(screen.getByText('Not balanced')).toBeTruthy();
});
