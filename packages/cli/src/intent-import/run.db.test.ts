// Importing a file as somebody at a terminal does it: a process of its own against a server, killed in the middle and run again.

import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchors } from '@countinghouse/contract/features/anchors';
import { balances } from '@countinghouse/contract/features/balances';
import { health } from '@countinghouse/contract/features/health';
import { type IntentInput, intents } from '@countinghouse/contract/features/intents';
import { openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTerminal, type Ran, type Terminal } from '@countinghouse/testkit/terminal';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Became } from './became.ts';

const db = useDatabase();
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-import-'));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(async () => {
  await testServer.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Desk {
  readonly o: Organisation;
  readonly terminal: Terminal;
  /** Where the results go. */
  readonly results: string;
  import(lines: readonly unknown[] | string, ...words: readonly string[]): Promise<Ran>;
  /** What the file of results says, line by line. */
  read(): readonly Became[];
  held(): Promise<readonly string[]>;
  postings(): Promise<number>;
}
let desks = 0;
const textOf = (lines: readonly unknown[]): string => lines.map((l) => `${typeof l === 'string' ? l : JSON.stringify(l)}\n`).join('');

async function openDesk(): Promise<Desk> {
  const o = await openOrganisation(testServer);
  const terminal = await openTerminal(testServer, o.owner);
  desks += 1;
  const [file, results] = [path.join(folder, `${desks}.ndjson`), path.join(folder, `${desks}.results.ndjson`)];
  return {
    o,
    terminal,
    results,
    import: (lines, ...words) => {
      writeFileSync(file, typeof lines === 'string' ? lines : textOf(lines));
      return terminal.run('intent', 'import', file, ...words);
    },
    read: () =>
      readFileSync(results, 'utf8')
        .trimEnd()
        .split('\n')
        .map((l) => JSON.parse(l) as Became),
    held: async () => (await o.owner.call(balances.get)).body.accounts.map((a) => a.balance),
    postings: async () => (await o.owner.call(health.get)).body.counts.postings,
  };
}
const pay = (o: Organisation, amount: string, more: Partial<IntentInput> = {}) =>
  o.intent({ proposed_actions: [row('CASH', 'BANK', amount)], ...more });
const without = (intent: IntentInput): object => ({ ...intent, intent_id: undefined, idem_key: undefined });

