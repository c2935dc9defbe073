// Amounts on every screen: none is cut, whatever its digits; what is below the currency's decimals is told; hidden is hidden.

import { expect, type Locator, type Page, test } from '@playwright/test';
import { screens } from '../../packages/console/src/lib/screen/paths.ts';
import { type Books, daysAgo, openBooks } from './books.ts';
import { post } from './organisations.ts';
import { demoPerson, signIn } from './people.ts';
import { keepPicture, visit } from './walk.ts';
import { drawAt } from './widths.ts';

/** Nine figures in euro with eight decimals, yen without any, dollars on both sides, and what is held. */
async function bigBooks(page: Page): Promise<Books> {
  const books = await openBooks(page);
  for (const code of ['EUR', 'JPY']) {
    if (code === 'JPY') await post(page, '/api/internal/currencies/tenant/add', { code });
    await books.openAccount(`BANK-${code}`, '1100', code);
    await books.openAccount(`SALES-${code}`, '4100', code);
    await post(page, '/api/internal/fx/rates/tenant/upsert', {
      base_currency: 'USD',
      quote_currency: code,
      rate: code === 'EUR' ? '0.9' : '154.321',
      asof: `${daysAgo(120)}T00:00:00Z`,
    });
  }
  const on = { valueDate: daysAgo(2) };
  await books.postIntent({
    debit: 'BANK-EUR',
    credit: 'SALES-EUR',
    amount: '912406118.27000612',
    currency: 'EUR',
    narrative: 'Sale',
    ...on,
  });
  await books.postIntent({
    debit: 'BANK-JPY',
    credit: 'SALES-JPY',
    amount: '987654321.5',
    currency: 'JPY',
    narrative: 'Sale in Japan',
    ...on,
  });
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '-184250940.49', narrative: 'Taken back', ...on });
  await books.postIntent({ debit: 'SPARE', credit: 'BANK', amount: '65.08786333', narrative: 'Fees', ...on });
  return books;
}

/** Amounts that a reader cannot see whole: wider than their own box, or cut by one around them. */
const cutAmounts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    for (const amount of document.querySelectorAll<HTMLElement>('[data-amount]:not(input)')) {
      const own = amount.getBoundingClientRect();
      if (own.width === 0) continue;
      if (amount.scrollWidth > amount.clientWidth && getComputedStyle(amount).display !== 'inline') cut.push(`${amount.innerText}: itself`);
      for (let box = amount.parentElement; box !== null; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        // What scrolls can be scrolled to.
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        const { left, right } = box.getBoundingClientRect();
        if (overflowX !== 'visible' && (own.left < left - 1 || own.right > right + 1)) cut.push(`${amount.innerText}: ${box.className}`);
      }
    }
    return cut;
  });

const amountsSeen = (page: Page): Promise<number> => page.locator('[data-amount]:not(input)').count();

const widths = [2560, 1440, 1280, 768, 390];
test(`no amount is cut on any screen, ${widths.join(', ')} px wide`, async ({ page }) => {
  test.setTimeout(360_000);
  const books = await bigBooks(page);
  const inner = ['BANK-EUR', 'SPARE', 'SALES'].map((code) => `/dashboard/ledger/accounts/${books.accounts[code] ?? ''}`);
  const seen = new Map(widths.map((width) => [width, 0]));
  for (const path of [...screens.map((s) => s.path), ...inner, '/dashboard/balances?open=BANK-EUR', '/dashboard/period-close/years']) {
    await visit(page, path);
    for (const width of widths) {
      await drawAt(page, width);
      await expect.poll(() => cutAmounts(page), { message: `${path} at ${width} px` }).toEqual([]);
      const here = await amountsSeen(page);
      seen.set(width, (seen.get(width) ?? 0) + here);
      if (here > 0) await keepPicture(page, `${width}${path.replaceAll(/\W+/g, '-')}`);
    }
  }
  // Balances of seven accounts on four screens, at least.
  for (const [width, amounts] of seen) expect(amounts, `amounts at ${width} px`).toBeGreaterThan(28);
});

