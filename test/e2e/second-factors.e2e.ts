// A person sets up a second factor, signs in with a code of it and with a recovery code, ends a session; an owner asks everybody for one.

import { totp } from '@countinghouse/testkit/totp';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { type Newcomer, newOrganisation, proveMailbox, signUp, somebody } from './organisations.ts';
import { keepPicture, visit } from './walk.ts';

const ACCOUNT_SECURITY = '/dashboard/account/security';

/** A code that was not used yet, those first that are taken longest: a half minute may end before one is typed. */
function codes(secret: string): () => string {
  const used = new Set<string>();
  return () => {
    const free = [0, 1, -1].map((steps) => totp(secret, Date.now(), steps)).find((code) => !used.has(code)) ?? '';
    used.add(free);
    return free;
  };
}

/** Sets one up on the page; answers its codes, and the recovery codes that were shown. */
async function setUp(page: Page, person: Newcomer): Promise<{ readonly next: () => string; readonly recovery: readonly string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.getByLabel('Secret', { exact: true }).innerText()).replaceAll(' ', '');
  const next = codes(secret);
  await page.getByLabel('Code of the app').fill(next());
  await page.getByRole('button', { name: 'Confirm' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const recovery = await list.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 of 10 recovery codes are left')).toBeVisible();
  return { next, recovery };
}

async function typePassword(page: Page, { email, password }: Newcomer): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
}

test('a second factor is set up, asked for at sign-in, and its recovery codes stand in', async ({ page }) => {
  const person = await proveMailbox(page.context(), await signUp(page.context(), somebody('Fay')));
  await newOrganisation(page.context());
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Account security' }).click();
  await expect(page.getByRole('heading', { name: 'Account security', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill('wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The password is not right.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const { next, recovery } = await setUp(page, person);
  await keepPicture(page, 'second-factors', { fullPage: true });

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await typePassword(page, person);
  await expectAccessible(page);
  await page.getByLabel('Code of the app').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The code is not right.');
  await keepPicture(page, 'second-factors-step');
  await page.getByLabel('Code of the app').fill(next());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await typePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await visit(page, ACCOUNT_SECURITY);
  await expect(page.getByText('9 of 10 recovery codes are left')).toBeVisible();
});

test('a session is seen and ended: its next page is the sign-in', async ({ page, browser }) => {
  const person = await proveMailbox(page.context(), await signUp(page.context(), somebody('Sol')));
  await newOrganisation(page.context());
  const other: BrowserContext = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  });
  const there = await other.newPage();
  await there.goto('/sign-in');
  await there.getByLabel('Email').fill(person.email);
  await there.getByLabel('Password', { exact: true }).fill(person.password);
  await there.getByRole('button', { name: 'Sign in' }).click();
  await expect(there).toHaveURL(/\/dashboard$/);

  await page.goto(ACCOUNT_SECURITY);
  const table = page.getByRole('table', { name: 'Sessions' });
  await expect(table.getByText('this session')).toHaveCount(1);
  await expect(table.getByText('Firefox on Windows')).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `account-security-${theme}`, { fullPage: true });
  });
  await page.getByRole('button', { name: /End the session of Firefox on Windows/ }).click();
  await expect(table.getByText('Firefox on Windows')).toHaveCount(0);
  await there.goto('/dashboard/balances');
  await expect(there).toHaveURL(/\/sign-in/);
  await other.close();
});

test('an owner with a second factor asks everybody for one: who has none is led to set one up', async ({ page }) => {
  const owner = await proveMailbox(page.context(), await signUp(page.context(), somebody('Ona')));
  await newOrganisation(page.context());
  await page.goto('/dashboard/settings/organisation/security');
  await expect(page.getByRole('button', { name: 'Ask every member' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'Set up your own' }).click();
  const { recovery } = await setUp(page, owner);
  await visit(page, '/dashboard/settings/organisation/security');
  await page.getByRole('button', { name: 'Ask every member' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask every member' }).click();
  await expect(page.getByText('Every member needs a second factor.')).toBeVisible();
  await visit(page, '/dashboard/governance/security');
  await expect(page.getByRole('table', { name: 'Second factors' }).getByText(owner.email)).toBeVisible();
  await expect(page.getByText('1 of 1 members have one')).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `posture-people-${theme}`, { fullPage: true });
  });

  // Without it nothing opens but the way to it.
  await visit(page, ACCOUNT_SECURITY);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(owner.password);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The code is not right.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(recovery[0] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Until you have one you can do nothing else there.')).toBeVisible();
  await page.goto('/dashboard/balances');
  await expect(page.getByRole('heading', { name: /asks its members for a second factor/ })).toBeVisible();
  await keepPicture(page, 'second-factor-gate');
  await page.getByRole('link', { name: 'Set one up' }).click();
  await setUp(page, owner);
  await page.goto('/dashboard/balances');
  await expect(page.getByRole('heading', { name: 'Accounts & Balances', level: 1 })).toBeVisible();
});
