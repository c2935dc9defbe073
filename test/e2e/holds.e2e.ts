// Money set aside: a hold is placed, seen in the list and in what is available, captured in part, voided. And an executed intent
// is taken back once, linked both ways.
import { expect, type Page, test } from '@playwright/test';
import { chooseAccount } from './books.ts';
import { chart, expectBarred, newOrganisation, post, signUp } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

/** An organisation of one's own, with BANK and SALES in dollars, and an FX snapshot to post with. */
async function openBooks(page: Page): Promise<void> {
  await signUp(page);
  await newOrganisation(page);
  const { bank, revenue } = await chart(page);
  const account = (code: string, ledgerAccountId: string) =>
    post(page, '/api/internal/accounts/create', { code, currency: 'USD', ledgerAccountId });
  await account('BANK', bank);
  await account('SAFE', bank);
  await account('SALES', revenue);
  await post(page, '/api/internal/snapshots/take', { kind: 'fx', label: 'for the test' });
}

async function fill(page: Page, debit: string, credit: string, amount: string, narrative: string): Promise<void> {
  await chooseAccount(page, 'Debit account', debit);
  await chooseAccount(page, 'Credit account', credit);
  const row = page.getByRole('group', { name: 'Row 1' });
  await row.getByLabel('Amount').fill(amount);
  await page.getByLabel('Narrative', { exact: true }).fill(narrative);
}

/** Posts now, and answers the path of the intent's page. */
async function postNow(page: Page, debit: string, credit: string, amount: string, narrative: string): Promise<string> {
  await visit(page, '/dashboard/intents/post');
  const again = page.getByRole('button', { name: 'New intent' });
  await expect(page.getByRole('button', { name: /^(?:Submit|New intent)$/ }).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
  await fill(page, debit, credit, amount, narrative);
  await page.getByRole('button', { name: 'Submit' }).click();
  const receipt = page.getByRole('status', { name: 'Receipt' });
  await expect(receipt).toContainText('Posted once, and chained.');
  return (await receipt.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).getAttribute('href')) ?? '';
}

/** Places a hold from the list of holds. */
async function hold(page: Page, amount: string, narrative: string): Promise<void> {
  await visit(page, '/dashboard/intents/holds');
  await page.getByRole('button', { name: 'Place a hold' }).first().click();
  await expect(page).toHaveURL(/\/intents\/post$/);
  await expect(page.getByRole('radio', { name: 'Hold' })).toBeChecked();
  await expect(page.getByLabel('Held until')).not.toHaveValue('');
  await fill(page, 'SAFE', 'BANK', amount, narrative);
  await expect(page.getByRole('table', { name: 'Effect on available' }).getByRole('row', { name: /BANK/ })).toContainText(amount);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status', { name: 'Receipt' })).toContainText('Nothing is posted until it is captured.');
}

/** Balance, held and available of an account, as the list of balances shows them. */
async function standing(page: Page, code: string): Promise<readonly string[]> {
  await visit(page, `/dashboard/balances?q=${code}`);
  const cells = page.getByRole('row', { name: new RegExp(code) }).getByRole('gridcell');
  await expect(cells.first()).toBeVisible();
  return [7, 5, 6].reduce<Promise<string[]>>(async (read, at) => [...(await read), await cells.nth(at).innerText()], Promise.resolve([]));
}

