// Each fence is shown to find what is planted, and to leave alone what only looks like it.
import { describe, expect, test } from 'vitest';
import { checkCircles } from './circles.ts';
import { checkClock } from './clock.ts';
import { checkBarrels, checkFeatures, checkFloors, checkKits, checkLayers, checkRoof, checkSql } from './imports.ts';
import { checkLength, checkNames } from './names.ts';
import { checkCensus, checkFolders, checkLockfile } from './repo.ts';
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
    [CONTRACT, "import { decide } from '@countinghouse/kernel/ledger';"],
    [CONTRACT, "export * from '@countinghouse/store/ledger';"],
    [CONTRACT, "import { x } from '@countinghouse/kernel/bounds-of-all';"],
    [STORE, "import { route } from '@countinghouse/contract/wire';"],
    [STORE, "import { start } from '@countinghouse/server/main';"],
    [SERVER, "import pg from 'pg';"],
    [SERVER, "import type { Pool } from 'pg';"],
    ['packages/server/src/auth/auth.ts', "import type { Pool } from 'pg';"],
    [SERVER, "import { useDatabase } from '@countinghouse/testkit/database';"],
    [CONSOLE, "import path from 'node:path';"],
    [CONSOLE, "import { decide } from '@countinghouse/kernel/intents/decide';"],
    [CONSOLE, "import {\n  one,\n  two,\n} from '@countinghouse/store/ledger';"],
    [CLI, "import { openLedger } from '@countinghouse/store/ledger';"],
    [VERIFIER, "import { hashEvent } from '@countinghouse/kernel/chain/event-hash';"],
    [VERIFIER, "import { canonicalize } from 'canonicalize';"],
    ['packages/verifier/bin/verify.js', "import 'commander';"],
    ['packages/verifier/page/main.js', "import 'node:fs';"],
  ]);
  itAllows(checkLayers, [
    [KERNEL, "import { parseAmountE8 } from '../money/amount.ts';"],
    [KERNEL, "import { plan } from '@bufbuild/cel';"],
    [KERNEL, "// import { readFileSync } from 'node:fs';"],
    [KERNEL, 'const text = "import fs from \'node:fs\'";'],
    ['packages/kernel/src/intents/decide.test.ts', "import { readFileSync } from 'node:fs';"],
    [CONTRACT, "import type { Decision } from '@countinghouse/kernel/ledger/decision';"],
    [CONTRACT, "import { INTENT_ROWS_MAX } from '@countinghouse/kernel/bounds';"],
    [CONTRACT, "import { currencies } from '@countinghouse/kernel/money/iso4217';"],
    [STORE, "import pg from 'pg';"],
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

describe('a slice of the kernel does not know the roof', () => {
  itFinds(checkRoof, [
    [KERNEL, "import { decide } from '../ledger.ts';"],
    [KERNEL, "import type { CommandReading } from '../ledger.ts';"],
    [KERNEL, "import { evolve } from '@countinghouse/kernel/ledger';"],
    ['packages/kernel/src/ledger/guard.ts', "import { decide } from '../ledger.ts';"],
  ]);
  itAllows(checkRoof, [
    [KERNEL, "import { guardWrite } from '../ledger/guard.ts';"],
    ['packages/kernel/src/intents/decide.test.ts', "import { decide } from '../ledger.ts';"],
    ['packages/kernel/src/ledger.ts', "import { intents } from './intents/slice.ts';"],
    ['packages/store/src/writer/batch.ts', "import { decide } from '@countinghouse/kernel/ledger';"],
  ]);
});

describe('no imports go round in a circle', () => {
  const files = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([name, text]) => ({ path: `packages/kernel/src/${name}`, text }));
  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['of values', { 'a.ts': "import { b } from './b.ts';", 'b.ts': "import { a } from './a.ts';" }, 'of 2'],
    ['of types', { 'a.ts': "import type { B } from './b.ts';", 'b.ts': "import { type A } from './a.ts';" }, 'of 2'],
    [
      'of three, by the package’s own name too',
      {
        'a.ts': "import { b } from './x/b.ts';",
        'x/b.ts': "export * from '../c.ts';",
        'c.ts': "import type { A } from '@countinghouse/kernel/a';",
      },
      'of 3',
    ],
    ['of one', { 'a.ts': "import { a } from './a.ts';" }, 'of 1'],
    ['behind a line of others', { 'a.ts': "import './b.ts';", 'b.ts': "import './c.ts';", 'c.ts': "import './b.ts';" }, 'of 2'],
  ])('finds one %s', (_what, texts, says) => {
    const faults = checkCircles(files(texts));
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain(says);
  });
  test('names the way round', () => {
    const circle = files({ 'b.ts': "import { a } from './a.ts';", 'a.ts': "import { b } from './b.ts';" });
    expect(checkCircles(circle)).toEqual([
      {
        path: 'packages/kernel/src/a.ts',
        line: 0,
        message: 'a circle of 2 files: packages/kernel/src/a.ts → packages/kernel/src/b.ts → packages/kernel/src/a.ts',
      },
    ]);
  });
  test('finds each of two', () => {
    const circle = {
      'a.ts': "import './b.ts';",
      'b.ts': "import './a.ts'; import './c.ts';",
      'c.ts': "import './d.ts';",
      'd.ts': "import './c.ts';",
    };
    expect(checkCircles(files(circle))).toHaveLength(2);
  });
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    [
      'two ways to one file',
      { 'a.ts': "import './b.ts'; import './c.ts';", 'b.ts': "import './d.ts';", 'c.ts': "import './d.ts';", 'd.ts': '' },
    ],
    ['a test and what it tests', { 'a.ts': '', 'a.test.ts': "import './a.ts';" }],
    ['a word in a sentence', { 'a.ts': "import './b.ts';", 'b.ts': "// import './a.ts';" }],
  ])('allows %s', (_what, texts) => expect(checkCircles(files(texts))).toEqual([]));
});

