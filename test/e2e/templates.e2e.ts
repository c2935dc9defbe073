// Rows saved as a template, used, and made to recur.
import { expect, test } from '@playwright/test';
import { chooseAccount, openBooks } from './books.ts';
import { listenForFaults } from './people.ts';
import { visit } from './walk.ts';

test('rows are saved as a template with an amount left open, and come back into the form that posts', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto('/dashboard/intents/post');
  const row = page.getByRole('group', { name: 'Row 1' });
  await page.getByRole('button', { name: 'Save as template' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose an account');
  await chooseAccount(page, 'Debit account', 'BANK');
  await chooseAccount(page, 'Credit account', 'SALES');
  await page.getByLabel('Narrative', { exact: true }).fill('Monthly fee');
  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Fee');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Template Fee saved')).toBeVisible();
  // A second one of that name is told at the name.
  await page.getByRole('button', { name: 'Save as template' }).click();
  await dialog.getByLabel('Name').fill('FEE');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog.getByText('Another template has this name.')).toBeVisible();
  // A dialog that is still sending does not close.
  await expect(dialog.getByRole('button', { name: 'Save template' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Reset' }).click();

  await visit(page, '/dashboard/intents/templates');
  await page.getByRole('row', { name: /Fee/ }).click();
  const panel = page.getByRole('complementary', { name: 'Fee' });
  await expect(panel.getByRole('table', { name: 'Rows' })).toContainText('to be filled in');
  await panel.getByRole('link', { name: 'Use' }).click();
  await expect(page).toHaveURL(/\/intents\/post$/);
  await expect(row.getByRole('combobox', { name: 'Debit account' })).toHaveValue(/^BANK/);
  await expect(page.getByLabel('Narrative', { exact: true })).toHaveValue('Monthly fee');
  await row.getByLabel('Amount').fill('25');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status', { name: 'Receipt' })).toContainText('Posted once, and chained.');

  await visit(page, '/dashboard/intents/templates');
  await page.getByRole('row', { name: /Fee/ }).click();
  await panel.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove Fee?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No templates yet')).toBeVisible();
  expect(faults).toEqual([]);
});
