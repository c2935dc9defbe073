// Elements, written shortly. Text is text: nothing here makes elements out of words of the archive.
// @ts-check

/** @typedef {Node | string | null} Child */
/** @typedef {{ readonly [name: string]: string | number | boolean | ((event: Event) => void) | undefined }} Props */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} props functions listen to the event of their name; true and false are attributes that are there or not
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A control with its label. @param {string} label @param {HTMLElement} control @param {string} [hint] */
export const field = (label, control, hint) =>
  h('label', { class: 'field' }, h('span', {}, label), control, hint === undefined ? null : h('small', {}, hint));

/**
 * A table that scrolls sideways within itself.
 * @param {string} caption
 * @param {readonly (readonly [string, string])[]} columns heading and class of the cells
 * @param {readonly (readonly Child[])[]} rows
 * @param {readonly (readonly Child[])[]} [foot]
 */
export function table(caption, columns, rows, foot = []) {
  const rowOf = (/** @type {readonly Child[]} */ cells) =>
    h('tr', {}, ...cells.map((cell, i) => h('td', { class: columns[i][1], 'data-label': columns[i][0] }, cell)));
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, ...columns.map(([name, kind]) => h('th', { scope: 'col', class: kind }, name)))),
      h('tbody', {}, ...rows.map(rowOf)),
      foot.length === 0 ? null : h('tfoot', {}, ...foot.map(rowOf)),
    ),
  );
}

/** Hands a text over as a file. @param {string} name @param {BlobPart[]} parts @param {string} type */
export function download(name, parts, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  h('a', { href: address, download: name }).click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
