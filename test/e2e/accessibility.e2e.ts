// axe finds nothing on any screen, in either theme. Screens are read from the console's own census, so a new one is walked too.

import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { screens } from '../../packages/console/src/app/navigation.ts';
import { demoPerson, listenForFaults, signIn } from './people.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const outside = ['/sign-in', '/sign-in?reset=1', '/sign-up', '/forgot-password', '/reset-password?token=x'];

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the screens before sign-in (${theme})`, async ({ page }) => {
    await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
    for (const path of outside) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      expect(violations.map((v) => `${path}: ${v.id}: ${v.nodes[0]?.html ?? ''}`)).toEqual([]);
    }
  });

  test(`axe finds nothing on any screen, and the browser complains of nothing (${theme})`, async ({ page }, info) => {
    test.setTimeout(180_000);
    const faults = listenForFaults(page);
    await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
    await signIn(page, demoPerson('checker'));
    for (const { path, title } of screens) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      expect(violations.map((v) => `${path}: ${v.id}: ${v.nodes[0]?.html ?? ''}`)).toEqual([]);
      await page.screenshot({ path: info.outputPath(`${theme}-${title.replaceAll(/\W+/g, '-')}.png`) });
    }
    expect(faults).toEqual([]);
  });
}

test('a dark theme is dark before any bundle has run', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.route('**/assets/*.js', () => {}); // never answered
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(13, 16, 23)');
});
