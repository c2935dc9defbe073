// A second person: a member posts beyond the limit and sees it held; an owner looks at what it comes to, approves, rejects; both see
// the story. Under four eyes a role waits likewise, and a locked period opens again for two.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { type Books, chooseAccount, daysAgo, openBooks } from './books.ts';
import { expectBarred, join, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const OWN = 'You made this request, so somebody else must decide it.';

/** Posts as a person does, and answers the paths of the intent and of what it waits for. */
async function postHeld(page: Page, amount: string, narrative: string): Promise<{ readonly intent: string; readonly approval: string }> {
  await visit(page, '/dashboard/intents/post');
  const again = page.getByRole('button', { name: 'New intent' });
  await expect(page.getByRole('button', { name: /^(?:Submit|New intent)$/ }).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
  await chooseAccount(page, 'Debit account', 'BANK');
  await chooseAccount(page, 'Credit account', 'SALES');
  const row = page.getByRole('group', { name: 'Row 1' });
  await row.getByLabel('Amount').fill(amount);
  await page.getByLabel('Narrative', { exact: true }).fill(narrative);
  await page.getByRole('button', { name: 'Submit' }).click();
  const receipt = page.getByRole('status', { name: 'Receipt' });
  await expect(receipt).toContainText('Held for approval. Nothing is posted until somebody else approves it.');
  const links = receipt.getByRole('link', { name: /^[0-9a-f-]{36}$/ });
  await expect(links).toHaveCount(2);
  const [intent, approval] = await links.all();
  return { intent: (await intent?.getAttribute('href')) ?? '', approval: (await approval?.getAttribute('href')) ?? '' };
}

async function expectNoViolations(page: Page, what: string): Promise<void> {
  await settled(page);
  await expectAccessible(page, what);
}

const limit = (page: Page, value: string | null) => post(page, '/api/internal/limits/set', { key: 'high_risk_amount', value });

test('a member posts beyond the limit, an owner sees what it comes to and approves; both see the story; the next is rejected, another withdrawn', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const faults = listenForFaults(page);
  const shot = (on: Page, name: string) => keepPicture(on, `${name}`);
  await openBooks(page.context());
  await limit(page, '200');
  const { page: member } = await join(browser, page, 'member');

  const first = await postHeld(member, '250.00', 'A large sale');
  await shot(member, '1-held');
  await member
    .getByRole('status', { name: 'Receipt' })
    .getByRole('link', { name: /^[0-9a-f-]{36}$/ })
    .nth(1)
    .click();
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('Approval: Posting');
  await expectBarred(member.getByRole('button', { name: 'Approve' }), OWN);
  await expectBarred(member.getByRole('button', { name: 'Reject' }), OWN);
  await visit(member, '/dashboard/admin/approvals');
  await expect(member.getByText('Needs an owner or an entity administrator.')).toBeVisible();
  await expect(member.getByText('The owner can give you that right:')).toBeVisible();
  await expect(member.getByRole('link', { name: 'Back to the overview' })).toBeVisible();

  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Approvals queue/ });
  await expect(menu).toContainText('1');
  await menu.click();
  await expect(page.getByText('1 waits for you.')).toBeVisible();
  await page.getByRole('row', { name: /A large sale/ }).click();
  const panel = page.getByRole('complementary', { name: 'Approval' });
  const bank = panel.getByRole('table', { name: 'Balances after approval' }).getByRole('row', { name: /BANK/ });
  await expect(bank).toContainText(/0\.00.*250\.00.*Dr/s);
  await expect(panel.getByText('Derived again in this browser: it is the hash of what is shown.')).toBeVisible();
  await shot(page, '2-queue');
  await expectNoViolations(page, 'panel');
  await visit(page, first.approval);
  await expect(page.getByRole('region', { name: 'What approval would do' })).toBeVisible();
  await inBothThemes(page, async (theme) => {
    await expectNoViolations(page, `page (${theme})`);
    await shot(page, `3-page-${theme}`);
  });
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve' });
  await dialog.getByLabel('Comment').fill('Seen the contract.');
  await expectNoViolations(page, 'dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved and done')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Story' })).toContainText(/Held for approval.*Approved.*“Seen the contract.”.*Executed/s);
  await shot(page, '4-approved');
  for (const reader of [page, member]) {
    await reader.goto(first.intent);
    await expect(reader.getByRole('region', { name: 'Story' })).toContainText(/Held for approval.*Approved.*Posted/s);
    await expect(reader.getByRole('table', { name: 'Rows of the intent' })).toContainText('A large sale');
  }
  await shot(member, '5-story');

  const second = await postHeld(member, '300.00', 'Another');
  await visit(page, second.intent);
  const waits = page.getByRole('region', { name: 'Waits for approval' });
  await waits.getByRole('button', { name: 'Reject' }).click();
  const refusal = page.getByRole('dialog', { name: 'Reject' });
  await refusal.getByRole('button', { name: 'Reject' }).click();
  await expect(refusal.getByText('Say why, for the person who made it.')).toBeVisible();
  await refusal.getByLabel('Reason').fill('No contract');
  await refusal.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('A checker rejected it.')).toBeVisible();
  await expect(waits).toHaveCount(0);

  const third = await postHeld(member, '400.00', 'A mistake');
  await visit(member, third.intent);
  const own = member.getByRole('region', { name: 'Waits for approval' });
  await expectBarred(own.getByRole('button', { name: 'Approve' }), OWN);
  await own.getByRole('button', { name: 'Withdraw' }).click();
  await member.getByRole('dialog', { name: 'Withdraw' }).getByRole('button', { name: 'Withdraw' }).click();
  await expect(member.getByText('Its maker took it back before it was decided.')).toBeVisible();

  await page.goto('/dashboard/admin/approvals');
  await expect(page.getByText('Nothing waits', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show all approvals' }).click();
  await expect(page).toHaveURL(/status=all/);
  await expect(page.getByRole('row', { name: /Withdrawn by its maker/ })).toContainText('A mistake');
  await expect(page.getByRole('row', { name: /Rejected by a checker/ })).toContainText('Another');
  await shot(page, '6-all');
  expect(faults).toEqual([]);
});

