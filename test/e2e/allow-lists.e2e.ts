// From where calls are taken: an owner names networks, of the organisation and of a key; from elsewhere the console says what is wrong.
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

test('an owner names the networks that calls are taken from, and somebody elsewhere reads why nothing opens', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto('/dashboard/admin/settings');
  const panel = page.getByRole('region', { name: 'Allow list' });
  await expect(panel.getByText('You call from 127.0.0.1.')).toBeVisible();
  await panel.getByLabel('Network 1', { exact: true }).fill('198.51.100.7/24');
  await panel.getByLabel('Note 1').fill('Office in Vienna');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Use 198.51.100.0/24 for the network')).toBeVisible();
  await panel.getByLabel('Network 1', { exact: true }).fill('198.51.100.0/24');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toContainText('This list would lock you out');
  await panel.scrollIntoViewIfNeeded();
  await keepPicture(page, 'locked-out');
  await panel.getByRole('button', { name: 'Add my address' }).click();
  await expect(panel.getByLabel('Network 2', { exact: true })).toHaveValue('127.0.0.1');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Allow list saved')).toBeVisible();
  await expect(panel.getByText('from these addresses and networks alone')).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await panel.scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await keepPicture(page, `settings-${theme}`);
  });

  await visit(page, '/dashboard/settings/organisation/security/api-keys?make=own');
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByLabel('Name').fill('Payroll');
  await dialog.getByLabel('Network 1', { exact: true }).fill('203.0.113.7');
  await keepPicture(page, 'key');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  const row = page.getByRole('row', { name: /Payroll/ });
  await expect(row).toContainText('203.0.113.7');
  await row.getByRole('button', { name: 'Acts of Payroll' }).click();
  await page.getByRole('menuitem', { name: 'Allow list' }).click();
  const change = page.getByRole('dialog', { name: 'Allow list of Payroll' });
  await change.getByLabel('Note 1').fill('Payroll host');
  await settled(page);
  await expectAccessible(page);
  await keepPicture(page, 'key-change');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Payroll host');
  await keepPicture(page, 'keys');

  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'takes no calls from here' })).toBeVisible();
  await expect(page.getByText('You call from 203.0.113.9.')).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `elsewhere-${theme}`);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, 'elsewhere-phone');
  await page.setExtraHTTPHeaders({});
  await page.getByRole('button', { name: 'Try again' }).click();
  await visit(page, '/dashboard/admin/settings');
  await expect(panel.getByLabel('Note 1')).toHaveValue('Office in Vienna');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await panel.scrollIntoViewIfNeeded();
  await keepPicture(page, 'settings-phone');
  expect(faults).toEqual([]);
});
