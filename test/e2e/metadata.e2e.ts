// Metadata: given when an intent is posted, changed on the pages of an intent, an account, an entity and a party, and found in the log.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { chooseAccount, openBooks } from './books.ts';
import { expectBarred, join, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Metadata' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit metadata' });

/** Writes keys and values over those that the dialog begins with, and saves. */
async function edit(page: Page, ...pairs: readonly (readonly [key: string, value: string])[]): Promise<void> {
  await section(page).getByRole('button', { name: 'Edit metadata' }).click();
  for (const [index, [key, value]] of pairs.entries()) {
    await dialog(page)
      .getByRole('textbox', { name: `Key ${index + 1}`, exact: true })
      .fill(key);
    await dialog(page)
      .getByRole('textbox', { name: `Value ${index + 1}`, exact: true })
      .fill(value);
  }
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('an intent is posted with metadata, found by it in the log, and its metadata is changed; an auditor reads', async ({
  page,
  browser,
}) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const ada = await join(browser, page, 'auditor');
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '7', narrative: 'Another' });
  await page.goto('/dashboard/intents/post');
  await chooseAccount(page, 'Debit account', 'BANK');
  await chooseAccount(page, 'Credit account', 'SALES');
  await page.getByRole('group', { name: 'Row 1' }).getByLabel('Amount').fill('5');
  await page.getByLabel('Narrative', { exact: true }).fill('Chairs');
  await page.getByText('Advanced', { exact: true }).click();
  const advanced = page.getByRole('region', { name: 'Metadata' });
  await advanced.getByRole('textbox', { name: 'Key 1', exact: true }).fill('team');
  await advanced.getByRole('textbox', { name: 'Value 1', exact: true }).fill('treasury');
  await advanced.getByRole('textbox', { name: 'Key 2', exact: true }).fill('team');
  await expect(advanced.getByText('This key is there already.')).toBeVisible();
  await advanced.getByRole('textbox', { name: 'Key 2', exact: true }).fill('order');
  await advanced.getByRole('textbox', { name: 'Value 2', exact: true }).fill('4711');
  await expect(advanced.getByText('Write nothing personal here.')).toBeVisible();
  await expectAccessible(page, 'posting with metadata');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Executed', { exact: false }).first()).toBeVisible();

  // Found by a key and its value.
  await visit(page, '/dashboard/intents');
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Metadata' }).click();
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('team');
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('treasury');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/meta=team%3Atreasury/);
  await expect(page.getByText('Chairs').first()).toBeVisible();
  await expect(page.getByText('Another')).toHaveCount(0);
  await keepPicture(page, 'log-by-metadata');
  await page.getByText('Chairs').first().click();
  await expect(section(page)).toContainText('treasury');
  await edit(page, ['desk', 'fx'], ['team', 'risk']);
  await expect(section(page)).toContainText('desk');
  await expect(section(page).locator('dl')).toHaveText('deskfxteamrisk');
  await section(page).getByText('2 changes').click();
  await expect(section(page)).toContainText('order: removed');
  await keepPicture(page, 'metadata-of-an-intent');
  await expectAccessible(page, 'an intent with metadata');

  await ada.page.goto(`/dashboard/ledger/accounts/${books.accounts['BANK'] ?? ''}`);
  await expect(section(ada.page)).toContainText('No metadata.');
  await expectBarred(
    section(ada.page).getByRole('button', { name: 'Edit metadata' }),
    'Read-only auditors change nothing. Ask an owner for another role.',
  );
  expect(faults).toEqual([]);
});

test('accounts, entities and parties have metadata that is changed where they are shown', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const { entity } = (await post(page, '/api/entities', { code: 'HQ', name: 'Headquarters', base_currency: 'USD' })) as {
    entity: { id: string };
  };
  const { party } = (await post(page, '/api/parties', { label: 'Globex', metadata: { segment: 'retail' } })) as { party: { id: string } };

  await page.goto(`/dashboard/ledger/accounts/${books.accounts['BANK'] ?? ''}`);
  await edit(page, ['iban-of', 'first bank']);
  await expect(section(page)).toContainText('first bank');
  await keepPicture(page, 'metadata-of-an-account');
  await expectAccessible(page, 'an account with metadata');

  await visit(page, `/dashboard/entities?open=${entity.id}`);
  await edit(page, ['lei', '5299']);
  await expect(section(page)).toContainText('5299');
  await keepPicture(page, 'metadata-of-an-entity');

  await visit(page, `/dashboard/directory/parties/${party.id}`);
  await expect(section(page)).toContainText('retail');
  await section(page).getByRole('button', { name: 'Edit metadata' }).click();
  await dialog(page).getByRole('button', { name: 'Remove key 1' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page)).toContainText('No metadata.');
  await expectAccessible(page, 'a party with metadata');
  expect(faults).toEqual([]);
});
