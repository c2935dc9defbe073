// A person and an organisation of one's own for each test: the demo's is shared by all that run at once.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { auth } from '@countinghouse/contract/features/auth';
import { people } from '@countinghouse/contract/features/people';
import { readConfig } from '@countinghouse/server/config';
import { openServices } from '@countinghouse/server/open';
import { connect } from '@countinghouse/store/connection';
import { databaseOf } from '@countinghouse/testkit/server-process';
import { type APIResponse, type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { dataDir } from './server-under-test.ts';

const mails = new URL('mail/', dataDir);

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

/** Makes an account and signs its browser in; `inviteToken` proves the mailbox. */
export async function signUp(who: Caller, person: Newcomer = somebody('Olive'), inviteToken?: string): Promise<Newcomer> {
  // Each from an address of their own: how many accounts one address may make is limited.
  const headers = { 'x-forwarded-for': `10.${randomBytes(3).join('.')}` };
  await checked(await who.request.post(auth.signUp.path, { data: { ...person, invite_token: inviteToken }, headers }));
  return person;
}

/** Proves a mailbox: a new password is set with the link that is mailed, and the browser signed in with it. Answers the person as they are then. */
export async function proveMailbox(who: Caller, person: Newcomer): Promise<Newcomer> {
  const { email } = person;
  const proven = { ...person, password: `${person.password}, proven` };
  await post(who, '/api/auth/request-password-reset', { email });
  const token = new URL(await mailedLink(email), 'http://any.example').searchParams.get('token');
  await post(who, '/api/auth/reset-password', { token, newPassword: proven.password });
  await post(who, '/api/auth/sign-in/email', { email, password: proven.password });
  return proven;
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

/** The path of the link in the latest mail to an address that says so. Mail comes a moment after what it tells of: an earlier one may be there already. */
export async function mailedLink(email: string, says = ''): Promise<string> {
  const find = (): string | undefined =>
    existsSync(mails)
      ? readdirSync(mails)
          .sort()
          .map((file) => readFileSync(new URL(file, mails), 'utf8'))
          .findLast((text) => text.startsWith(`To: ${email}\n`) && text.includes(says))
      : undefined;
  await expect.poll(find).toBeDefined();
  const link = /https?:\/\/\S+/.exec(find() ?? '')?.[0] ?? '';
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

/** Somebody invited, signed in at a browser of their own. That people join by hand is the promise of people.e2e.ts. */
export async function join(
  browser: Browser,
  owner: Caller,
  role: 'member' | 'owner' | 'auditor',
): Promise<{ readonly page: Page; readonly email: string; readonly password: string }> {
  const guest = somebody({ member: 'Mel', owner: 'Cleo', auditor: 'Ada' }[role]);
  await post(owner, '/api/internal/tenants/invite', { email: guest.email, role });
  const page = await (await browser.newContext()).newPage();
  const token = new URLSearchParams((await mailedLink(guest.email)).split('?')[1]).get('token') ?? '';
  await signUp(page, guest, token);
  await post(page, people.acceptInvite.path, { token, new_password: guest.password });
  return { page, email: guest.email, password: guest.password };
}

/**
 * The path of the link of an invitation whose time is over: written to the log beside the running server, which notices that the
 * log went on without it.
 */
export async function expiredInvitation(owner: Caller, tenantId: string, email: string): Promise<string> {
  const { user } = (await get(owner, auth.session.path)) as { user: { id: string } };
  const config = readConfig({ DATA_DIR: fileURLToPath(dataDir) });
  const { services, close } = openServices(config, databaseOf(config.dataDir), {
    publicUrl: 'http://127.0.0.1',
    consoleDir: null,
    note: () => {},
  });
  try {
    const token = randomUUID();
    const words = await services.pii.tokenise(tenantId, 'email', email);
    const outcome = await services.ledger.submit(
      tenantId,
      {
        type: 'invite.create',
        actor: { kind: 'user', id: user.id },
        id: randomUUID(),
        emailToken: words.token,
        role: 'member',
        expiresAtUs: BigInt(Date.now() - 1000) * 1000n,
        tokenHash: createHash('sha256').update(token).digest('hex'),
        userId: null,
      },
      [words.store],
    );
    expect(outcome.kind).toBe('written');
    return `/invite?token=${token}`;
  } finally {
    await close();
  }
}

/** Does to the database what only who owns the tables can. `$1` is the organisation. */
export async function tamper(tenantId: string, sql: string): Promise<void> {
  const client = await connect(databaseOf(fileURLToPath(dataDir)), 'owner');
  try {
    await client.query(`set app.tenant_id = '${tenantId}'`);
    await client.query(sql, [tenantId]);
  } finally {
    await client.end();
  }
}

/** A button that may not be used says why to whoever points at it. */
export async function expectBarred(button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  const page = button.page();
  // What is still loaded above the button may move it away from under the pointer.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await button.hover();
    await expect(page.getByRole('tooltip').filter({ hasText: reason }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
}
