// Who belongs to an organisation: invited by mail, let in, promoted, removed; and every way in which an invitation fails.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectBarred, expiredInvitation, mailedLink, newOrganisation, post, signUp, somebody } from './organisations.ts';
import { listenForFaults, signIn } from './people.ts';

const PEOPLE = '/dashboard/settings/organisation/people';

async function owner(page: Page): Promise<string> {
  const name = `Guild ${somebody('x').email.slice(2, 10)}`;
  await signUp(page);
  await newOrganisation(page, name);
  await page.goto(PEOPLE);
  return name;
}

async function invite(page: Page, email: string): Promise<string> {
  const form = page.getByRole('region', { name: 'Invite a person' });
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByText('Invite sent').first()).toBeVisible();
  return mailedLink(email);
}

const elsewhere = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

test('a person is invited, signs up on the way, becomes an owner, and is removed', async ({ page, browser }, info) => {
  const faults = listenForFaults(page);
  const name = await owner(page);
  const guest = somebody('Gwen');
  await expect(page.getByRole('button', { name: 'Send invite' })).toBeDisabled();
  const link = await invite(page, guest.email);
  await expect(page.getByRole('row', { name: new RegExp(guest.email) })).toBeVisible();

  const other = await elsewhere(browser);
  await other.goto(link);
  await expect(other.getByRole('link', { name: 'Sign in to accept' })).toBeVisible();
  await other.screenshot({ path: info.outputPath('invite.png') });
  await other.getByLabel('Name').fill(guest.name);
  await other.getByLabel('Email').fill(guest.email);
  await other.getByLabel('Password', { exact: true }).fill(guest.password);
  await other.getByRole('button', { name: 'Create account and accept' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await expect(other.getByRole('region', { name: 'Active organisation' })).toContainText(name);
  await other.goto(PEOPLE);
  await expect(other.getByText('Needs an owner.')).toBeVisible();

  await page.getByRole('button', { name: 'Refresh' }).click();
  const row = page.getByRole('grid', { name: 'Members', exact: true }).getByRole('row', { name: new RegExp(guest.email) });
  await row.getByRole('button', { name: `Make owner: ${guest.email}` }).click();
  await expect(page.getByText('Role updated')).toBeVisible();
  await expect(row).toContainText('Owner');

  await row.getByRole('button', { name: `Remove ${guest.email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this member?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Member removed')).toBeVisible();
  await expect(row).toHaveCount(0);
  await other.goto('/dashboard');
  await expect(other.getByText('No organisation selected. Create one to get started.')).toBeVisible();

  await other.goto(link);
  await other.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(other.getByText('This invitation was already accepted.')).toBeVisible();
  expect(faults).toEqual([]);
});

test('the last owner stays, nobody changes their own role, and a member is not invited again', async ({ page }) => {
  await owner(page);
  const row = page.getByRole('grid', { name: 'Members', exact: true }).getByRole('row').nth(1);
  await expectBarred(row.getByRole('button', { name: /^Make/ }), 'You can’t change your own role.');
  await expectBarred(row.getByRole('button', { name: /^Remove/ }), 'You can’t remove or demote the last owner.');
  const own = (await row.getByRole('gridcell').first().innerText()).split(/\s/)[0] ?? '';
  await page.getByLabel('Email').fill(own);
  await page.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByRole('region', { name: 'Invite a person' }).getByText('That person is already a member.')).toBeVisible();
  await expect(page.getByRole('status').getByText('That person is already a member.')).toBeVisible();
});

test('a revoked invitation is no longer valid, and one of somebody else says so', async ({ page, browser }) => {
  await owner(page);
  const guest = somebody('Rita');
  const link = await invite(page, guest.email);
  const other = await elsewhere(browser);
  await signUp(other, somebody('Stan'));
  await other.goto(link);
  await other.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(other.getByText('This invitation was sent to a different email address.')).toBeVisible();

  await page.getByRole('button', { name: `Revoke the invitation of ${guest.email}` }).click();
  await page.getByRole('dialog', { name: 'Revoke this invitation?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Invite revoked')).toBeVisible();
  await expect(page.getByText('No pending invitations')).toBeVisible();
  await other.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(other.getByText('This invitation is no longer valid.')).toBeVisible();
});

test('an invitation that has expired says so', async ({ page, browser }) => {
  await signUp(page);
  const tenantId = await newOrganisation(page);
  const guest = somebody('Ella');
  const other = await elsewhere(browser);
  await signUp(other, guest);
  await other.goto(await expiredInvitation(page, tenantId, guest.email));
  await other.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(other.getByText('This invitation has expired. Send a new one.')).toBeVisible();
});

test('an account that never proved its mailbox signs in, comes back, and sets a new password to accept', async ({ page, browser }) => {
  const name = await owner(page);
  const guest = somebody('Nora');
  const other = await elsewhere(browser);
  await signUp(other, guest);
  await post(other, '/api/auth/sign-out', {});
  const link = await invite(page, guest.email);
  await other.goto(link);
  await other.getByRole('link', { name: 'Sign in to accept' }).click();
  await other.getByLabel('Email').fill(guest.email);
  await other.getByLabel('Password', { exact: true }).fill(guest.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('button', { name: 'Accept invitation' }).click();
  const password = `${guest.password} anew`;
  await other.getByLabel('New password').fill('too short');
  await other.getByRole('button', { name: 'Set password and accept' }).click();
  await expect(other.getByText('Use a password of at least 15 characters.')).toBeVisible();
  await other.getByLabel('New password').fill(password);
  await other.getByRole('button', { name: 'Set password and accept' }).click();
  await expect(other.getByRole('region', { name: 'Active organisation' })).toContainText(name);
  const third = await elsewhere(browser);
  await signIn(third, { email: guest.email, password });
});
