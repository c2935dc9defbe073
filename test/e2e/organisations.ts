// A person and an organisation of one's own for each test: the demo's is shared by all that run at once.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type APIResponse, type BrowserContext, expect, type Locator } from '@playwright/test';

const port = process.env['PORT'] ?? '43210';
const mails = new URL(`../../node_modules/.cache/e2e-data/${port}/mail/`, import.meta.url);

export interface Newcomer {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export const somebody = (name: string): Newcomer => ({
  email: `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.test`,
  password: `password of ${name} ${randomUUID().slice(0, 8)}`,
  name,
});

type Caller = Pick<BrowserContext, 'request'>;

async function checked(answer: APIResponse): Promise<Record<string, unknown>> {
  const text = await answer.text();
  expect(answer.status(), text).toBe(200);
  return JSON.parse(text) as Record<string, unknown>;
}

export const post = async (who: Caller, path: string, data: unknown): Promise<Record<string, unknown>> =>
  checked(await who.request.post(path, { data }));

export const get = async (who: Caller, path: string): Promise<Record<string, unknown>> => checked(await who.request.get(path));

/** Makes an account and signs its browser in. */
export async function signUp(who: Caller, person: Newcomer = somebody('Olive')): Promise<Newcomer> {
  await post(who, '/api/auth/sign-up/email', person);
  return person;
}

/** Makes an organisation and works in it. Answers its id. */
export async function newOrganisation(who: Caller, name = `Org ${randomUUID().slice(0, 8)}`): Promise<string> {
  const { tenantId } = await post(who, '/api/internal/tenants/create', { name });
  await post(who, '/api/internal/tenants/switch', { tenantId });
  return String(tenantId);
}

/** A chart of two GL accounts, as ids. */
export async function chart(who: Caller): Promise<{ readonly bank: string; readonly revenue: string }> {
  const create = (data: object) => post(who, '/api/internal/ledger-accounts/create', data);
  await create({ code: '1000', title: 'Bank', class: 'A', normalBalance: 'DR' });
  await create({ code: '4000', title: 'Revenue', class: 'I', normalBalance: 'CR' });
  const { gl } = (await get(who, '/api/internal/ledger-accounts/list')) as { gl: { id: string; code: string }[] };
  const idOf = (code: string): string => gl.find((a) => a.code === code)?.id ?? '';
  return { bank: idOf('1000'), revenue: idOf('4000') };
}

/** The path of the link in the latest mail to an address. */
export async function mailedLink(email: string): Promise<string> {
  const find = (): string | undefined =>
    existsSync(mails)
      ? readdirSync(mails)
          .sort()
          .map((file) => readFileSync(new URL(file, mails), 'utf8'))
          .findLast((text) => text.startsWith(`To: ${email}\n`))
      : undefined;
  await expect.poll(find).toBeDefined();
  const link = /https?:\/\/\S+/.exec(find() ?? '')?.[0] ?? '';
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

/** A button that may not be used says why to whoever points at it. */
export async function expectBarred(button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  await expect(button.page().getByRole('tooltip').filter({ hasText: reason }).first()).toBeVisible();
}
