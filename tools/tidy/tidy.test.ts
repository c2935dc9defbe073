// Each fence is shown to find what is planted, and to leave alone what only looks like it.
import { describe, expect, test } from 'vitest';
import { checkBarrels, checkFeatures, checkFloors, checkLayers } from './imports.ts';
import { checkLength, checkNames } from './names.ts';
import { checkCensus, checkLockfile } from './repo.ts';
import { type Fence, importsOf, viewsOf } from './source.ts';
import { checkComments, checkKernel, checkTests, checkTypes } from './words.ts';

type Planted = readonly [path: string, text: string];

function breaks(fence: Fence, [path, text]: Planted): boolean {
  return fence({ path, text }).length > 0;
}

function itFinds(fence: Fence, planted: readonly Planted[]): void {
  test.each(planted)('finds it in %s: %s', (path, text) => expect(breaks(fence, [path, text])).toBe(true));
}

function itAllows(fence: Fence, fine: readonly Planted[]): void {
  test.each(fine)('allows in %s: %s', (path, text) => expect(fence({ path, text })).toEqual([]));
}

const KERNEL = 'packages/kernel/src/intents/decide.ts';
const CONTRACT = 'packages/contract/src/features/intents.ts';
const STORE = 'packages/store/src/features/intents/reads.ts';
const SERVER = 'packages/server/src/features/intents/routes.ts';
const CONSOLE = 'packages/console/src/features/intents/IntentsPage.tsx';
const CLI = 'packages/cli/src/commands/intents.ts';
const VERIFIER = 'packages/verifier/src/chain.ts';

describe('a package knows its layer only', () => {
  itFinds(checkLayers, [
    [KERNEL, "import { readFileSync } from 'node:fs';"],
    [KERNEL, "import { hash } from 'crypto';"],
    [KERNEL, "import * as z from 'zod';"],
    [KERNEL, "import type { Route } from '@countinghouse/contract/wire';"],
    [KERNEL, "const fs = await import('node:fs');"],
    [KERNEL, "import { x } from '../../../store/src/ledger.ts';"],
    [CONTRACT, "import { randomUUID } from 'node:crypto';"],
    [CONTRACT, "import { decide } from '@countinghouse/kernel/ledger/decide';"],
    [CONTRACT, "export * from '@countinghouse/store/ledger';"],
    [STORE, "import { route } from '@countinghouse/contract/wire';"],
    [STORE, "import { start } from '@countinghouse/server/main';"],
    [SERVER, "import pg from 'pg';"],
    [SERVER, "import type { Pool } from 'pg';"],
    [SERVER, "import { useDatabase } from '@countinghouse/testkit/database';"],
    [CONSOLE, "import path from 'node:path';"],
    [CONSOLE, "import { decide } from '@countinghouse/kernel/intents/decide';"],
    [CONSOLE, "import {\n  one,\n  two,\n} from '@countinghouse/store/ledger';"],
    [CLI, "import { openLedger } from '@countinghouse/store/ledger';"],
    [VERIFIER, "import { hashEvent } from '@countinghouse/kernel/chain/event-hash';"],
    [VERIFIER, "import { canonicalize } from 'canonicalize';"],
    ['packages/verifier/bin/verify.js', "import 'commander';"],
  ]);
  itAllows(checkLayers, [
    [KERNEL, "import { parseAmountE8 } from '../money/amount.ts';"],
    [KERNEL, "import { plan } from '@bufbuild/cel';"],
    [KERNEL, "// import { readFileSync } from 'node:fs';"],
    [KERNEL, 'const text = "import fs from \'node:fs\'";'],
    ['packages/kernel/src/intents/decide.test.ts', "import { readFileSync } from 'node:fs';"],
    [CONTRACT, "import type { Decision } from '@countinghouse/kernel/ledger/decision';"],
    [CONTRACT, "import { currencies } from '@countinghouse/kernel/money/iso4217';"],
    [STORE, "import pg from 'pg';"],
    ['packages/server/src/auth.ts', "import type { Pool } from 'pg';"],
    [SERVER, "import { createHash } from 'node:crypto';"],
    [CONSOLE, "import { canonicalize } from '@countinghouse/kernel/canonical/jcs';"],
    ['packages/console/vite.config.ts', "import path from 'node:path';"],
    ['packages/cli/src/operate/replay.ts', "import { openLedger } from '@countinghouse/store/ledger';"],
    [VERIFIER, "import { createHash } from 'node:crypto';"],
    ['packages/testkit/src/database.ts', "import pg from 'pg';"],
    ['bench/naive.ts', "import pg from 'pg';"],
  ]);
});

