// How intents are signed: the mode, keys that are made and revoked, and a posting that this browser signs.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { chooseAccount, openBooks } from './books.ts';
import { expectBarred, get, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { visit } from './walk.ts';

test('an owner asks for signatures, registers this browser and posts an intent that it signed', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);

  await page.goto('/dashboard/settings/organisation/security');
  const form = page.getByRole('region', { name: 'Signing' });
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await form.getByRole('radio', { name: 'EXTERNAL_JWKS' }).check();
  await form.getByLabel('Address of your key set').fill('https://169.254.169.254/jwks.json');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The address leads to a network that is not public.')).toBeVisible();
  await form.getByLabel('Address of your key set').fill('');
  await form.getByRole('radio', { name: 'DEV' }).check();
  await form.getByLabel('Require a signature on every intent').check();
  await expect(form.getByText('Without an active key, and unable to post')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();

  await visit(page, '/dashboard/intents/post');
  await chooseAccount(page, 'Debit account', 'BANK');
  await chooseAccount(page, 'Credit account', 'SALES');
  await page.getByRole('group', { name: 'Row 1' }).getByLabel('Amount').fill('12.50');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Signature required before submitting');
  const signature = page.getByRole('region', { name: 'Signature' });
  await signature.getByRole('button', { name: 'Register this browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register a key of this browser' });
  await dialog.getByRole('button', { name: 'Register key' }).click();
  await expect(dialog.getByText('Label is required')).toBeVisible();
  await dialog.getByLabel('Label').fill('Test laptop');
  await dialog.getByRole('button', { name: 'Register key' }).click();
  await expect(page.getByText('This browser can sign now')).toBeVisible();

  const sign = signature.getByRole('button', { name: 'Sign with this browser’s key' });
  await sign.click();
  await expect(signature.getByRole('textbox', { name: 'Signature' })).toHaveValue(/^[\w-]+\.\.[\w-]{86}$/);
  // What is signed is what is sent: a change takes the signature away.
  await page.getByLabel('Narrative', { exact: true }).fill('Signed here');
  await expect(signature.getByRole('textbox', { name: 'Signature' })).toHaveValue('');
  await sign.click();
  await expect(signature.getByRole('textbox', { name: 'Signature' })).toHaveValue(/\.\./);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status', { name: 'Receipt' })).toContainText('Posted once, and chained.');
  const { events } = (await get(page, '/api/v1/events?limit=1')) as {
    events: { payload: { checks: { signature: string } }; signature: string }[];
  };
  expect(events[0]).toMatchObject({ signature: expect.stringContaining('..'), payload: { checks: { signature: 'verified' } } });

  // Nothing that runs in the page can read the private part.
  const exported = await page.evaluate(async () => {
    const opening = indexedDB.open('countinghouse-keys', 1);
    const kept = await new Promise<{ privateKey: CryptoKey }[]>((resolve) => {
      opening.onsuccess = () => {
        const all = opening.result.transaction('keys').objectStore('keys').getAll();
        all.onsuccess = () => resolve(all.result as { privateKey: CryptoKey }[]);
      };
    });
    const tried = await Promise.all(
      kept.map(({ privateKey }) =>
        crypto.subtle.exportKey('pkcs8', privateKey).then(
          () => 'read',
          () => 'refused',
        ),
      ),
    );
    return tried;
  });
  expect(exported).toEqual(['refused']);

  await visit(page, '/dashboard/governance/security');
  await expect(page.getByRole('region', { name: 'Signing mode' })).toContainText('required on every intent');
  await expect(page.getByRole('region', { name: 'Signing mode' })).toContainText('Can sign.');
  await expect(page.getByRole('region', { name: 'Tenant state' })).toContainText('Active');
  await expect(page.getByRole('row', { name: /Test laptop/ })).toContainText('this browser');
  expect(faults).toEqual([]);
});

test('a generated key is shown once and can be downloaded; revoking is offered while it is active, and asked for again', async ({
  page,
}) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto('/dashboard/settings/organisation/security/signing-keys');
  await expect(page.getByRole('row', { name: /Chain key/ })).toContainText('ACTIVE');
  await page.getByRole('button', { name: 'Generate key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate a key' });
  await dialog.getByLabel('Label').fill('Payment robot');
  await dialog.getByRole('button', { name: 'Generate key' }).click();
  const once = page.getByRole('dialog', { name: 'Private key, shown once' });
  await expect(once.getByText('Nobody can show it again')).toBeVisible();
  await expectAccessible(page, undefined, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(once).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), once.getByRole('button', { name: 'Download' }).click()]);
  const jwk = JSON.parse(await readFile(await download.path(), 'utf8')) as { kid: string; x: string };
  expect(createPublicKey(createPrivateKey({ key: jwk as never, format: 'jwk' })).export({ format: 'jwk' }).x).toBe(jwk.x);
  await once.getByRole('button', { name: 'I have kept it' }).click();
  await expect(once).toHaveCount(0);
  expect(await page.content()).not.toContain((jwk as unknown as { d: string }).d);

  const row = page.getByRole('row', { name: /Payment robot/ });
  await expect(row).toContainText('ACTIVE');
  await row.getByRole('button', { name: 'Revoke Payment robot' }).click();
  const confirm = page.getByRole('dialog', { name: 'Revoke Payment robot?' });
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirm.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Key revoked')).toBeVisible();
  await expect(row).toContainText('revoked');
  await expect(row.getByRole('button', { name: /Revoke/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Revoke Chain key' }).click();
  await page.getByRole('dialog', { name: 'Revoke Chain key?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('its successor signs now')).toBeVisible();
  await expect(page.getByRole('row', { name: /Chain key/ })).toHaveCount(2);
  // The address keeps what was chosen.
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'ACTIVE' }).click();
  await expect(page.getByRole('row', { name: /Chain key/ })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('row', { name: /Chain key/ })).toHaveCount(1);
  await page.getByRole('row', { name: /Chain key/ }).click();
  await expect(page.getByRole('complementary', { name: 'Chain key' })).toContainText('Signs the head of the log after every batch.');
  expect(faults).toEqual([]);
});

test('the posture is for everybody to see; a read-only organisation says why it takes no key', async ({ page }) => {
  await openBooks(page);
  await page.goto('/dashboard/governance/security');
  await page.getByRole('button', { name: 'Register this browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register a key of this browser' });
  await dialog.getByLabel('Label').fill('Office');
  await dialog.getByRole('button', { name: 'Register key' }).click();
  await expect(page.getByRole('row', { name: /Office/ })).toContainText('ACTIVE');
  await expect(page.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
  await post(page, '/api/internal/tenants/deactivate', {});
  await page.reload();
  await expectBarred(page.getByRole('button', { name: 'Register this browser' }), 'This organisation is currently read-only.');
});
