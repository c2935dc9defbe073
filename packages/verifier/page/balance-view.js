// The trial balance at the end of any value date: every account that holds something, and that debits equal credits.
// @ts-check

import { field, h, table } from './dom.js';
import { money } from './format.js';

/** @param {import('./books.js').BooksClient} books @param {import('./books-worker.js').Outcome} outcome @param {string} today */
export function balanceView(books, { result }, today) {
  const { fault = null } = result ?? {};
  if (fault !== null) return h('p', {}, 'The log contradicts itself: there is no balance of it that could be shown.');
  const date = h('input', { type: 'date', value: today, required: true });
  const level = h('select', {}, h('option', { value: 'gl' }, 'GL accounts'), h('option', { value: 'accounts' }, 'Ledger accounts'));
  const area = h('div', { 'aria-live': 'polite' });
  const show = async () => {
    if (date.value === '') return;
    const lines = await books.trialBalance(date.value, level.value === 'gl');
    const currencies = [...new Set(lines.map(({ currency }) => currency))];
    area.replaceChildren(
      ...(currencies.length === 0 ? [h('p', {}, 'On this day no account holds anything.')] : []),
      ...currencies.map((currency) =>
        section(
          currency,
          lines.filter((line) => line.currency === currency),
        ),
      ),
    );
  };
  for (const control of [date, level]) control.addEventListener('change', () => void show());
  void show();
  return h('div', {}, h('div', { class: 'filters' }, field('At the end of value date', date), field('By', level)), area);
}

/** @param {string} currency @param {readonly import('./ledger.js').BalanceLine[]} lines */
function section(currency, lines) {
  const [debitE8, creditE8] = lines.reduce(
    ([debit, credit], { balanceE8 }) => (balanceE8 > 0n ? [debit + balanceE8, credit] : [debit, credit - balanceE8]),
    [0n, 0n],
  );
  const side = (/** @type {bigint} */ amountE8) => (amountE8 > 0n ? money(amountE8, currency) : '');
  return h(
    'div',
    {},
    table(
      `Trial balance, ${currency}`,
      [
        ['Account', ''],
        ['Name', 'wide'],
        ['Debit', 'number'],
        ['Credit', 'number'],
      ],
      lines.map(({ code, title, balanceE8 }) => [code, title, side(balanceE8), side(-balanceE8)]),
      [['Total', currency, money(debitE8, currency), money(creditE8, currency)]],
    ),
    debitE8 === creditE8
      ? h('p', { class: 'good' }, `Debits equal credits in ${currency}.`)
      : h('p', { class: 'bad', role: 'alert' }, `Debits and credits in ${currency} differ by ${money(debitE8 - creditE8, currency)}.`),
  );
}
