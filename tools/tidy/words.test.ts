// Each fence about words is shown to find what is planted, and to leave alone what only looks like it.

import { describe } from 'vitest';
import { checkClock } from './clock.ts';
import { itAllows, itFinds, KERNEL, SERVER, STORE } from './planted.ts';
import { checkComments, checkKernel, checkTests, checkTypes } from './words.ts';

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