describe('countinghouse intent import', () => {
  test('posts each line once: a second run posts nothing, and says so', async () => {
    const desk = await openDesk();
    const lines = Array.from({ length: 12 }, () => pay(desk.o, '1'));
    expect(await desk.import(lines, '--batch', '5')).toEqual({ code: 0, out: '12 lines: 12 executed\n', err: '' });
    expect(await desk.import(lines, '--batch', '7')).toEqual({ code: 0, out: '12 lines: 12 executed before\n', err: '' });
    expect(await desk.held()).toEqual(['-1200', '1200']);
    desk.terminal.close();
  });

  test('takes the receipts of what is decided, which prove themselves; again under the anchor that covers them since', async () => {
    const desk = await openDesk();
    const { o } = desk;
    const rejected = o.intent({ proposed_actions: [row('NOWHERE', 'BANK', '1')] });
    const taken = pay(o, '1');
    const lines = [taken, rejected, { ...pay(o, '2'), idem_key: taken.idem_key, intent_id: taken.intent_id }];
    const receipts = path.join(folder, `${o.tenantId}.receipts`);
    const files = [taken, rejected].map(({ intent_id }) => path.join(receipts, `${intent_id}.tlog-proof`));
    const last = async (): Promise<unknown> => {
      const checked = await desk.terminal.run('--json', 'verify-receipt', ...files);
      expect(checked.code).toBe(3);
      const told = checked.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly proven: { readonly intentId: string } });
      expect(told.map(({ proven }) => proven.intentId)).toEqual([taken.intent_id, rejected.intent_id]);
      return files.map((file) => readFileSync(file, 'utf8'));
    };
    expect(await desk.import(lines, '--receipts', receipts)).toMatchObject({ code: 1 });
    expect(readdirSync(receipts).toSorted()).toEqual(files.map((file) => path.basename(file)).toSorted());
    const before = await last();
    // The head of the log is another one then, and another one after it: a receipt is under the anchor, and not signed for the answer.
    await o.owner.call(intents.execute, { body: pay(o, '1') });
    await o.owner.call(anchors.make, { body: {} });
    expect(await desk.import(lines, '--receipts', receipts)).toMatchObject({ code: 1 });
    const covered = await last();
    expect(covered).not.toEqual(before);
    await o.owner.call(intents.execute, { body: pay(o, '1') });
    expect(await desk.import(lines, '--receipts', receipts)).toMatchObject({ code: 1 });
    expect(await last()).toEqual(covered);
    desk.terminal.close();
  });

  test('names lines that are malformed, rejected or refused, posts the others, and answers 1', async () => {
    const desk = await openDesk();
    const { o } = desk;
    const first = pay(o, '1');
    const lines = [
      first,
      '{"intent_id":',
      '',
      { ...pay(o, '1'), proposed_actions: [row('CASH', 'BANK', 'ten')] },
      o.intent({ proposed_actions: [row('NOWHERE', 'BANK', '1')] }),
      { ...pay(o, '2'), idem_key: first.idem_key, intent_id: first.intent_id },
      pay(o, '1', { idem_key: 'a\u0007' }),
      without(pay(o, '1')),
      pay(o, '1'),
    ];
    const ran = await desk.import(lines, '--results', desk.results);
    expect(ran).toMatchObject({
      code: 1,
      out: '8 lines: 2 executed, 1 rejected, 1 refused, 4 malformed (ACCOUNT_NOT_FOUND 1, IDEMPOTENCY_CONFLICT 1)\n',
    });
    expect(ran.err.trimEnd().split('\n')).toEqual([
      'line 2: malformed: it is not readable as JSON',
      expect.stringMatching(/^line 4: malformed: proposed_actions\.0\.amount: /),
      expect.stringMatching(/^line 7: malformed: idem_key: /),
      expect.stringMatching(/^line 8: malformed: intent_id: /),
      expect.stringMatching(/^line 5: rejected, ACCOUNT_NOT_FOUND: /),
      expect.stringMatching(/^line 6: refused, IDEMPOTENCY_CONFLICT: /),
    ]);
    expect(await desk.postings()).toBe(2);
    const [executed] = desk.read().filter((r) => r.line === 1);
    expect(executed).toMatchObject({ status: 'executed', intent_id: first.intent_id, duplicate: false, seq: expect.any(Number) });
    // What is final is not sent again; what is refused or malformed is looked at once more, and may be right by now.
    lines[7] = pay(o, '1');
    expect(await desk.import(lines, '--results', desk.results)).toMatchObject({
      code: 1,
      out: '8 lines: 1 executed, 2 executed before, 1 rejected, 1 refused, 3 malformed (ACCOUNT_NOT_FOUND 1, IDEMPOTENCY_CONFLICT 1); 3 of them known from the results\n',
    });
    desk.terminal.close();
  });

  test('a line that is another now is not taken for the one in the results', async () => {
    const desk = await openDesk();
    const before = pay(desk.o, '1');
    expect(await desk.import([before], '--results', desk.results)).toMatchObject({ code: 0 });
    expect(await desk.import([pay(desk.o, '2')], '--results', desk.results)).toMatchObject({ code: 0, out: '1 line: 1 executed\n' });
    expect(await desk.import([{ ...before, proposed_actions: [row('CASH', 'BANK', '3')] }], '--results', desk.results)).toMatchObject({
      code: 1,
      out: '1 line: 1 refused (IDEMPOTENCY_CONFLICT 1)\n',
    });
    expect(await desk.held()).toEqual(['-300', '300']);
    desk.terminal.close();
  });

  test('lines without keys get them from a prefix and their number, also where more lines follow later', async () => {
    const desk = await openDesk();
    const lines = [without(pay(desk.o, '1')), without(pay(desk.o, '1')), pay(desk.o, '1', { idem_key: 'own', intent_id: 'own' })];
    expect(await desk.import(lines, '--key-prefix', 'may')).toMatchObject({ code: 0, out: '3 lines: 3 executed\n' });
    lines.push(without(pay(desk.o, '5')));
    expect(await desk.import(lines, '--key-prefix', 'may')).toMatchObject({ code: 0, out: '4 lines: 1 executed, 3 executed before\n' });
    // Another file under the same name posts nothing.
    expect(await desk.import([without(pay(desk.o, '7'))], '--key-prefix', 'may')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^line 1: refused, IDEMPOTENCY_CONFLICT/),
    });
    expect(await desk.held()).toEqual(['-800', '800']);
    desk.terminal.close();
  });

  test('with --atomic a batch is whole or absent; what waits for approval is no fault; JSON where it is asked for', async () => {
    const desk = await openDesk();
    const { o } = desk;
    const lines = [pay(o, '1'), pay(o, '1'), pay(o, '1'), o.intent({ proposed_actions: [row('NOWHERE', 'BANK', '1')] }), pay(o, '1')];
    expect(await desk.import(lines, '--batch', '2', '--atomic')).toMatchObject({
      code: 1,
      out: '5 lines: 3 executed, 2 refused (BATCH_REFUSED 1, ACCOUNT_NOT_FOUND 1)\n',
    });
    expect(await desk.held()).toEqual(['-300', '300']);
    await openApprovals(testServer, o);
    writeFileSync(path.join(folder, 'held.ndjson'), textOf([pay(o, '100')]));
    const held = await desk.terminal.run('--json', 'intent', 'import', path.join(folder, 'held.ndjson'));
    expect(held).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(held.out)).toMatchObject({ lines: 1, proposed: 1, executed: 0, failure: null });
    desk.terminal.close();
  });

  test('with --stop-on-error nothing is sent after the first line that is not executed', async () => {
    const desk = await openDesk();
    const { o } = desk;
    const lines = [pay(o, '1'), pay(o, '1'), o.intent({ proposed_actions: [row('NOWHERE', 'BANK', '1')] }), pay(o, '1'), pay(o, '1')];
    expect(await desk.import(lines, '--batch', '1', '--stop-on-error')).toMatchObject({
      code: 1,
      out: '3 lines: 2 executed, 1 rejected (ACCOUNT_NOT_FOUND 1)\n',
      err: expect.stringContaining('stopped at the first that is not executed; run it again'),
    });
    expect(await desk.postings()).toBe(2);
    desk.terminal.close();
  });

  test.each([
    ['a file that is not there', ['none.ndjson'], 'none.ndjson is not readable'],
    ['too large a batch', ['none.ndjson', '--batch', '501'], '--batch takes a number from 1 to 500'],
    ['no concurrency', ['none.ndjson', '--concurrency', '0'], '--concurrency takes a number from 1 to 16'],
    ['a prefix that is no name', ['none.ndjson', '--key-prefix', 'a b'], '--key-prefix takes 1 to 48 letters'],
    ['results that are something else', [program, '--results', path.join(folder, 'letter.txt')], 'letter.txt is no file of results'],
  ])('answers 2 for %s, and sends nothing', async (_what, words, says) => {
    const desk = await openDesk();
    writeFileSync(path.join(folder, 'letter.txt'), 'Dear all,\nhello');
    const ran = await desk.terminal.run('intent', 'import', ...words);
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
    expect(ran.err.trim().split('\n')).toHaveLength(1);
    expect(readFileSync(path.join(folder, 'letter.txt'), 'utf8')).toBe('Dear all,\nhello');
    desk.terminal.close();
  });
});

