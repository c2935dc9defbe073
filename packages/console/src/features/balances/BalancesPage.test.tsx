import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw, listedAccount, mine, serve, tenant } from '../../test-console.tsx';
import { BalancesPage } from './BalancesPage.tsx';

const account = (code: string, currency: string, balance: string, gl: string, more: object = {}) =>
  listedAccount(code, { currency, balance, available: balance, ledgerAccountId: gl, glCode: gl, glTitle: `GL ${gl}`, ...more });
const accounts = [
  account('BANK-EUR', 'EUR', '100000', 'bank'),
  account('BANK-USD', 'USD', '12500.4', 'bank', { closed: true }),
  account('CAPITAL', 'EUR', '-100000', 'capital', { entityId: 'eu', entityCode: 'EU' }),
  account('CAPITAL-USD', 'USD', '-12500.4', 'capital'),
];
const gl = (id: string, glClass: string, normalBalance: string) => ({
  id,
  code: id,
  title: id,
  class: glClass,
  normalBalance,
  parentId: null,
  usageCount: 2,
});
const rate = { base_currency: 'EUR', quote_currency: 'USD', rate: '1.25', asof: '2020-01-31T00:00:00Z', source: 'ECB' };

function show(
  address: string,
  conversions: readonly object[] = [{ column: 'current', from: 'USD', how: 'inverse', rates: [rate] }],
  role = 'owner',
) {
  serve({
    '/api/internal/tenants/mine': { json: { ...mine.json, tenants: [{ ...tenant, role }] } },
    '/api/internal/accounts/list': { json: { accounts, total: accounts.length, next: null, as_of: 9 } },
    '/api/internal/ledger-accounts/list': {
      json: { gl: [gl('capital', 'E', 'CR'), gl('bank', 'A', 'DR')] },
    },
    '/api/internal/ledger/reports/trial-balance': {
      json: {
        report: 'trial-balance',
        organisation: 'Northwind',
        entity: null,
        generated_at: '2026-01-31T00:00:00Z',
        position: { seq: 9, event_hash: 'a', snapshot_id: null, value_date: '2026-01-31' },
        period: { from: null, as_of: '2026-01-31' },
        prior: null,
        currencies: [],
        translation: { currency: 'EUR', minorUnits: 2, conversions, missing: [] },
        left_out: [],
        lines: [],
      },
    },
  });
  return draw(<BalancesPage />, address);
}

/** Three answers one after the other, on a machine that has other work. */
const patient = { timeout: 10_000 };

const rows = async (last: string): Promise<readonly string[]> => {
  await screen.findByText(last, {}, patient);
  await waitFor(() => expect(screen.queryAllByText('…')).toEqual([]), patient);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent ?? '');
};
const totals = async (): Promise<readonly string[]> =>
  within(await screen.findByRole('list', { name: 'Totals' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent?.trim() ?? '');

test('accounts stand by class, each class with its count and its sum in the reporting currency, and the sides agree', async () => {
  show('/dashboard/balances');
  expect(await rows('CAPITAL-USD')).toEqual([
    'Assets2EUR1,100.00Dr',
    'BANK-EUR',
    'BANK-USD ',
    'Equity2EUR1,100.00Cr',
    'CAPITAL',
    'CAPITAL-USD',
  ]);
  expect(await totals()).toEqual(['Debits EUR1,100.00Dr', 'Credits EUR1,100.00Cr', 'In balance']);
  expect(screen.getByText(/^Sums in EUR at the rates of 31 Jan 2020$/)).toBeTruthy();
  expect(screen.getByText(/exact on hover, when copied and in exports/)).toBeTruthy();
});

test.each([
  ['owner', null],
  ['auditor', 'true'],
])('an account is opened from here by who may: %s', async (role, barred) => {
  show('/dashboard/balances', [], role);
  await rows('CAPITAL-USD');
  const button = screen.getByRole('button', { name: 'New account' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe(barred), patient);
});

test('without a rate a sum is told currency by currency', async () => {
  show('/dashboard/balances', []);
  expect(await rows('CAPITAL-USD')).toContain('Assets2EUR1,000.00DrUSD125.00125.004Dr');
  expect(screen.queryByText(/Sums in EUR/)).toBeNull();
});

test('by currency a sum stays in its own, and what a filter leaves need not agree', async () => {
  show('/dashboard/balances?group=currency&q=BANK');
  expect(await rows('BANK-USD')).toEqual(['EUR1EUR1,000.00Dr', 'BANK-EUR', 'USD1USD125.00125.004Dr', 'BANK-USD ']);
  expect(await screen.findByText('2 of 4 accounts')).toBeTruthy();
  expect(await totals()).toEqual(['Debits EUR1,100.00Dr', 'Credits EUR0.00', 'Difference EUR1,100.00Dr']);
});

test('by entity those of none come last, and without groups the accounts stand as they came', async () => {
  const { router } = show('/dashboard/balances?group=entity&folded=-');
  expect((await rows('CAPITAL')).map((text) => text.slice(0, 12))).toEqual(['EU1EUR1,000.', 'CAPITAL', 'Of no entity']);
  await userEvent.click(screen.getByRole('combobox', { name: 'Group by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'No groups' }));
  expect(await rows('CAPITAL-USD')).toEqual(['BANK-EUR', 'BANK-USD ', 'CAPITAL', 'CAPITAL-USD']);
  expect(router.state.location.search).toEqual({ group: 'none' });
});

test('a code leads to its account; an active one says nothing, a closed one has a lock', async () => {
  show('/dashboard/balances');
  await rows('CAPITAL-USD');
  expect(screen.getByRole('link', { name: 'BANK-EUR' }).getAttribute('href')).toContain('/dashboard/ledger/accounts/id');
  expect(screen.getAllByRole('img', { name: 'Closed' })).toHaveLength(1);
  expect(screen.queryByText('Active')).toBeNull();
});
