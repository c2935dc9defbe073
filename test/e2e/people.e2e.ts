// Who belongs to an organisation: invited by mail, let in, promoted, removed; and every way in which an invitation fails.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { expiredInvitation, mailedLink, newOrganisation, post, signUp, somebody } from './organisations.ts';
import { listenForFaults, signIn } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const PEOPLE = '/dashboard/settings/organisation/people';

async function owner(page: Page): Promise<string> {
  const name = `Guild ${somebody('x').email.slice(2, 10)}`;
  await signUp(page);
  await newOrganisation(page, name);
  await visit(page, PEOPLE);
  return name;
}

async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const form = page.getByRole('dialog', { name: 'Invite a person' });
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByText('Invite sent').first()).toBeVisible();
  return mailedLink(email);
}

/** Chooses an act of somebody's row. */
async function act(page: Page, email: string, name: string): Promise<void> {
  // A row that is read again while its menu is open takes the menu with it.
  await settled(page);
  await page.getByRole('button', { name: `Acts of ${email}` }).click();
  await page.getByRole('menuitem', { name }).click();
}

const elsewhere = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

test('a person is invited, signs up on the way, becomes an owner, and is removed', async ({ page, browser }) => {
  const faults = listenForFaults(page);
  const name = await owner(page);
  const guest = somebody('Gwen');
  const link = await invite(page, guest.email);
  await expect(page.getByRole('row', { name: new RegExp(guest.email) })).toBeVisible();

  const other = await elsewhere(browser);
  await other.goto(link);
  await expect(other.getByRole('link', { name: 'Sign in to accept' })).toBeVisible();
  await keepPicture(other, 'invite');
  await other.getByLabel('Name').fill(guest.name);
  await other.getByLabel('Email').fill(guest.email);
  await other.getByLabel('Password', { exact: true }).fill(guest.password);
  await other.getByRole('button', { name: 'Create account and accept' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await expect(other.getByRole('region', { name: 'Active organisation' })).toContainText(name);
  await visit(other, PEOPLE);
  await expect(other.getByText('Needs an owner.')).toBeVisible();

  await page.getByRole('button', { name: 'Refresh' }).click();
  const row = page.getByRole('grid', { name: 'People', exact: true }).getByRole('row', { name: new RegExp(guest.email) });
  // Until the list is read again the row is that of the invitation, which has no name.
  await expect(row).toContainText(guest.name);
  await act(page, guest.email, 'Make owner');
  await expect(page.getByText('Role updated')).toBeVisible();
  await expect(row).toContainText('Owner');

  await act(page, guest.email, 'Remove…');
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
  const row = page.getByRole('grid', { name: 'People', exact: true }).getByRole('row').nth(1);
  const own = /\S+@\S+/.exec(await row.getByRole('gridcell').first().innerText())?.[0] ?? '';
  await page.getByRole('button', { name: `Acts of ${own}` }).click();
  for (const [name, why] of [
    [/^Make member/, 'You can’t change your own role.'],
    [/^Remove/, 'You can’t remove or demote the last owner.'],
  ] as const) {
    const item = page.getByRole('menuitem', { name });
    await expect(item).toBeDisabled();
    await expect(item).toContainText(why);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('Email').fill(own);
  await page.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite a person' }).getByText('That person is already a member.')).toBeVisible();
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

  await act(page, guest.email, 'Revoke invitation');
  await page.getByRole('dialog', { name: 'Revoke this invitation?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Invite revoked')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(guest.email) })).toHaveCount(0);
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

test('on a phone and a tablet the acts of a row are in reach, and an invitation keeps its draft', async ({ page }) => {
  await owner(page);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(PEOPLE);
    await expect(page.getByRole('button', { name: /^Acts of/ })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('radio', { name: 'Auditor' }).check();
    await page.getByRole('button', { name: 'Send invite' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('not an address');
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await inBothThemes(page, async (theme) => {
      await keepPicture(page, `${width}-${theme}`);
      await expectAccessible(page, `people, ${width}, ${theme}`);
    });
  }
});
