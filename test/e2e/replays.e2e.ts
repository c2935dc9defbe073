// An auditor replays the log and sees it equal, sees what was changed behind it, and takes a part of the trail away.

import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { tamper } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

test('the log is replayed and compared, and a changed row is named with both its values', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10' });
  await page.goto('/dashboard/audit');
  await page.getByRole('button', { name: 'Replay now' }).click();
  await expect(page.getByText(/^Equal: \d+ events and 1 postings make exactly what is stored\.$/)).toBeVisible({ timeout: 30_000 });

  await tamper(books.tenantId, "update accounts set kind = 'edited' where tenant_id = $1 and code = 'BANK'");
  await page.getByRole('button', { name: 'Replay now' }).click();
  const differences = page.getByRole('table', { name: 'Differences' });
  await expect(differences.getByRole('row').nth(1)).toHaveText(/accounts.*kind.*edited.*operational/, { timeout: 30_000 });
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `replay-${theme}`, { fullPage: true });
  });
  expect(faults).toEqual([]);
});

test('the trail is searched by actor, type and stretch, and taken away as CSV and PDF', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const intentId = await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10' });
  await page.goto('/dashboard/audit');
  const found = page.getByRole('table', { name: 'Events found' });
  await page.getByRole('combobox', { name: 'Type' }).fill('intent.');
  await expect(page).toHaveURL(/type=intent\./);
  await expect(found.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Actor' }).click();
  await page.getByRole('option', { name: 'The system' }).click();
  await expect(page.getByText('No event of the log is like that.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('textbox', { name: 'Until' }).fill('yesterday 14:30');
  await page.getByRole('textbox', { name: 'Until' }).press('Enter');
  await expect(page).toHaveURL(/until=/);
  await expect(page.getByText('No event of the log is like that.')).toBeVisible();
  await page.getByRole('button', { name: 'Until now' }).click();
  await page.getByRole('textbox', { name: 'From seq' }).fill('2');
  await page.getByRole('textbox', { name: 'To seq' }).fill('4');
  await expect(found.getByRole('row')).toHaveCount(4);
  for (const [format, starts] of [
    ['CSV', 'seq,event_type,event_ts'],
    ['PDF', '%PDF-'],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export ${format}` }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`audit-trail-2-4.${format.toLowerCase()}`);
    expect((await readFile(await file.path(), 'latin1')).startsWith(starts)).toBe(true);
  }

  // The page of an intent proves its own event.
  await visit(page, `/dashboard/intents/${intentId}`);
  await page.getByRole('button', { name: /^Prove event \d+$/ }).click();
  await expect(page.getByText(/^Event \d+ is in the ledger of .+(as it is now|exactly as shown)/)).toBeVisible();
  expect(faults).toEqual([]);
});
