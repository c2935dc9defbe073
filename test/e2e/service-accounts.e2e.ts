// A program that acts as itself: a service account with a key of its own, named where it acts, until it is deactivated.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openBooks } from './books.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const ACCOUNTS = '/dashboard/settings/organisation/security/service-accounts';

async function look(page: Page, what: string): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await settled(page);
  await expectAccessible(page, what);
  await keepPicture(page, what);
}

test('an owner makes a service account and a key for it, sees it named where it acts, and deactivates it', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto(ACCOUNTS);
  await expect(page.getByText('No service accounts yet')).toBeVisible();
  await page.getByRole('button', { name: 'New service account' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New service account' });
  await dialog.getByLabel('Name').fill('Payroll');
  await dialog.getByText('Owner', { exact: true }).click();
  await expect(dialog.getByText('It never approves, whatever its role.')).toBeVisible();
  await look(page, 'create');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Service account created: give it an API key').first()).toBeVisible();
  const row = page.getByRole('row', { name: /Payroll/ });
  await row.getByRole('button', { name: 'Acts of Payroll' }).click();
  await page.getByRole('menuitem', { name: 'Create API key' }).click();

  const key = page.getByRole('dialog', { name: 'Create an API key' });
  await expect(key.getByRole('combobox', { name: 'Whose key' })).toHaveValue('Payroll (service account)');
  await key.getByLabel('Name').fill('Payroll in production');
  await key.getByText('Admin', { exact: true }).click();
  await expect(key.getByText('you do not approve what it asks for')).toBeVisible();
  await look(page, 'key');
  await key.getByRole('button', { name: 'Create key' }).click();
  const once = page.getByRole('dialog', { name: 'API key, shown once' });
  const secret = (await once.getByRole('region', { name: 'API key' }).innerText()).trim();
  await once.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByRole('row', { name: /Payroll in production/ })).toContainText('Service account');
  await look(page, 'keys');

  const send = (): Promise<Response> =>
    fetch(new URL('/api/internal/currencies/tenant/add', page.url()), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'JPY' }),
    });
  expect((await send()).status).toBe(200);
  await visit(page, '/dashboard/events');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('row', { name: /currency.allowed/ }).first()).toContainText('Payroll');

  await visit(page, ACCOUNTS);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row).not.toContainText('never');
  await look(page, 'list');
  await row.getByRole('button', { name: 'Acts of Payroll' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByRole('dialog', { name: 'Deactivate Payroll?' }).getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Service account deactivated').first()).toBeVisible();
  await expect(row).toContainText('Deactivated');
  expect((await send()).status).toBe(401);
  expect(faults).toEqual([]);
});
