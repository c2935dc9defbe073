// The directory of counterparties: made, found by the server, changed, twelve a page.
import { expect, test } from '@playwright/test';
import { newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { visit } from './walk.ts';

test('a party is made, opened by both of its addresses, changed and found again', async ({ page }) => {
  const faults = listenForFaults(page);
  await signUp(page);
  await newOrganisation(page);
  await page.goto('/dashboard/directory/parties');
  await expect(page.getByText('No parties yet')).toBeVisible();
  await page.getByRole('button', { name: 'New party' }).first().click();
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await expect(create).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Kind' }).or(page.getByRole('combobox', { name: 'Kind' }))).toHaveValue('company');
  await page.getByLabel('Label').fill('Baltic Shipping');
  await page.getByLabel('External ref').fill('DE89370400440532013000');
  await create.click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByText('Party ID')).toBeVisible();
  const id = new URL(page.url()).searchParams.get('party') ?? '';
  expect(id).not.toBe('');

  await page.goto(`/dashboard/directory/parties/${id}`);
  await page.getByLabel('Label').fill('Baltic Shipping AS');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await visit(page, '/dashboard/directory/parties?q=shipping');
  await expect(page.getByRole('row', { name: /Baltic Shipping AS/ })).toContainText('DE89370400440532013000');
  await page.getByLabel('Search parties').fill('nobody of this name');
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  expect(faults).toEqual([]);
});

test('the directory shows twelve a page, and keeps page and search in its address', async ({ page }) => {
  await signUp(page);
  await newOrganisation(page);
  for (let n = 1; n <= 14; n += 1) await post(page, '/api/parties', { label: `Party ${String(n).padStart(2, '0')}` });
  await page.goto('/dashboard/directory/parties');
  const rows = page.getByRole('grid', { name: 'Parties' }).getByRole('row');
  await expect(rows).toHaveCount(13);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows).toHaveCount(3);
  await page.reload();
  await expect(rows.nth(1)).toContainText('Party 13');
  await page.getByLabel('Search parties').fill('party 0');
  await expect(rows).toHaveCount(10);
  await expect(page).not.toHaveURL(/page=/);
});
