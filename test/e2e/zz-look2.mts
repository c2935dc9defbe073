import { readFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';

const demo = JSON.parse(readFileSync('/tmp/w-approvals-data/demo.json', 'utf8'));
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: env as never, args: ['--no-sandbox'] });
const out = '/tmp/w-approvals-shots';
const as = async (who: string, theme: string) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: 'http://127.0.0.1:43130' });
  page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()));
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
  await page.goto('/sign-in');
  const p = demo.people.find((x: { email: string }) => x.email.startsWith(who));
  await page.getByLabel('Email').fill(p.email);
  await page.getByLabel('Password', { exact: true }).fill(p.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  return page;
};
const shot = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${out}/${name}.png` });
};
for (const theme of ['light', 'dark']) {
  const page = await as('checker', theme);
  await page.goto('/dashboard/admin/approvals');
  await page.getByRole('row').nth(2).click();
  await shot(page, `${theme}-queue`);
  await page.getByRole('link', { name: 'Open page' }).click();
  await shot(page, `${theme}-page`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await shot(page, `${theme}-approve`);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Approvals queue' }).first().scrollIntoViewIfNeeded();
  await page.getByRole('complementary', { name: 'Approval' }).count();
  const { approvals } = (await page.evaluate(async () => (await fetch('/api/internal/approvals/list')).json())) as {
    approvals: { intent_id: string }[];
  };
  await page.goto(`/dashboard/intents/${approvals[0]?.intent_id}`);
  await shot(page, `${theme}-intent`);
  await page.goto('/dashboard/settings/organisation/profile');
  await shot(page, `${theme}-profile`);
  await page.goto('/dashboard/period-close');
  await page.getByRole('row').nth(1).click();
  await shot(page, `${theme}-period`);
  await page.goto('/dashboard/admin/currencies');
  await page.getByRole('link', { name: /Danger zone/ }).scrollIntoViewIfNeeded();
  await shot(page, `${theme}-badge`);
  await page.close();
  const maker = await as('maker', theme);
  await maker.goto(`/dashboard/intents/${approvals[0]?.intent_id}`);
  await maker.getByRole('button', { name: 'Approve', exact: true }).hover();
  await shot(maker, `${theme}-maker`);
  await maker.close();
}
await browser.close();
