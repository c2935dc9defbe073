// Whether links of the documents lead somewhere: files, headings, pictures. Needs no network.
import path from 'node:path';
import { marked, type Token } from 'marked';
import { anchorOf } from './headings.ts';

export interface Repository {
  /** Every file, by its path from the root, with `/`. */
  readonly files: ReadonlySet<string>;
  /** The text of each page, by its path. */
  readonly pages: ReadonlyMap<string, string>;
}

interface Link {
  readonly href: string;
  readonly image: boolean;
  /** Of an image: what is read where it cannot be seen. */
  readonly text: string;
}

/** The words of a token as a reader sees them. */
const textOf = (token: Token): string =>
  'tokens' in token && token.tokens !== undefined && token.type !== 'codespan'
    ? token.tokens.map(textOf).join('')
    : 'text' in token && typeof token.text === 'string'
      ? token.text
      : '';

function readPage(text: string): { readonly links: readonly Link[]; readonly anchors: ReadonlySet<string> } {
  const links: Link[] = [];
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push({ href: token.href, image: token.type === 'image', text: token.text });
    if (token.type !== 'heading') return;
    const anchor = anchorOf(textOf(token));
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    anchors.add(times === 0 ? anchor : `${anchor}-${times}`);
  });
  return { links, anchors };
}

/** The faults of all pages, as `page: what is wrong`, and the files that pages show as pictures. */
export function checkLinks({ files, pages }: Repository): { readonly faults: readonly string[]; readonly pictures: ReadonlySet<string> } {
  const folders = new Set([...files].flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))));
  const read = new Map([...pages].map(([page, text]) => [page, readPage(text)]));
  const pictures = new Set<string>();
  const faults: string[] = [];
  for (const [page, { links }] of read)
    for (const { href, image, text } of links) {
      const fault = (what: string): number => faults.push(`${page}: ${href} ${what}`);
      if (image && text.trim() === '') fault('has no text for who cannot see it');
      if (/^(?:https|mailto):/.test(href)) continue;
      if (/^[a-z]+:|^\//i.test(href)) {
        fault('is neither https nor relative to its page');
        continue;
      }
      const [to = '', anchor] = href.split('#');
      const target = to === '' ? page : path.posix.join(path.posix.dirname(page), decodeURI(to));
      if (image) pictures.add(target);
      if (!files.has(target) && !folders.has(target.replace(/\/$/, ''))) fault('leads to no file');
      else if (anchor !== undefined && read.get(target)?.anchors.has(anchor) !== true) fault('leads to no heading');
    }
  return { faults, pictures };
}
