// The demo's people, as the server's data directory tells them, and their sign-in.

import { readFileSync } from 'node:fs';
import { auth } from '@countinghouse/contract/features/auth';
import { expect, type Page } from '@playwright/test';
import { dataDir } from './server-under-test.ts';

interface DemoPerson {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

export function demoPerson(name: 'maker' | 'checker'): DemoPerson {
  const file = new URL('demo.json', dataDir);
  const { people } = JSON.parse(readFileSync(file, 'utf8')) as { readonly people: readonly DemoPerson[] };
  const found = people.find((p) => p.email.startsWith(name));
  if (found === undefined) throw new Error(`the demo has no ${name}`);
  return found;
}

/** Signs the browser in without its form; for tests that ask for what comes after. */
export async function beginSession(page: Page, { email, password }: { readonly email: string; readonly password: string }): Promise<void> {
  const answer = await page.request.post(auth.signIn.path, { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in as a person does, and arrives at the first screen. */
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