describe('features do not know each other', () => {
  itFinds(checkFeatures, [
    [STORE, "import { listAccounts } from '../accounts/reads.ts';"],
    [SERVER, "import type { Rule } from '../accounts/rules.ts';"],
    [CONSOLE, "const page = await import('../accounts/AccountsPage.tsx');"],
  ]);
  itAllows(checkFeatures, [
    [STORE, "import { findIntent } from './writes.ts';"],
    [STORE, "import { query } from '../../sql/statement.ts';"],
    [KERNEL, "import { glAccount } from '../gl-accounts/events.ts';"],
    ['packages/console/src/pages/HomePage.tsx', "import { AccountsPage } from '../features/accounts/AccountsPage.tsx';"],
    ['packages/server/src/features/intents/routes.db.test.ts', "import { seed } from '../accounts/rules.ts';"],
  ]);
});

describe('the console imports downwards', () => {
  itFinds(checkFloors, [
    [CONSOLE, "import { Shell } from '../../app/shell/Shell.tsx';"],
    [CONSOLE, "import type { Choice } from '../../pages/account-search.ts';"],
    ['packages/console/src/lib/calls/client.ts', "import { Money } from '../../ui/value/Money.tsx';"],
    ['packages/console/src/ui/form/FormModal.tsx', "const page = await import('../../features/fx/FxPage.tsx');"],
    ['packages/console/src/pages/AccountPage.tsx', "import { paths } from '../app/navigation.ts';"],
  ]);
  itAllows(checkFloors, [
    [CONSOLE, "import { paths } from '../../lib/screen/paths.ts';"],
    [CONSOLE, "import { columns } from './columns.tsx';"],
    ['packages/console/src/app/routes.tsx', "const page = await import('../features/fx/FxPage.tsx');"],
    ['packages/console/src/main.tsx', "import { router } from './app/routes.tsx';"],
    ['packages/console/src/lib/calls/client.test.tsx', "import { theme } from '../../app/theme.ts';"],
    ['packages/server/src/lib/clock.ts', "import { start } from '../app/start.ts';"],
  ]);
});

describe('no module only passes on what others export', () => {
  itFinds(checkBarrels, [
    ['packages/store/src/everything.ts', "export * from './ledger.ts';\nexport { migrate } from './migrate.ts';\n"],
    ['packages/store/src/again.ts', "import { migrate } from './migrate.ts';\n\nexport { migrate };\n"],
    ['packages/store/src/types.ts', "// all of them\nexport type { A } from './a.ts';\n"],
    ['packages/store/src/sql/index.ts', "export const a = 1;\nexport { b } from './b.ts';\n"],
  ]);
  itAllows(checkBarrels, [
    ['packages/store/src/ledger.ts', "export { migrate } from './migrate.ts';\nexport const open = (): number => 1;\n"],
    ['packages/contract/src/routes.ts', "import { fx } from './features/fx.ts';\n\nexport const routes = { fx };\n"],
    ['packages/server/src/main.ts', "import './app.ts';\n"],
  ]);
});

describe('the kernel is arithmetic', () => {
  itFinds(checkKernel, [
    [KERNEL, 'const now = new Date();'],
    [KERNEL, 'const now = Date.now();'],
    [KERNEL, 'const id = Math.random();'],
    [KERNEL, 'export async function decide() {}'],
    [KERNEL, 'const text = JSON.stringify(event);'],
    [KERNEL, 'const rate = parseFloat(text);'],
    [KERNEL, 'const shown = amount.toFixed(2);'],
    [KERNEL, 'const shown = new Intl.NumberFormat();'],
    [KERNEL, 'codes.sort((a, b) => a.localeCompare(b));'],
    [KERNEL, 'const ordered = codes.toSorted();'],
    [KERNEL, `const text = \`at \${Date.now()} it was\`;`],
    ['packages/kernel/src/money/amount.ts', 'const units = Number(text);'],
  ]);
  itAllows(checkKernel, [
    [KERNEL, '// A Date would be a clock.'],
    [KERNEL, "const message = 'Promise to pay on the Date agreed';"],
    [KERNEL, 'const valueDate = facts.valueDate;'],
    [KERNEL, 'const ordered = codes.toSorted(byCode);'],
    [KERNEL, 'const count = Number(text);'],
    [KERNEL, 'const pattern = /Date|async/;'],
    ['packages/kernel/src/canonical/jcs.ts', 'const text = JSON.stringify(key);'],
    ['packages/kernel/src/intents/decide.test.ts', 'const now = Date.now();'],
    [SERVER, 'const now = Date.now();'],
  ]);
});

describe('nothing is of any type', () => {
  itFinds(checkTypes, [
    [SERVER, 'const body: any = request.body;'],
    [SERVER, 'const body = request.body as any;'],
    [SERVER, 'const rows: Array<any> = [];'],
    [SERVER, 'const rows: any[] = [];'],
  ]);
  itAllows(checkTypes, [
    [SERVER, "const word = 'as any';"],
    [SERVER, 'const first = await Promise.any(calls);'],
    [SERVER, 'const found = list.some((one) => one.any);'],
    [SERVER, '// as any reader can see'],
  ]);
});

