// A month is closed as somebody in finance closes it: interest accrued, started, revalued, adjusted, held up by an open hold, locked,
// posted back into in vain, published and downloaded, and compared with the month after.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { showDay } from '../../packages/console/src/lib/values/time.ts';
import { expectAccessible, inBothThemes } from './axe.ts';
import { type Books, chooseAccount, openBooks } from './books.ts';
import { expectBarred, get, post } from './organisations.ts';
import { beginSession, demoPerson, listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const YEAR = new Date().getUTCFullYear() - 1;
const day = (monthAndDay: string): string => `${YEAR}-${monthAndDay}`;
const sale = (amount: string, valueDate: string) => ({ debit: 'BANK', credit: 'SALES', amount, valueDate });
const panelOf = (page: Page, code: string): Locator => page.getByRole('complementary', { name: `Period ${code}` });

/** Starts the close of a range in its form. */
async function start(page: Page, from: string, to: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Start close' });
  // The form of the period before must be gone: what is typed into it while it closes is lost with it.
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Start close' }).first().click();
  // What is typed while the form takes the focus to its first choice would go there.
  await expect(
    dialog.getByRole('combobox', { name: 'Valuation snapshot' }).or(dialog.getByLabel('Valuation snapshot')).first(),
  ).toBeFocused();
  for (const [label, value] of [
    ['Period start', from],
    ['Period end', to],
  ] as const) {
    await dialog.getByLabel(label).fill(value);
    await dialog.getByLabel(label).press('Tab');
  }
  await expect(dialog.getByLabel('Period start')).toHaveValue(showDay(from, ''));
  await expect(dialog.getByLabel('Period end')).toHaveValue(showDay(to, ''));
  await dialog.getByRole('button', { name: 'Start close' }).click();
  await expect(dialog.getByText('Choose a snapshot', { exact: true })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Valuation snapshot' }).or(dialog.getByLabel('Valuation snapshot')).first().click();
  await page.getByRole('option').first().click();
  await expect(dialog.getByText('Choose a snapshot', { exact: true })).toHaveCount(0);
  await dialog.getByLabel('Evidence reference').fill('Binder 7');
  await dialog.getByRole('button', { name: 'Start close' }).click();
}

/** A deposit that bears interest since March, and euros that were sold at 1.10 and are worth 1.25 when the month ends. */
async function openDepositAndEuros(page: Page, books: Books): Promise<void> {
  const { gl } = (await get(page, '/api/internal/ledger-accounts/list')) as { gl: { id: string; code: string }[] };
  const glOf = (code: string): string => gl.find((a) => a.code === code)?.id ?? '';
  const open = async (code: string, glCode: string, currency = 'USD'): Promise<string> => {
    const body = { code, currency, ledgerAccountId: glOf(glCode) };
    const { account } = (await post(page, '/api/internal/accounts/create', body)) as { account: { id: string } };
    return account.id;
  };
  const deposit = await open('DEPOSIT', '2200');
  const counter_account_id = await open('PAID', '5500');
  await open('EUROS', '1200', 'EUR');
  await open('FEES-EUR', '4200', 'EUR');
  await page.request.patch('/api/internal/settings/interest', { data: { counter_account_id } });
  const terms = { code: 'SAVINGS', rate: '3.6', effective_on: day('03-01'), accrued_gl_id: glOf('2500') };
  const { bucket } = (await post(page, '/api/internal/interest/buckets', terms)) as { bucket: { id: string } };
  await books.postIntent({ debit: 'SPARE', credit: 'DEPOSIT', amount: '10000.00', valueDate: day('03-01') });
  await post(page, `/api/internal/accounts/${deposit}/interest-bucket`, { bucket_id: bucket.id, effective_on: day('03-01') });
  for (const [rate, on] of [
    [1.1, '03-01'],
    [1.25, '03-31'],
  ] as const) {
    const asof = `${day(on)}T00:00:00Z`;
    await post(page, '/api/internal/fx/rates/tenant/upsert', { base_currency: 'EUR', quote_currency: 'USD', rate, asof });
  }
  await books.postIntent({ debit: 'EUROS', credit: 'FEES-EUR', amount: '100.00', currency: 'EUR', valueDate: day('03-10') });
  await post(page, '/api/internal/snapshots/take', { kind: 'fx', label: 'March' });
}

async function place(page: Page, { tenantId }: Books, amount: string, valueDate: string): Promise<string> {
  const intent_id = randomUUID();
  const { snapshots } = (await (await page.request.get('/api/internal/snapshots/list?kind=fx')).json()) as { snapshots: { id: string }[] };
  await post(page, '/api/v1/intents/execute', {
    intent_id,
    tenant_id: tenantId,
    use_case: 'hold',
    idem_key: randomUUID(),
    value_date: valueDate,
    proposed_actions: [{ debitAccount: 'BANK', creditAccount: 'SALES', currency: 'USD', amount, valueDate }],
    snapshot_ids: { fx: snapshots[0]?.id },
    consent: {
      scope: ['ledger:post'],
      granted_at: new Date(Date.now() - 1000).toISOString(),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  return intent_id;
}

test('a month accrues, is started, revalued, adjusted, locked, posted back into in vain, published and downloaded', async ({ page }) => {
  test.setTimeout(180_000);
  const faults = listenForFaults(page);
  const shot = async (name: string): Promise<void> => {
    await keepPicture(page, `${name}`);
  };
  const books = await openBooks(page.context());
  await books.postIntent(sale('1000.00', day('03-10')));
  await openDepositAndEuros(page, books);
  // 10,000 at 3.6 % by ACT/360 is 1.00 a day: 31 days of March go to the account on the first of April. The job comes every 30 s.
  const explained = page.getByRole('region', { name: `Capitalised for ${day('03')}` });
  const { accounts } = (await (await page.request.post('/api/internal/accounts/list', { data: {} })).json()) as {
    accounts: { id: string; code: string }[];
  };
  const deposit = accounts.find((a) => a.code === 'DEPOSIT')?.id ?? '';
  const capitalised = async (): Promise<number> => {
    const told = await get(page, `/api/internal/accounts/${deposit}/interest?month=${day('03')}`);
    return (told as { readonly capitalisations: readonly unknown[] }).capitalisations.length;
  };
  await expect.poll(capitalised, { timeout: 60_000 }).toBe(1);
  await page.goto(`/dashboard/ledger/accounts/${deposit}/interest?month=${day('03')}`);
  await expect(explained).toContainText('31.00');
  const grid = page.getByRole('grid', { name: 'Interest of DEPOSIT' });
  await expect(grid.getByRole('row', { name: new RegExp(`${day('03')}-31`) })).toContainText('1.00');
  await shot('0-accrued');
  const held = await place(page, books, '5.00', day('03-31'));
  await visit(page, '/dashboard/period-close');
  await expect(page.getByText('No period was closed yet')).toBeVisible();
  await start(page, day('03-01'), day('03-31'));

  const panel = panelOf(page, day('03'));
  const steps = panel.getByRole('list', { name: 'Steps of the close' });
  await expect(steps).toContainText(/Closing.*Evidence: Binder 7.*No adjustment was posted so far/s);
  const needs = panel.getByRole('list', { name: 'What the lock needs' });
  await expect(needs).toContainText('1 open hold valued in it: capture or void it first');
  await expect(needs).toContainText('Kernel Health: Nominal, no drift');
  await expectBarred(panel.getByRole('button', { name: 'Lock close' }), 'A hold is open in this period.');
  await shot('1-held-up');

  await panel.getByRole('link', { name: 'Look at the revaluation' }).click();
  const euros = page.getByRole('row', { name: /EUROS/ });
  await expect(euros).toContainText(/EUR\s*100\.00\s*Dr.*USD\s*110\.00\s*Dr.*1\.25.*USD\s*125\.00\s*Dr.*USD\s*15\.00\s*Dr/s);
  await page.getByRole('button', { name: 'Post revaluation' }).click();
  await expect(page.getByRole('table', { name: 'Revaluations posted' })).toContainText('Taken back 1 Apr');
  await shot('1-revalued');
  await visit(page, '/dashboard/period-close');
  await page.getByText(day('03'), { exact: true }).click();

  await needs.getByRole('link', { name: held.slice(0, 8) }).click();
  await page.getByRole('button', { name: 'Void' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
  await expect(page.getByRole('dialog').getByRole('status', { name: 'Receipt' })).toBeVisible();
  await books.postIntent(sale('50.00', day('03-31')));

  await page.goto('/dashboard/admin/periods');
  await page
    .getByRole('row', { name: new RegExp(day('03')) })
    .getByText(day('03'), { exact: true })
    .click();
  // The sale that came late, and the revaluation.
  await expect(steps).toContainText('Adjustments posted: 2 so far.');
  await expect(needs).toContainText('No hold is open that is valued in it');
  await panel.getByRole('button', { name: 'Lock close' }).click();
  const lock = page.getByRole('dialog', { name: `Lock ${day('03')}` });
  await expect(lock.getByLabel('Period start')).toHaveValue(showDay(day('03-01'), ''));
  await lock.getByLabel('Adjusting event').first().click();
  await page
    .getByRole('option', { name: /^seq \d+/ })
    .first()
    .click();
  await shot('2-lock');
  await lock.getByRole('button', { name: 'Lock close' }).click();
  const sealed = panel.getByRole('table', { name: 'Sealed trial balance' });
  await expect(sealed.getByRole('row', { name: /1100/ })).toContainText(/1,050\.00\s*Dr/);
  await expect(sealed.getByRole('row', { name: /4100/ })).toContainText(/1,050\.00\s*Cr/);
  await expect(sealed.getByRole('row', { name: /5500/ })).toContainText(/31\.00\s*Dr/);
  await expect(sealed.getByRole('row', { name: /7900/ })).toContainText(/15\.00\s*Cr/);
  await expect(panel.getByRole('button', { name: 'Ask to re-open' })).toBeEnabled();
  await shot('3-locked');

  await visit(page, '/dashboard/intents/post');
  await chooseAccount(page, 'Debit account', 'BANK');
  await chooseAccount(page, 'Credit account', 'SALES');
  const row = page.getByRole('group', { name: 'Row 1' });
  await row.getByLabel('Amount').fill('1.00');
  await row.getByRole('button', { name: 'Narrative and value date of row 1' }).click();
  await row.getByRole('textbox', { name: 'Value date' }).fill(day('03-31'));
  await page.getByRole('button', { name: 'Submit' }).click();
  const rejected = page.getByRole('status', { name: 'Rejected' });
  await expect(rejected).toContainText('PERIOD_LOCKED');
  await expect(rejected).toContainText(
    'The period of this value date is locked. Choose a value date outside it, or have an owner open the period again.',
  );
  await expect(rejected.getByRole('group', { name: 'raw response' })).toContainText(day('03'));
  await shot('4-refused');

  await visit(page, '/dashboard/period-close?status=locked');
  await page
    .getByRole('row', { name: new RegExp(day('03')) })
    .getByText(day('03'), { exact: true })
    .click();
  await panel.getByRole('button', { name: 'Publish statement' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish statement' }).click();
  await expect(panel.getByRole('button', { name: 'Statement, PDF' })).toBeVisible();
  const files: Record<string, Buffer> = {};
  for (const format of ['CSV', 'PDF']) {
    const saved = page.waitForEvent('download');
    await panel.getByRole('button', { name: `Statement, ${format}` }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`statement-${day('03')}.${format.toLowerCase()}`);
    files[format] = readFileSync(await file.path());
  }
  expect(files['CSV']?.toString()).toContain('4100');
  expect(files['CSV']?.toString()).toContain('1050.00');
  expect(files['PDF']?.subarray(0, 5).toString()).toBe('%PDF-');
  await shot('5-published');

  // The month after, to compare with.
  await books.postIntent(sale('200.00', day('04-15')));
  await visit(page, '/dashboard/period-close');
  await start(page, day('04-01'), day('04-30'));
  await panelOf(page, day('04')).getByRole('button', { name: 'Lock close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lock close' }).click();
  const april = panelOf(page, day('04'));
  await expect(april.getByRole('table', { name: 'Sealed trial balance' })).toBeVisible();
  await april.getByLabel('Compare with').first().click();
  await page.getByRole('option', { name: day('03') }).click();
  const comparison = page.getByRole('table', { name: 'Comparison of two trial balances' });
  await expect(comparison.getByRole('row', { name: /4100/ })).toContainText(/1,050\.00\s*Cr.*1,250\.00\s*Cr.*200\.00\s*Cr/s);
  await shot('6-compared');
  expect(faults).toEqual([]);
});

test('a range that shares a day is refused in plain words, and a member sees why nothing can be pressed', async ({ page }) => {
  await openBooks(page.context());
  await page.goto('/dashboard/period-close');
  await start(page, day('03-01'), day('03-31'));
  await expect(panelOf(page, day('03'))).toBeVisible();
  await start(page, day('03-31'), day('04-30'));
  await expect(page.getByText('These days are in another period already. Choose a range that shares no day with it.')).toBeVisible();
  await post(page, '/api/internal/tenants/deactivate', {});
  await page.goto('/dashboard/period-close');
  await expectBarred(page.getByRole('button', { name: 'Start close' }).first(), 'This organisation is currently read-only.');
});

test('axe finds nothing on a period, nor on its forms, in either theme', async ({ page }) => {
  test.setTimeout(120_000);
  await beginSession(page, demoPerson('checker'));
  const clean = async (what: string): Promise<void> => {
    await settled(page);
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page, `${what}, ${theme}`);
      await keepPicture(page, `${theme}-${what}`);
    });
  };
  await page.goto('/dashboard/period-close');
  const open = async (status: string): Promise<void> => {
    await page
      .getByRole('row', { name: new RegExp(status) })
      .getByText(status)
      .click();
    await expect(page.getByRole('complementary').getByRole('list', { name: 'Steps of the close' })).toBeVisible();
  };
  await open('published');
  await clean('published');
  await open('closing');
  await clean('closing');
  await page.getByRole('button', { name: 'Lock close' }).click();
  await clean('lock');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start close' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Start close' })).toBeVisible();
  await clean('start');
});
