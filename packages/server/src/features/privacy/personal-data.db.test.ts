// No word that tells of a person leaves the one table it is kept in: not to the log of events, not to what the server prints, not
// to its metrics, not to the body of an error. A server of its own, told to print everything it can.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@countinghouse/store/connection';
import { countMail } from '@countinghouse/store/mail-outbox';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFreePort } from '@countinghouse/testkit/server-process';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-canary-'));
const READY_WITHIN_MS = 30_000;

const server = `
  import { buildApp } from '@countinghouse/server/app';
  import { readConfig } from '@countinghouse/server/config';
  import { openServices } from '@countinghouse/server/open';
  const config = readConfig(process.env);
  const publicUrl = 'http://127.0.0.1:' + config.port;
  const opened = openServices(config, JSON.parse(process.env.WHERE), { publicUrl, consoleDir: null, note: (line) => console.log(line) });
  const app = await buildApp(opened.services);
  await app.listen({ port: config.port, host: config.host });
  if (process.env.WORKERS === '1') opened.services.mailWorker.start();
`;

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  printed(): string;
}
const started: ChildProcess[] = [];

async function startServer(settings: Readonly<Record<string, string>>): Promise<Server> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['--input-type=module', '-e', server], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'trace', WHERE: JSON.stringify(db.where), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until; await sleep(50)) {
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok === true) return { url, child, printed: () => printed };
  }
  throw new Error(`not ready: ${printed}`);
}

/** Words that occur nowhere else. */
const canary = {
  owner: 'canary-owner-7f3a@example.test',
  guest: 'canary-guest-7f3a@example.test',
  contact: 'canary-contact-7f3a@example.test',
  newcomer: 'canary-newcomer-7f3a@example.test',
  label: 'Canary Label 7f3a',
  reference: 'CANARY-REF-7F3A',
};
const password = 'nightjar under seven kettles 52d8';

let quiet: Server;
let muted: Server;
let filing: Server;
let smtp: SMTPServer;
const errorBodies: string[] = [];
let tenantId = '';

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) => done(new Error(`550 nobody here is called ${address.address}`)),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  quiet = await startServer({});
  muted = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, WORKERS: '1' });
  await act();
  await mail();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  rmSync(dataDir, { recursive: true, force: true });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + READY_WITHIN_MS; performance.now() < end; await sleep(200)) if (await holds()) return;
  throw new Error('mail still waits');
}

/** Every mail is refused by a mail server that names people until it is a dead letter; then it is filed by a server without one. */
async function mail(): Promise<void> {
  const client = await connect(db.where, 'login');
  const state = async (): Promise<{ waiting: number; failed: number }> => {
    await client.query('update mail_outbox set next_try_at = now() where failed_at is null');
    return countMail(client);
  };
  try {
    await until(async () => (await state()).waiting === 0);
    expect((await state()).failed).toBeGreaterThan(2);
    muted.child.kill('SIGKILL');
    await client.query('update mail_outbox set failed_at = null');
    filing = await startServer({ WORKERS: '1' });
    await until(async () => (await state()).waiting === 0);
  } finally {
    await client.end();
  }
}

