// Somebody reads the reference of the API in a browser that holds the page to its policy.

import { expect, test } from '@playwright/test';
import { keepPicture } from './walk.ts';

test('the reference of the API is read under its policy: it does without eval, and a script that is planted does not run', async ({
  page,
}) => {
  const refused: string[] = [];
  await page.exposeFunction('noteRefused', (what: string) => refused.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => {
      const { noteRefused } = window as unknown as { noteRefused: (what: string) => void };
      noteRefused(`${event.violatedDirective} ${event.blockedURI}`);
    }),
  );
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { name: 'Countinghouse', level: 1 })).toBeVisible();
  await expect(page.getByText('Sign in with e-mail and password').first()).toBeVisible();
  await keepPicture(page, 'api-reference');
  // A library within tries whether it may compile code, and goes on without.
  expect(refused).toEqual(['script-src eval']);
  expect(failures).toEqual([]);

  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.planted = true';
    document.body.append(script);
  });
  await expect.poll(() => refused).toEqual(['script-src eval', 'script-src-elem inline']);
  expect(await page.evaluate(() => 'planted' in window)).toBe(false);
});
