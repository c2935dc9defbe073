// Interest as somebody in finance sets it up: the counter account, a bucket with a rate, an account in it. Then the demo's deposit, whose
// days have accrued: each explained, one corrected, the month capitalised.

import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { expectBarred, get, post } from './organisations.ts';
import { beginSession, demoPerson, listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';

test('interest is set up: convention, counter account, a bucket with dated rates, an account in it', async ({ page }) => {
  test.setTimeout(120_000);
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto('/dashboard/settings/organisation/interest');
  await expect(page.getByText('Nothing accrues until a counter account is chosen.')).toBeVisible();
  await expect(page.getByText('No interest buckets yet')).toBeVisible();

  await page.getByRole('combobox', { name: 'Day-count convention' }).or(page.getByLabel('Day-count convention')).first().click();
  await expect(page.getByRole('option')).toHaveText(['ACT/360', 'ACT/365', '30/360']);
  await page.getByRole('option', { name: 'ACT/365' }).click();
  await page.getByLabel('Default counter account').first().click();
  await page.getByRole('option', { name: /^SALES/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByText('Nothing accrues until')).toHaveCount(0);

  await page.getByRole('button', { name: 'New bucket' }).click();
  const dialog = page.getByRole('dialog', { name: 'New interest bucket' });
  await dialog.getByLabel('Code').fill('savings');
  await dialog.getByRole('button', { name: 'Create bucket' }).click();
  await expect(dialog.getByText('Use percent a year')).toBeVisible();
  await dialog.getByLabel('Rate, % a year').fill('3.25');
  await dialog.getByLabel('Accrued-interest GL account').first().click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Create bucket' }).click();
  const table = page.getByRole('table', { name: 'Interest buckets' });
  await expect(table.getByText('SAVINGS')).toBeVisible();
  await expect(table.getByText('3.25 %')).toBeVisible();

  await table.getByRole('button', { name: 'Add a rate to SAVINGS' }).click();
  const rate = page.getByRole('dialog', { name: 'Rate of SAVINGS' });
  await rate.getByLabel('Rate, % a year').fill('3.5');
  await rate.getByLabel('Effective on').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  await rate.getByLabel('Effective on').press('Tab');
  await rate.getByRole('button', { name: 'Save rate' }).click();
  await expect(table.getByText('(to come)')).toBeVisible();

  await page.getByRole('button', { name: 'Put an account into a bucket' }).click();
  const put = page.getByRole('dialog', { name: 'Put an account into a bucket' });
  await put.getByLabel('Account').first().click();
  await page.getByRole('option', { name: /^BANK/ }).click();
  await put.getByLabel('Bucket').first().click();
  await page.getByRole('option', { name: /^SAVINGS/ }).click();
  await put.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('grid', { name: 'Accounts with interest' }).getByText('BANK')).toBeVisible();
  await keepPicture(page, 'settings');

  await post(page, '/api/internal/tenants/deactivate', {});
  await page.reload();
  await expectBarred(page.getByRole('button', { name: 'Save' }), 'This organisation is currently read-only.');
  await expect(page.getByLabel('Day-count convention').first()).toBeDisabled();
  expect(faults).toEqual([]);
});

test('every accrual of the demo’s deposit is explained', async ({ page }) => {
  const faults = listenForFaults(page);
  await beginSession(page, demoPerson('checker'));
  await page.goto('/dashboard/settings/organisation/interest');
  const deposit = page.getByRole('grid', { name: 'Accounts with interest' }).getByText('DEPOSIT-FJORD');
  await expect(deposit).toBeVisible();
  await inBothThemes(page, () => expectAccessible(page));
  await deposit.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Interest of DEPOSIT-FJORD');
  const grid = page.getByRole('grid', { name: 'Interest of DEPOSIT-FJORD' });
  await expect(grid.getByRole('row').nth(1)).toContainText('/ 360');
  await grid.getByRole('row').nth(1).click();
  const panel = page.getByRole('complementary', { name: /^(?:Interest|Correction) of / });
  await expect(panel.getByText('Before rounding')).toBeVisible();
  await expect(panel.getByText('Carried on')).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `explained-${theme}`);
  });
  await page.keyboard.press('Escape');
  await page.getByLabel('Month').first().click();
  await page.getByRole('option').last().click();
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
  const { pathname, searchParams } = new URL(page.url());
  const [accountId = '', month = ''] = [pathname.split('/').at(-2), searchParams.get('month') ?? ''];
  const told = (await get(page, `/api/internal/accounts/${accountId}/interest?month=${month}`)) as {
    capitalisations: readonly { amount: string }[];
  };
  const [capitalised] = told.capitalisations;
  const shown = capitalised?.amount.replace('-', '').replace(/0{6}$/, '') ?? 'none';
  await expect(page.getByRole('region', { name: `Capitalised for ${month}` })).toContainText(shown);
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('DEPOSIT-FJORD');
  expect(faults).toEqual([]);
});
