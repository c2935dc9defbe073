// What concerns a person is told in the bell: what waits for them, what became of what they asked for, who mentions them.

import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { get, join, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';

const bell = (page: Page, name: RegExp | string) => page.getByRole('banner').getByRole('button', { name });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

test('a checker is told of what waits and reviews it; its maker is told what became of it, and of a mention', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await page.goto('/dashboard');
  await bell(page, 'Notifications').click();
  await expect(panel(page)).toContainText('Nothing waits for you.');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);

  // A member's posting waits for the owner.
  await post(page, '/api/internal/limits/set', { key: 'high_risk_amount', value: '200' });
  const mel = await join(browser, page, 'member');
  const { id: melId } = ((await get(mel.page, '/api/internal/session')) as { readonly user: { readonly id: string } }).user;
  const intent = books.intentOf({ debit: 'BANK', credit: 'SALES', amount: '250', narrative: 'A large sale' });
  const held = await mel.page.request.post('/api/v1/intents/execute', { data: intent });
  expect(held.status()).toBe(202);
  const { approvalId } = (await held.json()) as { readonly approvalId: string };
  await page.reload();
  await bell(page, 'Notifications: 1 unread').click();
  const asked = panel(page).getByRole('link', { name: /asks for your approval/ });
  await expect(asked).toContainText('Mel');
  await expect(asked).toContainText('A large sale · BANK from SALES');
  await expect(asked).toContainText('250.00');
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page, `the bell, ${theme}`);
    await keepPicture(page, `bell-${theme}`);
  });
  await asked.click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/admin/approvals/${approvalId}$`));
  // What was opened is read.
  await expect(bell(page, 'Notifications')).toBeVisible();
  await post(page, `/api/internal/approvals/${approvalId}/approve`, { comment: '' });
  await post(page, '/api/v1/comments', {
    id: randomUUID(),
    subject: 'intent',
    subject_id: intent.intent_id,
    text: `Thank you, @[${melId}]`,
  });

  // Its maker is told.
  await mel.page.goto('/dashboard');
  await bell(mel.page, 'Notifications: 2 unread').click();
  await expect(panel(mel.page).getByRole('link', { name: /approved what you asked for/ })).toContainText('A large sale');
  await expect(panel(mel.page).getByRole('link', { name: /mentioned you on an intent/ })).toContainText('“Thank you, @Mel');
  await panel(mel.page).getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell(mel.page, 'Notifications')).toBeVisible();
  await panel(mel.page).getByText('Read', { exact: true }).click();
  await expect(panel(mel.page).getByRole('link', { name: /Mel|approved|mentioned/ })).toHaveCount(2);
  await panel(mel.page).getByText('Everything', { exact: true }).click();
  await expect(panel(mel.page).getByRole('link', { name: /asked for an approval/ })).toBeVisible();

  // The notification centre has it too, by its own address, on a telephone as well.
  await panel(mel.page).getByRole('link', { name: 'Open notification centre' }).click();
  await expect(mel.page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  await expect(panel(mel.page)).toHaveCount(0);
  await mel.page.getByRole('navigation', { name: 'Views of notifications' }).getByRole('button', { name: 'Everything' }).click();
  await expect(mel.page).toHaveURL(/view=everything/);
  await expect(mel.page.getByRole('region', { name: 'Everything' }).getByRole('listitem')).toHaveCount(3);
  await inBothThemes(mel.page, async (theme) => {
    await expectAccessible(mel.page, `the notification centre, ${theme}`);
    await keepPicture(mel.page, `centre-${theme}`);
  });
  await mel.page.setViewportSize({ width: 390, height: 844 });
  await bell(mel.page, 'Notifications').click();
  await expect(panel(mel.page)).toBeInViewport({ ratio: 0.99 });
  await keepPicture(mel.page, 'bell-telephone');
  expect(faults).toEqual([]);
});
