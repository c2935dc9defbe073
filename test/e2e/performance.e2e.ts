// What was measured is on the page, against its targets; what was not says so; a missed target is told in colour and words.

import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { post } from './organisations.ts';
import { beginSession, demoPerson, listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';

const MEASURED_WITHIN_MS = 30_000;

test('six cards hold what was measured against its target, and a missed one is listed', async ({ page }) => {
  const faults = listenForFaults(page);
  const { postIntent } = await openBooks(page);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Reports' }).click();
  await page.getByRole('link', { name: 'Performance & SLOs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Performance & SLOs');
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  for (const name of [
    'Validation p95',
    'Execution p95',
    'Projection lag p95',
    'Replay throughput',
    'Evidence write success',
    'Outbox backlog',
  ])
    await expect(card(name)).toBeVisible();
  await expect(card('Replay throughput')).toContainText('No measurements yet');
  await expect(card('Replay throughput')).toContainText('Target at least 1,000,000 / min');
  await expect(card('Evidence write success')).toContainText('Target at least 0.9990');
  await expect(card('Outbox backlog')).toContainText('The audit export has no destination: nothing waits');

  await postIntent({ debit: 'BANK', credit: 'SALES', amount: '5' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card('Validation p95')).toContainText(/\d ms/);
  await expect(card('Execution p95')).toContainText('Target at most 5 ms');
  await expect(card('Projection lag p95')).toContainText('Target at most 2 s');

  // Nobody takes what is sent there.
  await post(page, '/api/internal/audit/export/config', { webhookUrl: 'http://127.0.0.1:1/', secret: 'a secret of a receiver' });
  await post(page, '/api/v1/anchors', {});
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card('Outbox backlog')).toContainText('off target', { timeout: MEASURED_WITHIN_MS });
  await expect(page.getByRole('status', { name: 'Overall' })).toContainText('Attention');
  await expect(page.getByRole('table', { name: 'SLO violations' })).toContainText('Outbox backlog');
  await expect(page.getByRole('table', { name: 'Merkle anchors' }).getByRole('row')).toHaveCount(2);
  await page.mouse.move(0, 0);
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `performance-${theme}`, { fullPage: true });
  });
  expect(faults).toEqual([]);
});

test('in the demo no card is empty: what is held against no target says why', async ({ page }) => {
  await beginSession(page, demoPerson('maker'));
  await page.goto('/dashboard/performance');
  const cards = page.getByRole('region').filter({ hasText: 'Target at' });
  await expect(cards).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'Replay throughput', exact: true })).toContainText(
    'too short to be held against the target',
    {
      timeout: MEASURED_WITHIN_MS,
    },
  );
  for (const card of await cards.all()) await expect(card).not.toContainText('No measurements yet', { timeout: MEASURED_WITHIN_MS });
  await keepPicture(page, 'demo', { fullPage: true });
});
