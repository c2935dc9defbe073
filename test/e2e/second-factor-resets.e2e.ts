// Two owners agree that a member has lost their second factor; the member, who has not, sees it and keeps it.

import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { totp } from '@countinghouse/testkit/totp';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { join, newOrganisation, post, signUp, somebody } from './organisations.ts';
import { keepPicture } from './walk.ts';

/** Sets an authenticator app up by call. */
async function enrol(page: Page, password: string): Promise<void> {
  const { secret } = await post(page, secondFactors.enrol.path, { password });
  await post(page, secondFactors.verify.path, { code: totp(String(secret), Date.now()) });
}

test('two owners agree to remove a lost second factor, and who has it keeps it', async ({ page, browser }) => {
  await signUp(page.context(), somebody('Olga'));
  await newOrganisation(page.context());
  const { page: second } = await join(browser, page, 'owner');
  const { page: member, password } = await join(browser, page, 'member');
  await enrol(member, password);

  await page.goto('/dashboard/governance/security');
  const panel = page.getByRole('region', { name: 'Lost second factors' });
  await panel.getByRole('button', { name: 'Remove one' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Member' }).click();
  await page.getByRole('option', { name: /^Mel/ }).click();
  await keepPicture(page, 'second-factor-reset-ask');
  await dialog.getByRole('button', { name: 'Ask another owner' }).click();
  await expect(dialog).toHaveCount(0);

  await second.goto('/dashboard/admin/approvals');
  await second.getByRole('row', { name: /Remove a lost second factor/ }).click();
  const waiting = second.getByRole('complementary', { name: 'Approval' });
  await expect(waiting.getByRole('table', { name: 'What changes' })).toContainText(/Second factor of Mel/i);
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('Nothing waits', { exact: true })).toBeVisible();

  await member.goto('/dashboard/account/security');
  await expect(member.getByText('Your second factor is to be removed')).toBeVisible();
  await inBothThemes(member, async (theme) => {
    await expectAccessible(member);
    await keepPicture(member, `second-factor-reset-keep-${theme}`, { fullPage: true });
  });
  await member.getByRole('button', { name: 'Keep it' }).click();
  await expect(member.getByText('Your second factor is to be removed')).toHaveCount(0);
});
