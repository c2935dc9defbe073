// The tasks of a month's close: set once, taken by the month, ticked by hand, and known by the ledger where it knows them; what is said of one; and
// the month's trial balance, down to the postings of a figure.
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { get, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, visit } from './walk.ts';

test('a month takes the tasks of the template; people tick theirs, the lock ticks its own', async ({ page }) => {
  const faults = listenForFaults(page);
  const books = await openBooks(page.context());
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '70', narrative: 'In September', valueDate: '2025-09-30' });
  await books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '1234.5', narrative: 'In October', valueDate: '2025-10-31' });
  const { snapshots } = (await get(page, '/api/internal/snapshots/list?kind=fx')) as { snapshots: { id: string }[] };
  const range = { period_start: '2025-10-01', period_end: '2025-10-31' };
  const { period } = (await post(page, '/api/v1/periods/close/start', { ...range, valuation_snapshot_id: snapshots[0]?.id })) as {
    period: { id: string };
  };

  await page.goto('/dashboard/period-close/tasks');
  await page.getByRole('button', { name: 'Begin with the usual tasks' }).click();
  await page.getByRole('group', { name: 'Task 2' }).getByRole('textbox', { name: 'Task' }).fill('Count the petty cash');
  await keepPicture(page, 'template');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved')).toBeVisible();

  await visit(page, `/dashboard/period-close?open=${period.id}`);
  await page.getByRole('link', { name: 'Tasks and page' }).click();
  await page.getByRole('button', { name: 'Take the 10 tasks' }).click();
  const cash = page.getByRole('list', { name: 'Tasks: Cash' }).getByRole('listitem');
  await expect(cash).toHaveCount(2);
  await expect(page.getByRole('region', { name: /^Tasks, 5 of 10 done/ })).toBeVisible();
  const count = cash.filter({ hasText: 'Count the petty cash' });
  await expect(count).toContainText(/\d+ days late/);

  // It is due of whoever is signed in, who sees so where they begin.
  await visit(page, '/dashboard');
  const due = page.getByRole('list', { name: 'Tasks by the day they are due' }).getByRole('listitem');
  await expect(due.filter({ hasText: 'Count the petty cash' })).toContainText(/Close of 2025-10.*\d+ days late/s);
  await expect(page.getByRole('region', { name: 'Work' }).getByRole('link', { name: /Close of 2025-10/ })).toHaveAttribute(
    'href',
    /period-close\/[-\da-f]{36}$/,
  );
  await due.getByRole('link', { name: /Count the petty cash/ }).click();
  const beside = page.getByRole('complementary', { name: 'Count the petty cash' });
  await expect(beside).toBeVisible();
  await beside.getByRole('button', { name: 'Close panel' }).click();

  await count.getByRole('button', { name: 'Done: Count the petty cash' }).click();
  await expect(count).toContainText('Done by');
  await inBothThemes(page, async (theme) => {
    await keepPicture(page, `period-${theme}`, { fullPage: true });
    await expectAccessible(page);
  });

  // What is said of a task, beside the list.
  await count.getByRole('button', { name: 'Comment: Count the petty cash' }).click();
  const task = page.getByRole('complementary', { name: 'Count the petty cash' });
  await task.getByRole('textbox', { name: 'New comment' }).fill('The tin was counted twice.');
  await task.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(task.getByRole('listitem')).toContainText('The tin was counted twice.');
  await expect(count.getByRole('button', { name: '1 comment: Count the petty cash' })).toBeVisible();
  await keepPicture(page, 'comment');

  // What a figure of the draft is made of.
  const trial = page.getByRole('table', { name: 'Trial balance of the period' });
  const bank = trial.getByRole('row', { name: /1100/ });
  await expect(bank).toContainText(/70\.00\s*Dr.*\+1,234\.50.*1,304\.50\s*Dr/s);
  await expect(trial.getByRole('row', { name: 'Total credit' })).toContainText(/70\.00\s*Cr.*1,234\.50.*1,304\.50\s*Cr/s);
  await bank.getByRole('button').nth(1).click();
  const figure = page.getByRole('complementary', { name: '1100 Bank accounts, movement' });
  await expect(figure.getByRole('list', { name: 'Postings of BANK' }).getByRole('listitem')).toHaveText(/In October.*\+1,234\.50/s);
  await trial.scrollIntoViewIfNeeded();
  await inBothThemes(page, async (theme) => {
    await keepPicture(page, `figure-${theme}`);
    await expectAccessible(page);
  });
  await figure.getByRole('button', { name: 'Close panel' }).click();
  await expect(page.getByText('Until the period is locked, postings change it.')).toBeVisible();

  const lock = page.getByRole('listitem').filter({ hasText: 'Lock the period' });
  await expect(lock).toContainText('Not locked yet');
  await page.getByRole('button', { name: 'Lock close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lock close' }).click();
  await expect(lock).toContainText('Done');
  await expect(page.getByRole('region', { name: /^Tasks, 7 of 10 done/ })).toBeVisible();
  await expect(page.getByText('By its lock:')).toBeVisible();
  await keepPicture(page, 'locked', { fullPage: true });
  expect(faults).toEqual([]);
});
