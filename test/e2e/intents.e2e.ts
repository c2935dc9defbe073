// The first hour of a newcomer: sign in, post, see it in the log, in the balances and in the chain; look back through a snapshot.

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { daysAgo, openBooks } from './books.ts';
import { join, post as send } from './organisations.ts';
import { beginSession, demoPerson, listenForFaults, signIn } from './people.ts';
import { keepPicture, visit } from './walk.ts';

/** The place of the balance among the cells of a row. */
const BALANCE = 7;
const balanceOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

async function choose(page: Page, label: string, code: string): Promise<void> {
  const field = page.getByRole('group', { name: 'Row 1' }).getByRole('combobox', { name: label });
  await field.click();
  await field.fill(code);
  await page.getByRole('option', { name: new RegExp(`^${code}`) }).click();
}

async function post(page: Page, amount: string, narrative: string): Promise<void> {
  await visit(page, '/dashboard/intents/post');
  await choose(page, 'Debit account', 'BANK-USD');
  await choose(page, 'Credit account', 'REVENUE-USD');
  const row = page.getByRole('group', { name: 'Row 1' });
  await row.getByLabel('Amount').fill(amount);
  await page.getByLabel('Narrative', { exact: true }).fill(narrative);
  await page.getByRole('button', { name: 'Submit' }).click();
}

test('a newcomer posts, sees it executed, sees balances move and the chain grow, and looks back through a snapshot', async ({ page }) => {
  const faults = listenForFaults(page);
  const shot = async (name: string): Promise<void> => {
    await keepPicture(page, `${name}`);
  };
  await signIn(page, demoPerson('maker'));
  await shot('1-overview');

  await visit(page, '/dashboard/balances?q=BANK-USD');
  const before = (await balanceOf(page, 'BANK-USD').getByRole('gridcell').nth(BALANCE).innerText()).match(/[\d,]+\.\d\d/)?.[0] ?? '';
  const cents = BigInt(before.replace(/[,.]/g, ''));

  await post(page, '1234.56', 'First posting of a newcomer');
  await expect(page.getByText('Executed', { exact: false }).first()).toBeVisible();
  await shot('2-receipt');

  await visit(page, '/dashboard/intents?q=newcomer');
  const entry = page.getByRole('row').filter({ hasText: 'executed' }).first();
  await expect(entry).toBeVisible();
  await entry.click();
  await expect(page.getByText('First posting of a newcomer').first()).toBeVisible();
  await shot('3-log');

  const moved = (by: bigint): string =>
    (cents + by)
      .toString()
      .replace(/(\d\d)$/, '.$1')
      .replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',');
  await visit(page, '/dashboard/balances?q=BANK-USD');
  await expect(balanceOf(page, 'BANK-USD')).toContainText(moved(123_456n));
  await shot('4-balances');

  await visit(page, '/dashboard/events');
  const latest = page.getByRole('row').filter({ hasText: 'intent.executed' }).first();
  await latest.click();
  await expect(page.getByText('Payload hash').first()).toBeVisible();
  await shot('5-event');

  await visit(page, '/dashboard/snapshots');
  await page.getByRole('button', { name: 'Capture snapshot' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('After the first posting');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Capture/ })
    .click();
  await expect(page.getByText('Snapshot captured')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('After the first posting');
  await shot('6-snapshot');

  await visit(page, '/dashboard/intents/post');
  await page.getByRole('button', { name: 'New intent' }).click();
  await post(page, '1000', 'Second posting');
  await expect(page.getByText('Executed', { exact: false }).first()).toBeVisible();
  await visit(page, '/dashboard/balances?q=BANK-USD');
  await expect(balanceOf(page, 'BANK-USD')).toContainText(moved(223_456n));
  await page.getByRole('button', { name: 'As of now' }).click();
  await page.getByText('Snapshot', { exact: true }).click();
  await page.getByRole('combobox', { name: 'As of snapshot' }).click();
  await page
    .getByRole('option', { name: /After the first posting/ })
    .first()
    .click();
  await expect(balanceOf(page, 'BANK-USD')).toContainText(moved(123_456n));
  await shot('7-as-of-snapshot');
  expect(faults).toEqual([]);
});

