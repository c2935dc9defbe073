// A file of intents: its fate first, then its posting, and the same file again.
import { expect, type Page, test } from '@playwright/test';
import { openBooks } from './books.ts';
import { listenForFaults } from './people.ts';
import { visit } from './walk.ts';

const today = new Date().toISOString().slice(0, 10);
const POSTED_WITHIN_MS = 20_000;

async function choose(page: Page, name: string, content: string): Promise<void> {
  await visit(page, '/dashboard/intents/imports');
  await page.getByRole('button', { name: 'Import a file' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import a file' });
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}
const check = (page: Page) => page.getByRole('dialog', { name: 'Import a file' }).getByRole('button', { name: 'Check the file' }).click();
const card = (page: Page, label: string) => page.getByRole('region', { name: label });

test('each row is checked and shown before anything is posted; then it is posted once, however often the file is sent', async ({
  page,
}) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await choose(page, 'broken.csv', 'debit_account,amount\nBANK,1');
  await check(page);
  const dialog = page.getByRole('dialog', { name: 'Import a file' });
  await expect(dialog.getByText('Line 1: The header lacks: credit_account, currency, value_date.')).toBeVisible();

  const file = [
    'reference;value_date;debit_account;credit_account;amount;currency;narrative',
    `INV-1;${today};BANK;SALES;1.234,50;USD;Invoice 1`,
    `INV-2;${today};BANK;SALES;ten;USD;Invoice 2`,
    `INV-3;${today};BANK;NOWHERE;1,00;USD;Invoice 3`,
  ].join('\n');
  await choose(page, 'invoices.csv', file);
  await page.getByRole('checkbox', { name: 'Amounts are written 1.234,56' }).check();
  await check(page);
  await expect(page.getByRole('heading', { name: 'invoices.csv' })).toBeVisible();
  await expect(card(page, 'Ready')).toContainText('1');
  await expect(page.getByRole('row', { name: /INV-2/ })).toContainText('invalid');
  await expect(page.getByRole('row', { name: /INV-3/ })).toContainText('An account of the intent does not exist.');
  await page.getByRole('button', { name: 'Post 1 intent' }).click();
  await expect(page.getByText('1 of 1 decided: done')).toBeVisible({ timeout: POSTED_WITHIN_MS });
  await expect(page.getByRole('row', { name: /INV-1/ })).toContainText('executed');
  await page.getByRole('row', { name: /INV-1/ }).getByRole('link', { name: /^seq / }).click();
  await expect(page.getByText('Invoice 1').first()).toBeVisible();

  await choose(page, 'invoices.csv', file);
  await page.getByRole('checkbox', { name: 'Amounts are written 1.234,56' }).check();
  await check(page);
  await expect(card(page, 'Duplicate')).toContainText('1');
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toHaveAttribute('data-disabled', 'true');
  expect(faults).toEqual([]);
});

test('opening balances are posted against an account of their currency', async ({ page }) => {
  await openBooks(page);
  await choose(page, 'opening.csv', 'account,balance\nBANK,1000.50\n');
  const dialog = page.getByRole('dialog', { name: 'Import a file' });
  await dialog.getByText('Opening balances').click();
  await dialog.getByRole('combobox', { name: 'Against, in USD' }).click();
  await page.getByRole('option', { name: /^SALES/ }).click();
  await check(page);
  await page.getByRole('button', { name: 'Post 1 intent' }).click();
  await expect(page.getByText('1 of 1 decided: done')).toBeVisible({ timeout: POSTED_WITHIN_MS });
  await visit(page, '/dashboard/balances');
  await expect(page.getByRole('row', { name: /BANK/ })).toContainText('1,000.50');
});
