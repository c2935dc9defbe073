// The first hour of a newcomer: sign in, post, see it in the log, in the balances and in the chain; look back through a snapshot.

import { expect, type Page, test } from '@playwright/test';
import { beginSession, demoPerson, listenForFaults, signIn } from './people.ts';

const balanceOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

async function choose(page: Page, label: string, code: string): Promise<void> {
  const field = page.getByRole('group', { name: 'Row 1' }).getByRole('combobox', { name: label });
  await field.click();
  await field.fill(code);
  await page.getByRole('option', { name: new RegExp(`^${code}`) }).click();
}

async function post(page: Page, amount: string, narrative: string): Promise<void> {
  await page.goto('/dashboard/intents/post');
  await choose(page, 'Debit account', 'BANK-USD');
  await choose(page, 'Credit account', 'REVENUE-USD');
  const row = page.getByRole('group', { name: 'Row 1' });
  await row.getByLabel('Amount').fill(amount);
  await page.getByLabel('Narrative', { exact: true }).fill(narrative);
  await page.getByRole('button', { name: 'Submit' }).click();
}

test('a newcomer posts, sees it executed, sees balances move and the chain grow, and looks back through a snapshot', async ({
  page,
}, info) => {
  const faults = listenForFaults(page);
  const shot = async (name: string): Promise<void> => {
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
  };
  await signIn(page, demoPerson('maker'));
  await shot('1-overview');

  await page.goto('/dashboard/balances?q=BANK-USD');
  const before = (await balanceOf(page, 'BANK-USD').innerText()).match(/[\d,]+\.\d\d/)?.[0] ?? '';
  const cents = BigInt(before.replace(/[,.]/g, ''));

  await post(page, '1234.56', 'First posting of a newcomer');
  await expect(page.getByText('Executed', { exact: false }).first()).toBeVisible();
  await shot('2-receipt');

  await page.goto('/dashboard/intents?q=newcomer');
  const entry = page.getByRole('row').filter({ hasText: 'executed' }).first();
  await expect(entry).toBeVisible();
  await entry.click();
  await expect(page.getByText('First posting of a newcomer').first()).toBeVisible();
  await shot('3-log');

  const moved = (by: bigint): string =>
    (cents + by)
      .toString()
      .replace(/(\d\d)$/, '.$1')
      .replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',');
  await page.goto('/dashboard/balances?q=BANK-USD');
  await expect(balanceOf(page, 'BANK-USD')).toContainText(moved(123_456n));
  await shot('4-balances');

  await page.goto('/dashboard/events');
  const latest = page.getByRole('row').filter({ hasText: 'intent.executed' }).first();
  await latest.click();
  await expect(page.getByText('Payload hash').first()).toBeVisible();
  await shot('5-event');

  await page.goto('/dashboard/snapshots');
  await page.getByRole('button', { name: 'Capture snapshot' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('After the first posting');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Capture/ })
    .click();
  await expect(page.getByText('Snapshot captured')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('After the first posting');
  await shot('6-snapshot');

  await page.goto('/dashboard/intents/post');
  await page.getByRole('button', { name: 'New intent' }).click();
  await post(page, '1000', 'Second posting');
  await expect(page.getByText('Executed', { exact: false }).first()).toBeVisible();
  await page.goto('/dashboard/balances?q=BANK-USD');
  await expect(balanceOf(page, 'BANK-USD')).toContainText(moved(223_456n));
  await page.getByRole('button', { name: 'As of now' }).click();
  await page.getByText('Snapshot', { exact: true }).click();
  await page.getByRole('combobox', { name: 'As of snapshot' }).click();
  await page.getByRole('option', { name: /After the first posting/ }).click();
  await expect(balanceOf(page, 'BANK-USD')).toContainText(moved(123_456n));
  await shot('7-as-of-snapshot');
  expect(faults).toEqual([]);
});

test('what is missing is said where it is missing, and an empty form is refused in the words of the specification', async ({ page }) => {
  await beginSession(page, demoPerson('maker'));
  await page.goto('/dashboard/intents/post');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Fill all fields before submitting')).toBeVisible();
});

test('the idempotency key outlives a reload, and Regenerate draws another', async ({ page }) => {
  await beginSession(page, demoPerson('maker'));
  await page.goto('/dashboard/intents/post');
  const key = page.getByRole('textbox', { name: 'Idempotency key' });
  await page.getByText('Advanced', { exact: true }).click();
  const first = await key.inputValue();
  await page.reload();
  await page.getByText('Advanced', { exact: true }).click();
  await expect(key).toHaveValue(first);
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(key).not.toHaveValue(first);
});
