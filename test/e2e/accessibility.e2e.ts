// axe finds nothing on any screen, in either theme. Screens are read from the console's own census, so a new one is walked too.

import { expect, type Page, test } from '@playwright/test';
import { screens } from '../../packages/console/src/lib/screen/paths.ts';
import { expectAccessible, inBothThemes } from './axe.ts';
import { get } from './organisations.ts';
import { beginSession, demoPerson, listenForFaults } from './people.ts';
import { keepPicture, settled, takeShifts, visit, watchShifts } from './walk.ts';
import { drawAt } from './widths.ts';

/** A machine that does much at once is slow to draw the first screen of a session. */
const SLOW_MS = 20_000;
/** Of the window, what moved times how far. */
const SHIFT_MAX = 0.05;
const PHONE_PX = 390;
const TABLET_PX = 768;
const WALL_PX = 2560;
const outside = ['/sign-in', '/sign-in?reset=1', '/sign-up', '/forgot-password', '/reset-password?token=x'];

test('axe finds nothing on the screens before sign-in, in either theme', async ({ page }) => {
  for (const path of outside) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inBothThemes(page, (theme) => expectAccessible(page, `${path}, ${theme}`));
  }
});

test('axe finds nothing on any screen in either theme, the browser complains of nothing, and nothing jumps while it loads', async ({
  page,
}) => {
  test.setTimeout(360_000);
  const faults = listenForFaults(page);
  await watchShifts(page);
  await beginSession(page, demoPerson('checker'));
  for (const { path, title } of screens) {
    await visit(page, path);
    const shifts = await takeShifts(page);
    const moved = shifts.reduce((sum, { value }) => sum + value, 0);
    expect.soft(moved, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(SHIFT_MAX);
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page, `${path}, ${theme}`);
      await keepPicture(page, `${theme}-${title.replaceAll(/\W+/g, '-')}`);
    });
  }
  expect(faults).toEqual([]);
});

test('on a phone nothing jumps while a screen loads, and neither a screen nor a list or table on it is wider than the window, from a phone to a wall', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await drawAt(page, PHONE_PX);
  await watchShifts(page);
  await beginSession(page, demoPerson('checker'));
  for (const { path } of screens) {
    await visit(page, path);
    const shifts = await takeShifts(page);
    const moved = shifts.reduce((sum, { value }) => sum + value, 0);
    expect.soft(moved, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(SHIFT_MAX);
    for (const width of [TABLET_PX, WALL_PX, PHONE_PX]) {
      await drawAt(page, width);
      await expect.soft.poll(() => tooWide(page), { message: `${path} at ${width} px` }).toEqual([]);
    }
  }
});

/** What has to be scrolled sideways to be read: the screen, its lists and its tables. */
const tooWide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main [role="grid"], main [role="region"]:has(table)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((element) => `${element.ariaLabel ?? element.tagName}: ${element.scrollWidth} px`),
  );

test("axe finds nothing on an intent's page, nor on what is asked there, in either theme", async ({ page }) => {
  test.setTimeout(360_000);
  await beginSession(page, demoPerson('checker'));
  const { holds } = (await get(page, '/api/internal/holds/list?status=open')) as { holds: { intent_id: string }[] };
  const clean = async (what: string): Promise<void> => {
    await settled(page);
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page, `${what}, ${theme}`);
      await keepPicture(page, `${theme}-${what}`);
    });
  };
  await page.goto(`/dashboard/intents/${holds[0]?.intent_id ?? ''}`);
  await expect(page.getByRole('main').locator('header')).toContainText('Hold · value date', { timeout: SLOW_MS });
  await clean('hold');
  for (const act of ['Capture', 'Void']) {
    await page.getByRole('button', { name: act }).click();
    const dialog = page.getByRole('dialog', { name: `${act} hold` });
    await dialog.getByText('Consent, signature and key').click();
    await expect(dialog.getByLabel('Idempotency key', { exact: true })).toBeVisible();
    await clean(act);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await visit(page, `/dashboard/intents/holds?open=${holds[0]?.intent_id ?? ''}`);
  await expect(page.getByRole('complementary', { name: 'Hold' }).getByRole('button', { name: 'Capture' })).toBeVisible({
    timeout: SLOW_MS,
  });
  await clean('hold-panel');
  await visit(page, '/dashboard/intents/post?use=hold');
  await expect(page.getByLabel('Held until')).toBeVisible();
  await clean('post-a-hold');
});

test('a dark theme is dark before any bundle has run', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.route('**/assets/*.js', () => {}); // never answered
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(13, 16, 23)');
});

test('while a screen waits for its rows something moves, and nothing for who asks for less motion', async ({ page }) => {
  await beginSession(page, demoPerson('checker'));
  await page.route('**/api/internal/accounts/list', () => {}); // never answered
  await page.goto('/dashboard/ledger/accounts');
  await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible();
  const moving = (): Promise<number> => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toBe(0);
});
