// An auditor proves an event, and that the log only grew, in the browser; and sees what was altered on its way.

import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { get, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

test('the log is anchored, an event is proven from its panel, two anchors are compared, and a forged proof is seen', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto('/dashboard/audit');
  await page.getByRole('button', { name: 'Anchor now' }).first().click();
  await expect(page.getByText(/^Anchored \d+ events$/)).toBeVisible();
  const table = page.getByRole('table', { name: 'Anchors' });
  await expect(table.getByRole('row')).toHaveCount(2);
  // Nobody outside has it.
  await expect(table.getByText('Pending')).toBeVisible();

  await post(page, '/api/internal/snapshots/take', { kind: 'reference', label: 'later' });
  await page.getByRole('button', { name: 'Anchor now' }).click();
  await expect(table.getByRole('row')).toHaveCount(3);

  // From the panel of an event.
  await visit(page, '/dashboard/events?open=3');
  await page.getByRole('link', { name: 'Prove it is in the log' }).click();
  await expect(page).toHaveURL(/\/dashboard\/audit\?seq=3/);
  // By the key that the server sent the log contradicts nothing; by the one that the auditor has from elsewhere it is proven.
  const verdict = page.getByRole('region', { name: 'Verdict' }).getByRole('status');
  await expect(verdict).toContainText(
    /^ConsistentEvent 3 is in the ledger of .+ exactly as shown, signed under a key that came with the ledger itself, and nobody outside has seen it\./,
  );
  const open = page.getByRole('region', { name: 'What this does not show' });
  await expect(open.getByText('That the ledger was not made up whole')).toBeVisible();
  await expect(page.getByText('Leaf', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Details, for whoever checks by hand' }).click();
  await expect(page.getByText('Leaf', { exact: true })).toBeVisible();
  const { anchors } = (await get(page, '/api/v1/anchors')) as { readonly anchors: readonly { readonly kid: string }[] };
  await page.getByLabel('Chain key that you know').fill(anchors[0]?.kid ?? '');
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(verdict).toContainText(
    /^ProvenEvent 3 is in the ledger of .+ exactly as shown, signed under the key you pinned, and nobody outside has seen it\./,
  );
  await expect(open.getByText('That the ledger was not made up whole')).toBeHidden();

  const choose = async (label: string, nth: number) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option').nth(nth).click();
  };
  await choose('Earlier anchor', 1);
  await choose('Later anchor', 0);
  await expect(page.getByText(/The log of \d+ events only grew, to \d+: both are signed under the key you pinned\./)).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `audit-${theme}`, { fullPage: true });
  });

  // A server that lies about one hash of the path.
  await page.route('**/api/v1/events/2/proof*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { path: string[] };
    body.path[0] = 'f'.repeat(64);
    await route.fulfill({ response, json: body });
  });
  await page.getByLabel('Seq of the event').fill('2');
  await page.getByRole('button', { name: 'Prove' }).click();
  await expect(page.getByText('The proof does not hold: what the server sent is not the log that was anchored.')).toBeVisible();
  await page.getByLabel('Seq of the event').fill('999999');
  await page.getByRole('button', { name: 'Prove' }).click();
  await expect(page.getByText('The log has no event 999999')).toBeVisible();
  expect(faults.filter((f) => !f.includes('404'))).toEqual([]);
});

test('a receipt is taken from its intent and checked by somebody who has no account', async ({ page, browser }, info) => {
  const books = await openBooks(page);
  const id = await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '1250' });
  await page.goto(`/dashboard/intents/${id}`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Receipt with proof' }).click()]);
  const file = info.outputPath(download.suggestedFilename());
  expect(file).toMatch(/\.tlog-proof$/);
  await download.saveAs(file);
  const { keys } = (await get(page, '/api/internal/signing-keys')) as {
    readonly keys: readonly { readonly kid: string; readonly purpose: string }[];
  };
  const chain = keys.find((key) => key.purpose === 'chain')?.kid ?? '';

  const stranger = await (await browser.newContext()).newPage();
  const faults = listenForFaults(stranger);
  const asked: string[] = [];
  await stranger.goto('/verify-receipt');
  await expect(stranger.getByRole('heading', { name: 'Check a receipt' })).toBeVisible();
  stranger.on('request', (request) => asked.push(request.url()));
  await stranger.getByLabel('File of a receipt').setInputFiles(file);
  const verdict = stranger.getByRole('status');
  await stranger.getByRole('button', { name: 'Check receipt' }).click();
  await expect(verdict).toContainText(`ConsistentIntent ${id} was executed, signed under a key that came with the receipt itself.`);
  await stranger.getByLabel('Chain key that you know').fill(chain);
  await stranger.getByRole('button', { name: 'Check receipt' }).click();
  await expect(verdict).toContainText(`ProvenIntent ${id} was executed, signed under the key that you gave.`);
  await expect(stranger.getByRole('table', { name: 'Posted' }).getByRole('row').nth(1)).toBeVisible();
  expect(asked).toEqual([]);
  await inBothThemes(stranger, async (theme) => {
    await expectAccessible(stranger);
    await keepPicture(stranger, `receipt-${theme}`, { fullPage: true });
  });

  // One byte of it changed; and another key than that of the organisation.
  const text = stranger.getByLabel('Receipt', { exact: true });
  const whole = await text.inputValue();
  await text.fill(whole.replace(/index (\d+)/, (_, n: string) => `index ${Number(n) + 1}`));
  await stranger.getByRole('button', { name: 'Check receipt' }).click();
  await expect(verdict).toContainText('This receipt does not hold');
  await text.fill(whole);
  await stranger.getByLabel('Chain key that you know').fill('x'.repeat(43));
  await stranger.getByRole('button', { name: 'Check receipt' }).click();
  await expect(verdict).toContainText('This receipt does not hold');
  await stranger.getByLabel('Chain key that you know').fill('no key');
  await stranger.getByRole('button', { name: 'Check receipt' }).click();
  await expect(stranger.getByText('Give a thumbprint, a JWK, a JWK set or PEM of an Ed25519 key.')).toBeVisible();
  expect(faults).toEqual([]);
});
