// Calls that are answered on the thread, beside the same calls answered in place, over one database.

import { once } from 'node:events';
import { intents } from '@countinghouse/contract/features/intents';
import { withRows } from '@countinghouse/store/connection';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from './handlers.ts';
import { answersAside, ReadingThread } from './reading-thread.ts';

const TRIES_MAX = 50;

const db = useDatabase();
let testServer: TestServer;
let other: TestServer;
let thread: ReadingThread;
let acme: Organisation;
/** The same person at the system that answers in place, and at the one with the thread. */
let here: Person;
let there: Pick<Person, 'send'>;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  thread = new ReadingThread([withRows(db.where, { s3: null, dataDir: testServer.dataDir })], () => {});
  other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { workers: false, aside: thread });
  acme = await openOrganisation(testServer);
  here = acme.owner;
  there = await other.signIn(here.email, here.password);
  for (let i = 0; i < 40; i++) await here.call(intents.execute, { body: acme.intent() });
});
afterAll(async () => {
  await thread.stop();
  await other.close();
  await testServer.close();
});

test('whatever is answered aside is known on the thread', () => {
  const aside = handlers.filter(({ options }) => options.aside === true);
  expect(aside.length).toBeGreaterThan(10);
  expect(aside.filter(({ route }) => !answersAside(route)).map(({ route }) => route.path)).toEqual([]);
});

const at = (who: Pick<Person, 'send'>, path: string, headers = {}): Promise<Answer> =>
  who.send('GET', path, undefined, { 'x-tenant-id': acme.tenantId, ...headers });
/** Without what differs from call to call, or follows from it. */
const compared = ({ status, body, headers }: Answer) => ({
  status,
  body: JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (['generated_at', 'requestId', 'instance'].includes(name) ? null : value)),
  ) as unknown,
  type: headers['content-type'],
  file: headers['content-disposition'],
});

test('answers, files in parts and refusals are those of the call in place', async () => {
  const paths = [
    `/api/internal/accounts/${acme.cash}/statement?limit=20`,
    `/api/internal/accounts/${acme.cash}/statement/totals`,
    `/api/internal/accounts/${acme.cash}/statement.csv`,
    '/api/v1/balances',
    '/api/v1/balances?seq=20',
    '/api/v1/balances?value_date=2026-01-31',
    '/api/v1/balances?seq=100000',
    '/api/v1/events?limit=100',
    '/api/v1/events/export/csv',
    '/api/internal/ledger/journal.csv',
    '/api/internal/ledger/journal.hledger',
    '/api/internal/ledger/reports/trial-balance',
    '/api/internal/ledger/reports/trial-balance?format=csv',
    '/api/internal/ledger/reports/balance-sheet?entity=00000000-0000-4000-8000-000000000000',
    '/api/internal/ledger/reports/income-statement?from=2026-02-01&to=2026-01-01',
    '/api/internal/ledger/reports/cash-position',
    '/api/internal/accounts/00000000-0000-4000-8000-000000000000/statement.csv',
    '/api/v1/events?limit=no',
  ];
  for (const path of paths) expect([path, compared(await at(there, path))]).toEqual([path, compared(await at(here, path))]);
  const list = (who: Pick<Person, 'send'>) =>
    who.send('POST', '/api/internal/accounts/list', {}, { 'x-tenant-id': acme.tenantId, 'x-entity-id': 'all' });
  expect(compared(await list(there))).toEqual(compared(await list(here)));
  for (const path of ['/api/internal/ledger/reports/trial-balance?format=pdf', '/api/v1/events/export/pdf']) {
    const { status, headers, body } = await at(there, path);
    expect([status, headers['content-type'], String(body['text']).slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
  }
});
test('another organisation’s account is not found, and a stranger is not admitted', async () => {
  const theirs = await openOrganisation(testServer);
  for (const path of [`/api/internal/accounts/${theirs.cash}/statement`, `/api/internal/accounts/${theirs.cash}/statement.csv`])
    expect(await at(there, path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await at(there, '/api/v1/balances', { 'x-tenant-id': theirs.tenantId })).toMatchObject({ status: 404 });
});
test('many at once are all answered, each with its own', async () => {
  const seqs = Array.from({ length: 40 }, (_, i) => i + 1);
  const answers = await Promise.all(seqs.map((seq) => at(there, `/api/v1/balances?seq=${seq}`)));
  expect(answers.map(({ body }) => (body['as_of'] as { seq?: number } | undefined)?.seq)).toEqual(seqs);
});
test('the metrics tell what the thread takes of the memory', async () => {
  const told = (await testServer.opened.services.metrics.registry.metrics()).split('\n');
  const mb = (heap: string): number =>
    Number(told.find((line) => line.startsWith(`countinghouse_thread_heap_bytes{task="read",heap="${heap}"} `))?.split(' ')[1]) / 2 ** 20;
  expect(mb('used')).toBeGreaterThan(5);
  expect(mb('total')).toBeGreaterThanOrEqual(mb('used'));
});
test('calls on a thread that dies are answered 503, and the next ones by another thread', async () => {
  // A call may be answered before the thread dies, or reach the next one: until one was cut off.
  const cut: Answer[] = [];
  for (let tries = 0; cut.length === 0 && tries < TRIES_MAX; tries++) {
    const worker = thread.start();
    const asked = Array.from({ length: 6 }, () => at(there, '/api/v1/events?limit=100'));
    for (let turns = 0; turns <= tries; turns++) await new Promise(setImmediate);
    const ended = once(worker, 'exit');
    await worker.terminate();
    await ended;
    cut.push(...(await Promise.all(asked)).filter(({ status }) => status !== 200));
    expect(thread.start()).not.toBe(worker);
  }
  expect(cut.length).toBeGreaterThan(0);
  for (const answer of cut) expect(answer).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } });
  expect(await at(there, '/api/v1/events?limit=100')).toMatchObject({ status: 200 });
});
