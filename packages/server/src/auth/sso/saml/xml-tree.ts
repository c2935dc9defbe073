// Reads a message of SAML into elements, so strictly that no two readers can take it for different things: no document type, no entity but XML's own
// five, no comment, no instruction, no CDATA, and no ID twice.

import { SaxesParser } from 'saxes';
import { findExcessOfXml } from '../../../files/xml-bounds.ts';

/** A message is nested some ten deep. */
const DEPTH_MAX = 32;
/** Somebody in a thousand groups has two elements for each. */
const ELEMENTS_MAX = 8_000;
const BOUNDS = { tags: 2 * ELEMENTS_MAX, attributes: 2 * ELEMENTS_MAX };

export interface SamlElement {
  /** Without prefix. */
  readonly name: string;
  readonly namespace: string;
  /** Those of no namespace, as all attributes are that SAML knows. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SamlElement[];
  /** All text directly within it. */
  readonly text: string;
}

/** The message says something that is not read; the sentence is for whoever looks after the provider. */
export class SamlFault extends Error {}

interface OpenElement extends SamlElement {
  readonly children: SamlElement[];
  text: string;
}

/** The root. Throws SamlFault. */
export function readTree(xml: string): SamlElement {
  const excess = findExcessOfXml(xml, BOUNDS);
  if (excess !== null) throw new SamlFault(excess.replace('The file', 'The reply').replace('of the file', 'of the reply'));
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  const ids = new Set<string>();
  let root: SamlElement | undefined;
  const refuse = (what: string) => (): never => {
    throw new SamlFault(`The reply has ${what}, which is not read.`);
  };
  parser.on('doctype', refuse('a document type'));
  parser.on('comment', refuse('a comment'));
  parser.on('processinginstruction', refuse('an instruction'));
  parser.on('cdata', refuse('a CDATA section'));
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (encoding.toUpperCase() !== 'UTF-8') refuse(`the encoding ${encoding.slice(0, 20)}`)();
  });
  parser.on('error', (error) => {
    throw new SamlFault(`The reply is not XML as it should be: ${error.message.slice(0, 80)}.`);
  });
  parser.on('opentagstart', () => {
    if (open.length >= DEPTH_MAX) throw new SamlFault(`Elements of the reply are nested deeper than ${DEPTH_MAX}.`);
  });
  parser.on('opentag', (tag) => {
    const attributes = new Map<string, string>();
    for (const { local, uri, value } of Object.values(tag.attributes)) {
      if (uri === '') attributes.set(local, value);
      if (local.toLowerCase() !== 'id') continue;
      if (ids.has(value)) throw new SamlFault('Two elements of the reply have the same ID.');
      ids.add(value);
    }
    const element: OpenElement = { name: tag.local, namespace: tag.uri, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('text', (more) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += more;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  if (root === undefined) throw new SamlFault('The reply has no element.');
  return root;
}

export const childrenOf = (element: SamlElement, namespace: string, name: string): readonly SamlElement[] =>
  element.children.filter((child) => child.name === name && child.namespace === namespace);

/** The only child of its name; null where there is none or there are several. */
export function onlyChild(element: SamlElement, namespace: string, name: string): SamlElement | null {
  const found = childrenOf(element, namespace, name);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** All elements of a name within one, itself included, whatever their namespace. */
export function withinAll(element: SamlElement, name: string): readonly SamlElement[] {
  const within = element.children.flatMap((child) => withinAll(child, name));
  return element.name === name ? [element, ...within] : within;
}

/** What it says where it holds text alone, without what is around it; else an empty string. */
export const textOf = (element: SamlElement | null): string => (element === null || element.children.length > 0 ? '' : element.text.trim());
