// What stands in the way of people who read a page otherwise than by sight and mouse, as axe finds it.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails on anything that axe finds, by all of its rules. `within`: a selector; only there. */
export async function expectAccessible(page: Page, what = page.url(), within?: string): Promise<void> {
  // "Legacy": asks this one frame and opens no page of its own, which takes longer than the rules do. The console has no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
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
