// Pictures of the console for the documents: taken by the browser tests at the point that a page tells of, so that none shows a
// screen that is no longer there. `npm run docs:images` writes them; any other run compares nothing and leaves the files alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { indexed } from './png.ts';
import { settled } from './walk.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const writes = process.env['DOCS_IMAGES'] === '1';

/** Keeps the window as it is now as docs/images/<name>.png, in at most 256 colours. Does nothing unless DOCS_IMAGES is 1. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!writes) return;
  await settled(page);
  // What was said of the step before would lie over this one.
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0)
    await dismiss
      .first()
      .click({ timeout: 1_000 })
      .catch(() => {});
  await page.mouse.move(0, 0);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.png`, indexed(await page.screenshot({ animations: 'disabled', caret: 'hide' })));
}