/** Last year's March, locked. */
async function lockMarch(page: Page, books: Books): Promise<string> {
  const year = Number(daysAgo(0).slice(0, 4)) - 1;
  const range = { period_start: `${year}-03-01`, period_end: `${year}-03-31` };
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10.00', valueDate: `${year}-03-10` });
  const snapshots = (await (await page.request.get('/api/internal/snapshots/list?kind=fx')).json()) as { snapshots: { id: string }[] };
  await post(page, '/api/v1/periods/close/start', { ...range, valuation_snapshot_id: snapshots.snapshots[0]?.id });
  await post(page, '/api/v1/periods/close/lock', range);
  return `${year}-03`;
}

test('under four eyes a role waits for another owner, and a locked period opens again for two', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const faults = listenForFaults(page);
  const books = await openBooks(page.context());
  const code = await lockMarch(page, books);
  await page.goto('/dashboard/settings/organisation/profile');
  await expectBarred(page.getByRole('button', { name: 'Turn on' }), 'Four eyes needs a second owner who can approve.');
  const { page: second } = await join(browser, page, 'owner');
  const { email } = await join(browser, page, 'member');

  await page.reload();
  await page.getByRole('button', { name: 'Turn on' }).click();
  const turning = page.getByRole('dialog');
  await expect(turning).toContainText('no owner changes limits, floors, controls, signing,');
  await turning.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Four eyes is on')).toBeVisible();
  await keepPicture(page, '1-four-eyes');
  await visit(page, '/dashboard/settings/organisation/people');
  const row = page.getByRole('grid', { name: 'People', exact: true }).getByRole('row', { name: new RegExp(email) });
  await row.getByRole('button', { name: `Acts of ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Make owner' }).click();
  await expect(page.getByText('Waits for another owner')).toBeVisible();
  await expect(row).toContainText('Member');

  await visit(page, '/dashboard/period-close');
  await page.getByRole('row', { name: new RegExp(code) }).click();
  const panel = page.getByRole('complementary', { name: `Period ${code}` });
  await panel.getByRole('button', { name: 'Ask to re-open' }).click();
  const dialog = page.getByRole('dialog', { name: `Re-open ${code}` });
  await dialog.getByLabel('Reason').fill('A late invoice');
  await dialog.getByRole('button', { name: 'Ask to re-open' }).click();
  await expect(panel.getByRole('link', { name: 'Waits for approval' })).toBeVisible();
  await expectBarred(panel.getByRole('button', { name: 'Ask to re-open' }), 'It was asked for already');
  await panel.getByRole('link', { name: 'Tasks and page' }).click();
  await expectBarred(
    page.getByRole('region', { name: 'Statement' }).getByRole('button', { name: 'Ask to re-open' }),
    'It was asked for already',
  );
  await page.goBack();
  await keepPicture(page, '2-asked');

  await second.goto('/dashboard/admin/approvals');
  await expect(second.getByText('2 wait for you.')).toBeVisible();
  await second.getByRole('row', { name: /Re-open a period/ }).click();
  const waiting = second.getByRole('complementary', { name: 'Approval' });
  await expect(waiting.getByRole('table', { name: 'What changes' })).toContainText(/Status of \d{4}-03\s*locked\s*closing/);
  await keepPicture(second, '3-change');
  const approve = async (): Promise<void> => {
    await waiting.getByRole('button', { name: 'Approve' }).click();
    await second.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
  };
  await approve();
  // The next one moves up.
  await expect(waiting.getByRole('table', { name: 'What changes' })).toContainText(/Role of Mel\s*member\s*owner/);
  await approve();
  await expect(second.getByText('Nothing waits', { exact: true })).toBeVisible();

  await page.reload();
  await expect(panel.getByRole('button', { name: 'Lock close' })).toBeVisible();
  await visit(page, '/dashboard/settings/organisation/people');
  await expect(row).toContainText('Owner');
  expect(faults).toEqual([]);
});
