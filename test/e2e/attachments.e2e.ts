// Files on an intent, an account, a party, a period: dropped or chosen, listed with their hashes, checked by the browser when they are downloaded.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { daysAgo, openBooks } from './books.ts';
import { expectBarred, get, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { dataDir } from './server-under-test.ts';
import { keepPicture } from './walk.ts';

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const filesOf = (page: Page) => page.getByRole('region', { name: 'Attachments' });

test('a file is attached to an intent, downloaded and checked; one that was altered on the server is not handed out', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const open = await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '5', narrative: 'With papers' });
  await page.goto(`/dashboard/intents?open=${open}`);
  await expect(filesOf(page).getByText(/^No files yet/)).toBeVisible();
  await page.getByLabel('Files to attach').setInputFiles([file('Rechnung Müller.txt', 'an invoice'), file('terms.txt', 'the terms')]);
  await expect(page.getByText('2 files attached')).toBeVisible();
  const lines = filesOf(page).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText('Rechnung Müller.txt');
  await expect(lines.first()).toContainText('10 B');
  await expect(lines.first().getByTitle(sha256('an invoice'))).toBeVisible();

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Rechnung Müller.txt' }).click();
  const saved = await waiting;
  expect(saved.suggestedFilename()).toBe('Rechnung Müller.txt');
  expect(readFileSync(await saved.path(), 'utf8')).toBe('an invoice');
  await expect(lines.first().getByText('Hash checked')).toBeVisible();
  await keepPicture(page, 'attachments');

  // The same content again is no second file.
  await page.getByLabel('Files to attach').setInputFiles(file('copy.txt', 'the terms'));
  await expect(page.getByText('File attached', { exact: true })).toBeVisible();
  await expect(lines).toHaveCount(2);

  const hash = sha256('the terms');
  const stored = new URL(`objects/${books.tenantId}/${hash.slice(0, 2)}/${hash}`, dataDir);
  writeFileSync(stored, 'other terms');
  await page.getByRole('button', { name: 'Download terms.txt' }).click();
  await expect(lines.nth(1).getByRole('alert')).toContainText('The stored file is missing or was altered');

  // What arrives altered is not saved either, whatever the server says.
  await page.route(`**/attachments/${sha256('an invoice')}`, (route) => route.fulfill({ body: 'forged', contentType: 'text/plain' }));
  await page.getByRole('button', { name: 'Download Rechnung Müller.txt' }).click();
  await expect(lines.first().getByRole('alert')).toContainText(`arrived altered: its SHA-256 is ${sha256('forged')}. It was not saved.`);

  // The event names the hash, not the file.
  await lines
    .first()
    .getByRole('link', { name: /^seq \d+$/ })
    .click();
  await expect(page.getByRole('complementary')).toContainText(sha256('an invoice'));
  await expect(page.getByRole('complementary')).not.toContainText('Müller');
  expect(faults).toEqual([]);
});

test('files can be dropped; one that is too large is refused before it is sent; a read-only organisation takes none', async ({ page }) => {
  const books = await openBooks(page);
  const open = await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '5' });
  await page.goto(`/dashboard/intents?open=${open}`);
  await expect(filesOf(page)).toBeVisible();
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
    return data;
  });
  await filesOf(page).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(filesOf(page).getByRole('listitem')).toContainText('dropped.txt');
  await page.getByLabel('Files to attach').setInputFiles({ name: 'big.bin', mimeType: '', buffer: Buffer.alloc(10_485_761) });
  await expect(filesOf(page).getByRole('alert')).toContainText('A file may have at most 10 MB.');

  await post(page, '/api/internal/tenants/deactivate', {});
  await page.reload();
  await expectBarred(filesOf(page).getByRole('button', { name: 'Attach files' }), 'This organisation is currently read-only.');
  await expect(filesOf(page).getByRole('listitem')).toContainText('dropped.txt');
});

test('an account, a party and a period have files of their own, each on its page', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const { party } = (await post(page, '/api/parties', { label: 'Fjord Energy' })) as { party: { id: string } };
  const { snapshots } = (await get(page, '/api/internal/snapshots/list')) as { snapshots: { id: string }[] };
  const range = { period_start: daysAgo(40), period_end: daysAgo(35), valuation_snapshot_id: snapshots[0]?.id };
  const { period } = (await post(page, '/api/v1/periods/close/start', range)) as { period: { id: string } };
  for (const [what, address] of [
    ['mandate of the account', `/dashboard/ledger/accounts/${books.accounts['BANK']}`],
    ['contract with the party', `/dashboard/directory/parties/${party.id}`],
    ['sign-off of the period', `/dashboard/period-close/${period.id}`],
  ] as const) {
    await page.goto(address);
    await expect(filesOf(page).getByText(/^No files yet/)).toBeVisible();
    await page.getByLabel('Files to attach').setInputFiles(file(`${what}.txt`, what));
    const line = filesOf(page).getByRole('listitem');
    await expect(line).toContainText(`${what}.txt`);
    const waiting = page.waitForEvent('download');
    await line.getByRole('button', { name: `Download ${what}.txt` }).click();
    expect(readFileSync(await (await waiting).path(), 'utf8')).toBe(what);
    await expect(line.getByText('Hash checked')).toBeVisible();
    await keepPicture(page, `attachments-${what.split(' ').at(-1)}`);
  }
  expect(faults).toEqual([]);
});
