// Rates: set by hand, looked up with what follows from them, and imported from a file of the European Central Bank.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { expectBarred, newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

const FX = '/dashboard/ledger/fx';

async function open(page: Page): Promise<void> {
  await signUp(page);
  await newOrganisation(page);
  await post(page, '/api/internal/currencies/tenant/add', { code: 'JPY' });
  await page.goto(FX);
  await expect(page.getByText('No FX rates yet')).toBeVisible();
}

const file = (text: string) => ({ name: 'eurofxref-hist.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const published = 'Date,USD,JPY,SEK,\n2026-01-30,1.0815,171.54,11.5,\n2026-01-29,1.0820,171.6,N/A,\n';

test('a rate is set; its inverse is derived, and a cross is looked up with where it comes from', async ({ page }) => {
  const faults = listenForFaults(page);
  await open(page);
  for (const [base, quote, rate] of [
    ['EUR', 'USD', '1.0825'],
    ['USD', 'JPY', '158.5'],
  ] as const) {
    await page.getByRole('button', { name: 'Set rate' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Set an FX rate' });
    await dialog.getByRole('combobox', { name: 'Base currency' }).click();
    await page.getByRole('option', { name: base }).click();
    await dialog.getByLabel('Quote currency').fill(quote);
    await dialog.getByRole('textbox', { name: /^Rate/ }).fill(rate);
    await dialog.getByRole('button', { name: 'Save rate' }).click();
    await expect(page.getByText('Rate saved').first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.getByRole('row', { name: /EUR\/USD/ })).toContainText('0.923787528868');

  await page
    .getByRole('row', { name: /EUR\/USD/ })
    .getByRole('gridcell')
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'Rate look-up' });
  const found = panel.getByRole('region', { name: 'Rate found' });
  await expect(found).toContainText('1.00 EUR = 1.0825 USD');
  await expect(found).toContainText('given');
  await panel.getByRole('button', { name: 'Swap the currencies' }).click();
  await expect(found).toContainText('derived: inverse');
  await expect(found).toContainText('1 USD = 0.923787528868 EUR');

  await visit(page, `${FX}?open=lookup&base=EUR&quote=JPY&amount=250`);
  await expect(found).toContainText('derived: cross via USD');
  await expect(found).toContainText('250.00 EUR = 42,894.0625 JPY');
  await expect(found.getByRole('list', { name: 'Rates it comes from' }).getByRole('listitem')).toHaveCount(2);
  const list = page.getByRole('grid', { name: 'FX overrides' });
  expect(await list.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
  await page.reload();
  await expect(found).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `look-up-${theme}`);
  });
  await visit(page, `${FX}?open=lookup&base=GBP&quote=CHF`);
  await expect(panel.getByText('No rates lead from GBP to CHF then.')).toBeVisible();
  expect(faults).toEqual([]);
});

test('a file of the ECB is shown before it is imported; imported again it changes nothing', async ({ page }) => {
  const faults = listenForFaults(page);
  await open(page);
  await page.getByRole('button', { name: 'Import ECB rates' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import ECB rates' });
  await expectBarred(dialog.getByRole('button', { name: 'Import', exact: true }), 'Choose a file first.');

  const chosen = page.locator('input[type=file]');
  await chosen.setInputFiles(file('<!DOCTYPE x><x/>'));
  await expect(dialog.getByRole('alert')).toContainText('a document type is not allowed');
  await chosen.setInputFiles(file(published));
  const preview = dialog.getByRole('region', { name: 'What will be imported' });
  await expect(preview).toContainText('4 rates');
  await expect(preview).toContainText('2 (2026-01-29 to 2026-01-30)');
  await expect(preview).toContainText('JPY, USD');
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `import-${theme}`);
  });
  await dialog.getByRole('button', { name: 'Import 4 rates' }).click();
  await expect(page.getByText('4 rates imported')).toBeVisible();
  await expect(page.getByRole('row', { name: /EUR\/JPY.*171\.54/ })).toContainText('ECB');
  await keepPicture(page, 'imported');

  await page.getByRole('button', { name: 'Import ECB rates' }).first().click();
  await chosen.setInputFiles(file(published));
  await expect(preview).toContainText('0 rates');
  await expectBarred(dialog.getByRole('button', { name: 'Import', exact: true }), 'Every rate of the file is there already.');
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'Own rate' }).click();
  await expect(page).toHaveURL(/source=TENANT_OVERRIDE/);
  await expect(page.getByRole('row', { name: /EUR\/JPY/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'JPY' }).click();
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(page.getByRole('row', { name: /EUR\/JPY/ })).not.toHaveCount(0);
  await expect(page.getByRole('row', { name: /EUR\/USD/ })).toHaveCount(0);
  expect(faults).toEqual([]);
});
