// A person names what a list shows, finds it again on every device, and takes it away. Nobody else sees it.
import { expect, type Page, test } from '@playwright/test';
import { join, newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';

const views = (page: Page) => page.getByRole('list', { name: 'Saved views' });
const rows = (page: Page) => page.getByRole('grid', { name: 'Parties' }).getByRole('row');

test('a view is saved, there on another device, not for others, and removed', async ({ page, browser }) => {
  const faults = listenForFaults(page);
  await signUp(page);
  await newOrganisation(page);
  for (const label of ['Fjord Bank', 'Fjord Line', 'Baltic Shipping']) await post(page, '/api/parties', { label });
  await page.goto('/dashboard/directory/parties');
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);
  await page.getByLabel('Search parties').fill('fjord');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Name of the view').fill('All of Fjord');
  await page.keyboard.press('Enter');
  const pill = views(page).getByRole('button', { name: 'All of Fjord', exact: true });
  await expect(pill).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);

  // Another browser of the same person: the same session, nothing else.
  const { cookies } = await page.context().storageState();
  const elsewhere = await (await browser.newContext({ storageState: { cookies, origins: [] } })).newPage();
  await elsewhere.goto('/dashboard/directory/parties');
  await views(elsewhere).getByRole('button', { name: 'All of Fjord', exact: true }).click();
  await expect(elsewhere).toHaveURL(/q=fjord/);
  await expect(rows(elsewhere)).toHaveCount(3);
  // A second press shows everything.
  await views(elsewhere).getByRole('button', { name: 'All of Fjord', exact: true }).click();
  await expect(rows(elsewhere)).toHaveCount(4);
  await views(elsewhere).getByRole('button', { name: 'Remove view All of Fjord' }).click();
  await expect(views(elsewhere)).toHaveCount(0);
  await elsewhere.context().close();

  await post(page, '/api/v1/saved-views', { list: 'parties', name: 'Only mine', search: { q: 'x' } });
  await page.reload();
  await expect(views(page)).toContainText('Only mine');
  const mel = await join(browser, page, 'member');
  await mel.page.goto('/dashboard/directory/parties');
  await expect(rows(mel.page)).toHaveCount(4);
  await expect(views(mel.page)).toHaveCount(0);
  expect(faults).toEqual([]);
});