test('what is missing is said where it is missing, and an empty form is refused in the words of the specification', async ({ page }) => {
  await beginSession(page, demoPerson('maker'));
  await page.goto('/dashboard/intents/post');
  const places = () =>
    Promise.all(
      [page.getByRole('radiogroup', { name: 'Post now or hold' }), page.getByRole('combobox', { name: 'Debit account' })].map(
        async (at) => (await at.boundingBox())?.y,
      ),
    );
  await page.getByRole('textbox', { name: 'Value date' }).fill('');
  const before = await places();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Fill all fields before submitting')).toBeVisible();
  await expect(page.getByText('Choose a date')).toBeVisible();
  expect(await places(), 'nothing jumps when a field says what is missing').toEqual(before);
});

test('the idempotency key outlives a reload, and Regenerate draws another', async ({ page }) => {
  await beginSession(page, demoPerson('maker'));
  await page.goto('/dashboard/intents/post');
  const key = page.getByRole('textbox', { name: 'Idempotency key' });
  await page.getByText('Advanced', { exact: true }).click();
  const first = await key.inputValue();
  await page.reload();
  await page.getByText('Advanced', { exact: true }).click();
  await expect(key).toHaveValue(first);
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(key).not.toHaveValue(first);
});

test('rows of a spreadsheet are pasted, their faults named; the receipt says what the accounts hold, and the form is folded', async ({
  page,
}) => {
  await openBooks(page);
  await page.goto('/dashboard/intents/post');
  await page.getByLabel('Narrative', { exact: true }).fill('Opening stock');
  const paste = page.getByRole('dialog', { name: 'Paste rows' });
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await paste.getByLabel('Cells').fill('BANK\tNOWHERE\t1,234.50\nSPARE\tSALES\tfive');
  await paste.getByRole('button', { name: 'Use rows' }).click();
  await expect(paste.getByRole('alert')).toContainText(/Line 1: no account NOWHERE.*Line 2: five is no amount/s);
  await paste.getByLabel('Cells').fill('Debit\tCredit\tAmount\tNarrative\nBANK\tSALES\t1,234.50\tChairs\nSPARE\tSALES\t65.50\tLamps');
  await paste.getByRole('button', { name: 'Use rows' }).click();
  await expect(page.getByRole('group', { name: 'Row 2' }).getByLabel('Amount')).toHaveValue('65.50');
  await expect(page.getByRole('group', { name: 'Row 1' }).getByRole('textbox', { name: 'Narrative' })).toHaveValue('Chairs');
  await expect(page.getByRole('list', { name: 'Totals per currency' })).toContainText('1,300.00');
  await inBothThemes(page, async (theme) => {
    await keepPicture(page, `form-${theme}`);
    await expectAccessible(page, `the form that posts, ${theme}`);
  });
  await page.keyboard.press('Control+Enter');
  const receipt = page.getByRole('status', { name: 'Receipt' });
  await expect(receipt.getByRole('heading', { name: 'Posted' })).toBeVisible();
  await expect(receipt.getByRole('table', { name: 'Balances after' })).toContainText(/SALES.*1,300\.00\s*Cr/s);
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await expectAccessible(page, 'a receipt');
  await keepPicture(page, 'receipt');
  await receipt.getByRole('button', { name: 'Duplicate as new' }).click();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  const amount = page.getByRole('group', { name: 'Row 2' }).getByLabel('Amount');
  await expect(amount).toHaveValue('65.50');
  for (const long of ['912,406,118.27', '912,406,118.27000001']) {
    await amount.fill(long);
    expect(await amount.evaluate((input) => input.scrollWidth - input.clientWidth), long).toBe(0);
  }
  // Whoever leaves a field knows at once that nothing was read there.
  await amount.fill('1.123456789');
  await amount.press('Tab');
  await expect(page.getByText('Use a decimal with at most 20 digits before and 8 after the point.')).toBeVisible();
});

// The log: by day and status, filtered in the address, one intent in words beside it, and those that wait decided together.
const rowWith = (page: Page, narrative: string) => page.getByRole('row').filter({ hasText: narrative });
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });
const view = (page: Page, name: string | RegExp) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });

