import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.ts';

const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] } as never);
const { people } = JSON.parse(readFileSync('/tmp/w-signing-data/demo.json', 'utf8'));
const base = 'http://127.0.0.1:43170';
for (const theme of ['light', 'dark']) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: base, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('ERR', e.message));
  page.on('console', (m) => m.type() === 'error' && console.log('CON', m.text()));
  await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(people[0].email);
  await page.getByLabel('Password', { exact: true }).fill(people[0].password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/dashboard/);
  const shot = async (name: string) => {
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/w-signing-shots/${theme}-${name}.png` });
  };
  await page.goto('/dashboard/settings/organisation/security/signing-keys');
  if (theme === 'light') {
    await page.getByRole('button', { name: 'Register this browser' }).click();
    await page.getByLabel('Label').fill('Office laptop');
    await shot('register');
    await page.getByRole('button', { name: 'Register key' }).click();
    await page.waitForTimeout(800);
    await page.getByRole('button', { name: 'Generate key' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('Payment robot');
    await shot('generate');
    await page.getByRole('dialog').getByRole('button', { name: 'Generate key' }).click();
    await shot('once');
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Revoke Payment robot' }).click();
    await shot('revoke');
    await page.keyboard.press('Escape');
  }
  await shot('keys');
  await page.getByRole('row', { name: /Payment robot/ }).click();
  await shot('panel');
  await page.goto('/dashboard/settings/organisation/security');
  await page.getByRole('radio', { name: 'DEV' }).check();
  await page.getByLabel('Require a signature on every intent').check();
  await shot('security');
  await page.getByRole('radio', { name: 'EXTERNAL_JWKS' }).check();
  await shot('external');
  await page.goto('/dashboard/governance/security');
  await shot('posture');
  await page.goto('/dashboard/intents/post');
  await shot('post');
  await context.close();
}
await browser.close();
