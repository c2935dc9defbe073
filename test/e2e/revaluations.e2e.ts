// A month is revalued and a year closed as a controller does it: looked at first, posted, found again where it was booked, taken back.

import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { expectBarred, get, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const YEAR = new Date().getUTCFullYear() - 1;
const END = `${YEAR}-12-31`;
const DECEMBER = { period_start: `${YEAR}-12-01`, period_end: END };

/** 100 EUR were sold at 1.10 and 40 USD in cash in December, which is closing; valued at 1.25. */
async function openDecember(page: Page): Promise<void> {
  const books = await openBooks(page.context());
  const { gl } = (await get(page, '/api/internal/ledger-accounts/list')) as { gl: { id: string; code: string }[] };
  for (const [code, glCode] of [
    ['EUROS', '1100'],
    ['SALES-EUR', '4100'],
  ] as const) {
    const ledgerAccountId = gl.find((a) => a.code === glCode)?.id;
    await post(page, '/api/internal/accounts/create', { code, currency: 'EUR', ledgerAccountId });
  }
  const rate = (value: number, on: string) =>
    post(page, '/api/internal/fx/rates/tenant/upsert', {
      base_currency: 'EUR',
      quote_currency: 'USD',
      rate: value,
      asof: `${on}T00:00:00Z`,
    });
  await rate(1.1, `${YEAR}-12-01`);
  await rate(1.25, END);
  const sold = { debit: 'EUROS', credit: 'SALES-EUR', amount: '100.00', currency: 'EUR', valueDate: `${YEAR}-12-10` };
  await books.postIntent(sold);
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '40.00', valueDate: `${YEAR}-12-11` });
  const { snapshot } = (await post(page, '/api/internal/snapshots/take', { kind: 'fx', label: 'Year end' })) as {
    snapshot: { id: string };
  };
  await post(page, '/api/v1/periods/close/start', { ...DECEMBER, valuation_snapshot_id: snapshot.id });
}

test('foreign accounts are revalued and the year is closed, each shown before it is pressed, and taken back', async ({ page }) => {
  test.setTimeout(150_000);
  const faults = listenForFaults(page);
  const clean = async (what: string): Promise<void> => {
    await page.mouse.move(0, 0); // away from a button that says why
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await settled(page);
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page, `${what}, ${theme}`);
      await keepPicture(page, `${what}-${theme}`);
    });
  };
  await openDecember(page);

  await page.goto('/dashboard/period-close');
  await page.getByText(`${YEAR}-12`, { exact: true }).click();
  const panel = page.getByRole('complementary', { name: `Period ${YEAR}-12` });
  await expect(panel).toContainText('It is not revalued yet: once locked, it cannot be');
  await panel.getByRole('link', { name: 'Look at the revaluation' }).click();
  const line = page.getByRole('row', { name: /EUROS/ });
  await expect(line).toContainText(/EUR\s*100\.00\s*Dr.*USD\s*110\.00\s*Dr.*1\.25.*USD\s*125\.00\s*Dr.*USD\s*15\.00\s*Dr/s);
  await expect(line.getByTitle(/EUR\/USD 1\.25 of .*Own rate/)).toBeVisible();
  await page.getByRole('button', { name: 'Post revaluation' }).click();
  const posted = page.getByRole('table', { name: 'Revaluations posted' });
  await expect(posted.getByRole('columnheader', { name: /^Taken back 1 Jan/ })).toBeVisible();
  await expectBarred(page.getByRole('button', { name: 'Post what has changed' }), 'All of it is posted.');
  await clean('revaluation');
  await posted.getByRole('link', { name: /^revaluat/ }).click();
  await expect(page.getByText('EUROS-FX').first()).toBeVisible();
  await keepPicture(page, 'intent');

  const incomeOf = async (): Promise<string> => {
    await page.goto(`/dashboard/ledger/reports/income-statement?from=${YEAR}-01-01&to=${END}&in=all`);
    const table = page.getByRole('table', { name: 'Income statement' });
    await expect(table.getByRole('row', { name: /Result of the period/ })).toBeVisible();
    return table.innerText();
  };
  const before = await incomeOf();
  await visit(page, '/dashboard/period-close');
  await page.getByRole('link', { name: 'Close the year' }).click();
  // The account of unrealised FX is an expense like others.
  await expect(page.getByRole('region', { name: 'Result of the year' })).toContainText(/EUR\s*100\.00\s*Cr.*USD\s*55\.00\s*Cr/s);
  await page.getByRole('button', { name: 'Close the year' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the year' }).click();
  await expect(page.getByRole('region', { name: 'Booked' })).toContainText(/USD\s*55\.00\s*Cr/);
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Closed');
  await expectBarred(page.getByRole('button', { name: 'Book what has changed' }), 'All of it is booked.');
  await clean('year');
  expect(await incomeOf()).toBe(before);
  await visit(page, `/dashboard/ledger/reports/balance-sheet?as_of=${YEAR + 1}-01-01&in=USD`);
  await expect(page.getByRole('row', { name: /3200 ?Retained earnings/ })).toContainText('55.00');

  await visit(page, `/dashboard/period-close/years?year=${END}`);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('table', { name: 'History of the year' }).getByRole('row', { name: /Taken back/ })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Booked' })).toContainText(/USD\s*0\.00/);
  await post(page, '/api/v1/periods/close/lock', DECEMBER);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(`Its last day is in ${YEAR}-12, which is locked`);
  expect(faults).toEqual([]);
});
