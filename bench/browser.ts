// The browser of the browser tests, for what is measured in one.

import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../test/e2e/browser.ts';

/** Null where there is none, which is said: `part` is not measured then. */
export async function startBrowser(part: string, note: (line: string) => void): Promise<Browser | null> {
  const { executablePath, env } = await findBrowser();
  if (!existsSync(executablePath ?? chromium.executablePath())) {
    note(`${part} not measured: no Chromium is here (CHROMIUM_PATH names one)`);
    return null;
  }
  return chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath === undefined ? {} : { executablePath }),
    ...(env === undefined ? {} : { env }),
  });
}
