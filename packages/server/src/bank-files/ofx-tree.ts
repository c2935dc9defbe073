// The elements of an OFX file, SGML or XML: an element with text may lack its end, and so may an empty one.

import { BankFileFault, SECOND_DOCUMENT } from './statement.ts';
import type { XmlElement } from './xml.ts';

const DEPTH_MAX = 64;
/** A file of 10 MB with movements as short as they can be has fewer; each takes some 200 bytes. */
const ELEMENTS_MAX = 600_000;
const NO_ATTRIBUTES: XmlElement['attributes'] = Object.freeze({});
const TAG = /<(\/?)([A-Za-z][\w.:-]{0,99})(?=[\s/>])([^<>]*)>/y;
const SKIPPED: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '>'],
];
const DOCTYPE = 'A document type is not read: it may declare entities or reach for other files.';
const CDATA = '<![CDATA[';

/** The root, `OFX`. Names are in capitals, texts decoded and trimmed. Throws BankFileFault with the line. */
export function readOfxTree(text: string): XmlElement {
  const start = text.search(/<OFX[\s>]/i);
  if (start === -1) throw new BankFileFault(text.length < 20 ? 'TRUNCATED' : 'SYNTAX_INVALID', 'There is no element OFX in it.');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text.slice(0, start))) throw new BankFileFault('ENTITY_REFUSED', DOCTYPE, { line: 1 });
  const open: XmlElement[] = [];
  const lines = lineCounter(text);
  let root: XmlElement | undefined;
  let elements = 0;
  const stop = (code: BankFileFault['code'], sentence: string, at: number): never => {
    const element = open.at(-1)?.name;
    throw new BankFileFault(code, sentence, { line: lines(at), ...(element === undefined ? {} : { element }) });
  };
  const openElement = (name: string, at: number): XmlElement => {
    elements += 1;
    if (elements > ELEMENTS_MAX) stop('TOO_LONG', `The file has more than ${ELEMENTS_MAX} elements.`, at);
    const leaf = open.at(-1);
    if (leaf !== undefined && leaf.text !== '') {
      leaf.text = leaf.text.trim();
      open.pop();
    }
    if (open.length >= DEPTH_MAX) stop('TOO_DEEP', `Elements are nested deeper than ${DEPTH_MAX}.`, at);
    const element: XmlElement = { name, uri: '', attributes: NO_ATTRIBUTES, children: [], text: '', line: lines(at) };
    open.at(-1)?.children.push(element);
    return element;
  };
  const addText = (more: string, at: number): void => {
    const element = open.at(-1);
    if (more.trim() === '') return;
    if (element === undefined || element.children.length > 0) stop('SYNTAX_INVALID', 'Here is text between elements.', at);
    else element.text += more;
  };
  for (let at = start; at < text.length; ) {
    const next = text.indexOf('<', at);
    if (next === -1) break;
    addText(decodeEntities(text.slice(at, next)), at);
    const end = skip(text, next);
    if (end !== null) {
      if (end === -1) stop('TRUNCATED', 'A comment or instruction has no end.', next);
      at = end;
    } else if (text.startsWith(CDATA, next)) {
      const close = text.indexOf(']]>', next);
      if (close === -1) stop('TRUNCATED', 'A CDATA section has no end.', next);
      addText(text.slice(next + CDATA.length, close), next);
      at = close + 3;
    } else if (text.startsWith('<!', next)) {
      stop('ENTITY_REFUSED', DOCTYPE, next);
    } else {
      TAG.lastIndex = next;
      const tag = TAG.exec(text);
      if (tag === null) {
        if (/[A-Za-z/]/.test(text[next + 1] ?? ''))
          stop(text.indexOf('>', next) === -1 ? 'TRUNCATED' : 'SYNTAX_INVALID', 'A tag has no end.', next);
        addText('<', next);
        at = next + 1;
        continue;
      }
      at = next + tag[0].length;
      const name = (tag[2] ?? '').toUpperCase();
      if (tag[1] === '/') {
        if (!closeElement(open, name)) stop('SYNTAX_INVALID', `${name} ends without having begun.`, next);
        if (open.length === 0) return checkEnd(text, at, root, stop);
      } else {
        const element = openElement(name, next);
        root ??= element;
        if (!(tag[3] ?? '').endsWith('/')) open.push(element);
      }
    }
  }
  return stop('TRUNCATED', 'The file ends before its last element does: it is cut off.', text.length);
}

/** Where a comment or instruction ends; -1 if nowhere, null if there is none. */
function skip(text: string, at: number): number | null {
  for (const [start, end] of SKIPPED) {
    if (!text.startsWith(start, at)) continue;
    const close = text.indexOf(end, at + start.length);
    return close === -1 ? -1 : close + end.length;
  }
  return null;
}

/**
 * Ends an element, and with it those within that have no end of their own: one with text is whole, one without was empty, and what
 * seemed to be in it stands beside it. False if no such element is open.
 */
function closeElement(open: XmlElement[], name: string): boolean {
  const at = open.findLastIndex((element) => element.name === name);
  if (at === -1) return false;
  while (open.length - 1 > at) {
    const empty = open.pop();
    const around = open.at(-1);
    if (empty === undefined || around === undefined) break;
    for (const child of empty.children.splice(0)) around.children.push(child);
    empty.text = empty.text.trim();
  }
  const closed = open.pop();
  if (closed !== undefined) closed.text = closed.text.trim();
  return true;
}

/** Where the next character is that is no blank. */
function nextSign(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s\p{Cc}]/u.test(text[at] ?? '')) at += 1;
  return at;
}

/** Only comments may follow. */
function checkEnd(
  text: string,
  at: number,
  root: XmlElement | undefined,
  stop: (code: BankFileFault['code'], sentence: string, at: number) => never,
): XmlElement {
  let end = at;
  for (let next = nextSign(text, end); text.startsWith('<!--', next); next = nextSign(text, end)) {
    const close = text.indexOf('-->', next);
    if (close === -1) break;
    end = close + 3;
  }
  const rest = nextSign(text, end);
  if (root !== undefined && rest === text.length) return root;
  const again = /^(?:OFXHEADER|<\?|<OFX)/i.test(text.slice(rest, rest + 10));
  return stop('SYNTAX_INVALID', again ? SECOND_DOCUMENT : 'Something follows the end of OFX.', rest);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const CODE_POINT_MAX = 0x10ffff;

/** The entities of SGML and XML; anything else stays as it is, since banks write a bare ampersand. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,6});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isText = code >= 0x20 && code <= CODE_POINT_MAX && !(code >= 0xd800 && code <= 0xdfff);
    return isText ? String.fromCodePoint(code) : whole;
  });
}

/** Lines of rising positions, from 1. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (at) => {
    for (; next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}
