// A fault that was planted behind the server's back is found, stops the ledger, is told, and the ledger goes on once it is mended.

import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { tamper } from './organisations.ts';
import { listenForFaults } from './people.ts';

test('a balance that somebody edited makes the organisation read-only until a full check finds nothing', async ({ page }, info) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10' });
  await page.goto('/dashboard/health');
  await expect(page.getByText('Nominal')).toBeVisible();
  await page.getByRole('button', { name: 'Full check' }).click();
  await expect(page.getByText(/^The last full check found nothing: \d+ events/)).toBeVisible();
  await expect(page.getByText(/^Proven through \d+$/)).toBeVisible();
  const checks = page.getByRole('table', { name: 'What is checked' });
  await expect(checks.getByRole('row')).toHaveCount(10);
  await expect(checks.getByRole('row', { name: /Full check: every table/ })).toContainText('Nothing');

  await tamper(books.tenantId, "update accounts set balance = balance + 1 where tenant_id = $1 and code = 'BANK'");
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Attention')).toBeVisible();
  const drift = page.getByRole('table', { name: 'Balance drift' });
  await expect(drift.getByRole('row').nth(1)).toHaveText(/BANK.*1100.*1000/);
  await expect(checks.getByRole('row', { name: /^Balances and days/ })).toContainText('1');
  await expect(page.getByText('The ledger is broken')).toBeVisible();
  await expect(page.getByText('This organisation is currently read-only.')).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath(`health-${theme}.png`), fullPage: true });
  });

  const reactivate = async (): Promise<void> => {
    await page.goto('/dashboard/settings/organisation/danger');
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  };
  await reactivate();
  await expect(page.getByText(/It stays read-only until a full check finds nothing/)).toBeVisible();
  await tamper(books.tenantId, "update accounts set balance = balance - 1 where tenant_id = $1 and code = 'BANK'");
  await reactivate();
  await expect(page.getByText('Organisation reactivated')).toBeVisible();
  await page.goto('/dashboard/health');
  await expect(page.getByText('Nominal')).toBeVisible();
  await expect(page.getByText('The ledger is broken')).toBeHidden();
  expect(faults).toEqual([]);
});
