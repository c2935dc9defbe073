// One event, as the archive has it.
// @ts-check

import { h } from './dom.js';

/** @param {import('./books.js').BooksClient} books @param {number} seq */
export async function showEvent(books, seq) {
  const event = await books.event(seq);
  const close = h('button', { type: 'button', click: () => dialog.close() }, 'Close');
  const dialog = h(
    'dialog',
    { 'aria-label': `Event ${seq}`, close: () => dialog.remove() },
    h('h2', {}, `Event ${seq}`),
    h('pre', { tabindex: 0 }, JSON.stringify(event, null, 2)),
    close,
  );
  document.body.append(dialog);
  dialog.showModal();
}
