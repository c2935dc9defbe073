// An owner encrypts what tells of persons, changes the key, hands out what is held about one of them, and erases it all.

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { expectBarred, newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

const open = async (page: Page): Promise<string> => {
  await signUp(page.context());
  const tenantId = await newOrganisation(page.context());
  for (const label of ['Jane Doe', 'John Roe']) await post(page.context(), '/api/parties', { label, external_ref: `REF ${label}` });
  await post(page.context(), '/api/internal/tenants/invite', { email: 'guest@example.test' });
  return tenantId;
};

test('words are encrypted, their key is changed, one person’s are handed out, and all are erased', async ({ page }) => {
  const faults = listenForFaults(page);
  await open(page);
  await page.goto('/dashboard/privacy');
  const state = page.getByRole('region', { name: 'Personal data' });
  await expect(state.getByText('5, of which 5 in the clear')).toBeVisible();
  const log = page.getByRole('log', { name: 'Results' });
  await expect(log.getByText('The path and the answer of each call appear here.')).toBeVisible();

  await page.getByRole('button', { name: 'Tokenise now' }).click();
  await expect(page.getByText('Tokenise all stored emails now?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('button', { name: 'Tokenise', exact: true }).click();
  await expect(page.getByText('Email addresses tokenised (5 records updated)')).toBeVisible();
  await expect(log.getByText('/api/internal/gdpr/encrypt-now')).toBeVisible();
  await expect(log.getByText('"tokenized": 5')).toBeVisible();
  await expect(log.getByText('Encrypted: 5 records. Not touched: the sign-in e-mail of 1 member.')).toBeVisible();
  await expect(state.getByText('1 of members, as they are')).toBeVisible();
  await expect(state.getByText('encrypted', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Rotate key' }).click();
  await expect(page.getByText('Tenant key rotation queued')).toBeVisible();
  await expect(log.getByText('"status": "queued"')).toBeVisible();
  await expect(state.getByText('version 2')).toBeVisible();
  await expect(state.getByText(/Encrypting anew/)).toHaveCount(0, { timeout: 15_000 });

  const references = page.getByRole('region', { name: 'References as tokens' });
  await expect(references.getByText('in the log in the clear, for good')).toBeVisible();
  await references.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('New references are tokens')).toBeVisible();
  await expect(references.getByText('kept beside the log and can be erased')).toBeVisible();

  await page.getByLabel('E-mail address or party ID').fill('guest@example.test');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  const told = JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<string, unknown>;
  expect(told).toMatchObject({ subject: { email: 'guest@example.test' }, invitations: [{ status: 'pending' }] });

  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `privacy-${theme}`, { fullPage: true });
  });

  const eraseButton = page.getByRole('button', { name: 'Crypto erase', exact: true });
  for (const typed of ['', 'erase', 'ERASE ']) {
    await page.getByLabel('Confirmation').fill(typed);
    await eraseButton.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Type ERASE to confirm' })).toBeVisible();
  }
  await page.getByLabel('Confirmation').fill('ERASE');
  await eraseButton.click();
  await expect(page.getByText('Crypto erase encrypted PII now? This cannot be undone.')).toBeVisible();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByText('Encrypted fields erased')).toBeVisible();
  await expect(log.getByText('"status": "erased"')).toBeVisible();
  await expect(log.getByText('Erased: 5 records. Not touched: the sign-in e-mail of 1 member.')).toBeVisible();
  await visit(page, '/dashboard/directory/parties');
  await expect(page.getByRole('link', { name: 'erased' })).toHaveCount(2);
  await visit(page, '/dashboard/settings/organisation/people');
  await expect(page.getByText('erased').first()).toBeVisible();
  await keepPicture(page, 'erased', { fullPage: true });
  expect(faults).toEqual([]);
});

test('a wrong super token is refused and shown; the same cards are among the organisation’s settings', async ({ page }) => {
  await open(page);
  await page.goto('/dashboard/settings/organisation/security');
  await page.getByLabel('Super token (optional)').fill('not the token of anybody at all');
  await page.getByRole('button', { name: 'Rotate key' }).click();
  const log = page.getByRole('log', { name: 'Results' });
  await expect(log.getByText('/api/internal/crypto/rotate-tenant-key')).toBeVisible();
  await expect(log.getByText('"code": "UNAUTHORIZED"')).toBeVisible();
  await expect(page).toHaveURL(/security/);
  await expectAccessible(page);
  await keepPicture(page, 'security', { fullPage: true });
  await page.getByLabel('Super token (optional)').fill('');
  await post(page.context(), '/api/internal/tenants/deactivate', {});
  await page.reload();
  await expectBarred(page.getByRole('button', { name: 'Rotate key' }), 'This organisation is currently read-only.');
});
