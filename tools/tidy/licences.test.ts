import { expect, test } from 'vitest';
import { checkLicences } from './licences.ts';

const faultsOf = (entry: object, path = 'node_modules/x'): number =>
  checkLicences(JSON.stringify({ packages: { '': { license: 'Apache-2.0' }, [path]: { version: '1.0.0', ...entry } } })).length;

test.each(['MIT', 'ISC', '(MIT OR GPL-3.0-only)', 'GPL-2.0-only OR Apache-2.0', '(Apache-2.0 AND BSD-3-Clause)', 'MIT AND OFL-1.1'])(
  'lets a package under %s in',
  (license) => expect(faultsOf({ license })).toBe(0),
);
test.each([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'SSPL-1.0',
  'BUSL-1.1',
  'MIT AND GPL-2.0-only',
  'GPL-2.0-only OR AGPL-3.0-only',
  'SEE LICENSE IN LICENSE',
  'UNLICENSED',
  '',
])('finds a package under %s, wherever it is', (license) => {
  expect(faultsOf({ license })).toBe(1);
  expect(faultsOf({ license, dev: true }, 'packages/server/node_modules/@a/x')).toBe(1);
});
test('finds a package that does not say its licence, but for what was read in its files, of that version', () => {
  expect(faultsOf({})).toBe(1);
  expect(faultsOf({ version: '2.0.0' }, 'node_modules/png-js')).toBe(0);
  expect(faultsOf({ version: '2.0.1' }, 'node_modules/png-js')).toBe(1);
  expect(faultsOf({ link: true })).toBe(0);
});
