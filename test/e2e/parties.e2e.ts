// The directory of counterparties: made, found by the server, changed, twelve a page; and where one of them stands, and how much it may owe.
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { daysAgo, openBooks } from './books.ts';
import { get, newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

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

test('an account is given to a party, whose page shows what it owes, since when, and its statement of account', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page.context());
  const { party } = (await post(page, '/api/parties', { label: 'Fjord Energy' })) as { party: { id: string } };
  const { gl } = (await get(page, '/api/internal/ledger-accounts/list')) as { gl: { id: string; code: string }[] };
  const deposit = {
    code: 'DEPOSIT',
    ledgerAccountId: gl.find((a) => a.code === '2200')?.id,
    kind: 'client',
    currency: 'USD',
    party_id: party.id,
  };
  await post(page, '/api/internal/accounts/create', deposit);
  await books.openAccount('AR', '1200', 'USD');
  await books.postIntent(
    { debit: 'AR', credit: 'SALES', amount: '1240.50', valueDate: daysAgo(45), narrative: 'Invoice FE-1180' },
    { debit: 'BANK', credit: 'AR', amount: '240.50', valueDate: daysAgo(3), narrative: 'Part paid' },
    { debit: 'BANK', credit: 'DEPOSIT', amount: '290592011.94', valueDate: daysAgo(1), narrative: 'Client deposit, Hammerfest terminal' },
  );

  await page.goto(`/dashboard/ledger/accounts/${books.accounts['AR']}`);
  await expect(page.getByText('No party', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Change party' }).click();
  const dialog = page.getByRole('dialog', { name: 'Party of AR' });
  await dialog
    .getByRole('combobox', { name: 'Party' })
    .or(dialog.getByRole('textbox', { name: 'Party' }))
    .first()
    .fill('fjord');
  await page.getByRole('option', { name: 'Fjord Energy' }).click();
  await dialog.getByRole('button', { name: 'Save party' }).click();
  await page.getByRole('link', { name: 'Fjord Energy' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Fjord Energy' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Held for them' })).toContainText(/290,592,011\.94\s*Cr/);
  await expect(page.getByRole('region', { name: 'They owe us' })).toContainText(/1,000\.00\s*Dr/);
  await expect(page.getByRole('region', { name: 'Of that, overdue' })).toContainText('1,000.00');
  await expect(page.getByRole('list', { name: 'Accounts of the party' })).toContainText('DEPOSIT');
  const limit = page.getByRole('region', { name: 'Exposure limit' });
  await expect(limit).toContainText('None is set');
  await limit.getByRole('button', { name: 'Change the exposure limit' }).click();
  const asked = page.getByRole('dialog', { name: 'Exposure limit' });
  await asked.getByLabel('Amount').fill('800');
  await asked.getByLabel('Currency').first().fill('USD');
  await page.getByRole('option', { name: 'USD' }).click();
  await asked.getByRole('button', { name: 'Save limit' }).click();
  await expect(limit).toContainText(/USD\s*800\.00.*125 % used.*Exceeded by\s*USD\s*200\.00/s);
  await expect(page.getByRole('list', { name: 'Latest postings' }).getByRole('listitem')).toHaveCount(3);
  await inBothThemes(page, async (theme) => {
    await keepPicture(page, `party-${theme}`, { fullPage: true });
    await expectAccessible(page);
  });

  await page.getByRole('link', { name: 'Statement of account' }).first().click();
  const statement = page.getByRole('table', { name: 'Statement in USD' });
  await expect(statement.getByRole('row', { name: /Closing balance/ })).toContainText(/290,591,011\.94\s*Cr/);
  await keepPicture(page, 'statement');
  await visit(page, '/dashboard/ledger/reports/ageing');
  const ageing = page.getByRole('table', { name: 'Ageing by party' });
  await expect(ageing.getByRole('row', { name: /Fjord Energy/ })).toContainText(/–\s*–\s*1,000\.00/);
  await keepPicture(page, 'ageing');
  await visit(page, `/dashboard/ledger/accounts?party=${party.id}`);
  await expect(page.getByRole('grid', { name: 'Ledger accounts' }).getByRole('row')).toHaveCount(3);
  await keepPicture(page, 'accounts');
  expect(faults).toEqual([]);
});