test('decimals below the currency’s own are marked, and exact for whoever asks', async ({ page, context }) => {
  await bigBooks(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Beside amounts so wide the column has no room, unless it is asked for.
  await page.addInitScript(() => localStorage.setItem('columns:balances', JSON.stringify({ minor: true })));
  await page.goto('/dashboard/balances');
  const row = page.getByRole('row').filter({ hasText: /^SPARE/ });
  const balance = row.locator('[data-label="Balance"]');
  const rounded = balance.locator('[tabindex="0"]');
  await expect(rounded.locator('[aria-hidden]')).toHaveText('65.09');
  await expect(row.getByText('6,508 + .786333')).toBeVisible();
  // On focus, by keyboard as by pointer.
  await rounded.focus();
  await expect(page.getByRole('tooltip', { name: 'USD 65.08786333' })).toBeVisible();
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('65.08786333');
  // In a selection.
  await balance.evaluate((cell) => window.getSelection()?.selectAllChildren(cell));
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('65.08786333');
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('65.09');
});

test('a balance has a side and no sign, a movement has no side', async ({ page }) => {
  const books = await bigBooks(page);
  await page.goto('/dashboard/balances');
  const bank = page.getByRole('row', { name: /^BANK USD/ });
  await expect(bank.locator('[data-label="Balance"]')).toContainText(/184,251,005\.58.*Cr/);
  await expect(bank.locator('[data-label="Balance"]')).not.toContainText('−');
  await visit(page, `/dashboard/ledger/accounts/${books.accounts['BANK'] ?? ''}`);
  await expect(page.getByRole('gridcell', { name: '\u2212184,250,940.49', exact: true })).toBeVisible();
});

test('balances fit a window, minor units leaving first; on a phone a row is two lines, and a statement too', async ({ page }) => {
  await bigBooks(page);
  await page.goto('/dashboard/balances');
  const list = page.getByRole('grid', { name: 'Accounts and balances' });
  await expect(list.getByRole('row', { name: /^Assets 4 / })).toContainText(/USD[\d,]+\.\d{2}Dr/);
  for (const width of [1440, 1280]) {
    await drawAt(page, width);
    await expect(list.getByRole('columnheader', { name: 'Minor units' })).toHaveCount(0);
    await expect(list.getByRole('columnheader', { name: 'Balance' })).toBeInViewport({ ratio: 1 });
    expect(await list.evaluate((grid) => grid.scrollWidth - grid.clientWidth), `${width} px`).toBe(0);
  }
  await drawAt(page, 1600);
  await expect(list.getByRole('columnheader', { name: 'Minor units' })).toBeInViewport({ ratio: 1 });
  await drawAt(page, 390);
  const row = list.getByRole('row').filter({ hasText: /^BANK-JPY/ });
  await expect(row.getByRole('gridcell')).toHaveCount(1);
  await expect(row).toContainText('1100 Bank accounts');
  await visit(page, '/dashboard/ledger/reports/balance-sheet?compare=month');
  const bank = page.getByRole('row', { name: /Bank accounts/ });
  await expect(bank.getByRole('cell').first()).toBeInViewport({ ratio: 1 });
  // The figure and by how much it changed; what it was before is left out there.
  await expect(bank.getByRole('cell')).toHaveCount(3);
  await expect(bank.getByRole('cell').nth(1)).toBeInViewport({ ratio: 1 });
});

/** Amounts that can be read on a screen. */
async function amountsInClear(page: Page, path: string): Promise<readonly string[]> {
  await visit(page, path);
  await page.mouse.move(0, 0);
  return page.evaluate(() => {
    const money = /\d{3}[.,]\d|\d[.,]\d{2}\b/;
    // Addresses, versions, rates, times and paces; and what a person called a control.
    const other = /\d+\.\d+\.\d+|[\d.]+ (?:%|ms\b|s\b)|\/ min|^No row above/;
    const isMoney = (text: string): boolean => money.test(text) && !other.test(text);
    const found: string[] = [];
    const isBlurred = (el: Element | null): boolean =>
      el !== null && (getComputedStyle(el).filter.includes('blur') || isBlurred(el.parentElement));
    const walker = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
      if (isMoney(text.textContent ?? '') && !isBlurred(text.parentElement)) found.push(text.textContent ?? '');
    for (const input of document.querySelectorAll('input')) if (isMoney(input.value) && !isBlurred(input)) found.push(input.value);
    return found;
  });
}

test('on no screen can an amount be read while amounts are hidden', async ({ page }) => {
  test.setTimeout(360_000);
  await page.addInitScript(() => localStorage.setItem('hide-amounts', 'on'));
  await signIn(page, demoPerson('checker'));
  const clear: Record<string, readonly string[]> = {};
  for (const { path } of screens) {
    const found = await amountsInClear(page, path);
    if (found.length > 0) clear[path] = found;
  }
  expect(clear).toEqual({});
});

test('hidden amounts are blurred wherever they stand, and the head says so', async ({ page }) => {
  const books = await bigBooks(page);
  await page.addInitScript(() => localStorage.setItem('hide-amounts', 'on'));
  const account = `/dashboard/ledger/accounts/${books.accounts['SPARE'] ?? ''}`;
  await post(page, '/api/internal/limits/set', { key: 'txn_amount_max', value: '912406118.27' });
  for (const path of ['/dashboard/balances', account, '/dashboard/settings/organisation/limits', '/dashboard/intents'])
    expect(await amountsInClear(page, path), path).toEqual([]);
  await keepPicture(page, 'hidden');
  await page.getByRole('button', { name: 'Amounts hidden' }).click();
  await expect(page.getByRole('button', { name: 'Amounts hidden' })).toHaveCount(0);
});

test('the overview says what cash there is, how it came about, what is ahead and what waits', async ({ page }) => {
  await signIn(page, demoPerson('maker'));
  await page.goto('/dashboard');
  const cash = page.getByRole('region', { name: 'Cash', exact: true });
  await expect(cash.getByRole('link', { name: 'All cash in EUR' })).toContainText(/\d,\d{3}\.\d{2}Dr/);
  await expect(cash.getByRole('link')).toHaveCount(3);
  const chart = page.getByRole('region', { name: 'Cash over time', exact: true });
  // Arrow keys walk the days: yesterday's balance, in figures.
  await chart.getByRole('group', { name: /arrow keys/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart.getByRole('status')).toContainText(/EUR[\d,]+\.\d{2}Dr/);
  const figure = (await chart.getByRole('status').innerText()).match(/[\d,]+\.\d{2}/)?.[0] ?? '';
  await chart.getByText('30 d', { exact: true }).click();
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  // A row a day, from the first on which something can have changed: 30 back, 30 ahead.
  const rows = chart.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(1 + 60);
  await expect(rows.nth(29)).toContainText(figure);
  const ahead = page.getByRole('region', { name: 'Flows ahead' });
  await expect(ahead.getByRole('listitem').first()).toBeVisible();
  // Its foot stands at the bottom of the panel, which is as high as the chart beside it.
  const bottomOf = (of: Locator) => of.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  expect((await bottomOf(ahead)) - (await bottomOf(ahead.getByText(/^Lowest on /).locator('..')))).toBeLessThanOrEqual(1);
  expect(await bottomOf(ahead)).toBe(await bottomOf(chart));
  await expect(page.getByRole('region', { name: 'Latest intents' }).getByRole('listitem')).toHaveCount(10);
  await expect(page.getByRole('region', { name: 'Work' }).getByRole('link', { name: /Unmatched rows/ })).toBeVisible();
  for (const fact of ['Active organisation', 'Your role', 'Members', 'Owners']) {
    await expect(page.getByRole('region', { name: fact, exact: true })).toBeVisible();
  }
  await keepPicture(page, 'overview', { fullPage: true });
});
