// A policy as an owner makes one: written with its faults shown, tried on a sample and on a past intent, in force, changed, retired.
import { expect, test } from '@playwright/test';
import { openBooks } from './books.ts';
import { expectBarred, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

const EXAMPLE = '{\n  "hook": "intent.validate",\n  "expr": "intent.rows.all(r, r.amount_minor <= 100000000)"\n}';
const specOf = (expr: string): string => JSON.stringify({ hook: 'intent.validate', expr });

test('a policy is written, tried, registered, refuses an intent by name, gets a version, and is retired', async ({ page }) => {
  test.setTimeout(120_000);
  const faults = listenForFaults(page);
  const shot = (name: string) => keepPicture(page, `${name}`);
  const { postIntent, tenantId } = await openBooks(page);
  const past = await postIntent({ debit: 'BANK', credit: 'SALES', amount: '750' });
  await page.goto('/dashboard/policies');
  await expect(page.getByText('No policies in force')).toBeVisible();

  await page.getByRole('button', { name: 'Register policy' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Register policy' });
  const spec = dialog.getByLabel('Spec');
  await expect(spec).toHaveValue(EXAMPLE);
  const said = dialog.getByRole('region', { name: 'What it says' });
  await expect(said).toContainText('Costs at most 2,503 units at 500 rows');
  await spec.fill('{ hook }');
  await dialog.getByLabel('Name').fill('At most 500.00 a row');
  await dialog.getByRole('button', { name: 'Register policy' }).click();
  await expect(dialog.getByText('Spec must be valid JSON')).toBeVisible();
  await spec.fill(specOf('intent.rows.all(r, r.amount_minor <= 500.5)'));
  await expect(said).toContainText('Line 1, column 38: Doubles are not exact.');
  await said.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => spec.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))).toBe('5');
  await shot('1-fault');

  await spec.fill(specOf('intent.rows.all(r, r.amount_minor <= 50000)'));
  for (const [side, code] of [
    ['Debit', 'BANK'],
    ['Credit', 'SALES'],
  ] as const) {
    await dialog.getByRole('combobox', { name: side }).click();
    await page.getByRole('option', { name: new RegExp(`^${code} `) }).click();
  }
  await dialog.getByLabel('Amount').fill('500.00');
  await expect(said).toContainText(/allows.*Answers true/s);
  await dialog.getByLabel('Amount').fill('500.01');
  await expect(said).toContainText(/refuses.*Answers false/s);
  await dialog.getByText('A past intent').click();
  await dialog.getByLabel('Intent id').fill(past);
  await expect(said).toContainText(/refuses.*Answers false/s);
  await shot('2-tried');
  await dialog.getByRole('button', { name: 'Register policy' }).click();
  const panel = page.getByRole('complementary', { name: 'At most 500.00 a row' });
  await expect(panel.getByRole('group', { name: 'spec', exact: true })).toContainText('amount_minor <= 50000');

  const answer = await page.request.post('/api/v1/intents/execute', { data: await intentOf(tenantId, '600') });
  expect(answer.status()).toBe(422);
  const { intentId } = (await answer.json()) as { intentId: string };
  await visit(page, `/dashboard/intents/${intentId}`);
  await expect(page.getByText('“At most 500.00 a row”')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Policies' })).toContainText(/At most 500\.00 a row version 1.*false.*refuses/s);
  await shot('3-refused');

  await page.getByRole('table', { name: 'Policies' }).getByRole('link').click();
  await panel.getByRole('button', { name: 'New version' }).click();
  const version = page.getByRole('dialog', { name: 'New version of At most 500.00 a row' });
  await version.getByLabel('Spec').fill(specOf('intent.rows.all(r, r.amount_minor <= 70000)'));
  await version.getByRole('button', { name: 'Save version' }).click();
  await expect(panel.getByRole('region', { name: 'Earlier versions' })).toContainText('Version 1');
  await page.getByLabel('Filter policies').fill('70000');
  await expect(page.getByText('1 of 1 policies')).toBeVisible();

  await panel.getByRole('button', { name: 'Retire' }).click();
  await page
    .getByRole('dialog', { name: /^Retire/ })
    .getByRole('button', { name: 'Retire' })
    .click();
  await expect(page.getByText('At most 500.00 a row retired')).toBeVisible();
  await visit(page, '/dashboard/policies?state=retired');
  await expect(page.getByRole('row', { name: /At most 500\.00 a row/ })).toContainText('retired');

  await post(page, '/api/internal/tenants/deactivate', {});
  await page.reload();
  await expectBarred(page.getByRole('button', { name: 'Register policy' }).first(), 'This organisation is currently read-only.');
  expect(faults).toEqual([]);

  async function intentOf(tenant: string, amount: string): Promise<object> {
    const { snapshot } = (await post(page, '/api/internal/snapshots/take', { kind: 'fx' })) as { snapshot: { id: string } };
    const now = Date.now();
    return {
      intent_id: crypto.randomUUID(),
      idem_key: crypto.randomUUID(),
      tenant_id: tenant,
      use_case: 'manual_post',
      value_date: new Date(now).toISOString().slice(0, 10),
      constraints: {},
      proposed_actions: [{ debitAccount: 'BANK', creditAccount: 'SALES', amount, currency: 'USD' }],
      snapshot_ids: { fx: snapshot.id },
      consent: {
        scope: ['ledger:post'],
        reference: '',
        granted_at: new Date(now - 1000).toISOString(),
        expires_at: new Date(now + 86_400_000).toISOString(),
      },
    };
  }
});
