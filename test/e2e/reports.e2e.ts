// Reports as somebody in finance reads them: statements that come to zero, as of any day, in one currency or side by side, down to
// the accounts, as files; and balances as of a day as it was known then.

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { get, newOrganisation, post, signUp } from './organisations.ts';
import { beginSession, demoPerson, listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const below = ['trial-balance', 'balance-sheet', 'income-statement', 'cash-position'].map((name) => `/dashboard/ledger/reports/${name}`);

interface Books {
  post(debit: string, credit: string, amount: string, valueDate: string, currency?: string): Promise<void>;
}

/** Bank and capital in EUR and USD, sales and rent in EUR; EUR/USD 1.25. */
async function openBooks(page: Page): Promise<Books> {
  await signUp(page);
  const tenantId = await newOrganisation(page, 'Müller & Söhne');
  const ids = new Map<string, string>();
  for (const [code, title, glClass] of [
    ['1000', 'Bank', 'A'],
    ['3000', 'Capital', 'E'],
    ['4000', 'Sales', 'I'],
    ['5000', 'Rent', 'X'],
  ] as const) {
    const normalBalance = glClass === 'A' || glClass === 'X' ? 'DR' : 'CR';
    const { gl } = (await post(page, '/api/internal/ledger-accounts/create', { code, title, class: glClass, normalBalance })) as {
      gl: { id: string };
    };
    ids.set(code, gl.id);
  }
  for (const [code, currency, gl, kind] of [
    ['BANK-EUR', 'EUR', '1000', 'bank'],
    ['BANK-USD', 'USD', '1000', 'bank'],
    ['CAPITAL', 'EUR', '3000', 'operational'],
    ['CAPITAL-USD', 'USD', '3000', 'operational'],
    ['SALES', 'EUR', '4000', 'operational'],
    ['RENT', 'EUR', '5000', 'operational'],
  ] as const)
    await post(page, '/api/internal/accounts/create', { code, currency, ledgerAccountId: ids.get(gl), kind });
  await post(page, '/api/internal/fx/rates/tenant/upsert', {
    base_currency: 'EUR',
    quote_currency: 'USD',
    rate: 1.25,
    asof: '2026-01-01T00:00:00Z',
  });
  const { snapshot } = (await post(page, '/api/internal/snapshots/take', { kind: 'fx', label: 'for the test' })) as {
    snapshot: { id: string };
  };
  let n = 0;
  return {
    post: async (debitAccount, creditAccount, amount, valueDate, currency = 'EUR') => {
      const key = `${tenantId}-${n++}`;
      await post(page, '/api/v1/intents/execute', {
        intent_id: key,
        tenant_id: tenantId,
        use_case: 'manual_post',
        idem_key: key,
        value_date: valueDate,
        proposed_actions: [{ debitAccount, creditAccount, amount, currency, valueDate }],
        snapshot_ids: { fx: snapshot.id },
        consent: {
          scope: ['ledger:post'],
          granted_at: new Date(Date.now() - 60_000).toISOString(),
          expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        },
      });
    },
  };
}

test('statements as of a day come to zero, in one currency, translated and side by side, and lead down to the accounts', async ({
  page,
}) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.post('BANK-EUR', 'CAPITAL', '1000', '2026-01-02');
  await books.post('BANK-USD', 'CAPITAL-USD', '500', '2026-01-02', 'USD');
  await books.post('BANK-EUR', 'SALES', '300', '2026-03-10');
  await books.post('RENT', 'BANK-EUR', '40', '2026-04-10');

  await page.goto('/dashboard/ledger/reports');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Trial balance/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trial balance' })).toBeVisible();
  await visit(page, '/dashboard/ledger/reports/trial-balance?as_of=2026-03-31');
  const trial = page.getByRole('table', { name: 'Trial balance' });
  // 1,300 EUR at 1.25 and 500 USD.
  await expect(trial.getByRole('row', { name: /Bank/ })).toContainText('2,125.00');
  await expect(trial.getByRole('row', { name: /Sum/ })).toContainText('2,125.00 2,125.00'.replace(' ', ''));
  await expect(page.getByRole('list', { name: 'Rates used' })).toContainText('EUR/USD 1.25 of 1 Jan 2026');
  await page.getByRole('combobox', { name: 'Figures in' }).click();
  await page.getByRole('option', { name: 'All side by side' }).click();
  await expect(page).toHaveURL(/in=all/);
  await expect(trial.getByRole('columnheader', { name: 'Debit EUR' })).toBeVisible();
  await expect(trial.getByRole('row', { name: /Bank/ })).toContainText('1,300.00');

  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Balance sheet' }).click();
  await visit(page, '/dashboard/ledger/reports/balance-sheet?as_of=2026-04-30&compare=month&in=EUR');
  const sheet = page.getByRole('table', { name: 'Balance sheet' });
  await expect(sheet.getByRole('row', { name: /Result of the year/ })).toHaveText(/^Result of the year260\.00300\.00−40\.00−13\.3 %$/);
  const [assets, last] = [sheet.getByRole('row', { name: /^Total assets/ }), sheet.getByRole('row').last()];
  await expect(assets).toHaveText('Total assets1,260.001,300.00−40.00−3.1 %');
  await expect(last).toHaveText('Total liabilities and equity1,260.001,300.00−40.00−3.1 %');
  await expect(page.getByText('Balanced: total assets are total liabilities and equity')).toBeVisible();
  await keepPicture(page, 'balance-sheet');
  // A line opens into its accounts, and a figure of these leads to its postings.
  await sheet.getByRole('button', { name: 'Accounts of Bank' }).click();
  await expect(page).toHaveURL(/open=1000/);
  const account = sheet.getByRole('row', { name: /BANK-EUR/ });
  await expect(account).toHaveText('BANK-EUR1,260.001,300.00−40.00−3.1 %');
  await account.getByRole('link', { name: '1,260.00' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('1 posting, 1 Apr to 30 Apr 2026');
  await keepPicture(page, 'balance-sheet-open');
  // On paper: whose it is and in what, the last line, and nothing to press.
  const head = page.locator('[data-paper]');
  await expect(head).toBeHidden();
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(head).toHaveText('Müller & SöhneFigures in EUR');
  await expect(last).toBeVisible();
  await expect(page.locator('[data-signatures]')).toHaveText('Prepared byApproved by');
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await keepPicture(page, 'balance-sheet-paper');
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await sheet.getByRole('link', { name: 'Bank', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/balances\?.*gl=1000/);
  await expect(page.getByRole('row', { name: /BANK-EUR/ })).toContainText('1,260.00');
  await expect(page.getByText('Value dates up to 30 Apr 2026, as known now')).toBeVisible();

  await visit(page, '/dashboard/ledger/reports/income-statement?from=2026-04-01&to=2026-04-30&in=EUR');
  // A loss stands on the other side of where a result does.
  await expect(page.getByRole('table', { name: 'Income statement' }).getByRole('row', { name: /Result of the period/ })).toContainText(
    '(40.00)',
  );
  expect(faults).toEqual([]);
});

test('cash shows the days ahead, balances by GL every currency, and the files say what the screen says', async ({ page }) => {
  const books = await openBooks(page);
  await books.post('BANK-EUR', 'CAPITAL', '1000', '2026-01-02');
  await books.post('RENT', 'BANK-EUR', '40.5', '2026-01-05');
  await page.goto('/dashboard/ledger/reports/cash-position?as_of=2026-01-03');
  const cash = page.getByRole('table', { name: 'Cash position' });
  await expect(cash.getByRole('row', { name: /BANK-EUR/ })).toContainText('1,000.00');
  await expect(cash.getByRole('row', { name: /BANK-EUR/ })).toContainText('−40.50');
  await expect(cash.getByRole('row', { name: /BANK-EUR/ })).toContainText('959.50');
  await keepPicture(page, 'cash');

  await visit(page, '/dashboard/ledger/reports/balances-by-gl');
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR');
  await expect(page.getByRole('row', { name: /Bank Asset/ })).toContainText('95,950');
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'CHF' }).click();
  await expect(page.getByText('No accounts in CHF')).toBeVisible();

  await visit(page, '/dashboard/ledger/reports/trial-balance?as_of=2026-01-31');
  await expect(page.getByRole('table', { name: 'Trial balance' })).toBeVisible();
  const fileOf = async (name: string): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    return readFileSync(await download.path());
  };
  expect((await fileOf('CSV')).toString()).toContain('account,1000,Bank,A,959.50,');
  expect((await fileOf('PDF')).toString('latin1').startsWith('%PDF-')).toBe(true);
  await visit(page, '/dashboard/ledger/reports');
  expect((await fileOf('Journal as CSV')).toString()).toContain('RENT,,BANK-EUR,,40.50,EUR');
  expect((await fileOf('Journal for hledger')).toString()).toContain('Expenses:5000 Rent:RENT  40.50 EUR');
});

