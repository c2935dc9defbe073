// An owner connects the company's provider, shows that its domain is theirs and switches it on; somebody of the company signs in by it.
import { randomUUID } from 'node:crypto';
import { openDnsServer } from '@countinghouse/testkit/dns-server';
import { openOidcProvider } from '@countinghouse/testkit/oidc-provider';
import { openSamlProvider } from '@countinghouse/testkit/saml-provider';
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { listenForFaults } from './people.ts';
import { address, dnsPort } from './server-under-test.ts';
import { keepPicture, visit } from './walk.ts';

// Both ask the one DNS server of a run.
test.describe.configure({ mode: 'default' });

test('a company’s provider is connected, its domain verified, and somebody of it signs in by it as what their group says', async ({
  page,
  browser,
}) => {
  const faults = listenForFaults(page);
  const [dns, provider] = [await openDnsServer(dnsPort), await openOidcProvider(`${address}/sign-in/company`)];
  const domain = `${randomUUID().slice(0, 8)}.example`;
  try {
    await openBooks(page);
    await visit(page, '/dashboard/settings/organisation/single-sign-on');
    await expect(page.getByText('No connection yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add connection' }).click();
    const form = page.getByRole('dialog', { name: 'Add a connection' });
    await form.getByLabel('Name').fill('Acme sign-in');
    await form.getByLabel('Issuer').fill(provider.issuer);
    await form.getByLabel('Client ID').fill(provider.clientId);
    await form.getByLabel('Client secret').fill(provider.clientSecret);
    await form.getByLabel('Group 1', { exact: true }).fill('auditors');
    await form.getByLabel('Role of group 1').selectOption('auditor');
    await keepPicture(page, 'add');
    await form.getByRole('button', { name: 'Add connection' }).click();

    const panel = page.getByRole('region', { name: 'Acme sign-in' });
    await expect(panel.getByText('auditors: Auditor · others: Member')).toBeVisible();
    await panel.getByLabel('Domain to add to Acme sign-in').fill(domain);
    await panel.getByRole('button', { name: 'Add domain' }).click();
    await panel.getByRole('button', { name: `Verify ${domain}` }).click();
    await expect(page.getByText('does not have the record yet')).toBeVisible();
    const value = await panel.getByText('countinghouse-domain=').innerText();
    dns.set(`_countinghouse.${domain}`, [value]);
    await panel.getByRole('button', { name: `Verify ${domain}` }).click();
    await expect(panel.getByRole('button', { name: `Verify ${domain}` })).toHaveCount(0);
    await page.getByRole('button', { name: 'Acts of Acme sign-in' }).click();
    await page.getByRole('menuitem', { name: 'Switch on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await expect(panel.getByText('on', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Connect a directory to Acme sign-in' }).click();
    const shown = page.getByRole('dialog', { name: 'Token of the directory, shown once' });
    const token = await shown.getByRole('region', { name: 'Token of the directory' }).innerText();
    await keepPicture(page, 'token');
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await expect(panel.getByText(`${address}/scim/v2`)).toBeVisible();
    const told = { headers: { authorization: `Bearer ${token}` }, data: { userName: `grace@${domain}`, displayName: 'Grace Hopper' } };
    expect((await page.request.post(`${address}/scim/v2/Users`, told)).status()).toBe(201);
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page);
      await keepPicture(page, `connection-${theme}`);
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await keepPicture(page, 'phone', { fullPage: true });

    provider.signIn({ sub: 'ada', email: `ada@${domain}`, email_verified: true, name: 'Ada Lovelace', groups: ['auditors'] });
    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto('/sign-in');
    await theirs.getByRole('link', { name: 'Sign in with your company' }).click();
    await expect(theirs.getByRole('heading', { name: 'Sign in with your company' })).toBeVisible();
    await theirs.getByLabel('Email').fill('ada@nobody.example');
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await expect(theirs.getByText('No company sign-in is set up')).toBeVisible();
    await inBothThemes(theirs, async (theme) => {
      await expectAccessible(theirs);
      await keepPicture(theirs, `company-${theme}`);
    });
    await theirs.getByLabel('Email').fill(`ada@${domain}`);
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await theirs.waitForURL('**/dashboard');
    await visit(theirs, '/dashboard/settings/organisation/people');
    await expect(theirs.getByRole('row', { name: /Ada Lovelace/ })).toContainText('Auditor');
    await expect(theirs.getByRole('row', { name: /Grace Hopper/ })).toContainText('Member');
    await other.close();
  } finally {
    await Promise.all([dns.close(), provider.close()]);
  }
  expect(faults).toEqual([]);
});

test('a provider that speaks SAML is connected from its metadata, and somebody of it signs in by it', async ({ page, browser }) => {
  const faults = listenForFaults(page);
  const [dns, provider] = [await openDnsServer(dnsPort), await openSamlProvider(20)];
  const domain = `${randomUUID().slice(0, 8)}.example`;
  try {
    await openBooks(page);
    await visit(page, '/dashboard/settings/organisation/single-sign-on');
    await page.getByRole('button', { name: 'Add connection' }).click();
    const form = page.getByRole('dialog', { name: 'Add a connection' });
    await form.getByText('SAML 2.0').click();
    await form.getByLabel(/^Name/).fill('Acme SAML');
    await form.getByLabel('Metadata of the provider').fill('hello');
    await expect(form.getByText('This is not the metadata of a provider')).toBeVisible();
    await form.getByLabel('Metadata of the provider').fill(provider.metadata);
    await expect(form.getByLabel(/^Entity ID/)).toHaveValue(provider.entityId);
    await expect(form.getByLabel('Sign-on address')).toHaveValue(provider.signOnUrl);
    const acsUrl = await form.getByText(/\/acs$/).innerText();
    await form.getByLabel('Attributes as they are called by').selectOption('Microsoft Entra ID');
    await form.getByLabel('Attributes as they are called by').selectOption('Okta, Google or another');
    await expect(form.getByLabel('Attribute of groups')).toHaveValue('groups');
    await keepPicture(page, 'saml-add');
    await form.getByRole('button', { name: 'Add connection' }).click();

    const panel = page.getByRole('region', { name: 'Acme SAML' });
    await expect(panel.getByText(acsUrl)).toBeVisible();
    await expect(panel.getByText('Add the next one of the provider before it changes over')).toBeVisible();
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page);
      await keepPicture(page, `saml-${theme}`);
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await keepPicture(page, 'saml-phone', { fullPage: true });
    await panel.getByLabel('Domain to add to Acme SAML').fill(domain);
    await panel.getByRole('button', { name: 'Add domain' }).click();
    dns.set(`_countinghouse.${domain}`, [await panel.getByText('countinghouse-domain=').innerText()]);
    await panel.getByRole('button', { name: `Verify ${domain}` }).click();
    await expect(panel.getByRole('button', { name: `Verify ${domain}` })).toHaveCount(0);
    await page.getByRole('button', { name: 'Acts of Acme SAML' }).click();
    await page.getByRole('menuitem', { name: 'Switch on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await expect(panel.getByText('on', { exact: true })).toBeVisible();

    provider.signIn({ nameId: 'ada', attributes: { email: [`ada@${domain}`], displayName: ['Ada Lovelace'] } });
    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto('/sign-in/company');
    await theirs.getByLabel('Email').fill(`ada@${domain}`);
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await theirs.waitForURL('**/dashboard');
    await other.close();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/dashboard/settings/organisation/people');
    await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText('Member');
  } finally {
    await Promise.all([dns.close(), provider.close()]);
  }
  expect(faults).toEqual([]);
});
