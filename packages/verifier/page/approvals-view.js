// Approvals: who asked, who decided, on which payload, when, and what became of it.
// @ts-check

import { field, h, table } from './dom.js';
import { showEvent } from './event-dialog.js';
import { counted, instantOf } from './format.js';

const PAGE_ROWS = 100;

/** @param {import('./books.js').BooksClient} books */
export function approvalsView(books) {
  const state = h(
    'select',
    {},
    ...['', 'pending', 'approved', 'rejected', 'executed'].map((value) => h('option', { value }, value === '' ? 'All' : value)),
  );
  const area = h('div', { 'aria-live': 'polite' });
  const open = (/** @type {number} */ seq) =>
    h('button', { type: 'button', class: 'link', click: () => void showEvent(books, seq) }, String(seq));
  const rowOf = (/** @type {import('./approvals.js').Approval} */ approval) => [
    open(approval.seq),
    instantOf(approval.askedAt),
    approval.askedBy,
    h('span', {}, approval.subject, ' ', h('small', {}, `${approval.intentId ?? ''} ${approval.reason}`)),
    h('code', {}, approval.payloadHash),
    h(
      'ul',
      {},
      ...approval.decisions.map(({ seq, ts, by, what, comment, code }) =>
        h(
          'li',
          {},
          `${what} by ${by}, ${instantOf(ts)}, event `,
          open(seq),
          `${code === '' ? '' : ` (${code})`}${comment === '' ? '' : `: ${comment}`}`,
        ),
      ),
    ),
    h('span', {}, approval.state, approval.executedSeq === null ? null : h('span', {}, ' by event ', open(approval.executedSeq))),
  ];
  const show = async (shown = PAGE_ROWS) => {
    const all = (await books.approvals()).filter((approval) => state.value === '' || approval.state === state.value);
    area.replaceChildren(
      h('p', {}, `${counted(all.length, 'approval')}, the latest first`),
      table(
        'Approvals',
        [
          ['Event', 'number'],
          ['Asked (UTC)', 'day'],
          ['Asked by', 'id'],
          ['What', ''],
          ['Payload hash', 'hash'],
          ['Decisions', 'wide'],
          ['State', ''],
        ],
        all.slice(0, shown).map(rowOf),
      ),
      all.length > shown ? h('button', { type: 'button', click: () => void show(shown + PAGE_ROWS) }, 'Show more') : '',
    );
  };
  state.addEventListener('change', () => void show());
  void show();
  return h('div', {}, h('div', { class: 'filters' }, field('State', state)), area);
}
