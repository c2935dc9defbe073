// The menu: groups that fold and stay as they were left, badges, favourites, and the entity of screens that show one entity's books.
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { join, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

test('groups fold and stay as they were left, the present one is open, a favourite stands above, a closed group says what waits', async ({
  page,
  browser,
}) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page.context());
  await post(page, '/api/internal/limits/set', { key: 'high_risk_amount', value: '200' });
  const { page: second } = await join(browser, page, 'owner');
  const held = books.intentOf({ debit: 'BANK', credit: 'SALES', amount: '300', narrative: 'Chairs' });
  expect((await page.request.post('/api/v1/intents/execute', { data: held })).status()).toBe(202);

  await second.goto('/dashboard');
  const menu = second.getByRole('navigation', { name: 'Main' });
  const money = menu.getByRole('button', { name: /^Money/ });
  const reports = menu.getByRole('list', { name: 'Reports' });
  await expect(money).toHaveAttribute('aria-expanded', 'true');
  await expect(menu.getByRole('link', { name: /Approvals queue/ })).toContainText('1');
  await expect(menu.getByRole('link', { name: 'Balances by GL' })).toBeHidden();
  await money.click();
  await expect(menu.getByRole('link', { name: /Approvals queue/ })).toBeHidden();
  await expect(money).toContainText('1');
  await menu.getByRole('button', { name: 'Reports' }).click();
  await reports.getByRole('link', { name: 'Balances by GL' }).hover();
  await reports.getByRole('button', { name: 'Add Balances by GL to favourites' }).click();
  await second.reload();
  await expect(money).toHaveAttribute('aria-expanded', 'false');
  await expect(menu.getByRole('list', { name: 'Favourites' }).getByRole('link', { name: 'Balances by GL' })).toBeVisible();
  await inBothThemes(second, async (theme) => {
    await keepPicture(second, `menu-${theme}`);
    await expectAccessible(second, `the menu, ${theme}`);
  });

  await visit(second, '/dashboard/events');
  await expect(menu.getByRole('button', { name: /^Proof & control/ })).toHaveAttribute('aria-expanded', 'true');
  await expect(second.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(/Proof & control.*Events stream/s);
  expect(faults).toEqual([]);
});

test('screens that show one entity’s books say which, and another is chosen there', async ({ page }) => {
  await openBooks(page);
  await page.goto('/dashboard/intents');
  await expect(page.getByRole('button', { name: /^Entity:/ })).toHaveCount(0);
  await post(page, '/api/entities', { code: 'NW-EU', name: 'Northwind Europe', base_currency: 'USD' });
  await page.goto('/dashboard/intents');
  const chip = page.getByRole('button', { name: /^Entity:/ });
  await chip.click();
  await page.getByRole('option', { name: /NW-EU/ }).click();
  await expect(chip).toContainText('NW-EU');
  await keepPicture(page, 'chip');
  await visit(page, '/dashboard/events');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(chip).toHaveCount(0);
});

test('the palette finds intents by their words and amounts, GL accounts and people; an intent is named by its words and done again', async ({
  page,
}) => {
  const books = await openBooks(page);
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '1234.50', narrative: 'Rent of the quay' });
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '77', narrative: 'Ropes' });
  await page.goto('/dashboard');
  const search = page.getByPlaceholder(/^Search screens/);
  const look = async (words: string): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await search.fill(words);
  };
  await look('1,234.50');
  await expect(page.getByRole('button', { name: /Rent of the quay BANK to SALES/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Ropes/ })).toHaveCount(0);
  await search.fill('1100');
  await page.getByRole('button', { name: /^1100 Bank accounts$/ }).click();
  await expect(page).toHaveURL(/gl-accounts\?q=1100/);
  await look('quay');
  await page.getByRole('button', { name: /Rent of the quay/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rent of the quay' })).toBeVisible();
  await page.getByRole('button', { name: 'Duplicate as new' }).click();
  await expect(page).toHaveURL(/\/intents\/post/);
  await expect(page.getByLabel('Narrative', { exact: true })).toHaveValue('Rent of the quay');
});