describe('tests run', () => {
  itFinds(checkTests, [
    ['packages/store/src/a.db.test.ts', "test.skip('later', () => {});"],
    ['packages/store/src/a.db.test.ts', "describe.only('this', () => {});"],
    ['test/e2e/intents.e2e.ts', "it.todo('post');"],
  ]);
  itAllows(checkTests, [
    ['packages/store/src/a.db.test.ts', "test.runIf(isRoot)('as root', () => {});"],
    ['packages/store/src/a.db.test.ts', "test('says test.only is not allowed', () => {});"],
  ]);
});

describe('comments say why', () => {
  itFinds(checkComments, [
    [SERVER, '// TODO: check the key'],
    [SERVER, '/* FIXME later */'],
    [SERVER, '// const old = await find(id);'],
    [SERVER, '// return null;'],
    [SERVER, '// if (old) {'],
    [SERVER, '// }'],
    [SERVER, '/*\n * import { x } from "y";\n */'],
    [SERVER, '// total += amountE8;'],
    [SERVER, '  // writer.submit(intent);'],
    ['packages/store/src/migrations/0001-ledger/up.sql', '-- TODO index'],
  ]);
  itAllows(checkComments, [
    [SERVER, '// The key is checked first; a key that is known answers at once.'],
    [SERVER, '// for callers who wait;'],
    [SERVER, '/** Refuses twice, like this:\n * const x = submit(intent);\n */'],
    [SERVER, 'const link = "https://example.org/a;b";'],
    [SERVER, "const word = 'TODO';"],
    [SERVER, '// Every currency but XXX, which is none.'],
  ]);
});

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

test('a long file is a warning', () => {
  expect(breaks(checkLength, ['tools/long.ts', '\n'.repeat(501)])).toBe(true);
  expect(breaks(checkLength, ['tools/short.ts', '\n'.repeat(400)])).toBe(false);
});

test('every cell of the census is there', () => {
  const paths = ['packages/contract/src/features/fx.ts', 'packages/kernel/src/fx/decide.ts', 'test/e2e/fx.e2e.ts'];
  expect(checkCensus({ fx: ['contract', 'kernel', 'e2e'] }, paths)).toEqual([]);
  expect(checkCensus({ fx: ['contract', 'store'] }, paths).map((fault) => fault.message)).toEqual([
    'fx: packages/store/src/features/fx/ is missing',
  ]);
  expect(checkCensus({ fx: ['paper'] }, paths).map((fault) => fault.message)).toEqual(['fx: there is no cell called paper']);
});

test('every package in the lockfile has the hash of what is installed', () => {
  const lock = (entries: object): string => JSON.stringify({ packages: { '': {}, 'packages/kernel': {}, ...entries } });
  expect(
    checkLockfile(lock({ 'node_modules/pg': { integrity: 'sha512-x' }, 'node_modules/@countinghouse/kernel': { link: true } })),
  ).toEqual([]);
  expect(checkLockfile(lock({ 'packages/server/node_modules/jose': { version: '6.0.0' } }))).toHaveLength(1);
});

describe('what a fence reads', () => {
  test('keeps every line where it was', () => {
    const text = `const a = 'one'; // two\nconst b = \`three \${a} four\`;\n/* five\nsix */ const c = /seven'/;\nconst 𝒹 = 'eight';\n`;
    const { code, comments } = viewsOf(text);
    expect(code.split('\n').map((line) => line.trimEnd())).toEqual([
      "const a = '   ';",
      `const b = \`      \${a}     \`;`,
      '',
      '       const c =         ;',
      "const 𝒹 = '     ';",
      '',
    ]);
    expect(comments.trim().split(/\s+/)).toEqual(['//', 'two', '/*', 'five', 'six', '*/']);
  });

  test('tells division from a regular expression', () => {
    expect(viewsOf("const half = total / 2; const word = 'x'; // and / so on").code.trimEnd()).toBe(
      "const half = total / 2; const word = ' ';",
    );
  });

  test('lists the imports with their lines', () => {
    const text = "import pg from 'pg';\n\nimport type { A } from './a.ts';\nexport { b } from './b.ts';\nconst c = import('./c.ts');\n";
    expect(importsOf(text)).toEqual([
      { from: 'pg', line: 1, typeOnly: false },
      { from: './a.ts', line: 3, typeOnly: true },
      { from: './b.ts', line: 4, typeOnly: false },
      { from: './c.ts', line: 5, typeOnly: false },
    ]);
  });
});
