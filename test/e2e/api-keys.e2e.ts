// Programs and auditors: a key that is made, used and revoked; what an auditor sees and may not; who held which right.
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openBooks } from './books.ts';
import { expectBarred, mailedLink, post, somebody } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const KEYS = '/dashboard/settings/organisation/security/api-keys';
const origin = (page: Page): string => new URL(page.url()).origin;

async function axe(page: Page, what: string): Promise<void> {
  // A tooltip of what was clicked last is no part of the page.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await settled(page);
  await expectAccessible(page, what);
}

test('an owner makes a key, a program uses it, its use is seen, and after it is revoked it opens nothing', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto(KEYS);
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Payment robot');
  await dialog.getByText('Propose', { exact: true }).click();
  await expect(dialog.getByText('Nothing is posted or changed until somebody other than you approves it')).toBeVisible();
  await dialog.getByText('Admin', { exact: true }).click();
  await expect(dialog.getByText('Also changes master data')).toBeVisible();
  await dialog.getByLabel('Calls a minute').fill('100');
  await axe(page, 'create');
  await keepPicture(page, 'create');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const once = page.getByRole('dialog', { name: 'API key, shown once' });
  const key = (await once.getByRole('region', { name: 'API key' }).innerText()).trim();
  expect(key).toMatch(/^chk_[\w-]{43}$/);
  await page.keyboard.press('Escape');
  await expect(once).toBeVisible();
  await axe(page, 'once');
  await keepPicture(page, 'once');
  await once.getByRole('button', { name: 'I have kept it' }).click();
  await expect(once).toHaveCount(0);
  expect(await page.content()).not.toContain(key);

  // As a program does it: no cookie, no browser.
  const send = (method: string, path: string, body?: object, bearer = key): Promise<Response> =>
    fetch(`${origin(page)}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { accounts } = (await (await send('GET', '/api/v1/balances')).json()) as { accounts: { code: string }[] };
  expect(accounts.map((a) => a.code)).toContain('BANK');
  expect((await send('POST', '/api/internal/currencies/tenant/add', { code: 'JPY' })).status).toBe(200);
  const limits = await send('POST', '/api/internal/limits/set', { key: 'txn_amount_max', value: '1' });
  expect([limits.status, ((await limits.json()) as { details: unknown }).details]).toEqual([403, { needs: 'person' }]);

  // What an assistant asks for waits, says so, and is not for the maker of its key to approve.
  const assistant = await post(page, '/api/internal/api-keys', {
    name: 'Assistant',
    grant: 'propose',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const secret = String(assistant['secret']);
  const { tenant_id } = (await (await send('GET', '/api/v1/api-key', undefined, secret)).json()) as { tenant_id: string };
  const { snapshot } = (await (await send('POST', '/api/v1/snapshots/take', { kind: 'fx' })).json()) as { snapshot: { id: string } };
  const proposed = await send(
    'POST',
    '/api/v1/intents/execute',
    {
      ...{ intent_id: `proposed-${Date.now()}`, idem_key: `proposed-${Date.now()}`, tenant_id, use_case: 'manual_post' },
      value_date: new Date().toISOString().slice(0, 10),
      proposed_actions: [{ debitAccount: 'BANK', creditAccount: 'SALES', amount: '42', currency: 'USD', narrative: 'Invoice 7' }],
      snapshot_ids: { fx: snapshot.id },
      consent: {
        scope: ['ledger:propose'],
        reference: 'The customer has paid, and nobody has booked it.',
        granted_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      },
    },
    secret,
  );
  const { approvalId } = (await proposed.json()) as { approvalId: string };
  expect(proposed.status).toBe(202);
  await visit(page, `/dashboard/admin/approvals/${approvalId}`);
  await expect(page.getByText('Proposed by a program')).toBeVisible();
  await expect(page.getByText('Assistant (API key)')).toBeVisible();
  await expect(page.getByText('The customer has paid, and nobody has booked it.').first()).toBeVisible();
  await expectBarred(page.getByRole('button', { name: 'Approve' }), 'You made this request, so somebody else must decide it.');
  await axe(page, 'proposed');
  await keepPicture(page, 'proposed');
  await visit(page, KEYS);

  await page.getByRole('button', { name: 'Refresh' }).click();
  const row = page.getByRole('row', { name: /Payment robot/ });
  await expect(row).not.toContainText('never');
  await expect(row).toContainText('Active');
  await axe(page, 'list');
  await keepPicture(page, 'list');
  await visit(page, '/dashboard/events');
  await expect(page.getByRole('row', { name: /currency.allowed/ }).first()).toBeVisible();

  await visit(page, KEYS);
  // A new secret, beside which the old one goes on.
  await row.getByRole('button', { name: 'Acts of Payment robot' }).click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  const renewing = page.getByRole('dialog', { name: 'New secret for Payment robot' });
  await expect(renewing.getByRole('combobox', { name: 'The old secret goes on for' })).toHaveValue('24 hours');
  await axe(page, 'rotate');
  await keepPicture(page, 'rotate');
  await renewing.getByRole('button', { name: 'Make new secret' }).click();
  const again = page.getByRole('dialog', { name: 'New secret, shown once' });
  const renewed = (await again.getByRole('region', { name: 'API key' }).innerText()).trim();
  await again.getByRole('button', { name: 'I have kept it' }).click();
  for (const bearer of [key, renewed]) expect((await send('GET', '/api/v1/balances', undefined, bearer)).status).toBe(200);
  await expect(row).toContainText(`old ${key.slice(0, 8)}`);
  await keepPicture(page, 'rotated');

  await row.getByRole('button', { name: 'Acts of Payment robot' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const confirm = page.getByRole('dialog', { name: 'Revoke Payment robot?' });
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirm.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('API key revoked')).toBeVisible();
  await expect(row).toContainText('revoked');
  const after = await send('GET', '/api/v1/balances');
  expect([after.status, ((await after.json()) as { code: string }).code]).toEqual([401, 'UNAUTHORIZED']);
  expect(faults).toEqual([]);
});

async function auditorOf(page: Page, browser: Browser): Promise<{ readonly auditor: Page; readonly name: string }> {
  await page.goto('/dashboard/settings/organisation/people');
  const guest = somebody('Audrey');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const form = page.getByRole('dialog', { name: 'Invite a person' });
  await form.getByLabel('Email').fill(guest.email);
  await form.getByRole('radio', { name: 'Auditor' }).check();
  await expect(form.getByText('Reads everything, changes nothing.')).toBeVisible();
  await form.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByText('Invite sent').first()).toBeVisible();
  const link = await mailedLink(guest.email);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.getByLabel('Name').fill(guest.name);
  await other.getByLabel('Email').fill(guest.email);
  await other.getByLabel('Password', { exact: true }).fill(guest.password);
  await other.getByRole('button', { name: 'Create account and accept' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  return { auditor: other, name: guest.name };
}

test('an auditor sees every screen and may change nothing; who holds which right is told from the log', async ({ page, browser }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await post(page, '/api/internal/api-keys', {
    name: 'Reader',
    grant: 'read',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const { auditor, name } = await auditorOf(page, browser);
  const reason = 'Read-only auditors change nothing. Ask an owner for another role.';
  await auditor.goto('/dashboard/settings/organisation/limits');
  await expect(auditor.getByRole('heading', { level: 1 })).toBeVisible();
  await visit(auditor, '/dashboard/ledger/accounts');
  await expectBarred(auditor.getByRole('button', { name: 'New ledger account' }).first(), reason);
  await visit(auditor, '/dashboard/settings/organisation/people');
  await expectBarred(auditor.getByRole('button', { name: 'Invite a person' }), reason);
  await expect(auditor.getByRole('grid', { name: 'People', exact: true })).toContainText('Auditor');
  await visit(auditor, '/dashboard/admin/diagnostics');
  await expect(auditor.getByText('tenant:auditor')).toBeVisible();
  const refused = await auditor.request.post('/api/internal/currencies/tenant/add', {
    data: { code: 'JPY' },
    headers: { origin: origin(auditor) },
  });
  expect([refused.status(), ((await refused.json()) as { details: unknown }).details]).toEqual([403, { needs: 'admin', role: 'auditor' }]);

  await visit(auditor, '/dashboard/governance/security');
  await auditor.getByRole('button', { name: 'API keys' }).click();
  await expect(auditor.getByRole('row', { name: /Reader/ })).toContainText('read');
  await axe(auditor, 'posture keys');
  await keepPicture(auditor, 'posture-keys');
  await auditor.getByRole('button', { name: 'Access review' }).click();
  const grid = auditor.getByRole('grid', { name: 'Access review' });
  await expect(grid.getByRole('row', { name: /Owner/ })).toHaveCount(1);
  await expect(grid.getByRole('row', { name: /Auditor/ })).toHaveCount(1);
  await expect(grid.getByRole('row', { name: /API key/ })).toContainText('Reader');
  await axe(auditor, 'access review');
  await keepPicture(auditor, 'access-review');
  const [download] = await Promise.all([auditor.waitForEvent('download'), auditor.getByRole('button', { name: 'CSV' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^access-review-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain(',auditor,');

  // Made a member again, they may; what was read stays as it was.
  await page.getByRole('button', { name: 'Refresh' }).click();
  const row = page.getByRole('grid', { name: 'People', exact: true }).getByRole('row', { name: /audrey/ });
  // Until the list is read again the row is that of the invitation, which has no name, and whose menu closes when it goes.
  await expect(row).toContainText(name);
  await row.getByRole('button', { name: /^Acts of/ }).click();
  await page.getByRole('menuitem', { name: 'Make member' }).click();
  await expect(page.getByText('Role updated')).toBeVisible();
  await keepPicture(page, 'people');
  await auditor.goto('/dashboard/ledger/accounts');
  await expect(auditor.getByRole('button', { name: 'New ledger account' }).first()).not.toHaveAttribute('aria-disabled');
  expect(faults).toEqual([]);
});
