// Every code that a route declares is provoked by a test of its feature, and every route has its `describe`.

import { readFileSync } from 'node:fs';
import { routes } from '@countinghouse/contract/routes';
import { describe, expect, test } from 'vitest';

const sourceOf = (stem: string): string => readFileSync(new URL(`./features/${stem}/routes.db.test.ts`, import.meta.url), 'utf8');

/** The part of a test file that is about one route; a title in a table stands for the whole file. */
function sectionOf(source: string, title: string): string {
  const sections = source.split(/^(?=describe\()/m);
  return sections.find((s) => s.startsWith(`describe('${title}'`)) ?? (source.includes(`'${title}'`) ? source : '');
}

const declared = Object.entries(routes).flatMap(([stem, feature]) =>
  Object.values(feature).map((r) => ({
    stem,
    title: `${r.method} ${r.path}`,
    codes: [
      ...(r.codes ?? []),
      ...(r.needs === 'anonymous' ? [] : ['UNAUTHENTICATED']),
      ...(r.needs === 'admin' || r.needs === 'owner' ? ['FORBIDDEN'] : []),
    ],
  })),
);

describe('the tests of the routes', () => {
  test.each(declared)('$title: each of its codes is provoked', ({ stem, title, codes }) => {
    const section = sectionOf(sourceOf(stem), title);
    expect(section).not.toBe('');
    expect(codes.filter((code) => !section.includes(`'${code}'`))).toEqual([]);
  });
});
