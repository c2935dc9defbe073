import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guide } from '../../../docs/guide/pages.ts';
import { readGuidePage } from './read.ts';

const read = (markdown: string) => readGuidePage('here', `# Here\n\n${markdown}`, ['here', 'there']).blocks;

test('every page of the guide can be drawn in the console', () => {
  for (const name of guide) {
    const page = readGuidePage(name, readFileSync(new URL(`../../../docs/guide/${name}.md`, import.meta.url), 'utf8'), guide);
    expect(page.blocks.length, name).toBeGreaterThan(5);
  }
});

test('words keep what they are', () => {
  expect(read('A **bold** `code` *word*')).toEqual([
    {
      kind: 'paragraph',
      of: [
        { kind: 'text', text: 'A ' },
        { kind: 'strong', of: [{ kind: 'text', text: 'bold' }] },
        { kind: 'text', text: ' ' },
        { kind: 'code', text: 'code' },
        { kind: 'text', text: ' ' },
        { kind: 'em', of: [{ kind: 'text', text: 'word' }] },
      ],
    },
  ]);
});

test('links lead within the guide and to the web; those to other documents are text', () => {
  const of = [{ kind: 'text', text: 'x' }];
  expect(read('[x](there.md#a)[x](#b)[x](https://example.org)[x](../operating/install.md)')).toEqual([
    {
      kind: 'paragraph',
      of: [
        { kind: 'guide', page: 'there', anchor: 'a', of },
        { kind: 'guide', page: 'here', anchor: 'b', of },
        { kind: 'web', href: 'https://example.org', of },
        ...of,
      ],
    },
  ]);
});

test('a table has cells, a list has items, a heading has its anchor', () => {
  const cell = (text: string) => [{ kind: 'text', text }];
  expect(read('## Two words\n\n| a |\n| --- |\n| b |\n\n1. c\n')).toEqual([
    { kind: 'heading', level: 2, anchor: 'two-words', text: 'Two words' },
    { kind: 'table', head: [cell('a')], rows: [[cell('b')]] },
    { kind: 'list', ordered: true, items: [[{ kind: 'paragraph', of: cell('c') }]] },
  ]);
});

test.each(['<b>x</b>', '<script>alert(1)</script>', '> quoted', 'a &amp; b', '---'])('what cannot be drawn is refused: %s', (markdown) => {
  expect(() => read(markdown)).toThrow(/which the console does not draw/);
});

test('a page without a title is refused', () => {
  expect(() => readGuidePage('here', 'words', [])).toThrow('does not begin with its title');
});
