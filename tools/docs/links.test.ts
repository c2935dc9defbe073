import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { guide } from '../../docs/guide/pages.ts';
import { anchorOf } from './headings.ts';
import { checkLinks } from './links.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PICTURE_BYTES_MAX = 150_000;
const GUIDE = 'docs/guide/';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const read = (file: string): Buffer => readFileSync(path.join(root, file));
const pages = files.filter((file) => file.endsWith('.md'));

test('every link of every page leads to a file and a heading, and every picture is shown somewhere and small', () => {
  const { faults, pictures } = checkLinks({ files: new Set(files), pages: new Map(pages.map((page) => [page, read(page).toString()])) });
  expect(faults).toEqual([]);
  const kept = files.filter((file) => /^docs\/(?:guide\/)?images\//.test(file));
  expect(kept.filter((file) => !pictures.has(file))).toEqual([]);
  expect(kept.filter((file) => read(file).length >= PICTURE_BYTES_MAX)).toEqual([]);
});

test('what is said to be shown by a test names one that is there, from the root or within packages/', () => {
  const there = new Set(files);
  for (const page of ['docs/operating/security.md', 'docs/operating/reliability.md']) {
    const named = [
      ...read(page)
        .toString()
        .matchAll(/`((?:\w[\w.-]*\/)+[\w.-]+\.(?:test|e2e)\.tsx?)`/g),
    ].map(([, name = '']) => name);
    expect(named.length, page).toBeGreaterThan(0);
    expect(
      named.filter((name) => !there.has(name) && !there.has(`packages/${name}`)),
      page,
    ).toEqual([]);
  }
});

test('drawings have a title and a ground of their own, and load and run nothing', () => {
  const drawings = files.filter((file) => file.startsWith(`${GUIDE}images/`));
  expect(drawings.length).toBeGreaterThan(0);
  for (const file of drawings) {
    const drawing = read(file).toString();
    expect(drawing, file).toMatch(
      /^<svg [^>]*viewBox="0 0 \d+ \d+" role="img" aria-labelledby="t">\s*<title id="t">[^<]+<\/title>\s*<rect [^>]*fill="#f5f6f8"/,
    );
    expect(drawing, file).not.toMatch(/<script|<foreignObject|<style|href=|url\(/i);
  }
});

test('the guide lists each of its pages once', () => {
  const there = pages.filter((page) => page.startsWith(GUIDE)).map((page) => page.slice(GUIDE.length, -'.md'.length));
  expect([...guide].sort()).toEqual(there.sort());
});

describe('a planted fault is found', () => {
  const check = (text: string): readonly string[] =>
    checkLinks({
      files: new Set(['README.md', 'docs/a.md', 'docs/b.md', 'src/x.ts']),
      pages: new Map([
        ['docs/a.md', text],
        ['docs/b.md', '# One `two` & three\n\n## Twice\n\n## Twice\n'],
      ]),
    }).faults;

  test('none in links that lead somewhere', () => {
    expect(
      check('[b](b.md#one-two--three) [2](b.md#twice-1) [r](../README.md) [s](../src) [w](https://example.org/x)\n\n# Here\n\n[h](#here)'),
    ).toEqual([]);
  });
  test.each([
    ['[x](gone.md)', 'leads to no file'],
    ['[x](b.md#gone)', 'leads to no heading'],
    ['[x](#gone)', 'leads to no heading'],
    ['[x](../src/x.ts#L3)', 'leads to no heading'],
    ['[x](/docs/b.md)', 'is neither https nor relative to its page'],
    ['[x](http://example.org)', 'is neither https nor relative to its page'],
    ['| [x](gone.md) |\n| --- |\n', 'leads to no file'],
    ['![](../README.md)', 'has no text for who cannot see it'],
  ])('%s', (text, what) => {
    expect(check(text)).toEqual([`docs/a.md: ${/\]\((.*?)\)/.exec(text)?.[1]} ${what}`]);
  });
  test('not in code', () => {
    expect(check('`[x](gone.md)`\n\n```\n[x](gone.md)\n```\n')).toEqual([]);
  });
});

test('an anchor is that of the repository’s web page', () => {
  expect(anchorOf('Keys of your own (EXTERNAL_JWKS)')).toBe('keys-of-your-own-external_jwks');
  expect(anchorOf('Event & chain: “how”')).toBe('event--chain-how');
});
