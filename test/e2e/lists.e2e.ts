// What every list does alike: J and K walk its rows from anywhere on the screen, Enter opens the one they come to, and what it shows
// is taken away as a file.
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { openBooks } from './books.ts';
import { post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { visit } from './walk.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}';
const lists = [
  { at: '/dashboard/intents', grid: 'Intents', opened: `open=${UUID}` },
  { at: '/dashboard/events', grid: 'Events', opened: 'open=\\d+' },
  { at: '/dashboard/balances', grid: 'Accounts and balances', opened: `open=${UUID}` },
  { at: '/dashboard/snapshots', grid: 'Snapshots', opened: `open=${UUID}` },
  { at: '/dashboard/ledger/accounts', grid: 'Ledger accounts', opened: `/ledger/accounts/${UUID}` },
  { at: '/dashboard/directory/parties', grid: 'Parties', opened: `party=${UUID}` },
] as const;

const files = [
  { at: '/dashboard/ledger/accounts', name: 'accounts.csv', says: 'BANK' },
  { at: '/dashboard/snapshots', name: 'snapshots.csv', says: 'fx' },
  { at: '/dashboard/directory/parties', name: 'parties.csv', says: "'=Fjord" },
  { at: '/dashboard/ledger/gl-accounts', name: 'chart-of-accounts.csv', says: '1100' },
  { at: '/dashboard/admin/currencies', name: 'currencies.csv', says: 'USD' },
  { at: '/dashboard/settings/organisation/security/signing-keys', name: 'signing-keys.csv', says: 'Chain key' },
] as const;

test('on a list J, K and Enter open a row from anywhere on the screen, and what it shows is taken away as no formula', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10' });
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '20' });
  await post(page, '/api/parties', { label: '=Fjord' });
  await page.goto('/dashboard');
  for (const { at, grid, opened } of lists) {
    await visit(page, at);
    const list = page.getByRole('grid', { name: grid, exact: true });
    await expect(list.getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(list).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page, at).toHaveURL(new RegExp(opened));
  }
  for (const { at, name, says } of files) {
    await visit(page, at);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(name);
    expect(await readFile(await file.path(), 'utf8')).toContain(says);
  }
  expect(faults).toEqual([]);
});
