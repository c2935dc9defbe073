// Markdown of the guide to blocks that the console draws. What it has no block for (HTML, quotes, …) stops the build: nothing of a page
// is left out without notice.
import { marked, type Token, type Tokens } from 'marked';
import { anchorOf } from '../../../tools/docs/headings.ts';
import type { Block, GuidePage, Inline } from '../src/features/guide/blocks.ts';

/** Reads a page. `pages` are the names of the guide's pages; throws for what the console cannot draw. */
export function readGuidePage(name: string, markdown: string, pages: readonly string[]): GuidePage {
  const refuse = (token: Token): never => {
    throw new Error(`docs/guide/${name}.md has ${token.type}, which the console does not draw: ${token.raw}`);
  };

  function inlineOf(token: Token): readonly Inline[] {
    switch (token.type) {
      case 'text':
        if (/&#?\w+;/.test(token.raw)) return refuse(token);
        return 'tokens' in token && token.tokens !== undefined ? token.tokens.flatMap(inlineOf) : [{ kind: 'text', text: token['text'] }];
      case 'escape':
        return [{ kind: 'text', text: token['text'] }];
      case 'codespan':
        return [{ kind: 'code', text: token['text'] }];
      case 'strong':
      case 'em':
        return [{ kind: token.type, of: (token as Tokens.Strong).tokens.flatMap(inlineOf) }];
      case 'image':
        return [{ kind: 'image', src: token['href'], alt: token['text'] }];
      case 'link':
        return linkOf(token as Tokens.Link);
      default:
        return refuse(token);
    }
  }

  function linkOf({ href, tokens }: Tokens.Link): readonly Inline[] {
    const of = tokens.flatMap(inlineOf);
    if (href.startsWith('https:')) return [{ kind: 'web', href, of }];
    const [to = '', anchor] = href.split('#');
    const page = to === '' ? name : to.replace(/\.md$/, '');
    // Other documents are not in the console: their name stands as text.
    return pages.includes(page) ? [{ kind: 'guide', page, anchor, of }] : of;
  }

  function blocksOf(token: Token): readonly Block[] {
    switch (token.type) {
      case 'space':
        return [];
      case 'heading':
        return [{ kind: 'heading', level: token['depth'], anchor: anchorOf(token['text']), text: token['text'].replaceAll('`', '') }];
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', of: token.type === 'text' ? inlineOf(token) : (token as Tokens.Paragraph).tokens.flatMap(inlineOf) }];
      case 'list':
        return [
          { kind: 'list', ordered: token['ordered'], items: (token as Tokens.List).items.map((item) => item.tokens.flatMap(blocksOf)) },
        ];
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => cell.tokens.flatMap(inlineOf));
        return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
      }
      case 'code':
        return [{ kind: 'code', text: token['text'] }];
      default:
        return refuse(token);
    }
  }

  const [title, ...blocks] = marked.lexer(markdown).flatMap(blocksOf);
  if (title?.kind !== 'heading' || title.level !== 1) throw new Error(`docs/guide/${name}.md does not begin with its title.`);
  return { name, title: title.text, blocks };
}
