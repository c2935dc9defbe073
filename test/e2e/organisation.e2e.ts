// The organisation itself: profile, read-only and back, deletion; and two tabs that work in two organisations at once.
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { chart, expectBarred, get, newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';
import { drawAt } from './widths.ts';

const DANGER = '/dashboard/settings/organisation/danger';
const PROFILE = '/dashboard/settings/organisation/profile';
const readOnly = 'This organisation is currently read-only.';

test('the profile is saved, and a name that is refused says so beside it', async ({ page }) => {
  const faults = listenForFaults(page);
  await signUp(page);
  await newOrganisation(page, 'First Name');
  await page.goto(PROFILE);
  await page.getByLabel('Organisation name').fill('x');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organisation name must be between 2 and 40 characters.')).toBeVisible();
  await page.getByLabel('Organisation name').fill('Second Name');
  await page.getByLabel('Primary contact email').fill('Care@Example.test');
  await page.getByLabel('Locale').fill('en-GB');
  await page.getByRole('combobox', { name: 'Fiscal year starts in' }).click();
  await page.getByRole('option', { name: 'April' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Organisation name')).toHaveValue('Second Name');
  await expect(page.getByLabel('Primary contact email')).toHaveValue('care@example.test');
  await expect(page.getByRole('combobox', { name: 'Fiscal year starts in' })).toHaveValue('April');
  await visit(page, '/dashboard/portal');
  await expect(page.getByRole('link', { name: 'care@example.test' })).toBeVisible();

  await page.route('**/api/internal/tenants/rename', (route) =>
    route.fulfill({ status: 400, json: { code: 'VALIDATION_ERROR', error: 'VALIDATION_ERROR', message: 'no', requestId: 'r' } }),
  );
  await visit(page, PROFILE);
  await page.getByLabel('Organisation name').fill('Third Name');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please choose a different name.')).toBeVisible();
  expect(faults).toEqual([]);
});

test('read-only is shown everywhere and bars every write, until it ends', async ({ page }) => {
  await signUp(page);
  await newOrganisation(page, 'Frozen Ltd');
  await page.goto(DANGER);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog', { name: 'Deactivate Frozen Ltd?' }).getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText(readOnly).first()).toBeVisible();

  const writes = [
    ['/dashboard/entities', 'New entity'],
    ['/dashboard/directory/parties', 'New party'],
    ['/dashboard/directory/parties/new', 'Create'],
    ['/dashboard/admin/branding', 'Save'],
    ['/dashboard/admin/currencies', 'Add'],
    [PROFILE, 'Save'],
    ['/dashboard/settings/organisation/people', 'Invite a person'],
    ['/dashboard/ledger/accounts', 'New ledger account'],
  ] as const;
  for (const [path, name] of writes) {
    await visit(page, path);
    const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
    await expectBarred(button, readOnly);
    await expect(page.getByRole('main').getByText(readOnly).first(), path).toBeVisible();
  }
  await visit(page, PROFILE);
  await expect(page.getByLabel('Organisation name')).toBeDisabled();

  await visit(page, DANGER);
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('dialog', { name: 'Reactivate Frozen Ltd?' }).getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText(readOnly)).toHaveCount(0);
  await visit(page, '/dashboard/entities');
  await expect(page.getByRole('button', { name: 'New entity' }).first()).not.toHaveAttribute('aria-disabled', 'true');
});

test('an organisation is deleted by typing the word in any case, and the next one is worked in', async ({ page }) => {
  await signUp(page);
  await newOrganisation(page, 'Stays Ltd');
  await newOrganisation(page, 'Goes Ltd');
  await page.goto(DANGER);
  await page.getByRole('button', { name: 'Delete organisation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Goes Ltd' });
  const confirm = dialog.getByRole('button', { name: 'Delete organisation' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');

  await page.route('**/api/internal/tenants/delete', (route) =>
    route.fulfill({ status: 500, json: { code: 'UNKNOWN', message: 'away', requestId: 'r' } }),
  );
  await confirm.click();
  await expect(page.getByText(/Failed to delete organisation/)).toBeVisible();
  await page.unroute('**/api/internal/tenants/delete');
  await confirm.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('region', { name: 'Active organisation' })).toContainText('Stays Ltd');
  await page.getByRole('button', { name: /Switch organisation or entity/ }).click();
  await expect(page.getByRole('option', { name: /Goes Ltd/ })).toHaveCount(0);
});

test('a tab writes into the organisation it shows, whatever another tab has switched to', async ({ page, context }) => {
  await signUp(page);
  const first = await newOrganisation(page, 'First Books');
  await chart(page);
  await page.goto('/dashboard/ledger/accounts?open=new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Code').fill('ONLY-HERE');

  const second = await newOrganisation(page, 'Second Books');
  const tab = await context.newPage();
  await tab.goto('/dashboard');
  await expect(tab.getByRole('region', { name: 'Active organisation' })).toContainText('Second Books');

  await form.getByRole('combobox', { name: 'GL account' }).click();
  await page.getByRole('option', { name: /1000/ }).click();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Ledger account created')).toBeVisible();
  await expect(page.getByRole('row', { name: /ONLY-HERE/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Switch organisation or entity/ })).toContainText('First Books');

  const codesOf = async (tenantId: string): Promise<readonly string[]> => {
    const answer = await page.request.post('/api/internal/accounts/list', { data: {}, headers: { 'x-tenant-id': tenantId } });
    return ((await answer.json()) as { accounts: { code: string }[] }).accounts.map((a) => a.code);
  };
  expect(await codesOf(first)).toEqual(['ONLY-HERE']);
  expect(await codesOf(second)).toEqual([]);
  // And a body that names another organisation than the header is refused by name.
  const refused = await page.request.post('/api/v1/intents/execute', {
    headers: { 'x-tenant-id': second, 'idempotency-key': 'mismatch-1' },
    data: mismatched(first),
  });
  expect(((await refused.json()) as { code: string }).code).toBe('TENANT_MISMATCH');
  expect((await get(page, '/api/internal/tenants/mine'))['currentId']).toBe(second);
  await post(page, '/api/internal/tenants/switch', { tenantId: first });
});

test('axe finds nothing on the screens beside the menu, nor in their dialogs, also at 320 px, in either theme', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto('/invite?token=x');
  await signUp(page);
  await newOrganisation(page, 'Seen Ltd');
  const { entity } = (await post(page, '/api/entities', { code: 'ONE', name: 'One Ltd', base_currency: 'EUR' })) as {
    entity: { id: string };
  };
  const { party } = (await post(page, '/api/parties', { label: 'Counterparty' })) as { party: { id: string } };
  await post(page, '/api/internal/tenants/invite', { email: 'guest@example.test', role: 'member' });
  const inner = [
    '/invite?token=x',
    '/invite',
    '/dashboard/entities/new',
    `/dashboard/entities/members?entity=${entity.id}`,
    `/dashboard/entities?open=${entity.id}`,
    `/dashboard/entities?rename=${entity.id}`,
    `/dashboard/entities?stop=${entity.id}`,
    '/dashboard/directory/parties/new',
    `/dashboard/directory/parties/detail?party=${party.id}`,
    '/dashboard/admin/currencies?remove=EUR',
    `${DANGER}?open=delete`,
    `${DANGER}?open=deactivate`,
    '/dashboard/settings/organisation/people',
  ];
  for (const path of inner) {
    await visit(page, path);
    for (const width of [1440, 320]) {
      await drawAt(page, width);
      await inBothThemes(page, async (theme) => {
        await expectAccessible(page, `${width} ${path} ${theme}`);
        await keepPicture(page, `${theme}-${width}-${path.replaceAll(/\W+/g, '-').slice(0, 60)}`);
      });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(wide, `${width} ${path}`).toBeLessThanOrEqual(0);
    }
  }
});

function mismatched(tenantId: string): Record<string, unknown> {
  const now = new Date();
  const date = now.toISOString().slice(0, 10);
  return {
    intent_id: crypto.randomUUID(),
    tenant_id: tenantId,
    actor: 'web-console',
    use_case: 'manual_post',
    idem_key: 'mismatch-1',
    value_date: date,
    constraints: {},
    proposed_actions: [{ debitAccount: 'A', creditAccount: 'B', amount: '1.00000000', currency: 'USD', valueDate: date, narrative: '' }],
    snapshot_ids: { fx: crypto.randomUUID() },
    consent: {
      scope: ['post'],
      reference: 'test',
      granted_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
    },
  };
}
