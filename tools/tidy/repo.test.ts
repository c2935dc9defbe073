// Each fence about names and about the whole repo is shown to find what is planted, and to leave alone what only looks like it.

import { describe, expect, test } from 'vitest';
import { checkCutText } from './cut-text.ts';
import { checkLength } from './length.ts';
import { checkNames } from './names.ts';
import { itAllows, itFinds } from './planted.ts';
import { checkCensus, checkFolders, checkLockfile } from './repo.ts';

describe('names', () => {
  itFinds(checkNames, [
    ['packages/server/src/utils.ts', ''],
    ['packages/server/src/common/text.ts', ''],
    ['packages/server/src/getThings.ts', ''],
    ['packages/server/src/Ledger.ts', ''],
    ['packages/server/src/snake_case.ts', ''],
    ['tools/helpers/list.ts', ''],
  ]);
  itAllows(checkNames, [
    ['packages/server/src/log-writer.db.test.ts', ''],
    ['packages/console/src/ui/DataGrid.tsx', ''],
    ['packages/console/src/ui/DataGrid.test.tsx', ''],
    ['packages/console/src/ui/DataGrid.module.css', ''],
    ['packages/console/src/main.tsx', ''],
    ['docs/README.md', ''],
  ]);
});

describe('text that is cut is clipped', () => {
  itFinds(checkCutText, [
    ['packages/console/src/ui/Name.module.css', '.name {\n  min-width: 0;\n  overflow: hidden;\n  text-overflow: ellipsis;\n}'],
    ['packages/console/src/ui/Name.module.css', '.name {\n  overflow: clip;\n  text-overflow: ellipsis;\n}'],
  ]);
  itAllows(checkCutText, [
    ['packages/console/src/ui/Name.module.css', '.name {\n  min-width: 0;\n  overflow: clip;\n  text-overflow: ellipsis;\n}'],
    ['packages/console/src/ui/Panel.module.css', '.panel {\n  overflow: hidden;\n}'],
  ]);
});

describe('no file is longer than somebody reads through', () => {
  const words = { 'tools/words.ts': 'words by their length' };
  const found = (path: string, lines: number, tables = {}): readonly string[] =>
    checkLength([{ path, text: 'x\n'.repeat(lines) }], tables).map((fault) => `${fault.path} ${fault.message}`);

  test.each(['tools/long.ts', 'packages/console/src/Long.tsx', 'test/long.db.test.ts', 'packages/verifier/src/long.js', 'a/long.css'])(
    'finds %s',
    (path) => {
      expect(found(path, 400)).toEqual([]);
      expect(found(path, 401)).toEqual([`${path} 401 lines, of 400 at most: make files, each of one subject`]);
    },
  );

  test('allows a table of data that is named, for as long as it is there and long; and what nobody reads as code', () => {
    expect(found('tools/words.ts', 401, words)).toEqual([]);
    expect(found('tools/words.ts', 400, words)).toEqual(['tools/words.ts a table of data that is not long: take it off the list']);
    expect(found('tools/other.ts', 1, words)).toEqual(['tools/words.ts a table of data that is not long: take it off the list']);
    expect(found('docs/reference/schema.sql', 3_000)).toEqual([]);
  });
});

describe('the census of features', () => {
  const paths = ['packages/contract/src/features/fx.ts', 'packages/kernel/src/fx/decide.ts', 'test/e2e/fx.e2e.ts'];
  const found = (features: Readonly<Record<string, readonly string[]>>, more: readonly string[] = []): readonly string[] =>
    checkCensus(features, [...paths, ...more]).map((fault) => fault.message);
  const fx = ['contract', 'kernel', 'e2e'];

  test('says what is there', () => {
    expect(found({ fx })).toEqual([]);
    expect(found({ fx: [...fx, 'store'] })).toEqual(['fx: packages/store/src/features/fx/ is missing']);
    expect(found({ fx: [...fx, 'paper'] })).toEqual(['fx: there is no cell called paper']);
  });

  test.each([
    [
      'a folder of a feature that it does not know',
      'packages/server/src/features/rates/routes.ts',
      'rates: packages/server/src/features/rates/',
    ],
    ['a folder of a feature that it knows elsewhere', 'packages/store/src/features/fx/reads.ts', 'fx: packages/store/src/features/fx/'],
    ['a file of the contract', 'packages/contract/src/features/rates.ts', 'rates: packages/contract/src/features/rates.ts'],
    ['a slice of the kernel', 'packages/kernel/src/rates/decide.ts', 'rates: packages/kernel/src/rates/'],
    ['a command', 'packages/cli/src/commands/rates.ts', 'rates: packages/cli/src/commands/rates.ts'],
    ['a journey', 'test/e2e/rates.e2e.ts', 'rates: test/e2e/rates.e2e.ts'],
  ])('finds %s', (_what, path, says) => expect(found({ fx }, [path])).toEqual([`${says} is there, and the census does not say so`]));

  test.each([
    'packages/kernel/src/money/amount.ts',
    'packages/kernel/src/satisfies.ts',
    'packages/contract/src/features/fx.test.ts',
    'packages/cli/src/commands/fx.db.test.ts',
    'test/e2e/accessibility.e2e.ts',
    'test/e2e/browser.ts',
  ])('does not ask for %s', (path) => expect(found({ fx }, [path])).toEqual([]));
});

test('no folder of the console is crowded', () => {
  const files = (count: number, folder: string): string[] => Array.from({ length: count }, (_, n) => `${folder}/file-${n}.ts`);
  expect(checkFolders([...files(20, 'packages/console/src/lib'), ...files(30, 'packages/contract/src/features')])).toEqual([]);
  expect(checkFolders(files(21, 'packages/console/src/lib/calls')).map((fault) => fault.path)).toEqual(['packages/console/src/lib/calls']);
});

test('every package in the lockfile has the hash of what is installed', () => {
  const lock = (entries: object): string => JSON.stringify({ packages: { '': {}, 'packages/kernel': {}, ...entries } });
  expect(
    checkLockfile(lock({ 'node_modules/pg': { integrity: 'sha512-x' }, 'node_modules/@countinghouse/kernel': { link: true } })),
  ).toEqual([]);
  expect(checkLockfile(lock({ 'packages/server/node_modules/jose': { version: '6.0.0' } }))).toHaveLength(1);
});
