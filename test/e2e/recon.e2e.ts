// A statement of a bank: imported, matched, looked into by hand, and what it says about the books on a day.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { chooseAccount, daysAgo, openBooks } from './books.ts';
import { get, post } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture, settled, visit } from './walk.ts';

const DAY = daysAgo(3);
const line = (amount: string, more: object = {}) => ({
  source: 'Main bank',
  posted_at: DAY,
  account_code: 'BANK',
  amount,
  currency: 'USD',
  ...more,
});
/** A number of the head: `Matched`, `Unmatched`, `Exceptions`. */
const counter = (page: Page, label: string) =>
  page
    .getByRole('list', { name: 'Counters' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${label} `) });
const openImport = (page: Page) => page.getByRole('link', { name: 'Import', exact: true }).click();
const box = (page: Page) => page.getByRole('textbox', { name: 'Statement rows' });
const importRows = (page: Page) => page.getByRole('button', { name: 'Import rows' }).click();
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Reconciliation' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true }).click();

test('rows come in once, are matched in both directions, by hand and undone, and explain the books', async ({ page }) => {
  const faults = listenForFaults(page);
  const { accounts, postIntent } = await openBooks(page);
  const row = { debit: 'BANK', credit: 'SALES', valueDate: DAY };
  await postIntent({ ...row, amount: '100', narrative: 'Invoice 7' });
  await postIntent({ ...row, amount: '40' }, { ...row, amount: '2.5' });
  await postIntent({ ...row, amount: '9', valueDate: daysAgo(9) });

  await page.goto('/dashboard/risk-recon');
  await expect(page.getByRole('heading', { name: 'Risk & reconciliation' })).toBeVisible();
  await expect(counter(page, 'Unmatched').locator('[data-stand]')).toHaveAttribute('data-stand', 'good');
  await box(page).fill('{');
  await importRows(page);
  await expect(page.getByText('Import payload must be valid JSON array')).toBeVisible();
  await box(page).fill('[]');
  await importRows(page);
  await expect(page.getByText('Provide at least one statement row')).toBeVisible();
  await box(page).fill(JSON.stringify([line('1', { account_code: 'NOWHERE' })]));
  await importRows(page);
  await expect(page.getByText('There is no account NOWHERE.')).toBeVisible();

  const rows = [line('100'), line('42.5'), line('9'), line('-3')];
  await box(page).fill(JSON.stringify(rows));
  await importRows(page);
  await expect(page.getByText('4 rows imported, 0 duplicates')).toBeVisible();
  await expect(counter(page, 'Unmatched').locator('[data-stand]')).toHaveAttribute('data-stand', 'warn');
  await box(page).fill(JSON.stringify(rows));
  await importRows(page);
  await expect(page.getByText('Nothing new: 4 rows were there already')).toBeVisible();

  await page.getByRole('button', { name: 'Run match' }).click();
  await expect(page.getByText('2 rows matched')).toBeVisible();
  await expect(counter(page, 'Matched')).toContainText('2');
  await expect(counter(page, 'Unmatched')).toContainText('2');
  await tab(page, 'Matches');
  await expect(page.getByRole('row', { name: /All 2 postings of one intent/ })).toContainText('85');

  await tab(page, 'Match');
  await expect(page.getByRole('button', { name: 'BANK 2' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /6 days apart/ }).click();
  const why = page.getByRole('complementary', { name: 'Why this match' });
  await expect(why.getByRole('table', { name: 'Both sides' }).getByRole('row', { name: /^Day/ })).toContainText('differs');
  await why.getByRole('button', { name: 'Not a match' }).click();
  await page.getByRole('checkbox', { name: `Row of ${DAY}, 9.00000000` }).check();
  await expect(page.getByRole('button', { name: 'Match', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: `Posting of ${daysAgo(9)}, 9.00000000` }).check();
  await page.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(page.getByText('Matched', { exact: true }).last()).toBeVisible();
  await expect(counter(page, 'Unmatched')).toContainText('1');

  await tab(page, 'Matches');
  await page.getByRole('row', { name: /by hand/ }).click();
  const made = page.getByRole('complementary', { name: 'Match' });
  await expect(made.getByRole('region', { name: 'How it was matched' })).toContainText('By hand');
  await made.getByRole('button', { name: 'Undo this match' }).click();
  await expect(page.getByText('Match undone')).toBeVisible();
  await expect(made).toBeHidden();
  await expect(counter(page, 'Unmatched')).toContainText('2');

  await tab(page, 'Bank reconciliation statement');
  await expect(page.getByText('Balance in the books')).toBeVisible();
  await expect(page.getByText('no statement tells one')).toBeVisible();
  const { work } = (await get(page, `/api/internal/recon/statement?account_id=${accounts['BANK']}&date=${daysAgo(0)}`).then((s) => ({
    work: s,
  }))) as { work: { book_balance: string } };
  expect(work.book_balance).toBe('151.50000000');
  expect(faults).toEqual([]);
});

test('what fits is suggested: the exact is chosen, and confirmed at once; J, K, Space and Enter do the same', async ({ page }) => {
  const faults = listenForFaults(page);
  const { postIntent } = await openBooks(page);
  const row = { debit: 'BANK', credit: 'SALES', valueDate: DAY };
  await postIntent({ ...row, amount: '100', narrative: 'Invoice 4711' });
  await postIntent({ ...row, amount: '30', narrative: 'Invoice 4712' });
  await postIntent({ ...row, amount: '20', valueDate: daysAgo(5), narrative: 'Invoice 4713' });
  await page.goto('/dashboard/risk-recon');
  await box(page).fill(JSON.stringify([line('100'), line('30'), line('20'), line('-3')]));
  await importRows(page);
  await expect(page.getByText('4 rows imported, 0 duplicates')).toBeVisible();

  await tab(page, 'Match');
  const chosen = page.getByRole('region', { name: 'Selection' });
  await expect(chosen).toContainText('2 matches chosen');
  await chosen.getByRole('button', { name: 'Confirm 2 matches' }).click();
  await expect(page.getByText('2 matches confirmed')).toBeVisible();
  await expect(counter(page, 'Matched')).toContainText('2');
  await expect(chosen).toBeHidden();

  // From anywhere on the screen.
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(chosen).toContainText('1 match chosen');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Why this match' })).toContainText('Invoice 4713');
  await expectAccessible(page, 'why this match');
  await page.keyboard.press('Enter');
  await expect(counter(page, 'Matched')).toContainText('3');
  await expect(page.getByRole('complementary', { name: 'Why this match' })).toBeHidden();
  // Nothing is suggested any more: the keys are in the list of what nothing fits.
  await expect(page.getByRole('region', { name: 'Suggested matches' }).getByText('Invoice 4713')).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Statement row' })).toContainText('−3.00');
  await page.keyboard.press('Escape');

  // What the books do not know is booked from its row, and comes back matched.
  await page.getByRole('link', { name: 'Create posting' }).click();
  await expect(page.getByRole('note', { name: 'Statement row' })).toContainText('−3.00');
  await expect(page.getByRole('textbox', { name: /^Amount/ }).first()).toHaveValue('3.00');
  await chooseAccount(page, 'Debit account', 'SPARE');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Posted, and matched with the statement row')).toBeVisible();
  await expect(page).toHaveURL(/risk-recon\?view=match/);
  await expect(counter(page, 'Matched')).toHaveText('Matched 4');
  await expect(page.getByRole('button', { name: 'BANK nothing open' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Every row of the bank is matched.')).toBeVisible();
  expect(faults).toEqual([]);
});

test('the work comes first: the way in where nothing ever came in, then what is open; the numbers lead to what they count', async ({
  page,
}) => {
  const faults = listenForFaults(page);
  const { postIntent } = await openBooks(page);
  await postIntent({ debit: 'BANK', credit: 'SALES', amount: '100', valueDate: DAY, narrative: 'Invoice 4711' });
  await page.goto('/dashboard/admin/risk-recon');
  await expect(box(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('Last updated never: no rows yet')).toBeVisible();
  await box(page).fill(JSON.stringify([line('100'), line('-3', { posted_at: daysAgo(20) })]));
  await importRows(page);
  await expect(counter(page, 'Unmatched')).toHaveText('Unmatched 2');
  // Nobody is led away from what they are doing.
  await expect(box(page)).toBeVisible();

  await page.goto('/dashboard/risk-recon');
  await expect(page.getByRole('region', { name: 'Suggested matches' })).toContainText('Invoice 4711');
  await expect(tabs(page).getByRole('link', { name: 'Match', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText(/^Last updated \d\d:\d\d, /)).toBeVisible();
  await expect(counter(page, 'Open for over a week')).toHaveText('Open for over a week 1');
  await page.getByRole('link', { name: /^Unmatched/ }).click();
  await expect(page).toHaveURL(/view=rows&state=unmatched/);
  await expect(page.getByRole('grid', { name: 'Statement rows' })).toContainText('100.00');
  await openImport(page);
  await expect(page).toHaveURL(/view=import/);
  await expect(box(page)).toBeVisible();
  expect(faults).toEqual([]);
});

/** An MT940 of one day on an account at the bank: two movements from 100 to a closing balance. */
const mt940 = (account: string, closing: string): string => {
  const day = DAY.slice(2).replaceAll('-', '');
  return [
    ':20:STATEMENT',
    `:25:${account}`,
    ':28C:7/1',
    `:60F:C${day}USD100,00`,
    `:61:${day}C10,00NTRFNONREF`,
    ':86:Jane Roe',
    `:61:${day}D2,50NCHGNONREF`,
    ':86:Fee',
    `:62F:C${day}USD${closing}`,
    '',
  ].join('\r\n');
};

test('a file of a bank comes in as it is; one that cannot be is told where it is wrong', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  await page.goto('/dashboard/risk-recon');
  const form = page.getByRole('region', { name: 'Import a bank’s file' });
  const send = async (content: string) => {
    await form.locator('input[type=file]').setInputFiles({ name: 'statement.sta', mimeType: 'text/plain', buffer: Buffer.from(content) });
    await form.getByRole('button', { name: 'Import file' }).click();
  };
  await form.getByRole('button', { name: 'Import file' }).click();
  await expect(form.getByText('Choose a file', { exact: true }).last()).toBeVisible();
  await send(mt940('DE89370400440532013000', '107,51'));
  await expect(form.getByText(/107\.51/)).toBeVisible();
  await send(mt940('DE89370400440532013000', '107,50'));
  await expect(form.getByText('It is of DE89370400440532013000, in USD.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Account it is kept in' }).click();
  await page.getByRole('option', { name: /^BANK/ }).click();
  await form.getByRole('button', { name: 'Import file' }).click();
  await expect(page.getByText('MT940, 1 statement: 2 rows imported, 0 duplicates')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Imported statements' }).getByRole('row').nth(1)).toContainText('MT9407');
  await expect(counter(page, 'Unmatched')).toContainText('2');
  expect(faults).toEqual([]);
});

test('a row that stays open has a note and an owner, and becomes an intent whose fields are filled', async ({ page }) => {
  await openBooks(page);
  await page.goto('/dashboard/admin/recon');
  await box(page).fill(JSON.stringify([line('-3.25')]));
  await importRows(page);
  await expect(page.getByText('1 row imported, 0 duplicates')).toBeVisible();
  await tab(page, 'Rows');
  const listed = page.getByRole('row', { name: /Main bank/ });
  await listed.click();
  const panel = page.getByRole('complementary', { name: 'Statement row' });
  await panel.getByRole('textbox', { name: 'Note' }).fill('Asked the bank about this fee');
  await panel.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option').first().click();
  await panel.getByRole('button', { name: 'Save exception' }).click();
  await expect(listed).toContainText('exception');
  await expect(listed).toContainText('Asked the bank about this fee');
  await expect(counter(page, 'Exceptions')).toContainText('1');
  // The same from where it is open.
  await page.getByRole('link', { name: 'Match', exact: true }).click();
  await page.getByRole('button', { name: 'Exception', exact: true }).click();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('Asked the bank about this fee');
  await panel.getByRole('link', { name: 'Create posting from this row' }).click();
  await expect(page.getByRole('heading', { name: 'Post Kernel Intent' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Amount/ }).first()).toHaveValue('3.25');
  await expect(page.getByRole('combobox', { name: /Credit account/ }).first()).toHaveValue('BANK');
  await expect(page.getByRole('textbox', { name: /Narrative/ }).first()).toHaveValue(`Main bank ${DAY}`);
});

test('a row opens beside the list: with what it may belong to, and once that is confirmed with why, and the way back', async ({ page }) => {
  const faults = listenForFaults(page);
  const { postIntent } = await openBooks(page);
  await postIntent({ debit: 'BANK', credit: 'SALES', amount: '100', valueDate: DAY, narrative: 'Invoice 4711' });
  await post(page, '/api/internal/recon/import', { rows: [line('100'), line('-3', { posted_at: daysAgo(2) })] });
  await page.goto('/dashboard/risk-recon?view=rows');
  await page
    .getByRole('row', { name: /100\.00/ })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'Statement row' });
  await expect(panel).toContainText('nothing else within 1 day has this amount');
  await expect(panel.getByRole('region', { name: 'Posting' })).toContainText('Invoice 4711');
  await keepPicture(page, 'row-open');
  await panel.getByRole('button', { name: 'Confirm this match' }).click();
  await expect(panel.getByRole('region', { name: 'How it was matched' })).toContainText('By hand');
  await expect(panel.getByRole('table', { name: 'Both sides' }).getByRole('row', { name: /^Amount/ })).toContainText('+100.00');
  await expectAccessible(page, 'a row that is matched');
  await panel.getByRole('button', { name: 'Undo this match' }).click();
  await expect(page.getByText('Match undone')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Confirm this match' })).toBeVisible();
  // The panel follows the keys.
  await page.keyboard.press('j');
  await expect(panel).toContainText('−3.00');
  expect(faults).toEqual([]);
});

const BANK_CSV = `"Current account";"DE89370400440532013000"
"Period:";"01.01.2026 - 31.01.2026"
""
"Buchungsdatum";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Betrag (EUR)";"Gläubiger-ID";"Kundenreferenz"
"31.01.26";"Gebucht";"Kontor GmbH";"Stadtwerke";"Abschlag Januar";"-1.234,50";"";""
"30.01.26";"Gebucht";"Möller KG";"Kontor GmbH";"Rechnung 7";"12.200,00";"";"RE-7"
"29.01.26";"Vorgemerkt";"Kontor GmbH";"Telekom";"Festnetz";"-49,95";"";""
`;

test('a bank that sends CSV is set up from one of its files, which then comes in, and is changed without a file', async ({ page }) => {
  const faults = listenForFaults(page);
  await openBooks(page);
  const bankCsv = { name: 'umsaetze.csv', mimeType: 'text/csv', buffer: Buffer.from(BANK_CSV, 'latin1') };
  await page.goto('/dashboard/risk-recon?view=sources');
  await page.getByRole('button', { name: 'New source' }).click();
  const dialog = page.getByRole('dialog', { name: 'New source' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('House bank');
  await dialog.getByRole('combobox', { name: 'Account', exact: true }).fill('BANK');
  await page.getByRole('option', { name: /^BANK/ }).click();
  await dialog.locator('input[type=file]').setInputFiles({ ...bankCsv, buffer: Buffer.from('%PDF-1.7') });
  await expect(dialog.getByText('This is a document, not a statement for programs.')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(bankCsv);

  const rows = dialog.getByRole('region', { name: 'Rows as they would come in', exact: true });
  await expect(rows.getByRole('status')).toHaveText('2 rows would come in; left out: 1 not booked yet.');
  await expect(rows.getByRole('row', { name: /^Line 5/ })).toContainText('−1,234.50');
  await expect(rows.getByRole('row', { name: /^Line 6/ })).toContainText('Rechnung 7 · RE-7');
  await expect(dialog.getByRole('combobox', { name: 'Counterparty' })).toHaveValue('Zahlungsempfänger*in');
  await dialog.getByRole('combobox', { name: 'Decimal mark' }).click();
  await page.getByRole('option', { name: 'Point: 1,234.56' }).click();
  await expect(rows.getByRole('alert')).toContainText('2 rows of 3 cannot be read');
  await expect(rows.getByRole('row', { name: /^Line 5/ })).toContainText('Betrag (EUR): “-1.234,50” is not an amount.');
  await keepPicture(page, 'source-faulty');
  await dialog.getByRole('combobox', { name: 'Decimal mark' }).click();
  await page.getByRole('option', { name: 'Comma: 1.234,56' }).click();
  await inBothThemes(page, async (theme) => {
    await keepPicture(page, `source-csv-${theme}`);
    await expectAccessible(page, `a source of CSV, ${theme}`);
  });
  await dialog.getByRole('button', { name: 'Save source' }).click();
  await expect(page.getByText('Source saved')).toBeVisible();

  await page.getByRole('button', { name: 'Change House bank' }).click();
  const change = page.getByRole('dialog', { name: 'House bank' });
  await expect(change.getByRole('combobox', { name: 'Day', exact: true })).toHaveValue('Buchungsdatum');
  await expect(change.getByText('Choose one of the bank’s CSV files, and its rows are shown here.')).toBeVisible();
  await change.getByRole('button', { name: /^More columns/ }).click();
  await expect(change.getByLabel('Line of the column names')).toHaveValue('4');
  await page.keyboard.press('Escape');
  await expect(change).toBeHidden();

  await openImport(page);
  await page.locator('input[type=file]').setInputFiles(bankCsv);
  await page.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: /^House bank/ }).click();
  await page.getByRole('button', { name: 'Import file' }).click();
  await expect(page.getByText('CSV, 1 statement: 2 rows imported, 0 duplicates; left out: 1 not booked yet')).toBeVisible();
  await tab(page, 'Rows');
  await expect(page.getByRole('row', { name: /Rechnung 7/ })).toContainText('12,200.00');
  expect(faults).toEqual([]);
});

test('every part of the screen passes axe in either theme', async ({ page }) => {
  const { accounts, postIntent } = await openBooks(page);
  for (const amount of ['10', '20', '30'])
    await postIntent({ debit: 'BANK', credit: 'SALES', amount, valueDate: DAY, narrative: 'Invoice' });
  await page.goto('/dashboard/admin/risk-recon');
  await box(page).fill(
    JSON.stringify([line('10'), line('50'), line('7'), line('-1'), line('-2'), line('-3'), line('-4'), line('-5'), line('-6')]),
  );
  await importRows(page);
  await expect(page.getByText('9 rows imported, 0 duplicates')).toBeVisible();
  await page.getByRole('button', { name: 'Run match' }).click();
  await expect(page.getByText('2 rows matched')).toBeVisible();
  await expect(counter(page, 'Unmatched').locator('[data-stand]')).toHaveAttribute('data-stand', 'bad');
  for (const view of ['import', 'rows', 'match', 'matches', 'statement', 'sources']) {
    await visit(page, `/dashboard/risk-recon?view=${view}&account=${accounts['BANK']}`);
    await expect(page.getByRole('button', { name: 'Run match' })).toBeVisible();
    await settled(page);
    await inBothThemes(page, async (theme) => {
      await keepPicture(page, `${view}-${theme}`, { fullPage: true });
      await expectAccessible(page, `${view}, ${theme}`);
    });
  }
});
