// What stands in the way of people who read a page otherwise than by sight and mouse, as axe finds it.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Theme = 'dark' | 'light';

/**
 * Looks at a page in the dark theme, then in the light one, without loading it again: the theme follows the system's, which changes
 * under the page. Only for who has not chosen a theme.
 */
export async function inBothThemes(page: Page, look: (theme: Theme) => Promise<unknown>): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await look(colorScheme);
  }
}

/**
 * Fails on anything that axe finds, by all of its rules; in the dark theme by those of contrast, since nothing but colours differs
 * there: look in the light one too. `within`: a selector; only there.
 */
export async function expectAccessible(page: Page, what = page.url(), within?: string): Promise<void> {
  const isDark = await page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark');
  // "Legacy": asks this one frame and opens no page of its own, which takes longer than the rules do. The console has no frames.
  // Only violations are described: to describe every element that passes takes longer than the rules do, too.
  // Style sheets are not read beforehand: only a rule that axe counts as an experiment, and does not run, would ask for them.
  const preload = isDark ? false : { assets: ['media'] };
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload });
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
