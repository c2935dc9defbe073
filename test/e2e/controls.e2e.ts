// A control from its first version to its retirement: created, found, due, attested, changed, read, retired.
import { expect, test } from '@playwright/test';
import { expectBarred, newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';

const COMPLIANCE = '/dashboard/admin/compliance';

test('a control is created, attested, changed and retired, with its history to be read', async ({ page }) => {
  test.setTimeout(120_000);
  const faults = listenForFaults(page);
  const shot = (name: string) => keepPicture(page, `${name}`);
  await signUp(page.context());
  await newOrganisation(page.context());
  await page.goto(COMPLIANCE);
  await expect(page.getByText('No controls yet')).toBeVisible();

  await page.getByRole('button', { name: 'New control' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New control' });
  const spec = dialog.getByLabel('Spec');
  await spec.fill('{\n  "attest_every_days": 30,\n  owner: 1\n}');
  await expect(dialog.getByText('Not JSON at line 3, column 3')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create control' }).click();
  await expect(dialog.getByText('Control spec must be valid JSON')).toBeVisible();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Bank access');
  await spec.fill('{"attest_every_days":0,"note":"who may sign"}');
  await dialog.getByRole('button', { name: 'Create control' }).click();
  await expect(dialog.getByText('attest_every_days: Use a whole number of days')).toBeVisible();
  await spec.fill('{"attest_every_days":30,"note":"who may sign"}');
  await dialog.getByRole('button', { name: 'Format' }).click();
  await expect(spec).toHaveValue('{\n  "attest_every_days": 30,\n  "note": "who may sign"\n}');
  await dialog.getByRole('button', { name: 'Create control' }).click();
  const panel = page.getByRole('complementary', { name: 'Bank access' });
  await expect(panel).toContainText(/every 30 days.*Nobody attested it yet/s);
  await expect(page.getByText('1 to attest now.')).toBeVisible();
  await shot('1-due');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Attest control' }).click();
  const attest = page.getByRole('dialog', { name: 'Attest control' });
  await attest.getByRole('button', { name: 'Attest' }).click();
  await expect(attest.getByText('Select a control to attest')).toBeVisible();
  await attest.getByRole('combobox', { name: 'Control' }).click();
  await page.getByRole('option', { name: 'Bank access · due' }).click();
  await attest.getByLabel('Failed: it does not').check();
  await attest.getByLabel('Evidence').fill('Two keys were out.\nTicket 12.');
  await attest.getByRole('button', { name: 'Attest' }).click();
  await expect(panel.getByRole('region', { name: 'Attestations' })).toContainText(/failed.*Two keys were out\..*version 1/s);
  await expect(panel).toContainText('up to date');

  await panel.getByRole('button', { name: 'New version' }).click();
  const version = page.getByRole('dialog', { name: 'New version of Bank access' });
  await version.getByLabel('Spec').fill('{"attest_every_days":90,"note":"who may sign, and where"}');
  await version.getByRole('button', { name: 'Save version' }).click();
  await expect(panel).toContainText(/every 90 days/);
  await panel.getByRole('button', { name: /Version 1/ }).click();
  await expect(panel.getByRole('group', { name: 'spec of version 1', exact: true })).toContainText('"who may sign"');
  await shot('2-history');

  await page.getByLabel('Filter controls').fill('and where');
  await expect(page.getByText('1 of 1 controls')).toBeVisible();
  await page.getByLabel('Filter controls').fill('nothing like it');
  await expect(page.getByText('0 of 1 controls')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('1 of 1 controls')).toBeVisible();

  await panel.getByRole('button', { name: 'Retire' }).click();
  await page.getByRole('dialog', { name: 'Retire Bank access?' }).getByRole('button', { name: 'Retire' }).click();
  await expect(panel).toContainText(/Retired by\s*Olive \(you\)/);
  await expect(page.getByText('0 of 0 controls')).toBeVisible();
  await page.getByText('Retired too').click();
  await expect(page).toHaveURL(/retired=shown/);
  await expect(page.getByText('1 of 1 controls')).toBeVisible();

  await post(page, '/api/internal/tenants/deactivate', {});
  await page.goto(COMPLIANCE);
  await expectBarred(page.getByRole('button', { name: 'New control' }).first(), 'This organisation is currently read-only.');
  expect(faults).toEqual([]);
});
