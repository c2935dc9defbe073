// Whether an XML document is worth taking apart: counted by its signs, before the parser sees any of it. The parser keeps what stands between two
// tags, or in a comment, in as many pieces as it has signs: ten megabytes of dashes took it half a gigabyte.

import { hasMoreThan } from './count-signs.ts';

export interface XmlBounds {
  /** Beginnings, ends, comments. */
  readonly tags: number;
  readonly attributes: number;
}

/** No file has a text, a comment or a tag that comes near it. */
const RUN_CHARS_MAX = 65_536;
/** Of all comments and instructions together. */
const REMARK_CHARS_MAX = 1_048_576;
const ENTITIES_MAX = 1_000_000;
const NAMESPACES_MAX = 1_000;
/** A full file of 10 MB has a third of that; the parser makes a piece of each. */
const LINES_MAX = 1_000_000;
/** What may hold tags and is none, by how it begins and ends. */
const wrapped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** What a document has too much of, as a sentence; null: it may be taken apart. */
export function findExcessOfXml(text: string, { tags, attributes }: XmlBounds): string | null {
  if (hasMoreThan(text, '=', attributes)) return `The file has more than ${attributes} attributes.`;
  if (hasMoreThan(text, '&', ENTITIES_MAX)) return `The file uses more than ${ENTITIES_MAX} entities.`;
  if (hasMoreThan(text, 'xmlns', NAMESPACES_MAX)) return `The file names more than ${NAMESPACES_MAX} namespaces.`;
  if (hasMoreThan(text, '\n', LINES_MAX) || hasMoreThan(text, '\r', LINES_MAX)) return `The file has more than ${LINES_MAX} lines.`;
  let [found, remarks] = [0, 0];
  for (let at = 0; at < text.length; ) {
    if (text[at] === '<') found += 1;
    if (found > tags) return `The file has more than ${tags} tags.`;
    const next = nextTag(text, at);
    if (next - at > RUN_CHARS_MAX) return `A tag, a comment or a text of the file has more than ${RUN_CHARS_MAX} characters.`;
    if (mayWrap(text, at) && (text.startsWith('<!--', at) || text.startsWith('<?', at))) remarks += next - at;
    if (remarks > REMARK_CHARS_MAX) return `The comments of the file have more than ${REMARK_CHARS_MAX} characters.`;
    at = next;
  }
  return null;
}

/** Whether what begins here is anything but the beginning or the end of an element. */
const mayWrap = (text: string, at: number): boolean => text[at + 1] === '!' || text[at + 1] === '?';

/** Where the next tag begins after the one at `at`, or the document ends. */
function nextTag(text: string, at: number): number {
  const end = mayWrap(text, at) ? wrapped.find(([begin]) => text.startsWith(begin, at))?.[1] : undefined;
  const from = end === undefined ? at + 1 : text.indexOf(end, at);
  const next = from === -1 ? -1 : text.indexOf('<', from);
  return next === -1 ? text.length : next;
}