describe('what is booked and shown follows the checked clock', () => {
  itFinds(checkClock, [
    [SERVER, 'const nowMs = Date.now();'],
    [SERVER, 'const today = new Date().toISOString().slice(0, 10);'],
    [SERVER, 'const now = new Date ( );'],
    ['packages/server/src/wire/hold-wire.ts', 'const at = Date.now();'],
    [STORE, "const open = 'h.expires_at > now()';"],
    [STORE, "const ended = 'h.expires_at<=CURRENT_TIMESTAMP';"],
    [STORE, 'const today = "(now() at time zone \'utc\')::date";'],
    [STORE, "const today = 'current_date';"],
  ]);
  itAllows(checkClock, [
    [SERVER, 'const nowMs = clock.nowMs();'],
    [SERVER, 'const began = performance.now();'],
    [SERVER, 'const at = new Date(row.expires_at);'],
    [SERVER, '// Never Date.now() here.'],
    [STORE, "const due = 'c.next_try_at <= now()';"],
    [STORE, "const open = 'h.expires_at > $2';"],
    ['packages/store/src/auth/sessions.ts', "const over = 'expires_at <= now()';"],
    ['packages/server/src/features/diagnostics/routes.ts', 'const now = new Date();'],
    ['packages/server/src/features/holds/routes.db.test.ts', 'const now = Date.now();'],
  ]);
});

describe('SQL is written in the store', () => {
  itFinds(checkSql, [
    [SERVER, "await tx.query('select 1');"],
    [SERVER, 'const found = await pool.query<Row>(text, [id]);'],
    [SERVER, "await pool\n  .query('select 1');"],
    [SERVER, 'const query = client.query.bind(client);'],
    ['packages/cli/src/operate/doctor.ts', "await client.query('select 1');"],
    ['tools/start.ts', "await client.query('select 1');"],
  ]);
  itAllows(checkSql, [
    [STORE, "await tx.query('select 1');"],
    [SERVER, 'const { limit } = input.query;'],
    [SERVER, 'const month = input.query.month ?? null;'],
    [SERVER, 'if (input.query < other) return;'],
    [SERVER, "const text = 'tx.query(text)';"],
    ['packages/server/src/auth/guesses.db.test.ts', "await pool.query('select 1');"],
    ['packages/testkit/src/books.ts', "await client.query('select 1');"],
    ['bench/growth.ts', "await client.query('select 1');"],
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

describe('the console writes and lists through its kits', () => {
  itFinds(checkKits, [
    [CONSOLE, "import { useMutation } from '@tanstack/react-query';"],
    ['packages/console/src/pages/AccountPage.tsx', 'const grid = useGrid({ id, columns, rows, rowId });'],
    [CONSOLE, 'return <DataGrid label="Intents" grid={grid} />;'],
  ]);
  itAllows(checkKits, [
    ['packages/console/src/lib/calls/use-write.ts', 'return useMutation({ mutationFn: run });'],
    ['packages/console/src/ui/list/ListGrid.tsx', 'return <DataGrid label={label} grid={grid} />;'],
    [CONSOLE, '// A DataGrid draws it.'],
    [SERVER, 'const useGrid = true;'],
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
