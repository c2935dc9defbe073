// The demo's people, as the server's data directory tells them, and their sign-in as a person does it.

import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

interface DemoPerson {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

const port = process.env['PORT'] ?? '43210';

export function demoPerson(name: 'maker' | 'checker'): DemoPerson {
  const file = new URL(`../../node_modules/.cache/e2e-data/${port}/demo.json`, import.meta.url);
  const { people } = JSON.parse(readFileSync(file, 'utf8')) as { readonly people: readonly DemoPerson[] };
  const found = people.find((p) => p.email.startsWith(name));
  if (found === undefined) throw new Error(`the demo has no ${name}`);
  return found;
}

export async function signIn(page: Page, person: { readonly email: string; readonly password: string }): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** What the browser itself complained of: blocked scripts and styles, uncaught errors. A test expects it to be empty. */
export function listenForFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}
