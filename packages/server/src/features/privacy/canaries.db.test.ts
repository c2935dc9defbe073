// Made-up people are told to an organisation that tokenises, shown, mailed, exported, archived and erased. Afterwards their
// words are looked for in everything the system keeps: the files of the cluster with its write-ahead log, every table, what the
// server and PostgreSQL printed, metrics, archive, objects. What was told before it tokenised shows that the search finds.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Replication } from '@countinghouse/store/backup/replication';
import { connect } from '@countinghouse/store/connection';
import { formOf } from '@countinghouse/testkit/form';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import { inForm } from '@countinghouse/testkit/long-form';
import { databaseOf, findFreePort, type ServerProcess, startServer } from '@countinghouse/testkit/server-process';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const cli = fileURLToPath(new URL('../../../../cli/src/main.ts', import.meta.url));
const verifier = fileURLToPath(new URL('../../../../verifier/bin/verify.js', import.meta.url));
const PARTIES = inForm(160, 910);
const INVITES = inForm(20, 50);
const CONTACTS = inForm(5, 10);
const FILES = inForm(10, 20);
const IMPORTS = inForm(5, 10);
const ACCOUNTS = inForm(4, 9);
const SOURCES = 1;
const AT_ONCE = 8;
const LONG_MS = 300_000;
/** In every word of them, and nowhere else. */
const CANARY = 'Qanarie7f3aVogel';
/** In what was told before the organisation tokenised. */
const CONTROL = 'Qontrolle5c1dTier';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-canaries-'));
let server: ServerProcess;
let smtp: SMTPServer;
let mailed = 0;
let cookie = '';
let tenantId = '';

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.on('data', () => {});
      stream.on('end', () => {
        mailed += 1;
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  await putFreshPostgres(path.join(dataDir, 'pg'));
  server = await startServer(dataDir, await findFreePort(), { DEMO: '0', LOG_LEVEL: 'trace', SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect(await server.ready(60_000), server.output()).toBe(true);
}, LONG_MS);
afterAll(async () => {
  await server.end('SIGTERM');
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, never>;
}
async function send(method: string, url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Sent> {
  const answer = await fetch(`${server.url}${url}`, {
    method,
    headers: {
      cookie,
      origin: server.url,
      ...(body === undefined || body instanceof Buffer ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const set = answer.headers.getSetCookie();
  if (set.length > 0) cookie = set.map((c) => c.split(';')[0]).join('; ');
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? (JSON.parse(text) as Record<string, never>) : {} };
}
async function ok(...args: Parameters<typeof send>): Promise<Sent['body']> {
  const answer = await send(...args);
  expect(answer.status, `${args[0]} ${args[1]} ${answer.text.slice(0, 300)}`).toBe(200);
  return answer.body;
}

/** Runs `work` for 0 … n − 1, some at once. */
async function times(n: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const go = async (): Promise<void> => {
    for (let i = next++; i < n; i = next++) await work(i);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
}

/** Tells of people by every way there is. Answers how many. */
async function tellOfPeople(): Promise<number> {
  const partyIds: string[] = [];
  await times(PARTIES, async (i) => {
    const told = { label: `${CANARY} ${i} Ltd`, external_ref: `REF-${CANARY}-${i}`, kind: 'person' };
    const { party } = (await ok('POST', '/api/parties', told)) as unknown as { readonly party: { readonly id: string } };
    partyIds.push(party.id);
    if (i % 50 === 0) await ok('POST', `/api/parties/${party.id}`, { ...told, label: `${CANARY} changed ${i}` });
  });
  await times(INVITES, (i) => ok('POST', '/api/internal/tenants/invite', { email: `${CANARY.toLowerCase()}.${i}@example.test` }));
  for (let i = 0; i < CONTACTS; i++)
    await ok('PATCH', '/api/internal/settings/tenant', { primary_contact_email: `contact.${i}@${CANARY.toLowerCase()}.example.test` });
  const { gl } = (await ok('POST', '/api/internal/ledger-accounts/create', {
    code: '1000',
    title: 'Cash',
    class: 'A',
    normalBalance: 'DR',
  })) as unknown as { readonly gl: { readonly id: string } };
  for (const code of ['CASH', 'BANK']) await ok('POST', '/api/internal/accounts/create', { code, ledgerAccountId: gl.id });
  await ok('POST', '/api/internal/privacy/references', { references: 'token' });
  for (let i = 0; i < ACCOUNTS; i++)
    await ok('POST', '/api/internal/accounts/create', { code: `A-${i}`, ledgerAccountId: gl.id, external_ref: `${CANARY} ${i}` });
  await ok('POST', '/api/internal/recon/sources', { name: 'Bank', account_code: 'BANK', bank_account: CANARY });
  const { snapshot } = (await ok('POST', '/api/internal/snapshots/take', { kind: 'fx', label: 'x' })) as unknown as {
    readonly snapshot: { readonly id: string };
  };
  const intent_id = crypto.randomUUID();
  await ok('POST', '/api/v1/intents/execute', {
    intent_id,
    tenant_id: tenantId,
    actor: 'web-console',
    use_case: 'manual_post',
    idem_key: intent_id,
    value_date: new Date().toISOString().slice(0, 10),
    constraints: {},
    proposed_actions: [
      { debitAccount: 'CASH', creditAccount: 'BANK', amount: '1', currency: 'USD' },
      { debitAccount: `${CANARY.toLowerCase()}0`, creditAccount: `${CANARY} 1`, amount: '1', currency: 'USD' },
    ],
    snapshot_ids: { fx: snapshot.id },
    consent: consent(),
  });
  for (let i = 0; i < FILES; i++) {
    const form = formOf(`${CANARY} ${i}.txt`, `content ${i}`);
    await ok('POST', `/api/internal/intents/${intent_id}/attachments`, form.body, form.headers);
  }
  for (let i = 0; i < IMPORTS; i++) {
    const content = `debit_account,credit_account,amount,currency,value_date\nCASH,BANK,1,USD,${new Date().toISOString().slice(0, 10)}\n`;
    await ok('POST', '/api/internal/imports/check', { kind: 'intents', content, file_name: `${CANARY} ${i}.csv` });
  }
  // What is shown, asked for, and goes wrong.
  for (const url of [
    `/api/parties/search?q=${CANARY}`,
    `/api/parties/${partyIds[0]}`,
    '/api/internal/tenants/invites/list',
    '/api/internal/settings/tenant',
    '/api/internal/imports/list',
    '/api/v1/recon/sources',
    `/api/v1/intents?account=${CANARY}%200`,
    `/api/internal/intents/${intent_id}/attachments`,
    '/api/v1/health',
  ])
    await ok('GET', url);
  await ok('POST', '/api/internal/privacy/subject-export', { email: `${CANARY.toLowerCase()}.1@example.test` });
  for (const [method, url, body] of [
    ['POST', '/api/parties', { label: CANARY.repeat(20) }],
    ['POST', '/api/internal/tenants/invite', { email: `${CANARY} no mail` }],
    ['POST', `/api/parties/${crypto.randomUUID()}`, { label: `${CANARY} nobody` }],
    ['GET', `/api/parties/search?q=${CANARY}&page=x`, undefined],
    ['GET', `/api/parties/${CANARY}`, undefined],
  ] as const)
    expect((await send(method, url, body)).status).toBeGreaterThanOrEqual(400);
  await failInside();
  // The mails leave behind the answers; what is erased later would no longer be sent.
  await vi.waitFor(() => expect(mailed).toBeGreaterThanOrEqual(INVITES), { timeout: 60_000, interval: 100 });
  return PARTIES + INVITES + CONTACTS + FILES + IMPORTS + ACCOUNTS + SOURCES;
}

function consent(): object {
  const at = Date.now();
  return {
    scope: ['ledger:post'],
    reference: 'r',
    granted_at: new Date(at).toISOString(),
    expires_at: new Date(at + 1_000_000).toISOString(),
  };
}

/** Statements with words in them that PostgreSQL refuses. */
async function failInside(): Promise<void> {
  const client = await connect(databaseOf(dataDir), 'owner');
  try {
    for (const table of ['parties', 'pii_tokens']) {
      await client.query(`alter table ${table} rename to is_away`);
      expect((await send('POST', '/api/parties', { label: `${CANARY} in vain` })).status).toBeGreaterThanOrEqual(500);
      await client.query(`alter table is_away rename to ${table}`);
    }
  } finally {
    await client.end();
  }
}

const countinghouse = (args: readonly string[], program = cli): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(process.execPath, [program, ...args], { env: { ...process.env, DATA_DIR: dataDir } });

/** How words might be written: as they are or in the other case, as UTF-16, hexadecimal, base64 at each of its three offsets. */
function writingsOf(word: string): readonly Buffer[] {
  const cases = [word, word.toLowerCase(), word.toUpperCase()];
  return cases.flatMap((text) => {
    const bytes = Buffer.from(text);
    const base64 = [0, 1, 2].flatMap((offset) => {
      const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
      const inner = whole.slice(offset === 0 ? 0 : 4, -4);
      return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
    });
    return [bytes, Buffer.from(text, 'utf16le'), Buffer.from(bytes.toString('hex')), ...base64.map((b) => Buffer.from(b))];
  });
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => path.join(e.parentPath, e.name));

interface Place {
  readonly name: string;
  readonly content: Buffer;
}

const placesIn = (folder: string): readonly Place[] =>
  filesIn(folder).map((file) => ({ name: path.relative(dataDir, file), content: readFileSync(file) }));

/** Where a word is found. */
const placesOf = (word: string, places: readonly Place[]): readonly string[] => {
  const writings = writingsOf(word);
  return places.filter(({ content }) => writings.some((w) => content.includes(w))).map((p) => p.name);
};

/** What PostgreSQL has in memory goes to its files before they are copied. */
async function writeOut(): Promise<void> {
  const replication = await Replication.connect(databaseOf(dataDir));
  try {
    await replication.copy('canaries', async (tar) => {
      for await (const part of tar) expect(part.length).toBeGreaterThan(0);
    });
  } finally {
    await replication.end();
  }
}

/** Every table of the system as COPY writes it, and every index as its pages are: these are among the files. */
async function dump(): Promise<readonly Place[]> {
  await writeOut();
  const client = await connect(databaseOf(dataDir), 'owner', { statement_timeout: 0 });
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')`,
    );
    const places: Place[] = [];
    for (const { name } of tables.rows) {
      // Who owns the tables is bound by row-level security too, until it says otherwise.
      await client.query(`begin; alter table ${name} no force row level security`);
      const rows = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      await client.query('rollback');
      places.push({ name: `table ${name}`, content: Buffer.from(rows.rows.map((r) => r.row).join('\n')) });
    }
    return places;
  } finally {
    await client.end();
  }
}

test(
  'people are found nowhere, encrypted or erased: two hundred, a thousand in the long form',
  async () => {
    await ok('POST', '/api/auth/sign-up/email', { name: 'Owner', email: 'owner@example.test', password: 'a long enough password' });
    tenantId = (await ok('POST', '/api/internal/tenants/create', { name: 'Acme' }))['tenantId'] ?? '';
    await ok('POST', '/api/parties', { label: CONTROL });
    // The search finds what it looks for: what is told in the clear is in the write-ahead log. Later it may have been written over.
    expect(placesOf(CONTROL, placesIn(path.join(dataDir, 'pg/pg_wal')))).not.toEqual([]);
    expect(await ok('POST', '/api/internal/gdpr/encrypt-now', {})).toMatchObject({ tokenized: 1 });
    expect(await tellOfPeople()).toBe(inForm(205, 1_010));
    await ok('POST', '/api/internal/crypto/rotate-tenant-key', {});
    const archive = path.join(dataDir, 'archive.jsonl');
    await countinghouse(['archive', tenantId, archive]);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const look = async (): Promise<readonly Place[]> => [
      ...(await dump()),
      ...placesIn(dataDir),
      { name: 'printed', content: Buffer.from(server.output()) },
      { name: 'metrics', content: Buffer.from(metrics) },
    ];
    expect((await send('GET', '/api/v1/accounts')).text).toContain(CANARY);
    const shown = await send('GET', `/api/parties/search?q=${CANARY}`);
    expect(shown.text).toContain(CANARY);

    // Encrypted, they are nowhere already: not a page, not a record of the write-ahead log ever had them in the clear.
    const before = await look();
    expect(placesOf(CANARY, before)).toEqual([]);
    expect(await ok('POST', '/api/internal/gdpr/crypto-erase', {})).toMatchObject({ status: 'erased' });
    const after = await look();
    expect(placesOf(CANARY, after)).toEqual([]);

    // It looked everywhere.
    expect(placesOf(CONTROL, after).some((name) => name.startsWith('table'))).toBe(false);
    const names = after.map((p) => p.name);
    for (const name of [
      'printed',
      'metrics',
      'archive.jsonl',
      'postgres.log',
      'table public.pii_tokens',
      'table public.events',
      'table auth.users',
    ])
      expect(names).toContain(name);
    expect(after.reduce((sum, p) => sum + p.content.length, 0)).toBeGreaterThan(20_000_000);
    expect(names.filter((n) => n.startsWith('objects/')).length).toBeGreaterThanOrEqual(FILES);
    expect(server.output().length).toBeGreaterThan(1_000);
    expect(statSync(path.join(dataDir, 'tombstones', `${tenantId}.json`)).size).toBeGreaterThan(0);

    const erased = await send('GET', '/api/parties/search');
    expect(erased.body['total']).toBe(PARTIES + 1);
    expect(erased.text).toContain('"label":"erased"');
    const [, keyLine = ''] = readFileSync(archive, 'utf8').split('\n');
    const key = path.join(dataDir, 'chain-key.json');
    writeFileSync(key, (JSON.parse(keyLine) as { readonly public_jwk: string }).public_jwk);
    const trusting = ['--json', '--key', key];
    expect((await countinghouse([...trusting, archive], verifier)).stdout).toContain('"ok":true');
    await countinghouse(['archive', tenantId, `${archive}.later`]);
    expect((await countinghouse([...trusting, `${archive}.later`], verifier)).stdout).toContain('"ok":true');
    console.log(
      `1,000 people: ${after.length} tables and files, ${(after.reduce((s, p) => s + p.content.length, 0) / 1e6).toFixed(0)} MB searched, 0 found`,
    );
  },
  LONG_MS,
);
