// An auditor opens a bundle, sees its hash verified in the browser, and takes it along; and sees what was altered, at the server or on
// its way.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { get } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { dataDir } from './server-under-test.ts';
import { keepPicture, visit } from './walk.ts';

/** A machine that does much at once is slow to draw the first screen of a session. */
const FIRST_SCREEN_MS = 40_000;
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

interface Bundle {
  readonly id: string;
  readonly seq: number;
  readonly intent_id: string;
  readonly content_sha256: string;
  readonly uri: string;
}
/** The bundles of the organisation, once the worker has written this many. */
async function bundlesOf(page: Page, count: number): Promise<readonly Bundle[]> {
  let found: readonly Bundle[] = [];
  await expect(async () => {
    found = ((await get(page, '/api/internal/evidence/list')) as unknown as { evidence: readonly Bundle[] }).evidence;
    expect(found).toHaveLength(count);
  }).toPass({ timeout: 30_000 });
  return found;
}
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
/** The file of the pack that has the event of a bundle, on the disk of the server. */
function packWith(tenantId: string, seq: number): string {
  const folder = fileURLToPath(new URL(`objects/${tenantId}`, dataDir));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // Beside packs there are marks and anchors, which are not compressed.
  const found = files
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).subarray(0, 2).equals(GZIP_MAGIC))
    .find((file) =>
      gunzipSync(readFileSync(file))
        .toString()
        .split('\n')
        .some((line) => line.startsWith(`{"kind":"event","seq":${seq},`)),
    );
  if (found === undefined) throw new Error('no pack has the event');
  return found;
}
const panel = (page: Page) => page.getByRole('complementary');
const verified = /^Verified in this browser: the .+ that arrived have the SHA-256 of the vault\.$/;

test('a bundle is opened, verified in the browser, downloaded and handed on; one that was altered is seen', async ({ page, browser }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await page.goto('/dashboard/evidence');
  await expect(page.getByText('No evidence yet')).toBeVisible({ timeout: FIRST_SCREEN_MS });
  const first = await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '5', narrative: 'First' });
  const second = await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '7', narrative: 'Second' });
  const [latest, earlier] = await bundlesOf(page, 2);
  if (latest === undefined || earlier === undefined) throw new Error('no bundles');
  expect([latest.intent_id, earlier.intent_id]).toEqual([second, first]);

  await page.reload();
  await expect(page.getByText('2 of 2 bundles')).toBeVisible();
  await page.getByLabel('Filter evidence').fill(first);
  await expect(page.getByText('1 of 2 bundles')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${first}`));
  await page
    .getByRole('row', { name: /First.*5\.00/ })
    .getByText('First')
    .click();
  await expect(panel(page).getByText(`intents/${first}`, { exact: true })).toBeVisible();
  await expect(panel(page).getByText(verified)).toBeVisible();
  await expect(panel(page).getByText(earlier.content_sha256)).toBeVisible();
  await expect(panel(page).getByRole('group', { name: 'bundle', exact: true })).toContainText('countinghouse-evidence');
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `evidence-${theme}`);
  });

  // Taken along, byte for byte.
  const waiting = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Download', exact: true }).click();
  const saved = await waiting;
  expect(saved.suggestedFilename()).toMatch(/^evidence-\d+-[0-9a-f]{12}\.json$/);
  expect(sha256(readFileSync(await saved.path()))).toBe(earlier.content_sha256);

  // Handed on: to somebody without a session, but not with anything of the address changed.
  const stranger = await browser.newContext();
  const answer = await stranger.request.get(earlier.uri);
  expect([answer.status(), sha256(await answer.body())]).toEqual([200, earlier.content_sha256]);
  const moved = new URL(earlier.uri);
  moved.pathname = new URL(latest.uri).pathname;
  const refusal = await stranger.request.get(moved.href);
  expect([refusal.status(), ((await refusal.json()) as { code: string }).code]).toEqual([403, 'ADDRESS_INVALID']);
  await stranger.close();

  // Altered on its way: the server says all is well, the browser does not.
  await page.route(`**/api/internal/evidence/${earlier.id}/content`, (route) =>
    route.fulfill({ body: '{"forged":true}', contentType: 'application/json' }),
  );
  await panel(page).getByRole('button', { name: 'Verify hash' }).click();
  await expect(panel(page).getByText(/^What arrived is not what was written/)).toBeVisible();
  await expect(panel(page).getByText(sha256('{"forged":true}'))).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Download', exact: true })).toBeDisabled();
  await keepPicture(page, 'evidence-forged');

  // Altered on the disk of the server.
  writeFileSync(packWith(books.tenantId, latest.seq), 'altered');
  await visit(page, `/dashboard/evidence?open=${latest.id}`);
  await expect(panel(page).getByText('Could not open the bundle')).toBeVisible();
  await expect(panel(page).getByText(/missing or was altered, so it is not handed out/)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Download', exact: true })).toBeDisabled();
  await keepPicture(page, 'evidence-damaged');
  expect(faults.filter((f) => !f.includes('410'))).toEqual([]);
});

test('the page of an intent leads to its bundle, and the portal shows the latest', async ({ page }) => {
  test.setTimeout(240_000);
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const ids: string[] = [];
  for (let i = 1; i <= 6; i++) ids.push(await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: String(i) }));
  const [latest] = await bundlesOf(page, 6);
  await page.goto('/dashboard/portal');
  const tile = page.getByRole('table', { name: 'Latest evidence' });
  await expect(tile.getByRole('row')).toHaveCount(6, { timeout: FIRST_SCREEN_MS });
  await keepPicture(page, 'portal');
  await tile.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/evidence\\?open=${latest?.id}`));
  await expect(panel(page).getByText(verified)).toBeVisible();

  await visit(page, `/dashboard/intents/${ids[0]}`);
  await page.getByRole('link', { name: 'Open and verify' }).click();
  await expect(panel(page).getByText(verified)).toBeVisible();
  await expect(panel(page).getByText(`intents/${ids[0]}`, { exact: true })).toBeVisible();
  await page.goBack();
  await keepPicture(page, 'intent', { fullPage: true });
  // A bundle that is not there is told as such.
  await visit(page, '/dashboard/evidence?open=0b7e4a5e-0000-4000-8000-000000000000');
  await expect(panel(page).getByText('That resource no longer exists.')).toBeVisible();
  expect(faults.filter((f) => !f.includes('404'))).toEqual([]);
});