test('a hold is placed, seen in the list and in what is available, captured in parts, and then cannot be again; another is voided', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const faults = listenForFaults(page);
  const shot = async (name: string): Promise<void> => {
    await keepPicture(page, `${name}`);
  };
  await openBooks(page);
  await visit(page, '/dashboard/intents/holds');
  await expect(page.getByText('No holds yet')).toBeVisible();
  await postNow(page, 'BANK', 'SALES', '1000.00', 'Opening');
  await hold(page, '400.00', 'Deposit for the fair');
  await shot('1-placed');
  expect(await standing(page, 'BANK')).toEqual(['1,000.00\nDr', '400.00', '600.00\nDr']);
  await shot('2-available');

  await visit(page, '/dashboard/intents/holds?status=open');
  await expect(page.getByRole('list', { name: 'Held by 1 open' })).toContainText('400.00');
  await page
    .getByRole('row', { name: /Deposit for the fair/ })
    .getByText('SAFE')
    .click();
  const panel = page.getByRole('complementary', { name: 'Hold' });
  await panel.getByRole('button', { name: 'Capture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Capture hold' });
  await dialog.getByLabel('Amount').fill('400.01');
  await dialog.getByRole('button', { name: 'Capture' }).click();
  await expect(dialog.getByText('Capture at most what is held in each row.')).toBeVisible();
  const ofHeld = dialog.getByRole('list', { name: 'Of held' });
  await dialog.getByLabel('Amount').fill('100');
  await expect(ofHeld).toContainText('100.00 of 400.00 held · 300.00 stays held');
  await dialog.getByRole('button', { name: 'Capture' }).click();
  await expect(dialog.getByRole('status', { name: 'Receipt' })).toContainText('Captured once, and chained.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(panel.getByRole('table', { name: 'Held rows' })).toContainText('300.00 left');
  await expect(page.getByRole('list', { name: 'Held by 1 open' })).toContainText('300.00');
  await shot('3-part');
  await panel.getByRole('button', { name: 'Capture' }).click();
  await dialog.getByLabel('Amount').fill('150');
  await dialog.getByRole('checkbox', { name: 'Let the rest go' }).check();
  await expect(ofHeld).toContainText('150.00 of 300.00 held · 150.00 is let go');
  await shot('3-capture');
  await dialog.getByRole('button', { name: 'Capture' }).click();
  await expect(dialog.getByRole('status', { name: 'Receipt' })).toContainText('Captured once, and chained.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('No hold is open')).toBeVisible();
  await expectBarred(panel.getByRole('button', { name: 'Capture' }), 'This hold was captured already');
  await shot('4-captured');
  expect(await standing(page, 'BANK')).toEqual(['750.00\nDr', '—', '750.00\nDr']);

  // Its page: the story of both intents, and the way to the capture and back.
  await visit(page, '/dashboard/intents/holds?status=captured');
  await page.getByRole('link', { name: 'Capture', exact: true }).click();
  await expect(page.getByRole('main').locator('header')).toContainText('Capture · value date');
  await expect(page.getByRole('table', { name: 'Rows of the intent' })).toContainText('150.00');
  const story = page.getByRole('region', { name: 'Story' });
  await expect(story).toContainText(/Hold placed.*Captured.*Captured/s);
  await page.getByRole('region', { name: 'Intent', exact: true }).getByRole('link').click();
  await expect(page.getByRole('main').locator('header')).toContainText('Hold · value date');
  await expectBarred(page.getByRole('button', { name: 'Void' }), 'This hold was captured already');
  await expectBarred(page.getByRole('button', { name: 'Reverse' }), 'A hold posts nothing');
  await shot('5-page');

  await hold(page, '300.00', 'Rental van');
  await page.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  await page.getByRole('button', { name: 'Void' }).click();
  const asked = page.getByRole('dialog', { name: 'Void hold' });
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(asked.getByRole('table', { name: 'Rows to let go' })).toContainText('300.00');
  await asked.getByRole('button', { name: 'Void' }).click();
  await expect(asked.getByRole('status', { name: 'Receipt' })).toContainText('What was held is free again.');
  await asked.getByRole('button', { name: 'Close' }).last().click();
  await expectBarred(page.getByRole('button', { name: 'Capture' }), 'This hold was voided already');
  await expect(story).toContainText(/Hold placed.*Voided/s);
  expect(await standing(page, 'BANK')).toEqual(['750.00\nDr', '—', '750.00\nDr']);
  expect(faults).toEqual([]);
});

test('an executed intent is reversed from its page, once; the links lead both ways', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  const address = await postNow(page, 'BANK', 'SALES', '75.25', 'Booked twice');
  await visit(page, '/dashboard/intents?q=twice');
  await page
    .getByRole('row', { name: /75\.25/ })
    .getByText('75.25')
    .click();
  await page.getByRole('complementary', { name: 'Intent' }).getByRole('link', { name: 'Open page' }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  // The address changes before the page does, and the panel beside the list has this button too.
  await expect(page.getByRole('main').locator('header')).toContainText('Manual posting · value date');
  await settled(page);

  await page.getByRole('button', { name: 'Reverse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse intent' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('table', { name: 'Rows of the reversal' }).getByRole('row').nth(1)).toContainText(/SALES.*BANK.*75\.25/);
  await expect(dialog.getByRole('table', { name: 'Effect on balances' }).getByRole('row', { name: /BANK/ })).toContainText('0.00');
  await keepPicture(page, 'reverse');
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(dialog.getByRole('status', { name: 'Receipt' })).toContainText('Taken back once, and chained.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expectBarred(page.getByRole('button', { name: 'Reverse' }), 'Reversed already, by ');

  const facts = page.getByRole('region', { name: 'Intent', exact: true });
  await expect(facts).toContainText('Reversed by');
  await facts.getByRole('link').click();
  await expect(page.getByRole('main').locator('header')).toContainText('Reversal · value date');
  await expectBarred(page.getByRole('button', { name: 'Reverse' }), 'A reversal cannot be reversed');
  await expect(facts).toContainText('Reverses');
  await keepPicture(page, 'reversal');
  await facts.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  expect(await standing(page, 'BANK')).toEqual(['0.00', '—', '0.00']);
  expect(faults).toEqual([]);
});

test('a hold can wait for funds: only if it is available, else it is rejected with the raw response', async ({ page }) => {
  await openBooks(page);
  await page.goto('/dashboard/intents/post?use=hold');
  await fill(page, 'SAFE', 'BANK', '10', 'Too much');
  await page.getByRole('checkbox', { name: 'Only if it is available' }).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  const rejected = page.getByRole('status', { name: 'Rejected' });
  await expect(rejected).toContainText('INSUFFICIENT_FUNDS');
  await expect(rejected.getByRole('group', { name: 'raw response' })).toContainText('"BANK"');
});

test('a read-only organisation shows its intents, and says why nothing can be done with them', async ({ page }) => {
  await openBooks(page);
  const address = await postNow(page, 'BANK', 'SALES', '5.00', 'Before');
  await post(page, '/api/internal/tenants/deactivate', {});
  await page.goto(address);
  await expectBarred(page.getByRole('button', { name: 'Reverse' }), 'This organisation is currently read-only.');
  await visit(page, '/dashboard/intents/holds');
  await expectBarred(page.getByRole('button', { name: 'Place a hold' }).first(), 'This organisation is currently read-only.');
});
