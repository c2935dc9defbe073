// Each ledger moves in from what it exports (`exports/`), into an organisation of its own: what it says that its accounts hold is what ours
// hold then, every intent keeps the time at which it was taken up there, and a second run posts nothing.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { accounts } from '@countinghouse/contract/features/accounts';
import { BATCH_INTENTS_MAX, intents, type ListedIntent } from '@countinghouse/contract/features/intents';
import { postings } from '@countinghouse/contract/features/postings';
import { reports } from '@countinghouse/contract/features/reports';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectOk, type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTerminal, type Terminal } from '@countinghouse/testkit/terminal';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../../tools/system-programs.ts';

const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-sources-'));
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const exported = (name: string): string => fileURLToPath(new URL(`exports/${name}`, import.meta.url));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(async () => {
  await testServer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** By account and currency, debits above zero, with eight decimals. */
type Held = Readonly<Record<string, string>>;

interface Source {
  readonly from: string;
  readonly file: string;
  /** Programs without which nobody can read it, or say what it holds. */
  readonly needs: readonly string[];
  readonly intents: number;
  /** What it says itself that its accounts hold. */
  own(file: string): Held;
  /** When it took up what: by its own name for it; an empty one where it does not say. */
  readonly recordedAt: Readonly<Record<string, string>>;
  /** Legs of the transaction in which several stand against several; 0: it keeps pairs. */
  readonly cleared: number;
}

const eight = (text: string): string => formatAmountE8(parseBalanceE8(text.trim()));
const heldBy = (all: readonly (readonly [account: string, currency: string, amount: string])[]): Held =>
  Object.fromEntries(all.map(([account, currency, amount]) => [`${account} ${currency}`, eight(amount)]));
const cents = (amount: number): string => (amount / 100).toFixed(2);
const csvOf = (text: string): readonly Readonly<Record<string, string>>[] => parse(text, { columns: true, trim: true });
function said(command: string, ...words: readonly string[]): string {
  const ran = spawnSync(command, words, { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${command}: ${ran.stderr}`);
  return ran.stdout;
}

/** Of the volumes after each transaction the last ones: what came in is owed, a credit. */
function ownOfFormance(file: string): Held {
  interface Entry {
    readonly data: {
      readonly transaction?: {
        readonly postCommitVolumes: Readonly<Record<string, Readonly<Record<string, { readonly balance: number }>>>>;
      };
    };
  }
  const last: Record<string, string> = {};
  for (const line of readFileSync(file, 'utf8').trim().split('\n'))
    for (const [account, volumes] of Object.entries((JSON.parse(line) as Entry).data.transaction?.postCommitVolumes ?? {}))
      for (const [asset, { balance }] of Object.entries(volumes)) {
        const [currency = '', places] = asset.split('/');
        last[`${account} ${currency}`] = eight(places === '2' ? cents(-balance) : String(-balance));
      }
  return last;
}

function ownOfBlnk(file: string): Held {
  interface Kept {
    readonly balances: readonly {
      readonly balance: number;
      readonly balance_id: string;
      readonly indicator?: string;
      readonly currency: string;
    }[];
  }
  const { balances } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  return heldBy(balances.map((one) => [one.indicator ?? one.balance_id, one.currency, cents(-one.balance)]));
}

const sources: readonly Source[] = [
  {
    from: 'formance',
    file: exported('formance.jsonl'),
    needs: [],
    intents: 4,
    own: ownOfFormance,
    recordedAt: {
      1: '2026-02-01T09:30:00.301457Z',
      2: '2026-02-02T08:00:00.000001Z',
      3: '2026-02-03T10:00:00.250Z',
      4: '2026-02-04T11:00:00.750Z',
    },
    cleared: 0,
  },
  {
    from: 'blnk',
    file: exported('blnk.json'),
    needs: [],
    intents: 2,
    own: ownOfBlnk,
    recordedAt: {
      'txn_00000002-1c2d-4e5f-8a9b-0c1d2e3f4a5b': '2026-03-01T08:00:01.238244338Z',
      'txn_00000003-1c2d-4e5f-8a9b-0c1d2e3f4a5b': '2026-03-02T21:15:30.500Z',
    },
    cleared: 0,
  },
  {
    from: 'pgledger',
    file: exported('pgledger'),
    needs: [],
    intents: 2,
    own: (file) =>
      heldBy(
        csvOf(readFileSync(path.join(file, 'accounts.csv'), 'utf8')).map(({ name = '', currency = '', balance = '' }) => [
          name,
          currency,
          balance.startsWith('-') ? balance.slice(1) : `-${balance}`,
        ]),
      ),
    recordedAt: {
      pglt_01KH0000000000000000000011: '2026-04-01T07:30:00.634711Z',
      pglt_01KH0000000000000000000012: '2026-04-03T00:34:56.789012Z',
    },
    cleared: 0,
  },
  {
    from: 'gnucash',
    file: exported('book.gnucash'),
    needs: [],
    intents: 3,
    // As its tree of accounts shows them.
    own: () =>
      heldBy([
        ['Aktiva:Girokonto', 'EUR', '3000'],
        ['Kreditkarte', 'EUR', '-199.49'],
        ['Eigenkapital', 'EUR', '-5000'],
        ['Aufwand:Löhne', 'EUR', '2100'],
        ['Aufwand:Büro & Porto', 'EUR', '99.49'],
      ]),
    recordedAt: {
      '05af0000000000000000000000000020': '2026-01-04T18:12:45.000Z',
      '05af0000000000000000000000000021': '2026-01-16T07:01:02.000Z',
      '05af0000000000000000000000000022': '2026-02-01T06:00:00.000Z',
    },
    cleared: 4,
  },
  {
    from: 'hledger',
    file: exported('books.journal'),
    needs: ['hledger'],
    intents: 3,
    own: (file) =>
      heldBy(
        csvOf(said('hledger', '-f', file, 'balance', '--flat', '--no-total', '-O', 'csv')).map(({ account = '', balance = '' }) => {
          const [amount = '', currency = ''] = balance.split(' ');
          return [account, currency, amount];
        }),
      ),
    recordedAt: { 'line 6': '', 'line 10': '', 'line 15': '' },
    cleared: 4,
  },
  {
    from: 'beancount',
    file: exported('books.beancount'),
    needs: ['bean-check', 'bean-query'],
    intents: 3,
    own(file) {
      expect(said('bean-check', file)).toBe('');
      const asked = 'select account, currency, sum(number) as held group by account, currency';
      return heldBy(
        csvOf(said('bean-query', '-f', 'csv', '-q', file, asked)).map(({ account = '', currency = '', held = '' }) => [
          account,
          currency,
          held,
        ]),
      );
    },
    recordedAt: { 'line 13': '', 'line 16': '', 'line 21': '' },
    cleared: 4,
  },
  {
    from: 'csv-journal',
    file: exported('journal.csv'),
    needs: [],
    intents: 3,
    own: () =>
      heldBy([
        ['Bank', 'EUR', '437.50'],
        ['Sales', 'EUR', '-1000'],
        ['Wages', 'EUR', '600'],
        ['Social security', 'EUR', '120'],
        ['Taxes owed', 'EUR', '-170'],
        ['Bank charges', 'EUR', '12.50'],
      ]),
    recordedAt: { 'J-1': '2026-05-04T14:20:00.500Z', 'J-2': '2026-05-30T06:00:00.000Z', 'J-3': '' },
    cleared: 4,
  },
];

interface Desk {
  readonly o: Organisation;
  readonly terminal: Terminal;
}
async function openDesk(): Promise<Desk> {
  const o = await openOrganisation(testServer);
  return { o, terminal: await openTerminal(testServer, o.owner) };
}
/** What accounts that moved in hold, by the names that the source has for them. */
async function heldIn({ owner }: Organisation): Promise<Held> {
  const { accounts: all } = expectOk(await owner.call(accounts.search, { query: { limit: 500 } }));
  return Object.fromEntries(
    all.flatMap(({ external_ref: ref, currency, balance }) => (ref === null ? [] : [[`${ref} ${currency}`, balance]])),
  );
}
const movedIn = async ({ owner }: Organisation): Promise<readonly ListedIntent[]> =>
  expectOk(await owner.call(intents.list, { query: { use_case: 'moved_in', limit: 500 } })).intents;

describe.each(sources)('$from', ({ from, file, needs, intents: count, own, recordedAt, cleared }) => {
  test.skipIf(!needs.every(has))(
    'moves in as it says itself that it stands, keeps its times, and moves in once',
    { timeout: 60_000 },
    async () => {
      const { o, terminal } = await openDesk();
      const run = () => terminal.run('import', file, '--from', from, '--tenant', o.tenantId, '--post');
      const ours = own(file);
      expect(await run()).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringContaining(
          `\n${count} intents: ${count} executed\nAll ${Object.keys(ours).length} balances are those of the source.\n`,
        ),
      });
      const { 'countinghouse:clearing EUR': clearing, ...held } = await heldIn(o);
      expect(held).toEqual(ours);
      const moved = await movedIn(o);
      expect(moved.every(({ status, metadata }) => status === 'executed' && metadata['moved_from'] === from)).toBe(true);
      expect(Object.fromEntries(moved.map(({ metadata }) => [metadata['source_id'], metadata['recorded_at'] ?? '']))).toEqual(recordedAt);

      // Each leg through the clearing account, which is empty again: no report has it.
      expect(clearing).toBe(cleared === 0 ? undefined : eight('0'));
      const booked = expectOk(await o.owner.call(postings.list, { query: { limit: 500 } })).postings;
      expect(booked.filter(({ debit, credit }) => [debit, credit].some(({ account_code: code }) => code === 'CLEARING'))).toHaveLength(
        cleared,
      );
      const trial = expectOk(await o.owner.call(reports.trialBalance, { query: {} }));
      const byGl = expectOk(await o.owner.call(reports.balancesByGl, { query: { currency: 'EUR' } }));
      expect(trial.lines.length).toBeGreaterThan(1);
      expect(JSON.stringify([trial, byGl])).not.toMatch(/clearing/i);

      const head = await o.headSeq();
      expect(await run()).toMatchObject({
        code: 0,
        out: expect.stringContaining(`\n${count} intents: ${count} executed before\nAll `),
      });
      expect(await o.headSeq()).toBe(head);
      expect(await heldIn(o)).toEqual({ ...ours, ...(clearing === undefined ? {} : { 'countinghouse:clearing EUR': clearing }) });
      terminal.close();
    },
  );
});

/** Hands on to the server; of the second batch the answer is lost, and `onLost` called. */
async function openLossy(url: string, onLost: () => void): Promise<{ readonly url: string; close(): void }> {
  let batches = 0;
  const handOn = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { host: _host, connection: _connection, 'content-length': _length, 'transfer-encoding': _encoding, ...kept } = request.headers;
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(kept).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length === 0 ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (request.url?.endsWith('/batch') === true) batches += 1;
    if (batches < 2) response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(bytes);
    else onLost();
  };
  const server = http.createServer((request, response) => {
    handOn(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('an import that is killed half-way is resumed with its results: nothing is posted twice, and all is there', {
  timeout: 120_000,
}, async () => {
  const { o, terminal } = await openDesk();
  const [last, count] = [7, 2 * BATCH_INTENTS_MAX + 7];
  const rows = Array.from({ length: count }, (_, i) => [`2026-05-04,${i},Till,asset,1.25,EUR`, `2026-05-04,${i},Takings,income,-1.25,EUR`]);
  const [file, results] = [path.join(folder, 'cut.csv'), path.join(folder, 'cut.results')];
  writeFileSync(file, ['date,transaction,account,class,amount,currency', ...rows.flat()].join('\n'));
  const words = ['import', file, '--from', 'csv-journal', '--tenant', o.tenantId, '--results', results, '--post'];

  let kill = (): void => {};
  const lossy = await openLossy(terminal.url, () => kill());
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, COUNTINGHOUSE_URL: lossy.url, COUNTINGHOUSE_COOKIE: terminal.cookie },
    stdio: 'ignore',
  });
  kill = () => void child.kill('SIGKILL');
  expect(await new Promise((resolve) => void child.once('exit', (_code, signal) => resolve(signal)))).toBe('SIGKILL');
  lossy.close();
  await terminal.idle();
  // Of the first batch it knew the answer, of the second it did not; the third was never sent.
  expect(readFileSync(results, 'utf8').trimEnd().split('\n')).toHaveLength(BATCH_INTENTS_MAX);
  expect(await heldIn(o)).toEqual(
    heldBy([
      ['Till', 'EUR', '1250'],
      ['Takings', 'EUR', '-1250'],
    ]),
  );

  const resumed = await terminal.run(...words);
  expect(resumed).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      `\n1,007 intents: ${last} executed, 1,000 executed before; ${BATCH_INTENTS_MAX} of them known from the results\nAll 2 balances are those of the source.\n`,
    ),
  });
  expect(await heldIn(o)).toEqual(
    heldBy([
      ['Till', 'EUR', '1258.75'],
      ['Takings', 'EUR', '-1258.75'],
    ]),
  );
  const answered = readFileSync(results, 'utf8').trimEnd().split('\n');
  expect(new Set(answered.map((line) => (JSON.parse(line) as { readonly line: number }).line)).size).toBe(count);
  expect(answered).toHaveLength(count);
  terminal.close();
});
