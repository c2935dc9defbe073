// The account page: its statement with filters in the address, the file of it, the way to intent and event; closed and re-opened.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { daysAgo, openBooks } from './books.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

test('an account tells every posting with the balance after it, filtered in the address and saved as a file', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '1250.50', narrative: 'Invoice 7', valueDate: daysAgo(9) });
  await books.postIntent({ debit: 'SPARE', credit: 'BANK', amount: '50.25', narrative: '=HYPERLINK(1)', valueDate: daysAgo(3) });
  await books.postIntent({ debit: 'BANK', credit: 'SPARE', amount: '50.25', narrative: 'Put back' });

  await page.goto('/dashboard/ledger/accounts');
  await page.getByRole('link', { name: 'BANK' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/ledger/accounts/${books.accounts['BANK']}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'BANK' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('USD1,250.50Dr');
  const rows = page.getByRole('grid', { name: 'Statement' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('Put back');
  await expect(rows.nth(2)).toContainText('1,200.25Dr');
  await expect(page.getByText('3 of 3 postings')).toBeVisible();
  const totals = page.getByLabel('Totals in USD');
  await expect(totals).toContainText('Debits1,300.75Credits50.25Closing1,250.50Dr');
  // What it held at the end of each day, as a chart and as a table, and what its month came to.
  const chart = page.getByRole('group', { name: /^Balance over time in USD/ });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: 'USD' })).toContainText('1,200.25Dr');
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('table', { name: 'Balance over time' }).getByRole('row').filter({ hasText: '−50.25' })).toContainText(
    '1,200.25Dr',
  );
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('region', { name: 'Statement', exact: true })).toContainText(/Closing, .*1,250\.50Dr/);
  await keepPicture(page, 'account');

  await page.getByRole('button', { name: 'Value date', exact: true }).click();
  await page.getByRole('textbox', { name: 'First day' }).fill(daysAgo(5));
  await page.getByRole('textbox', { name: 'First day' }).press('Enter');
  await page.getByRole('button', { name: 'Amount', exact: true }).click();
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('50');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Counterparty', exact: true }).click();
  await page.getByRole('combobox', { name: 'Counterparty' }).click();
  await page.getByRole('option', { name: 'SPARE' }).click();
  await expect(rows).toHaveCount(3);
  await expect(totals).not.toContainText('Closing');
  await page.getByLabel('Filter by narrative').fill('hyper');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/q=hyper.*/);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('=HYPERLINK(1)');

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('statement-BANK.csv');
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/,SPARE,'=HYPERLINK\(1\),,50\.25,1200\.25,Dr,USD$/);

  await page.getByLabel('Filter by narrative').fill('nothing of the kind');
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(4);

  // To the intent beside it, and to the event.
  await rows.nth(3).getByText('Invoice 7').click();
  const panel = page.getByRole('complementary', { name: 'Intent' });
  await expect(panel).toContainText('Invoice 7');
  await panel.getByRole('link', { name: 'SALES' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'SALES' })).toBeVisible();
  await page
    .getByRole('link', { name: /^seq \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard\/events\?open=\d+/);
  expect(faults).toEqual([]);
});

test('a statement is turned page by page, also back', async ({ page }) => {
  const books = await openBooks(page);
  const rowsOf = (from: number) =>
    Array.from({ length: 30 }, (_, i) => ({ debit: 'BANK', credit: 'SALES', amount: '1', narrative: `n${from + i}` }));
  await books.postIntent(...rowsOf(1));
  await books.postIntent(...rowsOf(31));
  await page.goto(`/dashboard/ledger/accounts/${books.accounts['BANK']}`);
  await expect(page.getByText('50 of 60 postings')).toBeVisible();
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('10 of 60 postings')).toBeVisible();
  await expect(page).toHaveURL(/before=\d+\.11/);
  await page.goBack();
  await expect(page.getByText('50 of 60 postings')).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(page).not.toHaveURL(/before=/);
});

test('an empty account is closed with a reason, refuses postings, and is re-opened; one with a balance says why it is not', async ({
  page,
}) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '5' });
  await page.goto(`/dashboard/ledger/accounts/${books.accounts['BANK']}`);
  await page.getByRole('button', { name: 'Acts of BANK' }).click();
  await expect(page.getByRole('menuitem', { name: /^Close account/ })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: /^Close account/ })).toContainText('Only an account with a zero balance can be closed.');
  await page.keyboard.press('Escape');

  await visit(page, `/dashboard/ledger/accounts/${books.accounts['SPARE']}`);
  await expect(page.getByText('No postings yet')).toBeVisible();
  await page.getByRole('button', { name: 'Acts of SPARE' }).click();
  await page.getByRole('menuitem', { name: 'Close account' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Not needed any more');
  await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click();
  await expect(page.getByText('Account closed')).toBeVisible();
  await expect(page.getByText(/: Not needed any more/)).toBeVisible();
  await expect(books.postIntent({ debit: 'SPARE', credit: 'BANK', amount: '5' })).rejects.toThrow('ACCOUNT_CLOSED');
  await visit(page, '/dashboard/ledger/accounts');
  await expect(page.getByRole('row', { name: /SPARE/ }).getByRole('img', { name: 'closed' })).toBeVisible();

  await page.getByRole('link', { name: 'SPARE' }).click();
  await page.getByRole('button', { name: 'Acts of SPARE' }).click();
  await page.getByRole('menuitem', { name: 'Re-open account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Re-open account' }).click();
  await expect(page.getByText('Account re-opened')).toBeVisible();
  await books.postIntent({ debit: 'SPARE', credit: 'BANK', amount: '5' });
  expect(faults).toEqual([]);
});

test('an account that is not there says so', async ({ page }) => {
  await openBooks(page);
  await page.goto('/dashboard/ledger/accounts/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('That resource no longer exists.')).toBeVisible();
});

test('axe finds nothing on the account page, its panel and its dialog, in either theme', async ({ page }) => {
  const books = await openBooks(page);
  const open = await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '5', narrative: 'Seen' });
  for (const address of [
    `${books.accounts['BANK']}?open=${open}`,
    `${books.accounts['SPARE']}?ask=state`,
    `${books.accounts['SALES']}?q=x`,
  ]) {
    await visit(page, `/dashboard/ledger/accounts/${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page, `${address}, ${theme}`);
      await keepPicture(page, `${theme}-${address.slice(37)}`);
    });
  }
});
