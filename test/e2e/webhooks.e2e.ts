// An owner adds an endpoint, tests it, sees what was sent and answered, changes its secret and pauses it.
import { openWebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

const WITHIN_MS = 60_000;

test('an endpoint is added, tested and sent what it wants; its secret is changed with overlap, and it is paused', async ({ page }) => {
  test.setTimeout(180_000);
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await visit(page, '/dashboard/settings/organisation/webhooks');
  await expect(page.getByText('No webhook endpoints yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a webhook endpoint' });
  await form.getByLabel('Name').fill('Data warehouse');
  await form.getByLabel('Address').fill('https://10.0.0.1/hook');
  await form.getByLabel('Events').fill('intent.*');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(form.getByText('The address leads to a network that is not public.')).toBeVisible();

  const receiver = await openWebhookReceiver('until its secret is known');
  try {
    await form.getByLabel('Address').fill(receiver.url);
    await keepPicture(page, 'add');
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    const once = page.getByRole('dialog', { name: 'Webhook secret, shown once' });
    receiver.trust((await once.getByRole('region', { name: 'Webhook secret' }).innerText()).trim());
    await once.getByRole('button', { name: 'I have kept it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data warehouse');

    await page.getByRole('button', { name: 'Send a test' }).click();
    const tested = page.getByRole('complementary', { name: 'webhook.test' });
    await expect(tested.getByText('what a receiver writes is its own business')).toBeVisible();
    await tested.getByRole('button', { name: 'Close panel' }).click();

    await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '25', narrative: 'Consulting' });
    await expect.poll(() => receiver.effect.some(({ body }) => body.type === 'intent.executed'), { timeout: WITHIN_MS }).toBe(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const row = page.getByRole('row', { name: /intent\.executed/ });
    await expect(row).toContainText('taken');
    await row.click();
    const panel = page.getByRole('complementary', { name: 'intent.executed' });
    await expect(panel.getByText('As it happened')).toBeVisible();

    await page.getByRole('button', { name: 'Acts of Data warehouse' }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await once.getByRole('button', { name: 'I have kept it' }).click();
    await expect(page.getByText('Two secrets sign')).toBeVisible();
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page);
      await keepPicture(page, `endpoint-${theme}`);
    });
    // It trusts the old one still.
    await panel.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.calls.filter(({ body }) => body.type === 'intent.executed').length, { timeout: WITHIN_MS }).toBe(2);
    await page.getByRole('button', { name: 'End the old secret' }).click();
    await expect(page.getByText('Two secrets sign')).toHaveCount(0);

    await page.getByRole('button', { name: 'Acts of Data warehouse' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(page.getByText('Nothing is sent. What happens meanwhile waits')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    // Notices slide in from beyond the edge.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await keepPicture(page, 'phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, '/dashboard/settings/organisation/webhooks');
    await expect(page.getByRole('row', { name: /Data warehouse/ })).toContainText('Paused');
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page);
      await keepPicture(page, `list-${theme}`);
    });
    expect(receiver.forged()).toBe(0);
  } finally {
    await receiver.close();
  }
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});
