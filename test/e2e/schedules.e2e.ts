// An intent that recurs: made from a template, posted by the server, paused, resumed and ended.
import { expect, test } from '@playwright/test';
import { openBooks } from './books.ts';
import { get, post } from './organisations.ts';
import { listenForFaults } from './people.ts';

/** The server looks twice a minute; twice that on a machine that does much at once. */
const POSTED_WITHIN_MS = 60_000;

test('a template is made to recur; the server posts its first day, and it is paused, resumed and ended', async ({ page }) => {
  test.setTimeout(120_000);
  const faults = listenForFaults(page);
  await openBooks(page);
  const row = { debitAccount: 'BANK', creditAccount: 'SALES', currency: 'USD', narrative: 'Rent' };
  await post(page, '/api/internal/templates', { name: 'Rent', rows: [{ ...row, amount: '1200' }] });
  await post(page, '/api/internal/templates', { name: 'Left open', rows: [row] });
  await page.goto('/dashboard/intents/recurring');
  await expect(page.getByText('No recurring intents yet')).toBeVisible();
  await page.getByRole('button', { name: 'New recurring intent' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New recurring intent' });
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await expect(page.getByRole('option', { name: 'Left open' })).toHaveAttribute('data-combobox-disabled', 'true');
  await page.getByRole('option', { name: 'Rent' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Rent');
  await expect(dialog.getByRole('table', { name: 'Rows' })).toContainText('1,200.00');
  await dialog.getByRole('button', { name: 'Create recurring intent' }).click();
  await expect(page.getByText('Recurring intent created')).toBeVisible();

  await page.getByRole('row', { name: /Rent/ }).click();
  const panel = page.getByRole('complementary', { name: 'Rent' });
  const posted = async (): Promise<number> => {
    const { schedules } = (await get(page, '/api/internal/schedules/list')) as { readonly schedules: readonly { readonly runs: number }[] };
    return schedules[0]?.runs ?? 0;
  };
  await expect.poll(posted, { timeout: POSTED_WITHIN_MS }).toBe(1);
  await page.reload();
  await expect(panel.getByRole('table', { name: 'What it posted' })).toContainText('executed');
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Recurring intent paused')).toBeVisible();
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Recurring intent resumed')).toBeVisible();
  await panel.getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog', { name: 'End Rent?' }).getByRole('button', { name: 'End' }).click();
  await expect(page.getByText('Recurring intent ended')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await panel.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dashboard\/intents/);
  expect(faults).toEqual([]);
});
