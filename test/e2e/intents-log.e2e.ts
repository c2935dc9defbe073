// The log of intents: by day and status, filtered in the address, one intent in words beside it, and those that wait decided together.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { daysAgo, openBooks } from './books.ts';
import { join, post } from './organisations.ts';
import { listenForFaults } from './people.ts';

const rowOf = (page: Page, narrative: string) => page.getByRole('row').filter({ hasText: narrative });
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });
const view = (page: Page, name: string | RegExp) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });

test('the log is grouped by day, counted by status and filtered in the address; an intent is told in words and duplicated', async ({
  page,
}, info) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.openAccount('RENT', '1990', 'USD');
  await books.postIntent({ debit: 'RENT', credit: 'BANK', amount: '1200.50', narrative: 'Office rent, November', valueDate: daysAgo(3) });
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '80', narrative: 'Sale of a chair' });
  await page.goto('/dashboard/intents');
  await expect(page.getByRole('row', { name: /^Today/ })).toContainText('2 intents');
  await expect(view(page, /^All/)).toContainText('2');
  await expect(view(page, /^Executed/)).toContainText('2');
  await expect(view(page, /^Rejected/)).toContainText('0');
  await expect(page.getByText('2 intents', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Intents, list' })).toContainText('1,280.50');

  await filters(page).getByRole('button', { name: 'Account', exact: true }).click();
  const account = page.getByRole('dialog', { name: 'Account' }).getByRole('combobox', { name: 'Account' });
  await account.fill('RENT');
  await page.getByRole('option', { name: /^RENT/ }).click();
  await expect(page).toHaveURL(/account=RENT/);
  await expect(rowOf(page, 'Sale of a chair')).toHaveCount(0);
  await expect(rowOf(page, 'Office rent, November')).toBeVisible();
  await page.getByRole('button', { name: 'Clear account' }).click();
  await filters(page).getByRole('button', { name: 'Amount', exact: true }).click();
  await page.getByRole('dialog', { name: 'Amount' }).getByLabel('To').fill('100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rowOf(page, 'Office rent, November')).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'Sale of a chair')).toBeVisible();
  await expect(rowOf(page, 'Office rent, November')).toHaveCount(0);
  await view(page, /^Rejected/).click();
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowOf(page, 'Office rent, November')).toBeVisible();

  await rowOf(page, 'Office rent, November').getByText('Office rent, November').click();
  const panel = page.getByRole('complementary', { name: 'Intent' });
  await expect(panel.getByRole('heading', { name: 'Office rent, November' })).toBeVisible();
  await expect(panel.getByRole('table', { name: 'RENT' })).toContainText(/Before\s*0\.00.*After\s*1,200\.50/s);
  await inBothThemes(page, async (theme) => {
    await page.screenshot({ path: info.outputPath(`panel-${theme}.png`) });
    await expectAccessible(page, `the log with an intent, ${theme}`);
  });
  await panel.getByRole('button', { name: 'Previous intent' }).click();
  await expect(panel.getByRole('heading', { name: 'Sale of a chair' })).toBeVisible();
  await panel.getByRole('button', { name: 'Duplicate as new' }).click();
  await expect(page).toHaveURL(/intents\/post$/);
  const first = page.getByRole('group', { name: 'Row 1' });
  await expect(first.getByLabel('Amount')).toHaveValue('80');
  await expect(first.getByRole('combobox', { name: 'Debit account' })).toHaveValue(/BANK/);
  expect(faults).toEqual([]);
});

test('those that wait are chosen and approved together by a second person, whose own are left out', async ({ page, browser }, info) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page.context());
  await post(page, '/api/internal/limits/set', { key: 'high_risk_amount', value: '200' });
  const { page: second } = await join(browser, page, 'owner');
  const held = async (narrative: string, amount: string) =>
    page.request.post('/api/v1/intents/execute', { data: books.intentOf({ debit: 'BANK', credit: 'SALES', amount, narrative }) });
  for (const [narrative, amount] of [
    ['Chairs', '300'],
    ['Tables', '400'],
    ['Lamps', '500'],
  ] as const)
    expect((await held(narrative, amount)).status()).toBe(202);

  await page.goto('/dashboard/intents?status=proposed');
  await page.getByRole('checkbox', { name: 'Select Chairs' }).check();
  const bar = (on: Page) => on.getByRole('region', { name: 'Selection' });
  await expect(bar(page)).toContainText('1 selected');
  await expect(bar(page).getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');

  await second.goto('/dashboard/intents?status=proposed');
  await second.getByRole('checkbox', { name: 'Select Chairs' }).check();
  await second.getByRole('checkbox', { name: 'Select Lamps' }).check();
  await second.screenshot({ path: info.outputPath('chosen.png') });
  await expectAccessible(second, 'the log with a selection');
  const download = second.waitForEvent('download');
  await bar(second).getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('intents-selected.csv');
  await bar(second).getByRole('button', { name: 'Approve 2' }).click();
  const dialog = second.getByRole('dialog', { name: 'Approve 2' });
  await expect(dialog.getByRole('list', { name: 'What is decided' })).toContainText(/Lamps.*Chairs|Chairs.*Lamps/s);
  await dialog.getByRole('button', { name: 'Approve 2' }).click();
  await expect(second.getByText('2 approvals given')).toBeVisible();
  await expect(rowOf(second, 'Tables')).toBeVisible();
  await expect(rowOf(second, 'Chairs')).toHaveCount(0);
  await view(second, /^Executed/).click();
  await expect(rowOf(second, 'Chairs')).toBeVisible();

  await second.goto('/dashboard/admin/approvals');
  await second.getByRole('checkbox', { name: /Tables/ }).check();
  await bar(second).getByRole('button', { name: 'Reject…' }).click();
  await second.getByRole('dialog', { name: 'Reject 1' }).getByLabel('Reason').fill('We have enough');
  await second.getByRole('dialog', { name: 'Reject 1' }).getByRole('button', { name: 'Reject 1' }).click();
  await expect(second.getByText('1 approval rejected')).toBeVisible();
  await second.goto('/dashboard/intents?status=rejected');
  await expect(rowOf(second, 'Tables')).toBeVisible();
  expect(faults).toEqual([]);
});

test('on a phone a row is two lines, and the page is no wider than the phone', async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const books = await openBooks(page);
  await books.postIntent({
    debit: 'BANK',
    credit: 'SALES',
    amount: '912406118.27',
    narrative: 'A very long narrative of a sale to nobody',
  });
  await page.goto('/dashboard/intents');
  const row = rowOf(page, 'A very long narrative');
  await expect(row).toContainText('912,406,118.27');
  await expect(row).toContainText('executed');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.screenshot({ path: info.outputPath('phone.png') });
});
