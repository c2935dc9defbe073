// The guide: read in the console; and its tutorial docs/guide/first-month.md, step by step, on a server of its own, because it closes a
// month of the demo, which other tests look at.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort, type ServerProcess, startServer } from '@countinghouse/testkit/server-process';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { chooseAccount } from './books.ts';
import { listenForFaults, signIn } from './people.ts';
import { takePicture } from './pictures.ts';
import { settled, visit } from './walk.ts';

const START_WITHIN_MS = 120_000;
let server: ServerProcess;

test.beforeAll(async () => {
  test.setTimeout(START_WITHIN_MS);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'first-month-'));
  server = await startServer(dataDir, await findFreePort());
  // It answers before the demo is whole.
  await expect.poll(() => demo()?.complete ?? server.output(), { timeout: START_WITHIN_MS }).toBe(true);
  expect(await server.ready(START_WITHIN_MS), server.output()).toBe(true);
});
test.afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(server.dataDir, { recursive: true, force: true });
});

interface Demo {
  readonly complete: boolean;
  readonly people: readonly { readonly email: string; readonly password: string }[];
}

function demo(): Demo | null {
  const file = path.join(server.dataDir, 'demo.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : null;
}

/** Somebody of the demo, signed in at a browser of their own. */
async function enter(browser: Browser, name: 'maker' | 'checker'): Promise<{ readonly page: Page; readonly faults: readonly string[] }> {
  const context = await browser.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { origin: server.url },
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const faults = listenForFaults(page);
  const person = demo()?.people.find((p) => p.email.startsWith(name));
  if (person === undefined) throw new Error(`the demo has no ${name}`);
  await signIn(page, person);
  return { page, faults };
}

interface Entry {
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly narrative: string;
}

/** Fills in the first row of the form that posts. */
async function fill(page: Page, { debit, credit, amount, narrative }: Entry): Promise<void> {
  await visit(page, '/dashboard/intents/post');
  const again = page.getByRole('button', { name: 'New intent' });
  await expect(page.getByRole('button', { name: /^(?:Submit|New intent)$/ }).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
  await chooseAccount(page, 'Debit account', debit);
  await chooseAccount(page, 'Credit account', credit);
  const row = page.getByRole('group', { name: 'Row 1' });
  await row.getByLabel('Amount').fill(amount);
  await page.getByLabel('Narrative', { exact: true }).fill(narrative);
  await expect(page.getByRole('table', { name: 'Effect on balances' }).getByRole('row', { name: new RegExp(credit) })).toBeVisible();
}

const receiptOf = (page: Page) => page.getByRole('status', { name: 'Receipt' });

test('the first month: post, reserve, approve, reconcile, close, report and prove', async ({ browser }) => {
  test.setTimeout(300_000);
  const { page, faults } = await enter(browser, 'maker');

  await test.step('1 look around', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await takePicture(page, 'overview');
  });

  await test.step('2 post an invoice', async () => {
    await fill(page, { debit: 'RECEIVABLES-EUR', credit: 'REVENUE-EUR', amount: '12000', narrative: 'Invoice 2001, Alpine Outfitters' });
    await takePicture(page, 'post-intent');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(receiptOf(page)).toContainText('Posted once, and chained.');
    await receiptOf(page).scrollIntoViewIfNeeded();
    await takePicture(page, 'receipt');
  });

  await test.step('3 see what it changed', async () => {
    await visit(page, '/dashboard/balances');
    await expect(page.getByRole('row', { name: /RECEIVABLES-EUR/ })).toBeVisible();
    await takePicture(page, 'balances');
    await visit(page, '/dashboard/ledger/accounts');
    await page
      .getByRole('row', { name: /RECEIVABLES-EUR/ })
      .getByText('RECEIVABLES-EUR')
      .first()
      .click();
    await expect(page.getByText('Invoice 2001, Alpine Outfitters').first()).toBeVisible();
    await takePicture(page, 'statement');
  });

  await test.step('4 reserve money and spend it', async () => {
    await visit(page, '/dashboard/intents/holds');
    await page.getByRole('button', { name: 'Place a hold' }).first().click();
    await expect(page.getByRole('radio', { name: 'Hold' })).toBeChecked();
    await chooseAccount(page, 'Debit account', 'OFFICE-EUR');
    await chooseAccount(page, 'Credit account', 'BANK-EUR');
    const row = page.getByRole('group', { name: 'Row 1' });
    await row.getByLabel('Amount').fill('4000');
    await page.getByLabel('Narrative', { exact: true }).fill('Workshop in Porto, deposit');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(receiptOf(page)).toContainText('Nothing is posted until it is captured.');
    await visit(page, '/dashboard/intents/holds?status=open');
    await page
      .getByRole('row', { name: /Workshop in Porto/ })
      .getByText('OFFICE-EUR')
      .click();
    const panel = page.getByRole('complementary', { name: 'Hold' });
    await expect(panel.getByRole('button', { name: 'Capture' })).toBeVisible();
    await takePicture(page, 'hold');
    await panel.getByRole('button', { name: 'Capture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Capture hold' });
    await dialog.getByLabel('Amount').fill('3650');
    await dialog.getByRole('checkbox', { name: 'Let the rest go' }).check();
    await dialog.getByRole('button', { name: 'Capture' }).click();
    await expect(dialog.getByRole('status', { name: 'Receipt' })).toContainText('Captured once, and chained.');
  });

  await test.step('5 ask a second person', async () => {
    await fill(page, { debit: 'CLEARING-EUR', credit: 'BANK-EUR', amount: '275000', narrative: 'Term deposit, 30 days' });
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(receiptOf(page)).toContainText('Held for approval.');
    const { page: checker, faults: others } = await enter(browser, 'checker');
    await visit(checker, '/dashboard/admin/approvals');
    await checker.getByRole('row', { name: /Term deposit, 30 days/ }).click();
    const panel = checker.getByRole('complementary', { name: 'Approval' });
    await expect(panel.getByRole('table', { name: 'Balances after approval' })).toBeVisible();
    await takePicture(checker, 'approval');
    await panel.getByRole('button', { name: 'Approve' }).click();
    await checker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
    await expect(checker.getByText('Approved and done')).toBeVisible();
    expect(others).toEqual([]);
    await checker.context().close();
  });

  await test.step('6 reconcile the bank', async () => {
    await visit(page, '/dashboard/risk-recon');
    const suggested = page.getByRole('region', { name: 'Suggested matches' });
    await suggested
      .getByRole('button', { name: /Exact.*reference/ })
      .first()
      .click();
    await expect(page.getByRole('complementary', { name: 'Why this match' }).getByText('Posted by')).toBeVisible();
    await settled(page);
    await takePicture(page, 'reconciliation');
    await page.getByRole('button', { name: 'Confirm 4 matches' }).click();
    await expect(page.getByText('4 matches confirmed')).toBeVisible();
    await page.getByRole('button', { name: 'Run match' }).click();
    await expect(page.getByText(/^\d+ rows matched$/)).toBeVisible();
    const parts = page.getByRole('navigation', { name: 'Reconciliation' });
    await parts.getByRole('link', { name: 'Matches' }).click();
    await expect(page.getByRole('row', { name: /Same account, currency and amount/ }).first()).toBeVisible();
    await parts.getByRole('link', { name: 'Match', exact: true }).click();
    const fee = page.getByRole('listitem').filter({ hasText: 'FOREIGN PAYMENT FEE' });
    await fee.getByRole('link', { name: 'Create posting' }).click();
    await chooseAccount(page, 'Debit account', 'CHARGES-EUR');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Posted, and matched with the statement row')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Counters' })).toContainText('Unmatched 1');
    await page.getByRole('link', { name: /Explained/ }).click();
    await expect(page.getByText('Balance in the books')).toBeVisible();
    await expect(page.getByText('Posted, and matched with the statement row')).toBeHidden();
  });

  await test.step('7 close the month', async () => {
    await visit(page, '/dashboard/period-close');
    await page
      .getByRole('row', { name: /closing/i })
      .first()
      .click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByRole('list', { name: 'Steps of the close' })).toBeVisible();
    await takePicture(page, 'period-close');
    await panel.getByRole('link', { name: 'Look at the revaluation' }).click();
    await page.getByRole('button', { name: 'Post revaluation' }).click();
    await expect(page.getByRole('table', { name: 'Revaluations posted' })).toContainText('Taken back');
    await visit(page, '/dashboard/period-close');
    await page
      .getByRole('row', { name: /closing/i })
      .first()
      .click();
    await panel.getByRole('button', { name: 'Lock close' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lock close' }).click();
    await expect(panel.getByRole('table', { name: 'Sealed trial balance' })).toBeVisible();
    await panel.getByRole('button', { name: 'Publish statement' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish statement' }).click();
    await expect(panel.getByRole('button', { name: 'Statement, PDF' })).toBeVisible();
  });

  await test.step('8 read the statements', async () => {
    await visit(page, '/dashboard/ledger/reports/balance-sheet');
    await expect(page.getByRole('table').first()).toBeVisible();
    await takePicture(page, 'balance-sheet');
  });

  await test.step('9 prove it', async () => {
    await visit(page, '/dashboard/audit');
    await page.getByRole('button', { name: 'Anchor now' }).first().click();
    await expect(page.getByText(/^Anchored \d[\d,]* events$/)).toBeVisible();
    await visit(page, '/dashboard/events');
    await page.getByRole('row').filter({ hasText: 'intent.executed' }).first().click();
    await expect(page.getByText('Payload hash').first()).toBeVisible();
    await takePicture(page, 'events');
    await page.getByRole('link', { name: 'Prove it is in the log' }).click();
    await expect(page.getByText(/^Event [\d,]+ is in the ledger of .+ exactly as shown/)).toBeVisible();
    await takePicture(page, 'proof');
    await visit(page, '/dashboard/health');
    await expect(page.getByText('Nominal')).toBeVisible();
  });
  expect(faults).toEqual([]);
});

test('the guide is read in the console: from the keyboard, by its links, and by search', async ({ browser }) => {
  const { page, faults } = await enter(browser, 'checker');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // Shortcuts are there a moment after the first screen.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(sheet.getByText('Search or jump to…')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await sheet.getByRole('link', { name: 'Open the guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Concepts' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  const drawing = page.getByRole('img', { name: 'The same intent sent twice posts once' });
  await drawing.scrollIntoViewIfNeeded();
  await expect.poll(() => drawing.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await settled(page);
  await expectAccessible(page, 'concepts');

  await page.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'Your first month' }).click();
  await page.getByRole('article').getByRole('link', { name: 'idempotency key' }).click();
  await expect(page).toHaveURL(/page=concepts#idempotency-key$/);
  await expect(page.getByRole('heading', { name: 'Idempotency key' })).toBeInViewport();

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Search screens/).fill('post many at once');
  await page.getByRole('button', { name: /Post many at once/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API guide' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Post many at once' })).toBeInViewport();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'api, dark');

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Concepts' })).toBeVisible();
  await visit(page, '/dashboard/guide?page=gone');
  await expect(page.getByText('The guide has no such page')).toBeVisible();
  expect(faults).toEqual([]);
});
