import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Advisory, type Allowed, checkAdvisories, SNAPSHOT, type Snapshot } from './advisories.ts';
import { advisoriesOf, merge } from './audit-report.ts';
import { compareVersions, isInRange } from './version-range.ts';

const TODAY = '2026-06-01';
const known: Advisory = {
  id: 'GHSA-aaaa-bbbb-cccc',
  name: 'left',
  range: '<1.2.3',
  severity: 'high',
  title: 'Left of left',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
};
const committed = JSON.parse(readFileSync(fileURLToPath(new URL(`../../${SNAPSHOT}`, import.meta.url)), 'utf8')) as Snapshot;
const lockOf = (packages: object): string => JSON.stringify({ packages: { '': {}, ...packages } });
const check = (packages: object, advisory: Partial<Advisory> = {}, list: readonly Allowed[] = []): readonly string[] =>
  checkAdvisories(lockOf(packages), { ...committed, advisories: [{ ...known, ...advisory }] }, list, TODAY).map((fault) => fault.message);
const planted = { 'node_modules/left': { version: '1.2.2' } };

test('a package that has an advisory is found wherever it is installed, and under another name', () => {
  expect(check(planted)).toEqual([expect.stringContaining('left@1.2.2 has GHSA-aaaa-bbbb-cccc (high): Left of left')]);
  expect(check({ 'packages/x/node_modules/a/node_modules/left': { version: '0.1.0', dev: true } })).toHaveLength(1);
  expect(check({ 'node_modules/other': { name: 'left', version: '1.0.0' } })).toHaveLength(1);
  expect(check(planted, { severity: 'critical' })).toHaveLength(1);
});

test('a version that was mended, another package and one of low severity are let in', () => {
  expect(check({ 'node_modules/left': { version: '1.2.3' } })).toEqual([]);
  expect(check({ 'node_modules/left-pad': { version: '1.0.0' } })).toEqual([]);
  for (const severity of ['info', 'low', 'moderate'] as const) expect(check(planted, { severity })).toEqual([]);
});

test('what cannot be compared is a fault', () => {
  expect(check(planted, { range: '~1.2' })).toEqual([expect.stringContaining('cannot be held against left@1.2.2')]);
});

test('what is allowed is let in until its day, and is on the list no longer than it is installed', () => {
  const entry: Allowed = { id: known.id, because: 'nobody calls left', until: TODAY };
  expect(check(planted, {}, [entry])).toEqual([]);
  expect(check(planted, {}, [{ ...entry, until: '2026-05-31' }])).toEqual([expect.stringContaining('was allowed until 2026-05-31')]);
  expect(check({}, {}, [entry])).toEqual([expect.stringContaining('take it off the list')]);
  expect(check(planted, {}, [{ ...entry, id: 'GHSA-other' }])).toHaveLength(2);
});

test('a range is read as its authors mean it', () => {
  const cases: readonly [version: string, range: string, within: boolean][] = [
    ['1.4.1', '>=1.2.0 <1.4.2', true],
    ['1.4.2', '>=1.2.0 <1.4.2', false],
    ['1.4.1', '>= 1.2.0 < 1.4.2', true],
    ['2.0.0', '<1.0.0 || =2.0.0', true],
    ['2.0.1', '<1.0.0 || 2.0.0', false],
    ['10.0.0', '<=9.9.9', false],
    ['3.0.0', '*', true],
    ['3.0.0-rc.1', '<3.0.0', true],
    ['3.0.0-rc.10', '<3.0.0-rc.9', false],
    ['1.0.0+build', '>0.9.9 <=1.0.0', true],
  ];
  for (const [version, range, within] of cases) expect(isInRange(version, range), `${version} in ${range}`).toBe(within);
  for (const range of ['^1.0.0', '1.x', '', '< 1']) expect(() => isInRange('1.0.0', range), range).toThrow(SyntaxError);
});

test('versions before a release are in the order of semver.org', () => {
  const order = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0'];
  expect(order.toReversed().toSorted(compareVersions)).toEqual(order);
});

test('a report of npm audit becomes advisories, each once; a registry that does not answer is an error', () => {
  const via = { source: 7, name: 'left', dependency: 'left', title: known.title, url: known.url, severity: 'high', range: '<1.2.3' };
  const report = { auditReportVersion: 2, vulnerabilities: { left: { via: [via] }, right: { via: ['left', via] } } };
  expect(advisoriesOf(JSON.stringify(report))).toEqual([known]);
  expect(advisoriesOf(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual([]);
  expect(() => advisoriesOf(JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }))).toThrow('405');
});

test('what was known is kept, but for what the registry says otherwise now', () => {
  const other = { ...known, name: 'right' };
  expect(merge([known, other], [{ ...known, range: '<1.2.4' }])).toEqual([{ ...known, range: '<1.2.4' }, other]);
});

test('the snapshot that is committed finds a version that it is about, and is in the order of names', () => {
  const found = (version: string): readonly string[] =>
    checkAdvisories(lockOf({ 'node_modules/xml-crypto': { version } }), committed, [], TODAY).map((fault) => fault.message);
  expect(found('5.1.1')).toEqual([expect.stringContaining('xml-crypto@5.1.1 has GHSA-2xp3-57p7-qf4v (critical)')]);
  expect(found('6.0.0')).toEqual([]);
  expect(merge([], committed.advisories)).toEqual(committed.advisories);
});

test('each range of the snapshot can be read', () => {
  expect(committed.advisories).not.toEqual([]);
  for (const { id, range } of committed.advisories) expect(() => isInRange('1.0.0', range), id).not.toThrow();
});
