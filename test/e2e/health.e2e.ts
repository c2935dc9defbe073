// A fault that was planted behind the server's back is found, stops the ledger, is told, and the ledger goes on once it is mended. What Kernel Health
// says of the backup, on a server of its own: none, one that was restored and found whole, one whose copy was damaged.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import { findFreePort, type ServerProcess, startServer } from '@countinghouse/testkit/server-process';
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { tamper } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';

test('a balance that somebody edited makes the organisation read-only until a full check finds nothing', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10' });
  await page.goto('/dashboard/health');
  await expect(page.getByText('Nominal')).toBeVisible();
  await page.getByRole('button', { name: 'Full check' }).click();
  await expect(page.getByText(/^The last full check found nothing: \d+ events/)).toBeVisible();
  await expect(page.getByText(/^Proven through \d+$/)).toBeVisible();
  const checks = page.getByRole('table', { name: 'What is checked' });
  await expect(checks.getByRole('row')).toHaveCount(11);
  await expect(checks.getByRole('row', { name: /Full check: every table/ })).toContainText('Nothing');

  await tamper(books.tenantId, "update accounts set balance = balance + 1 where tenant_id = $1 and code = 'BANK'");
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Attention')).toBeVisible();
  const drift = page.getByRole('table', { name: 'Balance drift' });
  await expect(drift.getByRole('row').nth(1)).toHaveText(/BANK.*1100.*1000/);
  await expect(checks.getByRole('row', { name: /^Balances and days/ })).toContainText('1');
  await expect(page.getByText('The ledger is broken')).toBeVisible();
  await expect(page.getByText('This organisation is currently read-only.')).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `health-${theme}`, { fullPage: true });
  });

  const reactivate = async (): Promise<void> => {
    await page.goto('/dashboard/settings/organisation/danger');
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  };
  await reactivate();
  await expect(page.getByText(/It stays read-only until a full check finds nothing/)).toBeVisible();
  await tamper(books.tenantId, "update accounts set balance = balance - 1 where tenant_id = $1 and code = 'BANK'");
  await reactivate();
  await expect(page.getByText('Organisation reactivated')).toBeVisible();
  await page.goto('/dashboard/health');
  await expect(page.getByText('Nominal')).toBeVisible();
  await expect(page.getByText('The ledger is broken')).toBeHidden();
  expect(faults).toEqual([]);
});

const START_WITHIN_MS = 120_000;
/** A drill restores a database beside this one, and begins a few seconds after the one before. */
const DRILLED_WITHIN_MS = 240_000;

let home: string;
let server: ServerProcess;
async function start(port: number, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await startServer(path.join(home, 'data'), port, { TRUSTED_PROXIES: '127.0.0.1', ...settings });
  expect(await server.ready(START_WITHIN_MS), server.output()).toBe(true);
}

/** Changes a byte in the middle of the largest file of the copy of the database. */
function damage(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const [largest = ''] = files.toSorted((a, b) => statSync(b).size - statSync(a).size);
  const bytes = readFileSync(largest);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(largest, bytes);
}

test.describe('the backup', () => {
  test.beforeAll(async () => {
    home = mkdtempSync(path.join(os.tmpdir(), 'backup-panel-'));
    await putFreshPostgres(path.join(home, 'data', 'pg'));
  });
  test.afterAll(async () => {
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  });

  test('Kernel Health shows how far the backup reaches, what the last drill restored, and a backup that is damaged', async ({
    browser,
  }) => {
    test.setTimeout(2 * START_WITHIN_MS + 2 * DRILLED_WITHIN_MS);
    const port = await findFreePort();
    await start(port);
    const context = await browser.newContext({ baseURL: server.url, extraHTTPHeaders: { origin: server.url } });
    const page = await context.newPage();
    const faults = listenForFaults(page);
    const books = await openBooks(page);
    await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10' });
    await page.goto('/dashboard/health');
    await expect(page.getByText('Nominal')).toBeVisible();
    const backup = page.getByRole('region', { name: 'Backup' });
    await expect(backup).toHaveCount(0);
    await page.goto('about:blank');
    await server.end('SIGTERM');

    const folder = path.join(home, 'backup');
    // About ten seconds from the beginning of a drill to the next.
    await start(port, { BACKUP_DIR: folder, BACKUP_KEYS_DIR: path.join(home, 'keys'), DRILL_EVERY_HOURS: String(10 / 3600) });
    await page.goto('/dashboard/health');
    const look = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return backup.innerText();
    };
    await expect
      .poll(look, { timeout: DRILLED_WITHIN_MS })
      .toMatch(/found nothing; it restored \d+ events, all but the last [\d.]+ s, and was open after [\d.]+ s\./);
    await expect(backup).toContainText(/Everything until .+ is in it; the whole database was copied last/);
    await expect(backup.getByText('Nominal')).toBeVisible();
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page);
      await keepPicture(backup, `backup-${theme}`);
    });

    damage(path.join(folder, 'base'));
    await expect.poll(look, { timeout: DRILLED_WITHIN_MS }).toContain('found faults: whoever operates the server knows which');
    await expect(backup.getByText('Attention')).toBeVisible();
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page);
      await keepPicture(backup, `damaged-backup-${theme}`);
    });
    expect(server.output()).toMatch(/ALARM the drill of the backup found \d+ faults/);
    expect(faults).toEqual([]);
    await context.close();
  });
});