/** Runs an import and sends it a signal once some results are written. Answers the exit code; null where the signal ended it. */
async function cut(desk: Desk, file: string, signal: 'SIGKILL' | 'SIGINT', words: readonly string[]): Promise<number | null> {
  const { COUNTINGHOUSE_API_KEY: _key, ...inherited } = process.env;
  const env = { ...inherited, COUNTINGHOUSE_URL: desk.terminal.url, COUNTINGHOUSE_COOKIE: desk.terminal.cookie };
  writeFileSync(desk.results, '');
  const watcher = watch(desk.results);
  const child: ChildProcess = spawn(process.execPath, [program, 'intent', 'import', file, '--results', desk.results, ...words], {
    env,
    stdio: 'ignore',
  });
  let sent = false;
  watcher.on('change', () => {
    if (sent || readFileSync(desk.results).length === 0) return;
    sent = true;
    child.kill(signal);
  });
  const code = await new Promise<number | null>((resolve) => void child.once('exit', resolve));
  watcher.close();
  return code;
}

describe('an import that is cut off', () => {
  const LINES = 600;
  test.each([
    ['SIGKILL', null],
    ['SIGINT', 2],
  ] as const)('by %s and run again loses nothing and posts nothing twice', async (signal, expected) => {
    const desk = await openDesk();
    const file = path.join(folder, `${signal}.ndjson`);
    writeFileSync(file, textOf(Array.from({ length: LINES }, () => without(pay(desk.o, '1')))));
    const words = ['--batch', '20', '--concurrency', '2', '--key-prefix', 'cut'];
    expect(await cut(desk, file, signal, words)).toBe(expected);
    await desk.terminal.idle();
    const posted = await desk.postings();
    expect(posted).toBeGreaterThan(0);
    expect(posted).toBeLessThan(LINES);
    // A line that was being written.
    appendFileSync(desk.results, '{"line":599,"sha');
    const again = await desk.terminal.run('--json', 'intent', 'import', file, '--results', desk.results, ...words);
    expect(again).toMatchObject({ code: 0, err: '' });
    const { executed, duplicates, skipped } = JSON.parse(again.out) as Readonly<Record<string, number>>;
    expect(skipped).toBeGreaterThan(0);
    expect([executed, duplicates]).toEqual([LINES - posted, posted]);
    expect(await desk.postings()).toBe(LINES);
    expect(await desk.held()).toEqual([String(-100 * LINES), String(100 * LINES)]);
    expect((await desk.o.owner.call(health.get)).body).toMatchObject({ ok: true });
    const lines = desk.read().map((r) => r.line);
    expect([...new Set(lines)]).toHaveLength(LINES);
    expect(lines).toHaveLength(LINES);
    desk.terminal.close();
  });

  test('by the server says why, answers 2, and keeps what was answered', async () => {
    const desk = await openDesk();
    const other = await openOrganisation(testServer);
    const lines = [pay(desk.o, '1'), pay(desk.o, '1'), pay(other, '1'), pay(desk.o, '1')];
    expect(await desk.import(lines, '--results', desk.results)).toMatchObject({
      code: 2,
      out: '2 lines: 2 executed\n',
      err: expect.stringMatching(/^404 [A-Z_]+: .*; run it again, with the same keys nothing is posted twice\n$/),
    });
    expect(desk.read().map((r) => [r.line, r.status])).toEqual([
      [1, 'executed'],
      [2, 'executed'],
    ]);
    desk.terminal.close();
  });
});