test('balances are shown as of a seq, and as of a value date as it was known then', async ({ page }) => {
  const books = await openBooks(page);
  await books.post('BANK-EUR', 'CAPITAL', '1000', '2026-01-02');
  const { events } = (await get(page, '/api/v1/events?limit=1')) as { events: { seq: number; event_ts: string }[] };
  await books.post('BANK-EUR', 'SALES', '7', '2026-01-01');
  await page.goto('/dashboard/balances');
  const bank = page.getByRole('row', { name: /BANK-EUR/ });
  await expect(bank).toContainText('1,007.00');
  await page.getByRole('button', { name: 'As of now' }).click();
  await page.getByText('Seq', { exact: true }).click();
  await page.getByLabel('Seq of the last event').fill(String(events[0]?.seq));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(bank).toContainText('1,000.00');
  await expect(page).toHaveURL(/seq=/);
  await visit(page, `/dashboard/balances?day=2026-01-01&knownAt=${encodeURIComponent(events[0]?.event_ts ?? '')}`);
  await expect(bank).toContainText('0.00');
  await visit(page, '/dashboard/balances?day=2026-01-01');
  await expect(bank).toContainText('7.00');
  await page.reload();
  await expect(bank).toContainText('7.00');
});

test('a new organisation has nothing to report, and is told what to do', async ({ page }) => {
  await signUp(page);
  await newOrganisation(page);
  for (const [path, words] of [
    [below[0], 'Nothing to report yet'],
    [below[3], 'No bank or cash accounts'],
    ['/dashboard/ledger/reports/balances-by-gl', 'No accounts in EUR'],
  ] as const) {
    await visit(page, path ?? '');
    await expect(page.getByText(words)).toBeVisible();
  }
});

test('axe finds nothing on the reports in either theme', async ({ page }) => {
  test.setTimeout(90_000);
  await beginSession(page, demoPerson('checker'));
  for (const path of below) {
    await visit(page, `${path}?compare=month`);
    await expect(page.getByRole('table')).toBeVisible();
    await settled(page);
    await inBothThemes(page, (theme) => expectAccessible(page, `${path}, ${theme}`));
  }
});
