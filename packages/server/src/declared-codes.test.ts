// Every code that a route declares is provoked by a test of its feature, and every route has its `describe`.

import { readdirSync, readFileSync } from 'node:fs';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { describe, expect, test } from 'vitest';

/** All tests of a feature over the wire. */
function sourceOf(stem: string): string {
  const folder = new URL(`./features/${stem}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.db.test.ts'));
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
}

/** The parts that are about one route; a title in a table stands for everything. */
function sectionOf(source: string, title: string): string {
  const sections = source.split(/^(?=describe\()/m).filter((s) => s.startsWith(`describe('${title}`));
  return sections.length > 0 ? sections.join('') : source.includes(`'${title}'`) ? source : '';
}

const declared = Object.entries(routes).flatMap(([stem, feature]) =>
  Object.values(feature).map((r: RouteDef) => ({
    stem,
    title: `${r.method} ${r.path}`,
    /** Tests may be about either address. */
    titles: [r.path, ...(r.v1 === undefined ? [] : [r.v1.path])].map((path) => `${r.method} ${path}`),
    codes: [
      ...(r.codes ?? []),
      ...(r.needs === 'anonymous' ? [] : ['UNAUTHENTICATED']),
      ...(r.needs === 'admin' || r.needs === 'owner' ? ['FORBIDDEN'] : []),
    ],
  })),
);

describe('the tests of the routes', () => {
  test.each(declared)('$title: each of its codes is provoked', ({ stem, title, titles, codes }) => {
    const source = sourceOf(stem);
    const section = titles.map((one) => sectionOf(source, one)).join('');
    const where = `in packages/server/src/features/${stem}/*.db.test.ts, below describe('${title}')`;
    expect(section, `write tests ${where}`).not.toBe('');
    expect(
      codes.filter((code) => !section.includes(`'${code}'`)),
      `provoke these codes ${where}`,
    ).toEqual([]);
  });
});
