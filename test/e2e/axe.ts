// What stands in the way of people who read a page otherwise than by sight and mouse, as axe finds it.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails on anything that axe finds, by all of its rules; in the dark theme by those of contrast, since nothing but colours differs
 * there: look in the light one too. `within`: a selector; only there.
 */
export async function expectAccessible(page: Page, what = page.url(), within?: string): Promise<void> {
  const isDark = await page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark');
  // "Legacy": asks this one frame and opens no page of its own, which takes longer than the rules do. The console has no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (within !== undefined) axe.include(within);
  if (isDark) axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await axe.analyze();
  expect(
    violations.map(
      (v) =>
        `${what}: ${v.id}: ${v.nodes
          .map((n) => `${n.target.join(' ')} ${n.html}`)
          .slice(0, 3)
          .join(' | ')}`,
    ),
  ).toEqual([]);
}
