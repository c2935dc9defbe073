// Legal entities: made, made active, accounts in them, members, and a trial balance that is zero in each.
import { expect, test } from '@playwright/test';
import { chart, newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

test('an entity is made, made active, gets an account, and its trial balance is zero across entities', async ({ page }) => {
  const faults = listenForFaults(page);
  await signUp(page);
  const tenantId = await newOrganisation(page);
  await chart(page);

  await page.goto('/dashboard/entities');
  await expect(page.getByText('No entities yet')).toBeVisible();
  await page.getByRole('button', { name: 'New entity' }).first().click();
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await expect(create).toBeDisabled();
  await page.getByLabel('Code').fill('acme-eu');
  await expect(page.getByLabel('Code')).toHaveValue('ACME-EU');
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme Europe');
  await expect(create).toBeDisabled();
  await page.getByRole('combobox', { name: 'Base currency' }).click();
  await page.getByRole('option', { name: 'EUR' }).click();
  await create.click();
  await expect(page.getByText('Entity created')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/entities$/);
  await expect(page.getByText('Select an entity to continue.')).toBeVisible();

  await page.getByRole('button', { name: 'Make active: ACME-EU' }).click();
  await expect(page.getByText('Select an entity to continue.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Switch organisation or entity/ })).toContainText('ACME-EU · Owner');

  await visit(page, '/dashboard/ledger/accounts?open=new');
  const form = page.getByRole('dialog');
  await expect(form).toContainText('Belongs to ACME-EU');
  await form.getByLabel('Code').fill('EU-BANK');
  await form.getByRole('combobox', { name: 'GL account' }).click();
  await page.getByRole('option', { name: /1000/ }).click();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Ledger account created')).toBeVisible();

  // A second entity with an account, and a posting between the two.
  const { entity } = (await post(page, '/api/entities', { code: 'ACME-US', name: 'Acme US', base_currency: 'USD' })) as {
    entity: { id: string };
  };
  await post(page, '/api/organisation/entities/switch', { entityId: entity.id });
  const { revenue } = await chartIds(page);
  await post(page, '/api/internal/accounts/create', { code: 'US-REV', currency: 'USD', ledgerAccountId: revenue });
  const { snapshot } = (await post(page, '/api/internal/snapshots/take', { kind: 'fx', label: 'for the test' })) as {
    snapshot: { id: string };
  };
  await post(page, '/api/v1/intents/execute', intent(tenantId, snapshot.id));

  await page.goto('/dashboard/entities');
  await page
    .getByRole('row', { name: /ACME-EU/ })
    .getByRole('gridcell')
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'ACME-EU trial balance' });
  await expect(panel.getByRole('row', { name: /EU-BANK/ })).toContainText('250.00');
  await expect(panel.getByRole('row', { name: /Due from \/ due to ACME-US/ })).toContainText('250.00Cr');
  await expect(panel.getByRole('row', { name: /Sum/ })).toContainText('0.00');
  // Beside the panel the list fits: nothing of it is out of sight.
  const list = page.getByRole('grid', { name: 'Entities' });
  expect(await list.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
  await expect(panel.getByRole('button', { name: 'Acts of ACME-EU' })).toBeVisible();
  await keepPicture(page, 'trial-balance');

  // The switcher: all entities show the accounts of both, one shows its own.
  await page.getByRole('button', { name: /Switch organisation or entity/ }).click();
  await page.getByRole('option', { name: 'All entities' }).click();
  // A page that is left too soon takes the request with it.
  await expect(page.getByRole('button', { name: /Switch organisation or entity/ })).toContainText('All entities');
  await page.goto('/dashboard/ledger/accounts');
  await expect(page.getByRole('row', { name: /US-REV/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /EU-BANK/ })).toBeVisible();
  await page.getByRole('button', { name: /Switch organisation or entity/ }).click();
  await page.getByRole('option', { name: /ACME-US/ }).click();
  await expect(page.getByRole('row', { name: /EU-BANK/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /US-REV/ })).toBeVisible();
  expect(faults).toEqual([]);
});

test('an entity is renamed, deactivated and taken up again; the only one is selected by itself', async ({ page }) => {
  await signUp(page);
  await newOrganisation(page);
  await post(page, '/api/entities', { code: 'SOLO', name: 'Solo Ltd', base_currency: 'USD' });
  await page.goto('/dashboard/entities?select=1');
  await expect(page.getByRole('button', { name: /Switch organisation or entity/ })).toContainText('SOLO');
  await expect(page).toHaveURL(/\/dashboard\/entities$/);

  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Acts of SOLO' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('Solo Limited');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('row', { name: /Solo Limited/ })).toBeVisible();

  await act('Deactivate');
  await page.getByRole('dialog', { name: 'Deactivate SOLO?' }).getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('row', { name: /Solo Limited/ })).toContainText('Deactivated');
  await act('Reactivate');
  await page.getByRole('dialog', { name: 'Reactivate SOLO?' }).getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByRole('row', { name: /Solo Limited/ })).not.toContainText('Deactivated');
});

async function chartIds(page: Parameters<typeof post>[0]): Promise<{ readonly revenue: string }> {
  const { gl } = (await (await page.request.get('/api/internal/ledger-accounts/list')).json()) as { gl: { id: string; code: string }[] };
  return { revenue: gl.find((a) => a.code === '4000')?.id ?? '' };
}

function intent(tenantId: string, fx: string): Record<string, unknown> {
  const now = new Date();
  const id = crypto.randomUUID();
  const date = now.toISOString().slice(0, 10);
  return {
    intent_id: id,
    tenant_id: tenantId,
    actor: 'web-console',
    use_case: 'manual_post',
    idem_key: id,
    value_date: date,
    constraints: {},
    proposed_actions: [
      {
        debitAccount: 'EU-BANK',
        creditAccount: 'US-REV',
        amount: '250.00000000',
        currency: 'USD',
        valueDate: date,
        narrative: 'Between two entities',
      },
    ],
    snapshot_ids: { fx },
    consent: {
      scope: ['post'],
      reference: 'test',
      granted_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
    },
  };
}
