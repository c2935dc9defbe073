// Rows that leave the database, from the command line: a server that goes on answers as before, and nothing that is checked misses them.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchors } from '@countinghouse/contract/features/anchors';
import { balances } from '@countinghouse/contract/features/balances';
import { evidence } from '@countinghouse/contract/features/evidence';
import { health } from '@countinghouse/contract/features/health';
import { type IntentInput, intents } from '@countinghouse/contract/features/intents';
import { statements } from '@countinghouse/contract/features/statements';
import { writeEvidence } from '@countinghouse/server/features/evidence/worker';
import { checkLedgers } from '@countinghouse/server/features/health/worker';
import { connect, withRows } from '@countinghouse/store/connection';
import { sumDays } from '@countinghouse/store/days';
import { writeTiles } from '@countinghouse/store/features/anchors/tiles';
import { replay } from '@countinghouse/store/replay';
import { anchorLog } from '@countinghouse/testkit/anchored';
import { type OperatedServer, openOperatedServer } from '@countinghouse/testkit/operated-server';
import { expectOk, type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFreePort, startServer } from '@countinghouse/testkit/server-process';
import type { TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const verifier = fileURLToPath(new URL('../../../verifier/bin/verify.js', import.meta.url));
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
/** More than fill a tile of the tree: what is not in a full one stays. */
const INTENTS = 300;
const TILE = 256;
const A_CALL = 100;
let operated: OperatedServer;
let testServer: TestServer;
beforeAll(async () => {
  operated = await openOperatedServer();
  ({ testServer } = operated);
}, 60_000);
afterAll(() => operated.close());

interface Books {
  readonly o: Organisation;
  readonly posted: readonly IntentInput[];
  readonly place: string;
  /** The end of the log. */
  readonly last: number;
  /** How many of them are old enough, the refused one among them. */
  readonly leaving: number;
}

/** An organisation with intents that an anchor covers, and some behind it. */
async function openBooks(): Promise<Books> {
  const o = await openOrganisation(testServer);
  const posted: IntentInput[] = Array.from({ length: INTENTS }, (_, n) =>
    o.intent({
      proposed_actions: [row(n % 3 === 0 ? 'BANK' : 'CASH', n % 3 === 0 ? 'CASH' : 'BANK', `${n + 1}`, { narrative: `Rent ${n}` })],
    }),
  );
  const refused = o.intent({ proposed_actions: [row('CASH', 'NOWHERE', '1')] });
  await o.owner.call(intents.execute, { body: refused });
  for (let n = 0; n < INTENTS; n += A_CALL)
    expect((await o.owner.call(intents.batch, { body: { intents: posted.slice(n, n + A_CALL) } })).status).toBe(200);
  await writeEvidence(testServer.opened.services);
  await sumDays(testServer.opened.services.writerPool, o.tenantId);
  await writeTiles(testServer.opened.services.writerPool, o.tenantId, await o.headSeq(), 10);
  await anchorLog(testServer.opened.services, o.tenantId);
  for (let n = 0; n < 5; n += 1) expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
  const { rows } = await testServer.opened.loginPool.query<{ count: string }>(
    "select count(*) from events where tenant_id = $1 and seq <= $2 and event_type in ('intent.executed', 'intent.rejected')",
    [o.tenantId, TILE],
  );
  return {
    o,
    last: await o.headSeq(),
    leaving: Number(rows[0]?.count),
    posted: [refused, ...posted],
    place: mkdtempSync(path.join(operated.home, 'place-')),
  };
}

const prune = ({ o, place }: Books, ...more: readonly string[]) =>
  operated.run('prune', o.tenantId, '--before', TOMORROW, '--to', `vault=${place}`, '--owner', o.owner.email, ...more);

/** What a policy would have said of all that was posted. */
async function tryPolicy({ o }: Books): Promise<unknown> {
  const file = path.join(operated.home, 'policy.json');
  writeFileSync(file, JSON.stringify({ hook: 'intent.validate', expr: '!intent.rows.exists(r, r.amount_minor == 700)' }));
  const ran = await operated.run('--json', 'policy', 'test', file, '--tenant', o.tenantId);
  expect(ran.err).toBe('');
  return JSON.parse(ran.out);
}

const rowsOf = async ({ o }: Books, table: string): Promise<readonly unknown[]> =>
  (await testServer.opened.loginPool.query(`select * from ${table} where tenant_id = $1 order by seq`, [o.tenantId])).rows;

/** A server as it is started: who reads much is answered by its threads. Answers what `ask` does, with a session of the owner. */
async function askProcess<T>({ o }: Books, ask: (get: (path: string) => Promise<Response>) => Promise<T>): Promise<T> {
  const { user, host, port, database } = operated.where;
  const DATABASE_URL = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
  const server = await startServer(operated.dataDir, await findFreePort(), { DATABASE_URL, DEMO: '0' });
  try {
    expect(await server.ready(), server.output()).toBe(true);
    const headers = { 'content-type': 'application/json', origin: server.url };
    const body = JSON.stringify({ email: o.owner.email, password: o.owner.password });
    const signedIn = await fetch(`${server.url}/api/auth/sign-in/email`, { method: 'POST', headers, body });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return await ask((path) => fetch(server.url + path, { headers: { cookie, 'x-tenant-id': o.tenantId } }));
  } finally {
    await server.end('SIGTERM');
  }
}

/** But for when it was made, where the log ended then, and which signed head covers what left. */
function comparable(path: string, text: string): string {
  if (!text.startsWith('{')) return [path, ...text.split('\n').filter((line) => !line.startsWith(';'))].join('\n');
  const varies = new Set(['generated_at', 'as_of', 'position', 'proof', 'head_signature']);
  return `${path}\n${JSON.stringify(
    JSON.parse(text, (name, value: unknown) => (varies.has(name) ? undefined : value)),
    null,
    1,
  )}`;
}

/** A list to its end: where its pages end is not told, and not the same. */
async function readList(get: (path: string) => Promise<Response>, list: string): Promise<readonly string[]> {
  const [name = ''] = list.split('?');
  const items: string[] = [];
  for (let after = ''; ; ) {
    const body = (await (await get(`/api/v1/${list}&limit=100${after}`)).json()) as {
      readonly [name: string]: unknown;
      readonly next: unknown;
    };
    items.push(...(body[name] as readonly object[]).map((item) => comparable(list, JSON.stringify(item))));
    if (body.next === null) return items;
    after = `&after=${encodeURIComponent(String(body.next))}`;
  }
}

/** What its threads read. */
const readAside = (books: Books): Promise<readonly string[]> =>
  askProcess(books, async (get) => {
    const told: string[] = [];
    const account = `/api/v1/accounts/${books.o.cash}`;
    for (const path of [
      `${account}/statement?limit=100`,
      `${account}/statement/totals`,
      `${account}/statement.csv`,
      `${account}/balance?seq=100`,
      '/api/v1/balances?seq=100',
      `/api/v1/balances?seq=${books.last}`,
      '/api/v1/reports/trial-balance?known_at_seq=100',
      '/api/v1/reports/balance-sheet?known_at_seq=100',
      '/api/v1/reports/cash-over-time?currency=USD',
      '/api/v1/journal.csv?from=2020-01-01&to=2099-12-31',
      '/api/v1/journal.hledger?from=2020-01-01&to=2099-12-31',
      '/api/v1/postings/export/csv',
      '/api/v1/intents/export/csv',
      `/api/v1/events/export/csv?to_seq=${books.last}`,
    ]) {
      const answer = await get(path);
      const text = await answer.text();
      expect(`${path}: ${answer.status}`, text).toBe(`${path}: 200`);
      told.push(comparable(path, text));
    }
    for (const list of ['postings?account=CASH', 'intents?q=rent', `events?to_seq=${books.last}`])
      told.push(...(await readList(get, list)));
    return told;
  });

/** All that still answers. */
async function readAll({ o, posted, last }: Books): Promise<unknown> {
  const told: unknown[] = [];
  const ask = async (answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(200);
    told.push(body);
  };
  for (const id of [o.cash, o.bank]) {
    for (let before: string | undefined; ; ) {
      const page = await o.owner.call(statements.get, {
        params: { id },
        query: { limit: 70, ...(before === undefined ? {} : { before }) },
      });
      told.push(expectOk(page));
      if (page.body.next === null) break;
      before = page.body.next;
    }
    const today = new Date().toISOString().slice(0, 10);
    for (const query of [{}, { from: today, to: today }, { to: '2020-01-01' }, { q: 'rent 1' }, { min: '20', counterparty: 'BANK' }])
      await ask(o.owner.call(statements.totals, { params: { id }, query }));
    for (const query of [{ q: 'rent 3' }, { min: '30', max: '35' }]) await ask(o.owner.call(statements.get, { params: { id }, query }));
    for (let seq = 30; seq <= last; seq += 23) await ask(o.owner.call(balances.ofAccount, { params: { id }, query: { seq } }));
    await ask(o.owner.call(balances.ofAccount, { params: { id }, query: { value_date: today, known_at_seq: 280 } }));
  }
  for (let seq = 13; seq <= last; seq += 17) {
    await ask(o.owner.call(balances.get, { query: { seq } }));
    if (seq < last - 10) await ask(o.owner.call(anchors.proof, { params: { seq }, query: {} }));
  }
  for (const { intent_id } of posted.filter((_, n) => n % 20 === 0)) {
    await ask(o.owner.call(intents.get, { params: { intent_id } }));
    const listed = await o.owner.call(evidence.list, { query: { intent_id } });
    told.push(listed.body);
    for (const { id } of listed.body.evidence) await ask(o.owner.call(evidence.content, { params: { id } }));
  }
  await ask(o.owner.call(evidence.list, { query: { limit: 100 } }));
  // An address is good for a while; of an event that left the signed head is the next one that stayed.
  return JSON.parse(JSON.stringify(told, (name, value: unknown) => (['uri', 'head_signature'].includes(name) ? undefined : value)));
}

describe('what left the database', () => {
  let books: Books;
  beforeEach(async () => {
    books = await openBooks();
  });

  test('is still answered, proven and checked, and comes back as it was', { timeout: 240_000 }, async () => {
    const { o, posted, place, leaving } = books;
    const left = `${leaving} events, ${leaving - 1} postings`;
    const [before, events, postings, heads] = [
      await readAll(books),
      await rowsOf(books, 'events'),
      await rowsOf(books, 'postings'),
      await rowsOf(books, 'signed_heads'),
    ];
    const tried = await tryPolicy(books);
    expect(tried).toMatchObject({ tested: INTENTS + 5, refused: 1 });
    expect(await operated.run('prune', o.tenantId, '--before', TOMORROW, '--owner', o.owner.email, '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringContaining(left),
    });
    expect(await rowsOf(books, 'events')).toEqual(events);
    expect(await prune(books)).toMatchObject({ code: 0, out: expect.stringContaining(left) });
    expect((await rowsOf(books, 'postings')).length).toBe(postings.length - leaving + 1);
    expect((await rowsOf(books, 'events')).length).toBe(events.length - leaving + 1);
    expect((await rowsOf(books, 'signed_heads')).length).toBeLessThan(heads.length);

    expect(await readAll(books)).toEqual(before);
    expect(await tryPolicy(books)).toEqual(tried);

    // An old key is the same decision; another intent under it is refused, as ever.
    for (const body of [posted[0], posted[1], posted[100]] as IntentInput[]) {
      const again = await o.owner.call(intents.execute, { body });
      expect(again.body).toMatchObject({ intentId: body.intent_id, duplicate: true });
      const other = { ...body, intent_id: o.intent().intent_id, proposed_actions: [row('CASH', 'BANK', '1234')] };
      expect((await o.owner.call(intents.execute, { body: other })).status).toBe(409);
      const otherKey = { ...body, idem_key: o.intent().idem_key, proposed_actions: [row('CASH', 'BANK', '1234')] };
      expect((await o.owner.call(intents.execute, { body: otherKey })).status).toBe(409);
    }
    const batch = await o.owner.call(intents.batch, { body: { intents: [posted[2] as IntentInput, o.intent()], atomic: true } });
    expect(batch.status).toBe(200);

    const client = await connect(withRows(operated.where, { s3: null, dataDir: operated.dataDir }), 'owner', { statement_timeout: 0 });
    const report = await replay(client, o.tenantId);
    await client.end();
    expect(report).toMatchObject({ chainFault: null, differences: [], verdictFaults: [], postings: INTENTS + 6 });
    await o.owner.call(health.check, { body: {} });
    await checkLedgers(testServer.opened.services);
    expect((await o.owner.call(health.get)).body).toMatchObject({
      ok: true,
      full: { state: 'done', ok: true },
      counts: { postings: INTENTS + 6 },
    });

    // What stayed is looked at where it is: an event that is taken away is missed.
    const taken = await testServer.opened.loginPool.query(
      "delete from events where tenant_id = $1 and event_type = 'account.created' returning *",
      [o.tenantId],
    );
    expect(taken.rows.length).toBe(2);
    // One behind the other: the first of them is where the chain breaks.
    const seq = Math.min(...taken.rows.map((event: { readonly seq: string }) => Number(event.seq)));
    expect((await o.owner.call(health.get)).body).toMatchObject({ ok: false, invariants: { hashBreaks: [{ seq, what: 'seq' }] } });
    await testServer.opened.loginPool.query('insert into events select * from jsonb_populate_recordset(null::events, $1::jsonb)', [
      JSON.stringify(taken.rows),
    ]);
    await o.owner.call(health.check, { body: {} });
    await checkLedgers(testServer.opened.services);

    const archive = path.join(operated.home, `${o.tenantId}.jsonl`);
    expect(await operated.run('archive', o.tenantId, archive)).toMatchObject({ code: 0 });
    const lines = readFileSync(archive, 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.startsWith('{"kind":"event"')).length).toBe(await o.headSeq());
    const [kept] = readdirSync(place).filter((name) => name.endsWith('.jsonl.gz'));
    for (const file of [archive, path.join(place, kept ?? '')]) expect(await operated.execute(verifier, [file])).toMatchObject({ code: 3 });

    expect(await operated.run('restore-pruned', o.tenantId)).toMatchObject({ code: 0, out: expect.stringContaining(`${leaving} events`) });
    expect((await rowsOf(books, 'events')).slice(0, events.length)).toEqual(events);
    expect((await rowsOf(books, 'postings')).slice(0, postings.length)).toEqual(postings);
    expect((await rowsOf(books, 'signed_heads')).slice(0, heads.length)).toEqual(heads);
    // And leaves again: the log said so already.
    expect(await prune(books)).toMatchObject({ code: 0, out: expect.stringContaining(`${leaving} events`) });
  });

  test('is read by the threads of a server as it is started', { timeout: 120_000 }, async () => {
    const before = await readAside(books);
    expect(await prune(books)).toMatchObject({ code: 0 });
    expect(await readAside(books)).toEqual(before);
  });

  test('stays there where its archive proves nothing, or the person may not', async () => {
    const { o, place } = books;
    const stranger = await testServer.person('Sam');
    const rows = await rowsOf(books, 'events');
    const args = ['prune', o.tenantId, '--before', TOMORROW, '--to', `vault=${place}`];
    expect(await operated.run(...args, '--owner', stranger.email)).toMatchObject({ code: 2, err: expect.stringContaining('NOT_FOUND') });
    expect(await operated.run(...args, '--owner', 'nobody@example.com')).toMatchObject({ code: 2 });
    expect(await operated.run('prune', o.tenantId, '--before', TOMORROW, '--to', place, '--owner', o.owner.email)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--to vault='),
    });
    expect(
      await operated.run('prune', o.tenantId, '--before', '2020-01-01', '--to', `vault=${place}`, '--owner', o.owner.email),
    ).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is old enough'),
    });
    await testServer.opened.loginPool.query('alter table events disable trigger user').catch(() => {});
    await testServer.opened.loginPool.query("update events set payload = replace(payload, 'Rent 7', 'Rent 8') where tenant_id = $1", [
      o.tenantId,
    ]);
    expect(await prune(books)).toMatchObject({ code: 2, err: expect.stringContaining('nothing was taken out') });
    expect((await rowsOf(books, 'events')).length).toBe(rows.length);
  });

  test('is not believed where its object was altered, and comes back from another place', { timeout: 120_000 }, async () => {
    const { o, posted, place } = books;
    expect(await prune(books)).toMatchObject({ code: 0 });
    const { rows } = await testServer.opened.loginPool.query<{ rows_sha256: string }>(
      'select rows_sha256 from prunes where tenant_id = $1',
      [o.tenantId],
    );
    const sha256 = rows[0]?.rows_sha256 ?? '';
    const file = path.join(operated.dataDir, 'objects', o.tenantId, sha256.slice(0, 2), sha256);
    const bytes = readFileSync(file);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const asked = await o.owner.call(intents.get, { params: { intent_id: posted[0]?.intent_id ?? '' } });
    expect(asked).toMatchObject({ status: 410, body: { code: 'ROWS_DAMAGED' } });
    rmSync(file);
    expect(await operated.run('restore-pruned', o.tenantId, '--from', place)).toMatchObject({ code: 0 });
    expect((await o.owner.call(intents.get, { params: { intent_id: posted[0]?.intent_id ?? '' } })).status).toBe(200);
  });
});
