// A month is closed as somebody in finance closes it: started, adjusted, held up by an open hold, locked, posted back into in vain,
// published and downloaded, and compared with the month before.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Books, chooseAccount, openBooks } from './books.ts';
import { expectBarred, post } from './organisations.ts';
import { demoPerson, listenForFaults, signIn } from './people.ts';

const YEAR = new Date().getUTCFullYear() - 1;
const day = (monthAndDay: string): string => `${YEAR}-${monthAndDay}`;
const sale = (amount: string, valueDate: string) => ({ debit: 'BANK', credit: 'SALES', amount, valueDate });
const panelOf = (page: Page, code: string): Locator => page.getByRole('complementary', { name: `Period ${code}` });

/** Starts the close of a range in its form. */
async function start(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Start close' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Start close' });
  for (const [label, value] of [
    ['Period start', from],
    ['Period end', to],
  ] as const) {
    await dialog.getByLabel(label).fill(value);
    await dialog.getByLabel(label).press('Tab');
  }
  await dialog.getByRole('button', { name: 'Start close' }).click();
  await expect(dialog.getByText('Choose a snapshot', { exact: true })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Valuation snapshot' }).or(dialog.getByLabel('Valuation snapshot')).first().click();
  await page.getByRole('option').first().click();
  await dialog.getByLabel('Evidence reference').fill('Binder 7');
  await dialog.getByRole('button', { name: 'Start close' }).click();
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

test('a month is started, adjusted, locked, posted back into in vain, published and downloaded', async ({ page }, info) => {
  test.setTimeout(150_000);
  const faults = listenForFaults(page);
  const shot = async (name: string): Promise<void> => {
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
  };
  const books = await openBooks(page.context());
  await books.postIntent(sale('1000.00', day('03-10')));
  const held = await place(page, books, '5.00', day('03-31'));
  await page.goto('/dashboard/period-close');
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
  await expect(steps).toContainText('Adjustments posted: 1 so far.');
  await expect(needs).toContainText('No hold is open that is valued in it');
  await panel.getByRole('button', { name: 'Lock close' }).click();
  const lock = page.getByRole('dialog', { name: `Lock ${day('03')}` });
  await expect(lock.getByLabel('Period start')).toHaveValue(day('03-01'));
  await lock.getByLabel('Adjusting event').first().click();
  await page.getByRole('option', { name: /^seq \d+/ }).click();
  await shot('2-lock');
  await lock.getByRole('button', { name: 'Lock close' }).click();
  const sealed = panel.getByRole('table', { name: 'Sealed trial balance' });
  await expect(sealed.getByRole('row', { name: /1100/ })).toContainText(/1,050\.00\s*Dr/);
  await expect(sealed.getByRole('row', { name: /4100/ })).toContainText(/1,050\.00\s*Cr/);
  await expect(panel.getByRole('button', { name: 'Ask to re-open' })).toBeEnabled();
  await shot('3-locked');

  await page.goto('/dashboard/intents/post');
  await chooseAccount(page, 'Debit account', 'BANK');
  await chooseAccount(page, 'Credit account', 'SALES');
  const row = page.getByRole('group', { name: 'Row 1' });
  await row.getByLabel('Amount').fill('1.00');
  await row.getByLabel('Value date').fill(day('03-31'));
  await page.getByRole('button', { name: 'Submit' }).click();
  const rejected = page.getByRole('status', { name: 'Rejected' });
  await expect(rejected).toContainText('PERIOD_LOCKED');
  await expect(rejected).toContainText('The period of this value date is locked. Choose a value date outside it.');
  await expect(rejected.getByRole('region', { name: 'raw response' })).toContainText(day('03'));
  await shot('4-refused');

  await page.goto('/dashboard/period-close?status=locked');
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
  await page.goto('/dashboard/period-close');
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

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on a period, nor on its forms (${theme})`, async ({ page }, info) => {
    test.setTimeout(120_000);
    await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
    await signIn(page, demoPerson('checker'));
    const clean = async (what: string): Promise<void> => {
      await page.waitForLoadState('networkidle');
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      expect(violations.map((v) => `${what}: ${v.id}: ${v.nodes[0]?.html ?? ''}`)).toEqual([]);
      await page.screenshot({ path: info.outputPath(`${theme}-${what}.png`) });
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
}
