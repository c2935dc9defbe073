// What people say about an intent, an approval, an exception and a period; whoever is mentioned gets a mail and finds it.
import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { daysAgo, openBooks } from './books.ts';
import { expectBarred, get, join, mailedLink, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const lines = (page: Page) => comments(page).getByRole('listitem');
const box = (page: Page) => comments(page).getByRole('textbox', { name: 'New comment' });

async function say(page: Page, words: string): Promise<void> {
  await box(page).fill(words);
  await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(box(page)).toHaveValue('');
}

test('somebody is mentioned by name from the keyboard, gets a mail that leads there, and answers; an auditor reads', async ({
  page,
  browser,
}) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const [mel, ada] = [await join(browser, page, 'member'), await join(browser, page, 'auditor')];
  const intent = await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '5', narrative: 'Odd' });
  await page.goto(`/dashboard/intents/${intent}`);
  await expect(comments(page).getByText('Nobody said anything yet.')).toBeVisible();
  await box(page).pressSequentially('Why is this on SALES, @m');
  await expect(page.getByRole('option', { name: /^Mel/ })).toBeVisible();
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue('Why is this on SALES, @Mel ');
  await box(page).pressSequentially('?');
  await box(page).press('Control+Enter');
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).first()).toContainText('Why is this on SALES, @Mel ?');

  // The mail leads to the page; so does the tile of the overview.
  expect(await mailedLink(mel.email, 'mentions you')).toBe(`/dashboard/intents/${intent}`);
  await mel.page.goto('/dashboard');
  const tile = mel.page.getByRole('region', { name: 'Mentions of you' });
  await expect(tile.getByRole('listitem')).toContainText('Why is this on SALES, @Mel ?');
  await keepPicture(mel.page, 'mentions');
  await tile.getByRole('link', { name: 'an intent' }).click();
  await expect(mel.page).toHaveURL(new RegExp(`/dashboard/intents/${intent}$`));
  await say(mel.page, 'A refund, see the contract.\nIt is signed.');
  await expect(lines(mel.page).first().getByRole('button', { name: 'Edit' })).toHaveCount(0);

  // The author changes and removes their own.
  await page.reload();
  await lines(page).first().getByRole('button', { name: 'Edit' }).click();
  const change = lines(page).first().getByRole('textbox', { name: 'Change the comment' });
  await expect(change).toHaveValue('Why is this on SALES, @Mel ?');
  await change.fill('Why is this on SALES?');
  await lines(page).first().getByRole('button', { name: 'Save' }).click();
  await expect(lines(page).first()).toContainText('· edited');
  await expect(lines(page).first()).toContainText('Why is this on SALES?');
  await say(page, 'Never mind');
  await lines(page).nth(2).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(lines(page).nth(2)).toContainText('Removed by its author.');
  await expect(page.getByText('Never mind')).toHaveCount(0);
  await comments(page).scrollIntoViewIfNeeded();
  await keepPicture(page, 'comments');
  await expectAccessible(page, 'comments');

  await ada.page.goto(`/dashboard/intents/${intent}`);
  await expect(lines(ada.page)).toHaveCount(3);
  await expect(box(ada.page)).toBeDisabled();
  await expectBarred(
    comments(ada.page).getByRole('button', { name: 'Comment', exact: true }),
    'Read-only auditors change nothing. Ask an owner for another role.',
  );

  // On a telephone, in the dark.
  await mel.page.emulateMedia({ colorScheme: 'dark' });
  await mel.page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await mel.page.setViewportSize({ width: 390, height: 844 });
  await mel.page.reload();
  await expect(lines(mel.page)).toHaveCount(3);
  await box(mel.page).pressSequentially('@');
  await expect(mel.page.getByRole('option')).toHaveCount(3);
  await keepPicture(mel.page, 'comments-telephone-dark');
  expect(await mel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(mel.page, 'comments, dark');
  await box(mel.page).press('Escape');
  await mel.page.route('**/api/v1/comments?*', (route) => route.fulfill({ status: 503, json: { code: 'UNKNOWN', message: 'Away' } }));
  await mel.page.reload();
  await expect(comments(mel.page).getByRole('alert')).toContainText('Could not load the comments');
  expect(faults).toEqual([]);
});

test('an approval, an exception and a period are commented on where they are shown', async ({ page, browser }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page);
  const mel = await join(browser, page, 'member');
  await post(page, '/api/internal/limits/set', { key: 'high_risk_amount', value: '100' });
  const { members } = (await get(page, '/api/internal/tenants/members')) as { members: { id: string; name: string }[] };
  const melId = members.find((m) => m.name === 'Mel')?.id ?? '';
  const day = daysAgo(40);
  const { snapshot } = (await post(page, '/api/internal/snapshots/take', { kind: 'fx' })) as { snapshot: { id: string } };
  await post(page, '/api/v1/periods/close/start', { period_start: day, period_end: day, valuation_snapshot_id: snapshot.id });
  const row = { source: 'Main bank', posted_at: day, account_code: 'BANK', amount: '12', currency: 'USD' };
  await post(page, '/api/internal/recon/import', { rows: [row] });
  const { rows } = (await get(page, '/api/internal/recon/rows')) as { rows: { id: string }[] };
  const rowId = rows[0]?.id ?? '';
  await post(page, `/api/internal/recon/rows/${rowId}/exception`, { note: 'Whose is it?' });

  await page.goto('/dashboard/period-close');
  await page.getByRole('row', { name: new RegExp(day) }).click();
  await say(page, 'Waits for the bank');
  await expect(lines(page)).toContainText(['Waits for the bank']);
  await keepPicture(page, 'period');
  await expectAccessible(page, 'a period with comments');

  await post(page, '/api/v1/comments', { id: randomUUID(), subject: 'exception', subject_id: rowId, text: `@[${melId}] do you know?` });
  await mel.page.goto(await mailedLink(mel.email, 'mentions you'));
  await expect(lines(mel.page)).toContainText(['@Mel do you know?']);
  await keepPicture(mel.page, 'exception');
  await say(mel.page, 'A deposit of ours');
  await expect(lines(mel.page)).toHaveCount(2);

  const intent = randomUUID();
  const held = await mel.page.request.post('/api/v1/intents/execute', {
    data: {
      intent_id: intent,
      tenant_id: books.tenantId,
      use_case: 'manual_post',
      idem_key: intent,
      value_date: daysAgo(0),
      proposed_actions: [{ debitAccount: 'BANK', creditAccount: 'SALES', currency: 'USD', amount: '200' }],
      snapshot_ids: { fx: snapshot.id },
      consent: { scope: ['ledger:post'], granted_at: new Date(0).toISOString(), expires_at: new Date(Date.now() + 1e7).toISOString() },
    },
  });
  const { approvalId } = (await held.json()) as { approvalId: string };
  await visit(page, `/dashboard/admin/approvals/${approvalId}`);
  await say(page, 'Send me the invoice first');
  await expect(lines(page)).toHaveCount(1);
  await keepPicture(page, 'approval');
  expect(faults).toEqual([]);
});
