// The stream of events is live: what comes in is offered and moves nothing, may be paused, and each event opens under its own address.

import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
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
