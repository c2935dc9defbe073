// An account as programs and people need it: a long code, a title, a credit limit; changed where that may be, and refused where it may not.
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

test('an account is opened with a title and a credit limit, and both are changed; programs get their defaults', async ({ page }) => {
  const faults = listenForFaults(page);
  await signUp(page);
  await newOrganisation(page);
  await post(page, '/api/internal/ledger-accounts/standard-chart', {});
  await page.goto('/dashboard/ledger/accounts?open=new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Code').fill('wallet:0f4b2c5e-5b7e-4b1a-9c1d-2e3f4a5b6c7d');
  await form.getByLabel('Title').fill('Ann’s wallet');
  await form.getByRole('combobox', { name: 'GL account' }).click();
  await page.getByRole('option', { name: /^2100 / }).click();
  await form.getByLabel('Floor').fill('-5,000.001');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(form.getByText('Use at most 2 decimals.')).toBeVisible();
  await form.getByLabel('Floor').fill('-5,000');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Ledger account created')).toBeVisible();
  await page.getByRole('link', { name: 'WALLET:0F4B2C5E-5B7E-4B1A-9C1D-2E3F4A5B6C7D' }).click();
  await expect(page.getByText('Ann’s wallet')).toBeVisible();
  await expect(page.getByText('Credit limit 5,000.00 USD')).toBeVisible();

  await page.getByRole('button', { name: 'Change floor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Floor').fill('10');
  await expect(dialog.getByText(/is below this floor already/)).toBeVisible();
  await keepPicture(page, 'change-floor');
  await dialog.getByRole('button', { name: 'Save floor' }).click();
  await expect(page.getByText('Floor 10.00 USD: so much must stay')).toBeVisible();

  await page.getByRole('button', { name: 'Change title and GL account' }).click();
  await dialog.getByLabel('Title').fill('Ann');
  await dialog.getByRole('combobox', { name: 'GL account' }).click();
  await page.getByRole('option', { name: /^1100 / }).click();
  await dialog.getByRole('button', { name: 'Save account' }).click();
  await expect(page.getByText('Account saved')).toBeVisible();
  await expect(page.getByRole('link', { name: /^1100 / })).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `account-that-fits-${theme}`);
  });

  await visit(page, '/dashboard/admin/settings');
  await page.getByLabel('Standing consent').fill('Board resolution 12');
  await page.getByLabel('Use the newest FX snapshot').check();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('Code begins with').fill('wallet:');
  await page.getByRole('combobox', { name: 'GL account' }).last().click();
  await page.getByRole('option', { name: /^2100 / }).click();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `programs-${theme}`);
  });
  for (const name of ['What API keys may leave out', 'Accounts opened on first use']) {
    await page.getByRole('region', { name }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved').last()).toBeVisible();
  }
  await expect(page.getByText(/^Consent given/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('region', { name: 'Accounts opened on first use' }).scrollIntoViewIfNeeded();
  await keepPicture(page, 'programs-390');
  expect(faults).toEqual([]);
});
