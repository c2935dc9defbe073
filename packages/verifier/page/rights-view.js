// Who held which right on a day, from the events that gave and took it. People are named by their ids: the archive has no names.
// @ts-check

import { field, h, table } from './dom.js';
import { showEvent } from './event-dialog.js';
import { counted, instantOf } from './format.js';

const kinds = { organisation: 'Organisation', entity: 'Entity', api_key: 'API key', signing_key: 'Signing key' };

/** @param {import('./books.js').BooksClient} books @param {string} today */
export function rightsView(books, today) {
  const date = h('input', { type: 'date', value: today, required: true });
  const person = h('input', { type: 'search', autocomplete: 'off' });
  const area = h('div', { 'aria-live': 'polite' });
  const show = async () => {
    if (date.value === '') return;
    const rights = (await books.rights(date.value)).filter(({ userId }) => (userId ?? 'system').includes(person.value.trim()));
    area.replaceChildren(
      h('p', {}, `${counted(rights.length, 'right')} at the end of ${date.value} (UTC)`),
      table(
        'Rights',
        [
          ['Of', ''],
          ['Who', 'id'],
          ['Right', ''],
          ['What for', 'wide'],
          ['Since (UTC)', 'day'],
          ['Given by', 'id'],
          ['Event', 'number'],
        ],
        rights.map(({ kind, userId, serviceAccount, right, object, inForce, since, givenBy, seq, networks }) => [
          kinds[kind],
          serviceAccount === null ? (userId ?? 'the system') : `${serviceAccount} (service account) ${userId}`,
          right,
          `${object}${inForce ? '' : ' (deactivated)'}${networks.length === 0 ? '' : `, from ${networks.join(', ')}`}`,
          instantOf(since),
          givenBy,
          h('button', { type: 'button', class: 'link', click: () => void showEvent(books, seq) }, String(seq)),
        ]),
      ),
    );
  };
  for (const control of [date, person]) control.addEventListener('change', () => void show());
  void show();
  return h('div', {}, h('div', { class: 'filters' }, field('At the end of', date), field('Id of a person', person)), area);
}
