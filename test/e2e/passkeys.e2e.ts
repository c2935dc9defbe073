// A person adds a passkey, signs in with it and with nothing else, gives it another name, and removes it.

import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { newOrganisation, proveMailbox, signUp, somebody } from './organisations.ts';
import { port } from './server-under-test.ts';
import { keepPicture, visit } from './walk.ts';

const ACCOUNT_SECURITY = '/dashboard/account/security';
/** Passkeys are bound to a name: at an address of numbers browsers make none. */
const address = `http://localhost:${port}`;
test.use({ baseURL: address, extraHTTPHeaders: { origin: address } });

/** A device of Chromium's own, whose holder is always there and always verified. */
async function plugIn(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return device;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('a passkey is added, signs in by itself, and signs in no more once it is removed', async ({ page }) => {
  const person = await proveMailbox(page.context(), await signUp(page.context(), somebody('Pia')));
  await newOrganisation(page.context());
  await plugIn(page);
  await page.goto(ACCOUNT_SECURITY);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The password is not right.')).toBeVisible();
  await dialog.getByLabel('Name of the passkey').fill('Work laptop');
  await keepPicture(page, 'passkey-add');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const table = page.getByRole('table', { name: 'Passkeys' });
  await expect(table.getByText('Work laptop')).toBeVisible();
  await expect(table.getByText('never')).toBeVisible();

  await signOut(page);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `sign-in-passkey-${theme}`);
  });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await visit(page, ACCOUNT_SECURITY);
  await expect(table.getByText('never')).toHaveCount(0);
  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(table.getByText('Old laptop')).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectAccessible(page);
    await keepPicture(page, `passkeys-${theme}`, { fullPage: true });
  });

  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(person.password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(table).toHaveCount(0);
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey opens no account here');
});
