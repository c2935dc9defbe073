// Each of the four limits by its own field: saved, kept after a reload, enforced where it is, disabled again; and read-only.
import { expect, type Page, test } from '@playwright/test';
import { openBooks } from './books.ts';
import { expectBarred, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';

const LIMITS = '/dashboard/settings/organisation/limits';
const titles = ['High-risk amount', 'Maximum amount of an intent', 'Maximum amount of a day', 'Maximum number of intents a day'] as const;

const panel = (page: Page, title: string) => page.getByRole('region', { name: title });
async function save(page: Page, title: string, value: string): Promise<void> {
  await panel(page, title).getByRole('textbox').fill(value);
  await panel(page, title).getByRole('button', { name: 'Save' }).click();
}

test('four limits are saved and disabled one by one; what a day has used is told; read-only they are disabled', async ({ page }) => {
  test.setTimeout(120_000);
  const faults = listenForFaults(page);
  const shot = (name: string) => keepPicture(page, `${name}`);
  const books = await openBooks(page.context());
  const sale = (amount: string) => ({ debit: 'BANK', credit: 'SALES', amount });
  await books.postIntent(sale('30.00'));

  await page.goto(LIMITS);
  await expect(page.getByRole('heading', { level: 1, name: 'Risk & limits' })).toBeVisible();
  for (const title of titles) await expect(panel(page, title)).toContainText('no limit');
  await expectBarred(panel(page, titles[0]).getByRole('button', { name: 'Disable' }), 'It is not limited.');
  await save(page, 'Maximum amount of a day', '  ');
  await expect(panel(page, 'Maximum amount of a day')).toContainText('Provide a value before saving.');
  await save(page, 'Maximum amount of a day', '1e3');
  await expect(panel(page, 'Maximum amount of a day')).toContainText('Use an amount of zero or more');

  const values = ['5000', '60', '40', '3'] as const;
  for (const [i, title] of titles.entries()) {
    await save(page, title, values[i] ?? '');
    await expect(panel(page, title)).toContainText(/Set by Olive \(you\)/);
  }
  await expect(panel(page, 'Maximum amount of a day')).toContainText('Today USD 30.00 of USD 40.00');
  await expect(panel(page, 'Maximum amount of a day')).toContainText('USD 10.00 left');
  await expect(panel(page, 'Maximum number of intents a day')).toContainText('Today 1 of 3');
  await page.reload();
  await expect(panel(page, 'High-risk amount').getByRole('textbox')).toHaveValue('5,000.00');
  await expect(panel(page, 'Maximum amount of an intent')).toContainText('USD 60.00');
  await expect(panel(page, 'Maximum number of intents a day').getByRole('textbox')).toHaveValue('3');
  await shot('1-limits');

  await expect(books.postIntent(sale('60.01'))).rejects.toThrow('txn_amount_max');
  await expect(books.postIntent(sale('10.01'))).rejects.toThrow('daily_txn_amount_max');
  await books.postIntent(sale('10.00'));
  await page.goto('/dashboard/admin/limits');
  await expect(page.getByRole('heading', { level: 1, name: 'Limits' })).toBeVisible();
  await expect(panel(page, 'Maximum amount of a day')).toContainText('nothing left');
  for (const title of titles) {
    await panel(page, title).getByRole('button', { name: 'Disable' }).click();
    await expect(panel(page, title)).toContainText('no limit');
    await expect(panel(page, title)).toContainText(/Disabled by Olive \(you\)/);
  }
  await books.postIntent(sale('100.00'));

  await post(page, '/api/internal/tenants/deactivate', {});
  await page.goto(LIMITS);
  for (const title of titles) {
    await expect(panel(page, title).getByRole('textbox')).toBeDisabled();
    await expectBarred(panel(page, title).getByRole('button', { name: 'Save' }), 'This organisation is currently read-only.');
  }
  await shot('2-read-only');
  expect(faults).toEqual([]);
});
