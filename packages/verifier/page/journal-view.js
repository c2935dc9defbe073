// The journal: every posting, found by account, value date, words, amount or event.
// @ts-check

import { field, h, table } from './dom.js';
import { showEvent } from './event-dialog.js';
import { count, counted, dayOf, instantOf, money, typedE8 } from './format.js';

const PAGE_ROWS = 100;

/** @param {import('./books.js').BooksClient} books */
export function journalView(books) {
  const account = h('select', {}, h('option', { value: '' }, 'All'));
  const from = h('input', { type: 'date' });
  const to = h('input', { type: 'date' });
  const text = h('input', { type: 'search', autocomplete: 'off' });
  const least = h('input', { inputmode: 'decimal', autocomplete: 'off' });
  const most = h('input', { inputmode: 'decimal', autocomplete: 'off' });
  const seq = h('input', { inputmode: 'numeric', autocomplete: 'off' });
  const area = h('div', { 'aria-live': 'polite' });
  void books
    .accounts()
    .then((accounts) => account.append(...accounts.map(({ id, code, currency }) => h('option', { value: id }, `${code} (${currency})`))));

  /** @returns {import('./journal.js').JournalFilter | string} */
  const filter = () => {
    const [leastE8, mostE8] = [least, most].map(({ value }) => (value.trim() === '' ? undefined : typedE8(value)));
    if (leastE8 === null || mostE8 === null) return 'An amount is a number such as 1250.00.';
    if (seq.value.trim() !== '' && !/^\d{1,15}$/.test(seq.value.trim())) return 'An event is named by its number.';
    return {
      ...(account.value === '' ? {} : { account: account.value }),
      ...(from.value === '' ? {} : { from: from.value }),
      ...(to.value === '' ? {} : { to: to.value }),
      ...(text.value === '' ? {} : { text: text.value }),
      ...(leastE8 === undefined ? {} : { leastE8 }),
      ...(mostE8 === undefined ? {} : { mostE8 }),
      ...(seq.value.trim() === '' ? {} : { seq: Number(seq.value) }),
    };
  };
  const show = async (/** @type {number} */ offset) => {
    const asked = filter();
    if (typeof asked === 'string') return area.replaceChildren(h('p', { role: 'alert' }, asked));
    const { total, sums, rows } = await books.journal(asked, offset, PAGE_ROWS);
    area.replaceChildren(
      h('p', {}, `${counted(total, 'posting')}${sums.map(([currency, sumE8]) => `, ${money(sumE8, currency)} ${currency}`).join('')}`),
      table(
        'Journal',
        [
          ['Event', 'number'],
          ['Booked (UTC)', 'day'],
          ['Value date', 'day'],
          ['Debit', ''],
          ['Credit', ''],
          ['Amount', 'number'],
          ['Currency', ''],
          ['Narrative', 'wide'],
        ],
        rows.map((row) => [
          h('button', { type: 'button', class: 'link', click: () => void showEvent(books, row.seq) }, String(row.seq)),
          instantOf(new Date(row.bookedMs).toISOString()),
          dayOf(row.valueDate),
          row.debit,
          row.credit,
          money(row.amountE8, row.currency),
          row.currency,
          row.narrative,
        ]),
      ),
      h(
        'div',
        { class: 'pager' },
        h('button', { type: 'button', disabled: offset === 0, click: () => void show(offset - PAGE_ROWS) }, 'Previous'),
        h('span', {}, total === 0 ? 'None' : `${count(offset + 1)} to ${count(offset + rows.length)} of ${count(total)}`),
        h('button', { type: 'button', disabled: offset + PAGE_ROWS >= total, click: () => void show(offset + PAGE_ROWS) }, 'Next'),
      ),
    );
  };
  const search = (/** @type {Event} */ event) => {
    event.preventDefault();
    void show(0);
  };
  void show(0);
  return h(
    'div',
    {},
    h(
      'form',
      { class: 'filters', submit: search },
      field('Account', account),
      field('Value date from', from),
      field('to', to),
      field('Narrative has', text),
      field('Amount from', least),
      field('to', most),
      field('Event', seq),
      h('button', { type: 'submit' }, 'Find'),
    ),
    area,
  );
}
