import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.ts';

const demo = JSON.parse(readFileSync('/tmp/w-approvals-data/demo.json', 'utf8'));
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: env as never, args: ['--no-sandbox'] });
const out = process.argv[2] ?? '/tmp/w-approvals-shots';
const who = process.argv[3] ?? 'checker';
const steps = process.argv.slice(4);
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: 'http://127.0.0.1:43130' });
  page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()));
  await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
  await page.goto('/sign-in');
  const p = demo.people.find((x: { email: string }) => x.email.startsWith(who));
  await page.getByLabel('Email').fill(p.email);
  await page.getByLabel('Password', { exact: true }).fill(p.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  for (const [i, step] of steps.entries()) {
    if (step.startsWith('/')) await page.goto(step);
    else if (step.startsWith('click:'))
      await page
        .getByRole('button', { name: step.slice(6), exact: true })
        .first()
        .click();
    else if (step.startsWith('row:'))
      await page
        .getByRole('row')
        .nth(Number(step.slice(4)))
        .click();
    else if (step.startsWith('link:'))
      await page
        .getByRole('link', { name: step.slice(5) })
        .first()
        .click();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${out}/${theme}-${i}.png` });
  }
  await page.close();
}
await browser.close();