test('the log is grouped by day, counted by status and filtered in the address; an intent is told in words and duplicated', async ({
  page,
}) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  await books.openAccount('RENT', '1990', 'USD');
  await books.postIntent({ debit: 'RENT', credit: 'BANK', amount: '1200.50', narrative: 'Office rent, November', valueDate: daysAgo(3) });
  const sale = books.intentOf({ debit: 'BANK', credit: 'SALES', amount: '80', narrative: 'Sale of a chair' });
  for (let i = 0; i < 3; i++) await send(page.context(), '/api/v1/intents/execute', sale);
  await page.goto('/dashboard/intents');
  await expect(page.getByRole('row', { name: /^Today/ })).toContainText('2 intents');
  await expect(view(page, /^All/)).toContainText('2');
  await expect(view(page, /^Executed/)).toContainText('2');
  await expect(view(page, /^Rejected/)).toContainText('0');
  await expect(page.getByText('2 intents', { exact: true }).last()).toBeVisible();
  // It was asked for by nobody of this tab; what is counted is there within a second.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByTitle(/^asked again 2 times, last at /)).toHaveText('duplicate', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('region', { name: 'Intents, list' })).toContainText('1,280.50');

  await filters(page).getByRole('button', { name: 'Account', exact: true }).click();
  const account = page.getByRole('dialog', { name: 'Account' }).getByRole('combobox', { name: 'Account' });
  await account.fill('RENT');
  await page.getByRole('option', { name: /^RENT/ }).click();
  await expect(page).toHaveURL(/account=RENT/);
  await expect(rowWith(page, 'Sale of a chair')).toHaveCount(0);
  await expect(rowWith(page, 'Office rent, November')).toBeVisible();
  await page.getByRole('button', { name: 'Clear account' }).click();
  await filters(page).getByRole('button', { name: 'Amount', exact: true }).click();
  await page.getByRole('dialog', { name: 'Amount' }).getByLabel('To').fill('100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rowWith(page, 'Office rent, November')).toHaveCount(0);
  await page.reload();
  await expect(rowWith(page, 'Sale of a chair')).toBeVisible();
  await expect(rowWith(page, 'Office rent, November')).toHaveCount(0);
  await view(page, /^Rejected/).click();
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowWith(page, 'Office rent, November')).toBeVisible();

  await rowWith(page, 'Office rent, November').getByText('Office rent, November').click();
  const panel = page.getByRole('complementary', { name: 'Intent' });
  await expect(panel.getByRole('heading', { name: 'Office rent, November' })).toBeVisible();
  await expect(panel.getByRole('table', { name: 'RENT' })).toContainText(/Before\s*0\.00.*After\s*1,200\.50/s);
  await inBothThemes(page, async (theme) => {
    await keepPicture(page, `panel-${theme}`);
    await expectAccessible(page, `the log with an intent, ${theme}`);
  });
  await panel.getByRole('button', { name: 'Previous intent' }).click();
  await expect(panel.getByRole('heading', { name: 'Sale of a chair' })).toBeVisible();
  await panel.getByText('Details', { exact: true }).click();
  await expect(panel.getByText(/^2 times, last at /)).toBeVisible();
  await panel.getByRole('button', { name: 'Duplicate as new' }).click();
  await expect(page).toHaveURL(/intents\/post$/);
  const first = page.getByRole('group', { name: 'Row 1' });
  await expect(first.getByLabel('Amount')).toHaveValue('80');
  await expect(first.getByRole('combobox', { name: 'Debit account' })).toHaveValue(/BANK/);
  expect(faults).toEqual([]);
});

test('what a party has to do with is found, and taken away whole: page after page, as CSV and as NDJSON', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const { party } = (await send(page, '/api/parties', { label: 'Fjord Energy', kind: 'company' })) as {
    readonly party: { readonly id: string };
  };
  const shop = await books.openAccount('SHOP', '1990', 'USD');
  await send(page, `/api/v1/accounts/${shop}/party`, { party_id: party.id });
  for (const narrative of ['Lease of a mast', 'Power for a mast'])
    await books.postIntent({ debit: 'SHOP', credit: 'BANK', amount: '40', narrative });
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '80', narrative: 'Sale of a chair' });
  await page.goto('/dashboard/intents');
  await filters(page).getByRole('button', { name: 'Party', exact: true }).click();
  await page.getByRole('dialog', { name: 'Party' }).getByRole('combobox', { name: 'Party' }).fill('fjord');
  await page.getByRole('option', { name: 'Fjord Energy' }).click();
  await expect(rowWith(page, 'Sale of a chair')).toHaveCount(0);
  await expect(rowWith(page, 'Lease of a mast')).toBeVisible();
  await page.reload();
  await expect(filters(page).getByRole('button', { name: /Party.*Fjord Energy/ })).toBeVisible();
  await expect(rowWith(page, 'Power for a mast')).toBeVisible();
  const take = async (what: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: what }).click()]);
    return readFileSync(await download.path(), 'utf8');
  };
  const csv = (await take('All 2 intents (CSV)')).trimEnd().split('\r\n');
  expect(csv.map((line) => line.split(',')[7])).toEqual(['narrative', 'Power for a mast', 'Lease of a mast']);
  const lines = (await take('All 2 intents (NDJSON)')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { readonly narrative: string }).narrative)).toEqual([
    'Power for a mast',
    'Lease of a mast',
  ]);
  expect((await take('This page, as shown (CSV)')).split('\r\n')[0]).toContain('Narrative');
  await expectAccessible(page, 'the log of a party');
  expect(faults).toEqual([]);
});