/** Everything that takes such a word, done well and done badly. */
async function act(): Promise<void> {
  let cookie = '';
  const send = async (at: Server, method: string, url: string, body?: unknown): Promise<Record<string, never>> => {
    const answer = await fetch(`${at.url}${url}`, {
      method,
      headers: { cookie, origin: at.url, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const set = answer.headers.getSetCookie();
    if (set.length > 0) cookie = set.map((c) => c.split(';')[0]).join('; ');
    const text = await answer.text();
    if (answer.status >= 400) errorBodies.push(`${method} ${url.split('?')[0]} ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, never>;
  };
  const ok = async (...args: Parameters<typeof send>) => {
    const before = errorBodies.length;
    const body = await send(...args);
    expect(errorBodies.slice(before)).toEqual([]);
    return body;
  };
  const { owner, guest, contact, newcomer, label, reference } = canary;
  await ok(quiet, 'POST', '/api/auth/sign-up/email', { name: 'Pat', email: owner, password });
  tenantId = (await ok(quiet, 'POST', '/api/internal/tenants/create', { name: 'Acme' }))['tenantId'] ?? '';
  await ok(quiet, 'POST', '/api/internal/tenants/invite', { email: guest });
  await ok(quiet, 'PATCH', '/api/internal/settings/tenant', { primary_contact_email: contact });
  const { party } = (await ok(quiet, 'POST', '/api/parties', { label, external_ref: reference })) as {
    readonly party?: { readonly id: string };
  };
  await ok(quiet, 'POST', `/api/parties/${party?.id}`, { label, external_ref: reference, kind: 'person' });
  await ok(quiet, 'GET', `/api/parties/search?q=${encodeURIComponent(label)}`);
  await ok(quiet, 'GET', '/api/internal/tenants/invites/list');
  await ok(quiet, 'POST', '/api/auth/request-password-reset', { email: owner });
  await ok(muted, 'POST', '/api/auth/request-password-reset', { email: owner });

  await send(quiet, 'POST', '/api/auth/sign-up/email', { name: 'Pat', email: owner, password });
  await send(quiet, 'POST', '/api/auth/sign-in/email', { email: owner, password: 'wrong' });
  await send(quiet, 'POST', '/api/auth/sign-in/email', { email: `${guest} `, password });
  await send(quiet, 'POST', '/api/internal/tenants/invite', { email: owner });
  await send(quiet, 'POST', '/api/internal/tenants/invite', { email: `${guest}\nBcc: ${owner}` });
  await send(quiet, 'POST', '/api/internal/tenants/invite', { email: guest, role: guest });
  await send(muted, 'POST', '/api/internal/tenants/invite', { email: guest });
  await send(quiet, 'PATCH', '/api/internal/settings/tenant', { primary_contact_email: `${contact} ${contact}` });
  await send(quiet, 'POST', '/api/parties', { label: label.repeat(10), external_ref: reference.repeat(20) });
  await send(quiet, 'POST', '/api/parties', `{"label":"${label}"`);
  await send(quiet, 'POST', `/api/parties/${randomUUID()}`, { label, external_ref: reference });
  await send(quiet, 'GET', `/api/parties/search?q=${encodeURIComponent(label)}&page=x`);
  await send(quiet, 'GET', `/api/parties/search?q=${encodeURIComponent(label)}&nonsense=1`);
  await send(quiet, 'GET', `/api/parties/${encodeURIComponent(label)}`);
  await send(quiet, 'GET', `/api/nothing/${encodeURIComponent(owner)}`);
  const client = await connect(db.where, 'login');
  try {
    for (const [table, calls] of [
      [
        'parties',
        [['POST', '/api/parties', { label, external_ref: reference }] as const, ['GET', `/api/parties/search?q=${reference}`] as const],
      ],
      ['pii_tokens', [['POST', '/api/internal/tenants/invite', { email: guest }] as const]],
      ['auth.credentials', [['POST', '/api/auth/sign-in/email', { email: owner, password }] as const]],
      ['auth.rate_limits', [['POST', '/api/auth/sign-in/email', { email: owner, password }] as const]],
    ] as const) {
      await client.query(`alter table ${table} rename to is_away`);
      for (const call of calls) await send(quiet, ...(call as unknown as readonly [string, string]));
      await client.query(`alter table ${table.includes('.') ? 'auth.' : ''}is_away rename to ${table.split('.').at(-1)}`);
    }
    // What the database says of a row that it refuses has the row in it.
    await client.query('alter table pii_tokens add constraint refuses_all check (false) not valid');
    await send(quiet, 'POST', '/api/internal/tenants/invite', { email: guest });
    await client.query('alter table pii_tokens drop constraint refuses_all');
  } finally {
    await client.end();
  }
  const same = { name: 'Newcomer', email: newcomer, password };
  await Promise.all(Array.from({ length: 5 }, () => send(quiet, 'POST', '/api/auth/sign-up/email', same)));
}

const found = (text: string): readonly string[] =>
  [...Object.values(canary), password].filter((word) => text.toLowerCase().includes(word.toLowerCase()));

describe('words that tell of a person', () => {
  test('are kept in their table, so that they would be found', async () => {
    const client = await connect(db.where, 'login');
    const kept = await client.query<{ value: string }>('select value from pii_tokens where tenant_id = $1', [tenantId]);
    await client.end();
    const { guest, contact, label, reference } = canary;
    expect(kept.rows.map((r) => r.value)).toEqual(expect.arrayContaining([guest, contact, label, reference]));
  });
  test('are in no event', async () => {
    const client = await connect(db.where, 'login');
    const log = await client.query<{ line: string }>('select to_jsonb(e)::text as line from events e');
    await client.end();
    expect(log.rows.length).toBeGreaterThan(8);
    expect(found(log.rows.map((r) => r.line).join('\n'))).toEqual([]);
  });
  test('are in no line that the server prints, whatever went wrong', () => {
    expect(muted.printed()).toMatch(/a mail \(invitation, .* cannot be delivered: EENVELOPE 550/);
    expect(filing.printed()).toMatch(/a mail is in .*\/mail\/.*\.txt/);
    expect(filing.printed()).not.toMatch(/token=/);
    for (const at of [quiet, muted, filing]) {
      if (at !== filing) expect(at.printed()).toMatch(/"level":[1-5]0/);
      expect(
        at
          .printed()
          .split('\n')
          .filter((line) => found(line).length > 0),
      ).toEqual([]);
    }
  });
  test('are in no metric', async () => {
    const text = await (await fetch(`${quiet.url}/metrics`)).text();
    expect(text).toContain('countinghouse_http_request_seconds');
    expect(text).toContain('/api/parties/search');
    expect(found(text)).toEqual([]);
  });
  test('are in no body of an error', () => {
    expect(errorBodies.length).toBeGreaterThan(18);
    expect(errorBodies.filter((body) => / 50[03] /.test(body)).length).toBeGreaterThan(4);
    expect(errorBodies.filter((body) => found(body).length > 0)).toEqual([]);
  });
});
