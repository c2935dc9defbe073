// The documents as a site with search: `npm run docs` builds it into docs/.vitepress/dist. Pages keep their place in the repository,
// so that a link reads the same here, on the site and in the console. README.md is the front page.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { anchorOf } from '../../tools/docs/headings.ts';
import { guide } from '../guide/pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FIRST_HEADING = /^# (.+)$/m;

/** The title of a page is its first heading. */
const titleOf = (file: string): string => FIRST_HEADING.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? file;
const entry = (file: string) => ({ text: titleOf(file), link: `/${file.replace(/\.md$/, '')}` });
const pagesIn = (folder: string) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => entry(`${folder}/${name}`));

/** What a link of a page leads to, as a path in the repository; null outside of it. */
function targetOf(page: string, href: string): string | null {
  if (/^(?:[a-z]+:|#)/.test(href)) return null;
  return path.join(path.dirname(page), decodeURI(href.split('#')[0] ?? ''));
}

/** A link to something of the repository that is no page, such as source code, is shown as text: it is not on the site. */
const linksToPages: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.push('links-to-pages', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let dropped = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const target = targetOf(String(env.relativePath), token.attrGet('href') ?? '');
          const there = target !== null && existsSync(path.join(root, target)) && statSync(path.join(root, target)).isFile();
          dropped = target !== null && !(there && target.endsWith('.md'));
          if (target === 'README.md') token.attrSet('href', '/');
        }
        if (dropped && (token.type === 'link_open' || token.type === 'link_close'))
          Object.assign(token, { type: 'text', tag: '', nesting: 0 });
        if (token.type === 'link_close') dropped = false;
      }
    }
  });
};

export default defineConfig({
  title: 'Countinghouse',
  description: 'A multi-organisation financial ledger and treasury back office.',
  srcDir: root,
  srcExclude: ['packages/!(verifier)/**', 'packages/verifier/!(README.md)', 'data/**', 'test-results/**', '**/node_modules/**'],
  outDir: path.join(root, 'docs/.vitepress/dist'),
  cacheDir: path.join(root, 'node_modules/.cache/vitepress'),
  rewrites: { 'README.md': 'index.md' },
  cleanUrls: true,
  // Figures are drawn in dark ink on a light ground, as in the console's guide.
  head: [['style', {}, '.dark img:is([src$=".svg"], [src^="data:image/svg"]) { filter: invert(0.92) hue-rotate(180deg); }']],
  markdown: { config: linksToPages, anchor: { slugify: anchorOf } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/docs/guide/concepts' },
      { text: 'API', link: '/docs/guide/api' },
      { text: 'Operating', link: '/docs/operating/install' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [
      { text: 'Guide', items: guide.map((name) => entry(`docs/guide/${name}.md`)) },
      { text: 'Operating', collapsed: true, items: pagesIn('docs/operating') },
      { text: 'Reference', collapsed: true, items: [...pagesIn('docs/reference'), entry('GLOSSARY.md')] },
      {
        text: 'Project',
        collapsed: true,
        items: ['CHANGELOG.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].map(entry),
      },
      { text: 'Decisions', collapsed: true, items: pagesIn('docs/decisions') },
    ],
  },
});
