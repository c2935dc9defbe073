// Branding: checked for contrast while it is chosen, and worn by console and portal once it is saved.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { newOrganisation, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const LOGO = 'https://logo.example.test/mark.svg';

const background = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

test('colours, name and logo dress the console and the portal', async ({ page }) => {
  const faults = listenForFaults(page);
  await page.route(LOGO, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="16" fill="teal"/></svg>',
    }),
  );
  await signUp(page);
  await newOrganisation(page, 'Plain Name Ltd');
  await page.goto('/dashboard/admin/branding');
  await page.getByLabel('Display name').fill('Harbour & Co');
  await page.getByLabel('Logo URL').fill(LOGO);
  await page.getByRole('textbox', { name: 'Primary colour' }).fill('#0b5a6b');
  await page.getByRole('textbox', { name: 'Accent colour' }).fill('#9a3700');
  await expect(page.getByRole('list', { name: 'Contrast' })).toContainText('White text on primary');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Harbour & Co');
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Branding updated')).toBeVisible();
  const head = page.getByRole('button', { name: /Switch organisation or entity/ });
  await expect(head).toContainText('Harbour & Co');
  await expect(head.locator('img')).toHaveAttribute('src', LOGO);

  await page.goto('/dashboard');
  await expect(head).toContainText('Harbour & Co');
  await expect.poll(() => background(page, 'button:has-text("Use the standard chart")')).toBe('rgb(11, 90, 107)');
  await visit(page, '/dashboard/portal');
  await expect(page.getByRole('main')).toContainText('Harbour & Co');
  await settled(page);
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `portal-${theme}`);
  });
  expect(faults).toEqual([]);
});

test('a colour that white text cannot stand on is warned of, and worn with dark text', async ({ page }) => {
  await signUp(page);
  await newOrganisation(page);
  await page.goto('/dashboard/admin/branding');
  await page.getByRole('textbox', { name: 'Primary colour' }).fill('#ffd43b');
  await expect(page.getByText(/White text on the primary colour stays below 4.5:1/)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Branding updated')).toBeVisible();
  await page.goto('/dashboard');
  await settled(page);
  await inBothThemes(page, (theme) => expectAccessible(page, theme));
});
