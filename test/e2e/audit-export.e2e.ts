// An owner sends the log to a receiver of their own, watches it fail and recover, sends a dead letter again, and downloads the archive.

import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openWebhookReceiver, type WebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { verifyArchive } from '@countinghouse/verifier/verify';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { get } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

const DELIVERED_WITHIN_MS = 60_000;

const cell = (page: Page, table: string, text: string | RegExp) => page.getByRole('table', { name: table }).getByText(text);

/** The destination is a webhook endpoint like others: its messages, a test, a replay, a new secret, and the way there and back. */
async function useAsEndpoint(page: Page, receiver: WebhookReceiver): Promise<void> {
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: 'Primary' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit export, primary');
  await expect(page.getByRole('row', { name: /audit_export\.set/ }).first()).toContainText('taken');
  await page.getByRole('button', { name: 'Send a test' }).click();
  const tested = page.getByRole('complementary', { name: 'webhook.test' });
  await expect(tested.getByText('what a receiver writes is its own business')).toBeVisible();
  await tested.getByRole('button', { name: 'Close panel' }).click();

  const acts = page.getByRole('button', { name: 'Acts of Audit export, primary' });
  await acts.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Set its address', 'Replay events', 'New secret']);
  await keepPicture(page, 'endpoint-acts');
  await page.getByRole('menuitem', { name: 'Replay events' }).click();
  const replay = page.getByRole('dialog', { name: 'Replay events to Audit export, primary' });
  await replay.getByLabel('From event').fill('1');
  await replay.getByLabel('To event').fill('2');
  await replay.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect.poll(() => receiver.calls.filter(({ seq }) => seq === 1).length, { timeout: DELIVERED_WITHIN_MS }).toBe(2);

  await acts.click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  const once = page.getByRole('dialog', { name: 'Webhook secret, shown once' });
  receiver.trust((await once.getByRole('region', { name: 'Webhook secret' }).innerText()).trim());
  await once.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText('Two secrets sign')).toBeVisible();
  await page.getByRole('button', { name: 'End the old secret' }).click();
  await expect(page.getByText('Two secrets sign')).toHaveCount(0);
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `endpoint-${theme}`);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await keepPicture(page, 'endpoint-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await visit(page, '/dashboard/settings/organisation/webhooks');
  await expect(page.getByRole('row', { name: /Audit export, primary/ }).getByText('Audit export', { exact: true })).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `webhooks-${theme}`);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, 'webhooks-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText('Audit export, primary').click();
  await page.getByRole('link', { name: 'audit export', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit export');
  await expect(cell(page, 'Activity log', '2 events to be sent again (primary)')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await keepPicture(page, 'audit-export-phone', { fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('the log is sent to a receiver, a dead letter is sent again, and the archive that is downloaded verifies', async ({ page }) => {
  test.setTimeout(180_000);
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto('/dashboard/admin');
  await page.getByRole('link', { name: /Audit Export/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit export');
  await expect(page.getByText('Nothing is sent yet')).toBeVisible();
  await keepPicture(page, 'empty', { fullPage: true });

  // What is wrong is told beside its field.
  await page.getByLabel('Primary URL').fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Generate the primary secret' }).click();
  const secret = await page.getByLabel('Primary secret', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The address leads to a network that is not public.').first()).toBeVisible();

  const receiver = await openWebhookReceiver(secret);
  try {
    receiver.answerWith(({ seq }) => (seq === 4 ? 422 : 200));
    await page.getByLabel('Primary URL').fill(receiver.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Primary secret', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Primary secret', { exact: true })).toHaveAttribute(
      'placeholder',
      `••••${secret.slice(-4)}, kept when left blank`,
    );

    // A blank secret keeps the one there is.
    await page.getByLabel('Primary URL').fill(`${receiver.url}?moved=1`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(cell(page, 'Activity log', /Destinations set to primary: http:/)).toHaveCount(2);

    await expect(cell(page, 'Activity log', /Event 4 became a dead letter/)).toBeVisible({ timeout: DELIVERED_WITHIN_MS });
    await expect(cell(page, 'Deliveries', 'up to date')).toBeVisible({ timeout: DELIVERED_WITHIN_MS });
    await page.getByRole('button', { name: 'Run export' }).click();
    const result = page.getByRole('region', { name: 'Result of the run' });
    await expect(result).toBeVisible();
    const { events } = (await get(page, '/api/v1/events?limit=1')) as { events: { seq: number }[] };
    const head = events[0]?.seq ?? 0;
    await expect(result.getByText(String(head), { exact: true })).toBeVisible();
    expect(receiver.effect.map((m) => m.seq)).toEqual(Array.from({ length: head }, (_, i) => i + 1).filter((seq) => seq !== 4));

    await inBothThemes(page, async (theme) => {
      await expectAccessible(page);
      await keepPicture(page, `audit-export-${theme}`, { fullPage: true });
    });

    receiver.answerWith(() => 200);
    await page.getByRole('button', { name: 'Send again: event 4, primary' }).click();
    await expect(page.getByText('1 event to be sent again')).toBeVisible();
    await expect(cell(page, 'Activity log', 'Event 4 was taken after all (primary)')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Dead letters' })).toHaveCount(0);
    expect(receiver.effect.at(-1)?.seq).toBe(4);
    await useAsEndpoint(page, receiver);
    expect(receiver.forged()).toBe(0);
  } finally {
    await receiver.close();
  }

  await page.getByRole('button', { name: 'Prepare archive' }).click();
  const archive = page.getByRole('region', { name: 'Archive', exact: true });
  const coming = page.waitForEvent('download');
  await archive.getByRole('link', { name: 'Download' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^countinghouse-[0-9a-f-]{36}-\d+\.jsonl\.gz$/);
  const bytes = readFileSync(await file.path());
  expect(await verifyArchive(Readable.from([bytes]).pipe(createGunzip()))).toMatchObject({ fault: null });
  expect(faults.filter((f) => !f.includes('400'))).toEqual([]);
});
