// A guarded XML reader: no document types, no entities but XML's own five, bounded depth and number of everything.

import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { findExcessOfXml } from '../files/xml-bounds.ts';
import { decodeText, encodingNamed, headOf } from './decode.ts';
import { BankFileFault, SECOND_DOCUMENT } from './statement.ts';

export interface XmlElement {
  /** Without prefix. */
  readonly name: string;
  /** The namespace, or an empty string. */
  readonly uri: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** The text directly within, trimmed. */
  text: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
}

/** A camt statement is nested some fifteen deep; without a bound, resolving namespaces takes time with the square of the depth. */
const DEPTH_MAX = 64;
/** A full file of 10 MB has a third of that. */
const ELEMENTS_MAX = 1_000_000;
const ATTRIBUTES_MAX = 64;
const BOUNDS = { tags: 2 * ELEMENTS_MAX, attributes: ELEMENTS_MAX };
const NAME_LENGTH_MAX = 256;
/** The parser is fed in slices: a tag that is too long or too deep is met before the rest is looked at. */
const SLICE_CHARS = 262_144;

/**
 * Reads a document and hands each element called `cut` to `take` as it ends, with what is around it; it is then let go, so that
 * a long file is never a tree. Returns the root with everything else. Throws BankFileFault with the line.
 */
export function readXml(text: string, cut: string, take: (element: XmlElement, parents: readonly XmlElement[]) => void): XmlElement {
  const excess = findExcessOfXml(text, BOUNDS);
  if (excess !== null) throw new BankFileFault('TOO_LONG', excess);
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  let attributes = 0;
  let cutDepth = 0;
  let begins = 1;
  let ended = false;
  const stop = (code: BankFileFault['code'], sentence: string): never => {
    const element = open.at(-1)?.name;
    throw new BankFileFault(code, sentence, { line: parser.line, ...(element === undefined ? {} : { element }) });
  };
  parser.on('doctype', () => stop('ENTITY_REFUSED', 'A document type is not read: it may declare entities or reach for other files.'));
  parser.on('error', (error) => {
    const why = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    if (/^undefined entity/i.test(why)) stop('ENTITY_REFUSED', 'An entity is used that XML itself does not have.');
    if (root !== undefined && open.length === 0 && /must be at the start|documents may contain only one root/.test(why))
      stop('SYNTAX_INVALID', SECOND_DOCUMENT);
    stop(
      ended ? 'TRUNCATED' : 'SYNTAX_INVALID',
      ended ? 'The file ends before its last element does: it is cut off.' : `Not XML: ${why.slice(0, 80)}.`,
    );
  });
  parser.on('opentagstart', (tag) => {
    attributes = 0;
    begins = parser.line;
    if (tag.name.length > NAME_LENGTH_MAX) stop('TOO_LONG', 'The name of an element is too long.');
    if (open.length >= DEPTH_MAX) stop('TOO_DEEP', `Elements are nested deeper than ${DEPTH_MAX}.`);
    elements += 1;
    if (elements > ELEMENTS_MAX) stop('TOO_LONG', `The file has more than ${ELEMENTS_MAX} elements.`);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) stop('TOO_LONG', `An element has more than ${ATTRIBUTES_MAX} attributes.`);
  });
  parser.on('opentag', (tag) => {
    const element: XmlElement = {
      name: tag.local,
      uri: tag.uri,
      attributes: attributes === 0 ? NONE : namesOf(tag.attributes),
      children: [],
      text: '',
      line: begins,
    };
    if (tag.local === cut && cutDepth === 0) cutDepth = open.length + 1;
    else open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (more: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined) return;
    element.text = element.text.trim();
    if (open.length + 1 !== cutDepth) return;
    cutDepth = 0;
    take(element, open);
  });
  for (let at = 0; at < text.length; ) {
    const upTo = at + SLICE_CHARS;
    const end = text.startsWith('\r\n', upTo - 1) ? upTo + 1 : upTo;
    // The parser would make a piece of every line that ends otherwise.
    parser.write(text.slice(at, end).replaceAll(/\r\n?/g, '\n'));
    at = end;
  }
  ended = true;
  parser.close();
  return root ?? stop('SYNTAX_INVALID', 'There is no element in it.');
}

/** Most elements have no attributes. */
const NONE: XmlElement['attributes'] = {};
function namesOf(attributes: Readonly<Record<string, SaxesAttributeNS>>): XmlElement['attributes'] {
  const given: Record<string, string> = {};
  for (const { local, value } of Object.values(attributes)) given[local] = inOnePiece(value);
  return given;
}

const SHORT_CHARS = 64;
/** What the parser put together from as many pieces as it has line breaks, without them: they would take thirty times its memory. */
const inOnePiece = (text: string): string => (text.length <= SHORT_CHARS ? text : Buffer.from(text).toString());

/** The text of a document by its byte order mark or the encoding that it declares, without what may stand before and after it. */
export function decodeXml(bytes: Uint8Array): string {
  const declared = /^[^<]*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(headOf(bytes))?.[1];
  return decodeText(bytes, declared === undefined ? 'utf-8' : encodingNamed(declared), false).trim();
}

/** The child of that name, or undefined; the first if there are several. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

/** The children of that name. */
export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The element at the end of a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => childOf(at, name), element);
}

/** The text at the end of a path of names; undefined where it is missing or empty. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  const text = elementAt(element, ...path)?.text;
  return text === '' ? undefined : text;
}
