// The command line as an operator runs it: a process of its own, on a data directory with the embedded PostgreSQL.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@countinghouse/store/connection';
import { type Embedded, startEmbedded } from '@countinghouse/store/embedded/postgres';
import { ownLoginsAt, SUPERUSER } from '@countinghouse/store/logins';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const verifier = fileURLToPath(new URL('../../verifier/bin/verify.js', import.meta.url));
let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-cli-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}, what = program): Promise<Ran> =>
  new Promise((resolve) => {
    const { DATABASE_URL: _own, ...inherited } = process.env;
    execFile(process.execPath, [what, ...args], { env: { ...inherited, DATA_DIR: dataDir, ...environment } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });

/** The database of the books, kept open as a server keeps it. */
let open: Embedded;
/** Changes a table behind the ledger's back, as a superuser could: whoever owns the files of the database says who enters. */
async function tamper(sql: string): Promise<void> {
  const client = await connect({ ...ownLoginsAt(open), user: SUPERUSER }, 'login');
  await client.query(sql);
  await client.end();
}

const owner = ['owner', 'create', '--email', 'Owner@Example.test', '--organisation', 'Own Books', '--currency', 'CHF'];

describe('countinghouse, on a database that nobody has open', () => {
  test('makes the first owner, migrates, and finds new books in order', async () => {
    expect(await run(['migrate'])).toMatchObject({ code: 0, out: expect.stringContaining('Applied 0001') });
    expect(await run(['--json', 'migrate'])).toMatchObject({ code: 0, out: '{"applied":[]}\n' });
    const made = await run(['--json', ...owner]);
    expect(made.code).toBe(0);
    expect(JSON.parse(made.out)).toMatchObject({ email: 'owner@example.test', password: expect.stringMatching(/^.{20}$/) });
    const { findings } = JSON.parse((await run(['--json', 'doctor'])).out) as { readonly findings: readonly { readonly ok: boolean }[] };
    expect(findings.length).toBeGreaterThan(4);
    expect(findings.filter((f) => !f.ok)).toEqual([]);
    expect(await run(['replay', '--compare'])).toMatchObject({ code: 0, out: expect.stringMatching(/events, 0 postings in .* equal/) });
  });
  test('says which organisations there are, and that one machine has nothing to spread or to move', async () => {
    const { tenants } = JSON.parse((await run(['--json', 'tenants'])).out) as { readonly tenants: readonly object[] };
    expect(tenants).toEqual([{ tenant_id: expect.stringMatching(/^[0-9a-f-]{36}$/), events: expect.any(Number), accounts: 0, node: null }]);
    expect((await run(['tenants', '--by', 'size'])).out).toMatch(/^[0-9a-f-]{36} +\d+ events +0 accounts\n$/);
    expect(await run(['tenants', '--by', 'name'])).toMatchObject({ code: 2, err: expect.stringContaining('--by size') });
    expect(await run(['distribute'])).toMatchObject({ code: 2, err: expect.stringContaining('create extension citus') });
    expect(await run(['distribute', '--shards', '0'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--shards is a whole number'),
    });
    expect(await run(['rebalance'])).toMatchObject({ code: 2, err: expect.stringContaining('`countinghouse distribute` spreads it') });
    expect(await run(['rebalance', '--alone'])).toMatchObject({ code: 2, err: expect.stringContaining('--tenant') });
  });
  test('replaces the master key: the chain goes on under the new one alone, and tombstones are replayed', async () => {
    expect(await run(['--json', 'keys', 'rewrap'])).toMatchObject({ code: 0, out: expect.stringContaining('"chain keys":1') });
    const replaced = await run(['--json', 'keys', 'replace-master']);
    expect(JSON.parse(replaced.out)).toMatchObject({ rewrapped: { 'chain keys': 1 }, former: 'master.1.key' });
    rmSync(path.join(dataDir, 'keys', 'master.1.key'));
    const { findings } = JSON.parse((await run(['--json', 'doctor'])).out) as { readonly findings: readonly { readonly ok: boolean }[] };
    expect(findings.filter((f) => !f.ok)).toEqual([]);
    expect(await run(['privacy', 'replay-tombstones'])).toMatchObject({ code: 0, out: 'Nothing was left to erase.\n' });
  });
});

describe('countinghouse, beside who has the database open', () => {
  beforeAll(async () => {
    const rules = path.join(dataDir, 'superuser.conf');
    writeFileSync(rules, 'local all all trust\n');
    open = await startEmbedded({ dataDir: path.join(dataDir, 'pg'), durable: true, settings: { hba_file: rules } });
  });
  afterAll(() => open.stop());

  test('writes an archive that the verifier proves, and keeps its name for whole ones', async () => {
    const { organisations } = JSON.parse((await run(['--json', 'replay'])).out) as {
      readonly organisations: readonly { readonly tenantId: string }[];
    };
    const [{ tenantId } = expect.fail('no organisation')] = organisations;
    for (const name of ['books.jsonl', 'books.jsonl.gz']) {
      const file = path.join(dataDir, name);
      const written = await run(['--json', 'archive', tenantId, file]);
      expect(written.code).toBe(0);
      const { keys, ...counts } = (JSON.parse(written.out) as { readonly counts: Readonly<Record<string, number>> }).counts;
      expect(keys).toBe(1);
      expect(counts['events']).toBeGreaterThan(4);
      const proven = await run(['--json', file], {}, verifier);
      expect(proven).toMatchObject({ code: 3, err: '' });
      expect(JSON.parse(proven.out)).toMatchObject({
        verdict: 'consistent',
        fault: null,
        proven: { tenantId, name: 'Own Books', ...counts },
      });
      await expect(access(`${file}.part`)).rejects.toThrow('ENOENT');
    }
  });
  test('shows and empties an allow list, and says where there is none, or no such organisation', async () => {
    const { organisations } = JSON.parse((await run(['--json', 'replay'])).out) as {
      readonly organisations: readonly { readonly tenantId: string }[];
    };
    const clear = (id: string | undefined): Promise<Ran> => run(['allow-list', 'clear', '--tenant', id ?? '']);
    const show = (id: string | undefined): Promise<Ran> => run(['allow-list', 'show', '--tenant', id ?? '']);
    expect(await show(organisations[0]?.tenantId)).toMatchObject({ code: 0, out: expect.stringContaining('from everywhere') });
    expect(await show('nobody')).toMatchObject({ code: 2, err: expect.stringContaining('no organisation') });
    expect(await clear(organisations[0]?.tenantId)).toMatchObject({ code: 0, out: expect.stringContaining('everywhere already') });
    expect(await clear('00000000-0000-4000-8000-000000000000')).toMatchObject({ code: 2, err: expect.stringContaining('no organisation') });
  });
  test.each([
    ['an e-mail that has an account', owner, 'there is an account with the e-mail'],
    ['what is no e-mail', owner.map((a) => (a.includes('@') ? 'nobody' : a)), 'Enter a valid email address.'],
    ['an organisation to archive that is not there', ['archive', '00000000-0000-4000-8000-000000000000', 'x'], 'there is no organisation'],
    ['an organisation that is not there', ['replay', '--tenant', '00000000-0000-4000-8000-000000000000'], 'there is no organisation'],
  ])('says in one line why it cannot work on %s', async (_what, args, says) => {
    const ran = await run(args);
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
    expect(ran.err.trim().split('\n')).toHaveLength(1);
  });
  test('says what a policy would have refused, where a policy cannot be tested, and why', async () => {
    const file = path.join(dataDir, 'policy.json');
    const tryOut = (spec: string, ...more: readonly string[]): Promise<Ran> => {
      writeFileSync(file, spec);
      return run(['--json', 'policy', 'test', file, ...more]);
    };
    const ran = await tryOut('{"hook":"intent.validate","expr":"false"}', '--since', '2026-01-31');
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.out)).toMatchObject({ tested: 0, refused: 0, held: 0, verdicts: [] });
    expect(await tryOut('{"hook":"intent.validate","expr":"1 +"}')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Line 1, column 4'),
    });
    expect(await tryOut('{"hook":"period.lock","expr":"true"}')).toMatchObject({ code: 2, err: expect.stringContaining('not of intents') });
    expect(await tryOut('{')).toMatchObject({ code: 2, err: expect.stringContaining('Spec must be valid JSON') });
    expect(await run(['policy', 'test', 'nothing'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('neither a file nor a control'),
    });
  });
  test('tells settings that are wrong apart', async () => {
    expect(await run(['doctor'], { PORT: 'x' })).toMatchObject({ code: 78, err: expect.stringContaining('PORT') });
  });
  test('doctor shows the settings without their secrets; --version which version it is', async () => {
    const file = path.join(dataDir, 'super-token');
    writeFileSync(file, `${'hush'.repeat(10)}\n`);
    const secrets = { SUPER_TOKEN_FILE: file, METRICS_TOKEN: 'hush'.repeat(10) };
    const { out } = await run(['doctor'], { ...secrets, MAIL_FROM: 'Books <books@example.test>' });
    expect(out).toContain(`setting SUPER_TOKEN: *** (from ${file})\n`);
    expect(out).toContain('setting METRICS_TOKEN: ***\n');
    expect(out).toContain('setting MAIL_FROM: Books <books@example.test>');
    expect(out).not.toContain('hush');
    expect(out).toMatch(/ok {3}memory: a server with the heap of this program takes at most \d+ MB, of \d+ MB that there are/);
    expect(await run(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' });
  });
  test('doctor names mail that could not be delivered, which is listed and tried again', async () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    await tamper(
      `insert into mail_outbox (id, kind, wrapped_token, give_up_at, attempts, failed_at, last_error)
       values ('${id}', 'invitation', 'x', now() + interval '1 day', 3, now(), 'EENVELOPE 550')`,
    );
    expect(await run(['doctor'])).toMatchObject({ code: 1, out: expect.stringMatching(/BAD {2}mail: 0 to be sent, 1 could not be/) });
    expect(await run(['mail', 'list'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(new RegExp(`^${id} {2}invitation .*EENVELOPE 550, after 3 attempts\\n$`)),
    });
    expect(await run(['--json', 'mail', 'retry', '--id', id])).toMatchObject({ code: 0, out: '{"retried":1}\n' });
    expect(await run(['mail', 'list'])).toMatchObject({ code: 0, out: 'No mail failed.\n' });
    expect(await run(['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('ok   mail: 1 to be sent') });
  });
  test('ends the sessions of a person, or of everybody', async () => {
    await tamper(
      `insert into auth.sessions ("userId", token, "expiresAt", "updatedAt") select id, n, now() + interval '1 day', now() from auth.users, unnest(array['a', 'b']) n`,
    );
    expect(await run(['sessions', 'end'])).toMatchObject({ code: 2, err: expect.stringContaining('--email or --all') });
    expect(await run(['sessions', 'end', '--email', 'nobody@example.test'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no account'),
    });
    expect(await run(['--json', 'sessions', 'end', '--email', 'OWNER@example.test'])).toMatchObject({ code: 0, out: '{"ended":2}\n' });
    expect(await run(['--json', 'sessions', 'end', '--all'])).toMatchObject({ code: 0, out: '{"ended":0}\n' });
  });
  test('removes the second factor of a person, whose sessions end', async () => {
    await tamper(`update auth.users set "twoFactorEnabled" = true where email = 'owner@example.test'`);
    await tamper(
      `insert into auth.sessions ("userId", token, "expiresAt", "updatedAt") select id, 'c', now() + interval '1 day', now() from auth.users limit 1`,
    );
    expect(await run(['second-factor', 'remove', '--email', 'nobody@example.test'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no account'),
    });
    expect(await run(['--json', 'second-factor', 'remove', '--email', 'OWNER@example.test'])).toMatchObject({
      code: 0,
      out: '{"removed":true}\n',
    });
    expect(await run(['--json', 'sessions', 'end', '--all'])).toMatchObject({ code: 0, out: '{"ended":0}\n' });
  });
  test('replay names a row that no event explains', async () => {
    await tamper(`update tenants set name = 'Other Books'`);
    expect(await run(['replay', '--compare'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/DIFFERENT.*tenants.*stored .*Other Books/s),
    });
  });
  test('doctor names the event at which a chain breaks', async () => {
    await tamper(`update events set actor_id = 'somebody' where seq = 2`);
    expect(await run(['doctor'])).toMatchObject({ code: 1, out: expect.stringContaining('breaks at seq 2: event_hash') });
  });
});
