// The chart of accounts: the standard one in one click, a child that takes its parent's class, deleting barred with the reason.
import { expect, test } from '@playwright/test';
import { newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';

test('an empty chart becomes the standard one in one click; a child takes class and side of its parent', async ({ page }) => {
  const faults = listenForFaults(page);
  await signUp(page);
  await newOrganisation(page);
  await page.goto('/dashboard/ledger/gl-accounts');
  await expect(page.getByText('No GL accounts yet')).toBeVisible();
  await page.getByRole('button', { name: 'Use the standard chart' }).last().click();
  await expect(page.getByText(/^39 GL accounts added$/)).toBeVisible();
  const chart = page.getByRole('grid', { name: 'Chart of accounts' });
  await expect(chart.getByRole('row', { name: /1100 Bank accounts/ })).toContainText('A · Asset');
  await expect(page.getByText('39 of 39 GL accounts')).toBeVisible();
  await keepPicture(page, 'standard-chart');
  await page.getByRole('button', { name: 'Use the standard chart' }).click();
  await expect(page.getByText('The standard chart is all there already')).toBeVisible();

  await page.getByRole('button', { name: 'New GL account' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Code').fill('2150');
  await form.getByLabel('Title').fill('Payables, foreign');
  await form.getByRole('combobox', { name: 'Parent' }).click();
  await page.getByRole('option', { name: '2100 Payables' }).click();
  await expect(form.getByRole('combobox', { name: 'Class' })).toHaveValue('L · Liability');
  await expect(form.getByRole('combobox', { name: 'Class' })).toBeDisabled();
  await expect(form.getByRole('combobox', { name: 'Normal balance' })).toHaveValue('CR · Credit');
  await form.getByRole('button', { name: 'Create GL account' }).click();
  await expect(page.getByText('GL account created')).toBeVisible();

  await page.getByLabel('Filter GL accounts').fill('foreign');
  const child = chart.getByRole('row', { name: /2150/ });
  await expect(child).toContainText('L · Liability');
  await page.getByRole('button', { name: 'Acts of 2100' }).click();
  const barred = page.getByRole('menuitem', { name: /^Delete/ });
  await expect(barred).toBeDisabled();
  await expect(barred).toContainText('In use 1 time. Move its accounts and children first.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Acts of 2150' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await form.getByLabel('Title').fill('Payables, foreign currency');
  await form.getByRole('combobox', { name: 'Parent' }).click();
  await page.getByRole('option', { name: '2000 Liabilities' }).click();
  await form.getByRole('button', { name: 'Save GL account' }).click();
  await expect(page.getByText('GL account saved')).toBeVisible();
  await expect(child).toContainText('Payables, foreign currency');
  await page.getByRole('button', { name: 'Acts of 2150' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('GL account deleted')).toBeVisible();
  await expect(child).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('what is there already stays, and only what lacks is added', async ({ page }) => {
  await signUp(page);
  await newOrganisation(page);
  await post(page, '/api/internal/ledger-accounts/create', { code: '1100', title: 'House bank', class: 'A' });
  await page.goto('/dashboard/ledger/gl-accounts');
  await page.getByRole('button', { name: 'Use the standard chart' }).click();
  await expect(page.getByText('38 GL accounts added, 1 was there already')).toBeVisible();
  await expect(page.getByRole('row', { name: /1100/ })).toContainText('House bank');
});