test('those that wait are chosen and approved together by a second person, whose own are left out', async ({ page, browser }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page.context());
  await send(page, '/api/internal/limits/set', { key: 'high_risk_amount', value: '200' });
  const { page: second } = await join(browser, page, 'owner');
  const held = async (narrative: string, amount: string) =>
    page.request.post('/api/v1/intents/execute', { data: books.intentOf({ debit: 'BANK', credit: 'SALES', amount, narrative }) });
  for (const [narrative, amount] of [
    ['Chairs', '300'],
    ['Tables', '400'],
    ['Lamps', '500'],
  ] as const)
    expect((await held(narrative, amount)).status()).toBe(202);

  await page.goto('/dashboard/intents?status=proposed');
  await page.getByRole('checkbox', { name: 'Select Chairs' }).check();
  const bar = (on: Page) => on.getByRole('region', { name: 'Selection' });
  await expect(bar(page)).toContainText('1 selected');
  await expect(bar(page).getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');

  await second.goto('/dashboard/intents?status=proposed');
  await second.getByRole('checkbox', { name: 'Select Chairs' }).check();
  await second.getByRole('checkbox', { name: 'Select Lamps' }).check();
  await keepPicture(second, 'chosen');
  await expectAccessible(second, 'the log with a selection');
  const download = second.waitForEvent('download');
  await bar(second).getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('intents-selected.csv');
  await bar(second).getByRole('button', { name: 'Approve 2' }).click();
  const dialog = second.getByRole('dialog', { name: 'Approve 2' });
  await expect(dialog.getByRole('list', { name: 'What is decided' })).toContainText(/Lamps.*Chairs|Chairs.*Lamps/s);
  await dialog.getByRole('button', { name: 'Approve 2' }).click();
  await expect(second.getByText('2 approvals given')).toBeVisible();
  await expect(rowWith(second, 'Tables')).toBeVisible();
  await expect(rowWith(second, 'Chairs')).toHaveCount(0);
  await view(second, /^Executed/).click();
  await expect(rowWith(second, 'Chairs')).toBeVisible();

  await visit(second, '/dashboard/admin/approvals');
  await second.getByRole('checkbox', { name: /Tables/ }).check();
  await bar(second).getByRole('button', { name: 'Reject…' }).click();
  await second.getByRole('dialog', { name: 'Reject 1' }).getByLabel('Reason').fill('We have enough');
  await second.getByRole('dialog', { name: 'Reject 1' }).getByRole('button', { name: 'Reject 1' }).click();
  await expect(second.getByText('1 approval rejected')).toBeVisible();
  await visit(second, '/dashboard/intents?status=rejected');
  await expect(rowWith(second, 'Tables')).toBeVisible();
  expect(faults).toEqual([]);
});

test('on a phone a row is two lines, and the page is no wider than the phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const books = await openBooks(page);
  await books.postIntent({
    debit: 'BANK',
    credit: 'SALES',
    amount: '912406118.27',
    narrative: 'A very long narrative of a sale to nobody',
  });
  await page.goto('/dashboard/intents');
  const row = rowWith(page, 'A very long narrative');
  await expect(row).toContainText('912,406,118.27');
  await expect(row).toContainText('executed');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await keepPicture(page, 'phone');
});

test('signing out leaves nothing of a draft in the tab', async ({ page }) => {
  await openBooks(page);
  await page.goto('/dashboard/intents/post');
  await page.getByLabel('Narrative', { exact: true }).fill('For nobody else');
  const kept = (): Promise<string> => page.evaluate(() => JSON.stringify(sessionStorage));
  await expect.poll(kept).toContain('For nobody else');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect.poll(kept).toBe('{}');
});
