// A screen that is loaded once and looked at in several widths.

import type { Page } from '@playwright/test';

const PHONE_PX = 390;

/** Makes the window so wide, and waits until the screen is drawn for it. */
export async function drawAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width <= PHONE_PX ? 844 : 900 });
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
}
