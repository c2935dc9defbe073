// An organisation without anything in it, from its overview to its first posting.
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { chooseAccount } from './books.ts';
import { newOrganisation, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { drawAt } from './widths.ts';

test('an empty organisation is set up on its overview: chart, accounts, first posting, a second person', async ({ page }) => {
  const faults = listenForFaults(page);
  await signUp(page);
  await newOrganisation(page, 'Harbour & Sons');
  await page.goto('/dashboard');
  const setUp = page.getByRole('region', { name: 'Set up your ledger' });
  const step = (name: string) => setUp.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(setUp.getByText('0 of 5')).toBeVisible();
  await expect(step('Accounts you work with')).toContainText('After step 1');
  await expect(step('First posting')).toContainText('After step 2');
  // Nothing stands there with a zero in it.
  await expect(page.getByRole('region', { name: 'Cash' })).toHaveCount(0);

  await setUp.getByRole('button', { name: 'Use the standard chart' }).click();
  await expect(step('Chart of accounts').getByRole('img', { name: 'Done' })).toBeVisible();
  const form = setUp.getByRole('form', { name: 'New account' });
  await expect(form.getByLabel('Code')).toHaveValue('BANK-USD');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(step('Accounts you work with')).toContainText('A posting has two sides');
  await form.getByLabel('Code').fill('');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(form.getByText('Code is required')).toBeVisible();
  await form.getByLabel('Code').fill('capital-usd');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(step('Accounts you work with')).toContainText('BANK-USD, CAPITAL-USD');
  await expect(step('Exchange rates')).toContainText('Not needed: every account is in USD.');
  await inBothThemes(page, (theme) => expectAccessible(page, `the first steps, ${theme}`));
  await drawAt(page, 390);
  await expect(step('First posting').getByRole('button', { name: 'Post' })).toBeInViewport();
  await drawAt(page, 1440);

  await step('A second person').getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('Email').fill('second@harbour.example');
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  await expect(step('A second person')).toContainText('1 member, 1 invited');
  await step('First posting').getByRole('button', { name: 'Post' }).click();
  await expect(page).toHaveURL(/\/dashboard\/intents\/post$/);
  await page.getByLabel('Narrative').first().fill('Opening balance');
  await chooseAccount(page, 'Debit account', 'BANK-USD');
  await chooseAccount(page, 'Credit account', 'CAPITAL-USD');
  await page.getByRole('group', { name: 'Row 1' }).getByLabel('Amount').fill('25,000.00');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Posted once, and chained')).toBeVisible();
  await page.goto('/dashboard');
  // All steps are done: the overview is what it is for everybody, and stays so.
  await expect(page.getByRole('region', { name: 'Latest intents' })).toContainText('Opening balance');
  await expect(setUp).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Latest intents' })).toContainText('Opening balance');
  await expect(setUp).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('the first steps say what could not be loaded, and are dismissed for good', async ({ page }) => {
  await signUp(page);
  await newOrganisation(page, 'Later Ltd');
  await page.route('**/api/internal/fx/rates/tenant/list*', (route) =>
    route.fulfill({ status: 400, json: { code: 'VALIDATION_ERROR', error: 'VALIDATION_ERROR', message: 'no', requestId: 'r' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('Could not load what is set up so far')).toBeVisible();
  await page.unroute('**/api/internal/fx/rates/tenant/list*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('region', { name: 'Set up your ledger' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('region', { name: 'Latest intents' })).toContainText('Nothing is posted yet.');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Latest intents' })).toContainText('Nothing is posted yet.');
  await expect(page.getByRole('region', { name: 'Set up your ledger' })).toHaveCount(0);
});
