// The stream of events is live: what comes in is offered and moves nothing, may be paused, and each event opens under its own address.

import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { daysAgo, openBooks } from './books.ts';
import { join, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

test('what is posted elsewhere is offered at once, waits while paused, and an event has its own address', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const postOne = () => books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10' });
  await postOne();
  await page.goto('/dashboard/events');
  const list = page.getByRole('grid', { name: 'Events' });
  const rows = list.getByRole('row');
  await expect(page.getByText(/^Live · updated \d\d:\d\d/)).toBeVisible();
  const newest = rows.nth(1).getByText('intent.executed');
  const seqOfFirst = async (): Promise<number> => Number(await rows.nth(1).locator('strong').textContent());
  await expect(newest).toBeVisible();
  const before = await seqOfFirst();

  await postOne();
  await postOne();
  const offer = page.getByRole('button', { name: '2 new' });
  await expect(offer).toBeVisible();
  expect(await seqOfFirst()).toBe(before);
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `events-${theme}`, { fullPage: true });
  });
  await offer.click();
  await expect(offer).toBeHidden();
  await expect.poll(seqOfFirst).toBe(before + 2);

  // Paused, nothing is said; afterwards, all of it.
  await page.getByRole('button', { name: 'Pause live updates' }).click();
  await expect(page.getByText(/^Paused/)).toBeVisible();
  await postOne();
  await expect(page.getByRole('button', { name: / new$/ })).toBeHidden();
  await page.getByRole('button', { name: 'Resume live updates' }).click();
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();

  // A filter counts what it would show.
  await page.getByRole('combobox', { name: 'Event type' }).fill('snapshot.');
  await expect(page.getByRole('button', { name: / new$/ })).toBeHidden();
  await page.request.post('/api/internal/snapshots/take', { data: { kind: 'reference', label: 'Live' } });
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();

  // The address of one event: its payload, and the way to the one before.
  await visit(page, '/dashboard/events?open=4');
  const panel = page.getByRole('complementary', { name: 'Event 4' });
  await expect(panel.getByText('Payload hash')).toBeVisible();
  await panel.getByRole('button', { name: 'Go to event 3' }).click();
  await expect(page).toHaveURL(/open=3/);
  expect(faults).toEqual([]);
});

test('what came in since a list was read is offered on approvals, balances, statement rows and health, and moves nothing before', async ({
  page,
  browser,
}) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await post(page, '/api/internal/limits/set', { key: 'high_risk_amount', value: '200' });
  const { page: member } = await join(browser, page, 'member');
  const offered = async (name: string, before: () => Promise<unknown>): Promise<void> => {
    const offer = page.getByRole('button', { name, exact: true });
    await expect(offer).toBeVisible();
    await before();
    await offer.click();
    await expect(offer).toBeHidden();
  };
  const listening = () => expect(page.getByText(/^Live/)).toBeVisible();

  await page.goto('/dashboard/admin/approvals');
  await listening();
  const held = books.intentOf({ debit: 'BANK', credit: 'SALES', amount: '250', narrative: 'A large sale' });
  expect((await member.request.post('/api/v1/intents/execute', { data: held })).status()).toBe(202);
  const waiting = page.getByText('A large sale');
  await offered('1 new change', () => expect(waiting).toBeHidden());
  await expect(waiting).toBeVisible();

  await visit(page, '/dashboard/balances');
  await listening();
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '12.5' });
  const bank = page.getByRole('grid').getByRole('row', { name: /BANK/ });
  await offered('1 new intent', () => expect(bank).not.toContainText('12.50'));
  await expect(bank).toContainText('12.50');
  // A past day is read as it was: nothing comes in on it.
  await visit(page, `/dashboard/balances?day=${daysAgo(1)}`);
  await expect(page.getByText(/^(?:Live|Connecting)/)).toBeHidden();

  await visit(page, '/dashboard/risk-recon?view=rows');
  await listening();
  const line = { source: 'Main bank', posted_at: daysAgo(3), account_code: 'BANK', amount: '77', currency: 'USD' };
  await post(page, '/api/internal/recon/import', { rows: [line] });
  const row = page.getByRole('grid', { name: 'Statement rows' }).getByText('77.00');
  await offered('1 new change', () => expect(row).toBeHidden());
  await expect(row).toBeVisible();

  await visit(page, '/dashboard/health');
  await listening();
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '1' });
  await offered('1 new event', () => inBothThemes(page, () => expectAccessible(page)));
  expect(faults).toEqual([]);
});
