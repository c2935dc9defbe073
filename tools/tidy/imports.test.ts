// Each fence about imports is shown to find what is planted, and to leave alone what only looks like it.

import { describe, expect, test } from 'vitest';
import { checkCircles } from './circles.ts';
import { checkBarrels, checkFeatures, checkFloors, checkKits, checkLayers, checkRoof, checkSql } from './imports.ts';
import { checkLate } from './late.ts';
import { CLI, CONSOLE, CONTRACT, itAllows, itFinds, KERNEL, SERVER, STORE, VERIFIER } from './planted.ts';

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
    [CONSOLE, "import { readBankFile } from '@countinghouse/server/bank-files/read-bank-file';"],
    ['packages/server/src/bank-files/csv.ts', "import { Buffer } from 'node:buffer';"],
    ['packages/server/src/bank-files/csv.ts', "import { read } from '@countinghouse/store/reader';"],
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
    [CONSOLE, "import { previewCsv } from '@countinghouse/server/bank-files/csv-preview';"],
    ['packages/console/vite.config.ts', "import path from 'node:path';"],
    ['packages/cli/src/operate/replay.ts', "import { openLedger } from '@countinghouse/store/ledger';"],
    [VERIFIER, "import { createHash } from 'node:crypto';"],
    ['packages/testkit/src/database.ts', "import pg from 'pg';"],
    ['bench/naive.ts', "import pg from 'pg';"],
  ]);
});

describe('libraries that few need are loaded by those who do', () => {
  itFinds(checkLate, [
    [SERVER, "import PdfDocument from 'pdfkit';"],
    ['packages/server/src/outbound/brokers.ts', "import { connectNats } from './nats.ts';"],
    [STORE, "import { S3Client } from '@aws-sdk/client-s3';"],
  ]);
  itAllows(checkLate, [
    [SERVER, "import type PdfDocument from 'pdfkit';"],
    [SERVER, "const { default: PdfDocument } = await import('pdfkit');"],
    ['packages/server/src/outbound/brokers.ts', "const { connectNats } = await import('./nats.ts');"],
    ['packages/server/src/outbound/nats.ts', "import { connect } from '@nats-io/transport-node';"],
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
