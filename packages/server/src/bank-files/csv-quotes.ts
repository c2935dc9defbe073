// Quotes within a cell that has none around it, as programs write that know of no quotes: words, and no beginning of a cell.

import { ROWS_MAX } from './statement.ts';

const QUOTE = '"';
/** So many are put together at once: each is an object until then. */
const PARTS_MAX = 10_000;

/** The same rows with such cells in quotes, each on the lines where it was. A cell that begins with a quote stays as it is, and so do rows beyond those that are read. */
export function quoteBareCells(text: string, delimiter: string): string {
  const chunks: string[] = [];
  const parts: string[] = [];
  let kept = 0;
  let lines = 0;
  for (let at = 0; at < text.length && lines <= ROWS_MAX; ) {
    const quoted = text[at] === QUOTE;
    const end = quoted ? endOfQuoted(text, at) : endOfBare(text, at, delimiter);
    const cell = quoted ? '' : text.slice(at, end);
    if (cell.includes(QUOTE)) {
      parts.push(text.slice(kept, at), `"${cell.replaceAll(QUOTE, '""')}"`);
      kept = end;
    }
    if (parts.length > PARTS_MAX) chunks.push(parts.splice(0).join(''));
    if (text[end] === '\n') lines += 1;
    at = end + 1;
  }
  return [...chunks, ...parts, text.slice(kept)].join('');
}

/** Behind the quote that ends it: of two quotes neither does. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf(QUOTE, from + 1); at !== -1; at = text.indexOf(QUOTE, at + 2)) if (text[at + 1] !== QUOTE) return at + 1;
  return text.length;
}

function endOfBare(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
