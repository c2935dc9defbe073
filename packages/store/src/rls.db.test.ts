// The second wall: even with every filter forgotten, PostgreSQL itself shows a reader nothing of another tenant.

import { randomUUID } from 'node:crypto';
import { anchorLog } from '@countinghouse/testkit/anchored';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { commandsOfEveryKind } from '@countinghouse/testkit/every-kind';
import { REFUSED_TO_MOVE } from '@countinghouse/testkit/spread';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from './connection.ts';
import { sumDays } from './days.ts';
import { makeAnchor } from './features/anchors/writes.ts';
import { updateLastUse } from './features/api-keys/writes.ts';
import { insertActivity } from './features/audit-export/writes.ts';
import { takeTurn } from './features/evidence/writes.ts';
import { insertImport } from './features/imports/writes.ts';
import { addRepeats } from './features/intents/repeats.ts';
import { markRead, markReadThrough } from './features/notifications/writes.ts';
import { insertReplayRun, putBacklogs, putMeasuredHours } from './features/performance/writes.ts';
import { insertRun } from './features/recon/runs.ts';
import { saveView } from './features/saved-views/writes.ts';
import { insertDirectoryPerson, insertGroupMembers, putDirectoryGroup } from './features/sso/directory.ts';
import { keepCosignature, takeOfferTurn } from './features/witnesses/writes.ts';
import { tellLoss } from './high-water/told.ts';
import { markOfMonths } from './marks.ts';
import { leaseCursor } from './outbound/cursors.ts';
import { insertDeadLetter } from './outbound/dead-letters.ts';
import { insertDeliveries } from './outbound/deliveries.ts';
import { insertReplay } from './outbound/replays.ts';
import { projectedTables } from './projections.ts';
import { read } from './reader.ts';
import { statement } from './sql/statement.ts';
import { inTransaction } from './transaction.ts';

const db = useDatabase();
let t: TestLedger;
let tables: readonly string[];
/** Of each a column other than that of its organisation. */
let others: ReadonlyMap<string, string>;
beforeAll(async () => {
  t = openLedger(db.where);
  const found = await t.loginPool.query<{ name: string; other: string }>(
    `select table_name as name, max(column_name) filter (where column_name <> 'tenant_id') as other from information_schema.columns c
     where table_schema = 'public' and exists (
       select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'tenant_id')
     group by 1 order by 1`,
  );
  tables = found.rows.map((row) => row.name);
  others = new Map(found.rows.map((row) => [row.name, row.other]));
});
afterAll(() => t.close());

/** What is kept for those who write alone: no reader sees it. */
const hidden = ['key_secrets', 'pii_keys'];
const visible = (): readonly string[] => tables.filter((name) => !hidden.includes(name));
const DENIED = { code: '42501' };

/** A row of each table that says where rows are that left the database. */
const whatLeft = [
  ['pruned_stretches', '1, 2, now(), 0, 0, 0'],
  ['pruned_blocks', "1, 2, now(), null, null, 1, 0, 1, 1, 'x'"],
  ['pruned_keys', "1, 'x'"],
  ['pruned_accounts', "gen_random_uuid(), 1, '{1}'"],
  ['pruned_days', 'gen_random_uuid(), now()::date, 1, 1, 1'],
  ['pruned_actors', "'x', 1, 1"],
  ['pruned_heads', '1, 1'],
] as const;

/** Two organisations with something in every table. */
async function twoBooks(): Promise<readonly [Books, Books]> {
  const both = await Promise.all([makeBooks(t), makeBooks(t)]);
  for (const books of both) {
    const { tenantId, owner } = books;
    for (const command of commandsOfEveryKind(books)) if (command.type !== 'tenant.archive') written(await books.submit(command));
    await anchorLog(t, tenantId);
    const token = `pii_${randomUUID()}`;
    const words = statement('insert into pii_tokens (tenant_id, token, value) values ($1, $2, $3)', tenantId, token, 'Jane Doe');
    await t.writerPool.query(`insert into pii_keys (tenant_id, kid, wrapped) values ($1, 'pii-tokens', 'x')`, [tenantId]);
    const party = { id: randomUUID(), labelToken: token, kind: 'person', externalRefToken: null };
    written(await t.ledger.submit(tenantId, { type: 'party.create', actor: owner, ...party }, [words]));
    const row = { line: 2, lines: 1, reference: 'r', summary: 's', request: '{}', fate: 'ready', code: null, details: null } as const;
    await insertImport(t.loginPool, tenantId, { id: randomUUID(), kind: 'intents', file_name_token: 'f', created_by: owner.id }, [row]);
    await updateLastUse(t.writerPool, tenantId, { id: randomUUID(), secretNo: 1, now: new Date().toISOString() });
    await t.loginPool.query('insert into approval_notices (tenant_id, approval_id) values ($1, $2)', [tenantId, books.lastApproval()]);
    await t.loginPool.query(
      "insert into second_factor_reset_notices (tenant_id, user_id, granted_seq, told_at) values ($1, $2, 1, '2026-01-01T00:00:00Z')",
      [tenantId, owner.id],
    );
    await leaseCursor(t.writerPool, tenantId, 'endpoints', 'primary', { leaseMs: 1, evenNow: true });
    await insertDeadLetter(t.writerPool, tenantId, 'primary', { seq: 1, attempts: 1, error: 'x' });
    await insertReplay(t.writerPool, tenantId, 'primary', { id: randomUUID(), fromSeq: 1, toSeq: 1, askedBy: owner.id, most: 1 });
    const sent = {
      seq: 1,
      event_type: 'tenant.created',
      cause: 'log',
      attempt: 1,
      sent_at: new Date().toISOString(),
      duration_ms: 1,
    } as const;
    await insertDeliveries(t.writerPool, tenantId, 'primary', [{ ...sent, outcome: 'taken', status: 200, answer: '', error: null }]);
    await addRepeats(t.writerPool, [{ tenantId, intentId: 'asked-again', repeats: 1, lastAt: '2026-01-01T00:00:00Z' }]);
    await insertActivity(t.writerPool, tenantId, { kind: 'run' });
    expect(await tellLoss(t.writerPool, tenantId, 'a'.repeat(64), [])).toBe(true);
    const [witness = { id: '' }] = (await t.loginPool.query<{ id: string }>('select id from witnesses where tenant_id = $1', [tenantId]))
      .rows;
    await takeOfferTurn(t.writerPool, tenantId, witness.id, 1);
    await keepCosignature(t.writerPool, tenantId, witness.id, 1, { vkey: 'v', name: 'n', signature: 's', at: '2026-01-01T00:00:00Z' });
    const hour = new Date(0).toISOString();
    const [place, id] = [{ tenantId, connectionId: randomUUID() }, randomUUID()];
    const told = { user_id: randomUUID(), user_name_key: 'k', user_name_token: 't', external_id_token: null, state: 'active' } as const;
    await inTransaction(t.writerPool, async (client) => {
      await insertDirectoryPerson(client, place, told, hour);
      await putDirectoryGroup(client, place, { id, name: 'g', external_id: null }, hour);
      await insertGroupMembers(client, place, id, [told.user_id]);
    });
    await putMeasuredHours(t.writerPool, randomUUID(), [{ tenantId, metric: 'validation', hour, histogram: 'x', count: 1 }]);
    await putBacklogs(t.writerPool, hour, [{ tenant_id: tenantId, backlog: 1 }]);
    await insertReplayRun(t.writerPool, tenantId, { events: 1, seconds: 1 });
    const entityId = randomUUID();
    written(await books.submit({ type: 'entity.create', actor: owner, id: entityId, code: 'SUB', name: 'Sub', baseCurrency: 'USD' }));
    const account = { id: randomUUID(), code: 'SUB-1', currency: 'USD', kind: 'bank', externalRef: null, floor: 'none' } as const;
    written(await books.submit({ type: 'account.create', actor: owner, ...account, entityId, glAccountId: books.glAccountId }));
    // From an account of no entity: a row of entity_days.
    written(await books.post('A1', 'SUB-1', '1'));
    expect(await sumDays(t.writerPool, tenantId)).toBe(0);
    await t.loginPool.query(markOfMonths(tenantId, books.lastPosted()));
    await makeAnchor(t.writerPool, t.keyring, tenantId, null);
    const pack = { sha256: 'a'.repeat(64), sizeBytes: 1, bundles: 1, index: Buffer.of(1) };
    await takeTurn(t.writerPool, tenantId, async () => ({ pack, throughSeq: 1 }));
    await t.loginPool.query(
      `insert into evidence (tenant_id, id, event_seq, name, content_sha256, content_type, size_bytes, metadata)
       values ($1, gen_random_uuid(), 1, 'n', $2, 'text/plain', 1, '{}')`,
      [tenantId, pack.sha256],
    );
    await markReadThrough(t.writerPool, tenantId, owner.id, 1);
    await markRead(t.writerPool, tenantId, owner.id, [2]);
    await saveView(t.writerPool, { tenantId, userId: owner.id, id: randomUUID(), list: 'accounts', name: 'v', search: {}, most: 1 });
    await insertRun(t.writerPool, tenantId, randomUUID(), owner.id, 60);
    const tile = `insert into merkle_tiles (tenant_id, level, index, hashes, root) values ($1, 6, 0, convert_to(repeat('x', 8192), 'UTF8'), convert_to(repeat('x', 32), 'UTF8'))`;
    await t.writerPool.query(tile, [tenantId]);
    for (const [table, values] of whatLeft) await t.loginPool.query(`insert into ${table} values ($1, ${values})`, [tenantId]);
    await t.writerPool.query("insert into checks (tenant_id, id, kind, asked_by) values ($1, gen_random_uuid(), 'full', 'system')", [
      tenantId,
    ]);
  }
  return both;
}
async function twoTenants(): Promise<readonly [string, string]> {
  const [acme, other] = await twoBooks();
  return [acme.tenantId, other.tenantId];
}
const owners = (rows: readonly { readonly tenant_id: string }[]): readonly string[] => [...new Set(rows.map((r) => r.tenant_id))];

async function as<T>(role: 'reader' | 'writer', work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(db.where, role);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('every table of tenants', () => {
  test('forces row-level security and has the tenant first in its primary key', async () => {
    expect(tables).toEqual(
      expect.arrayContaining([...projectedTables, 'chain_heads', 'events', 'key_secrets', 'pii_tokens', 'signed_heads']),
    );
    const found = await t.loginPool.query<{ name: string; forced: boolean; first: string }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, a.attname as first
       from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
      [tables],
    );
    expect(found.rows).toHaveLength(tables.length);
    for (const row of found.rows) expect(row).toEqual({ name: row.name, forced: true, first: 'tenant_id' });
  });
});

describe('a table that a migration binds to tenants', () => {
  test('shows a reader their own rows, and nothing while it is bound to nobody', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    const owner = await connect(db.where, 'owner');
    try {
      await owner.query('create table first (tenant_id uuid primary key); create table second (tenant_id uuid primary key)');
      await owner.query("select bind_to_tenant('first', 'second')");
      await owner.query('grant select on first, second to countinghouse_reader');
      await t.loginPool.query(`insert into first values ('${own}'), ('${other}')`);
      await t.loginPool.query('insert into second select tenant_id from first');
      const seen = async (by: string): Promise<readonly unknown[]> =>
        as('reader', async (client) => {
          await client.query('begin');
          await client.query(by);
          return (await client.query('select tenant_id from first union all select tenant_id from second')).rows;
        });
      expect(await seen('select 1')).toEqual([]);
      expect(await seen(`set local app.tenant_id = '${own}'`)).toEqual([{ tenant_id: own }, { tenant_id: own }]);
    } finally {
      await owner.query('drop table if exists first, second');
      await owner.end();
    }
  });
});

describe('a reader with every filter removed', () => {
  test('bound to a tenant sees that tenant’s rows in every table, and none of another’s', async () => {
    const [acme, other] = await twoTenants();
    for (const table of visible()) {
      const everything = await t.loginPool.query<{ tenant_id: string }>(`select tenant_id from ${table}`);
      expect([table, owners(everything.rows)]).toEqual([table, expect.arrayContaining([acme, other])]);
      const seen = await read(t.readerPool, { tenantId: acme }, (tx) => tx.query<{ tenant_id: string }>(`select * from ${table}`));
      expect([table, owners(seen.rows)]).toEqual([table, [acme]]);
      const named = await read(t.readerPool, { tenantId: acme }, (tx) => tx.query(`select * from ${table} where tenant_id = $1`, [other]));
      expect([table, named.rows]).toEqual([table, []]);
    }
  });
  test('bound to nobody, to an unknown tenant or to an empty setting sees no row', async () => {
    await twoTenants();
    await as('reader', async (client) => {
      for (const binding of ['select 1', "set app.tenant_id = ''", `set app.tenant_id = '${crypto.randomUUID()}'`]) {
        await client.query(binding);
        for (const table of visible())
          expect([binding, table, (await client.query(`select * from ${table}`)).rows]).toEqual([binding, table, []]);
      }
    });
  });
  test('bound to a person sees their own memberships, organisations, entities and roles in these, and nothing else', async () => {
    const [books, other] = await twoBooks();
    const seen = await read(t.readerPool, { userId: books.owner.id }, async (tx) => {
      const found: [string, readonly string[]][] = [];
      for (const table of visible())
        found.push([table, owners((await tx.query<{ tenant_id: string }>(`select tenant_id from ${table}`)).rows)]);
      return Object.fromEntries(found);
    });
    const nothing = Object.fromEntries(visible().map((table) => [table, []]));
    const own = [books.tenantId];
    expect(seen).toEqual({ ...nothing, members: own, tenants: own, entities: own, entity_members: own });
    expect(other.tenantId).not.toBe(books.tenantId);
  });
  test('is bound for one transaction only: the next use of the connection begins unbound', async () => {
    const [acme] = await twoTenants();
    await read(t.readerPool, { tenantId: acme }, async () => {});
    const client = await t.readerPool.connect();
    expect((await client.query('select * from tenants')).rows).toEqual([]);
    client.release();
  });
  test('cannot read the wrapped keys, nor anything of the sign-in', async () => {
    const [acme] = await twoTenants();
    for (const sql of [
      ...hidden.map((table) => `select * from ${table}`),
      'select * from auth.users',
      'select * from auth.sessions',
      'select * from auth.credentials',
    ])
      await expect(read(t.readerPool, { tenantId: acme }, (tx) => tx.query(sql))).rejects.toMatchObject(DENIED);
  });
  test('can write no table, neither its own rows nor another’s', async () => {
    const [acme, other] = await twoTenants();
    await as('reader', async (client) => {
      await client.query(`set app.tenant_id = '${acme}'`);
      for (const table of tables) {
        for (const tenant of [acme, other]) {
          await expect(client.query(`insert into ${table} (tenant_id) values ('${tenant}')`)).rejects.toMatchObject(DENIED);
          await expect(client.query(`update ${table} set tenant_id = '${tenant}'`)).rejects.toMatchObject(REFUSED_TO_MOVE);
          const column = others.get(table) ?? expect.fail(table);
          await expect(client.query(`update ${table} set ${column} = ${column} where tenant_id = '${tenant}'`)).rejects.toMatchObject(
            DENIED,
          );
          await expect(client.query(`delete from ${table} where tenant_id = '${tenant}'`)).rejects.toMatchObject(DENIED);
        }
        await expect(client.query(`truncate ${table}`)).rejects.toMatchObject(DENIED);
      }
    });
  });
});

describe('the log writer', () => {
  test('cannot change or remove what is in the log: events, postings, signed heads, keys, nor what is in the vault', async () => {
    const [acme] = await twoTenants();
    const changes = {
      events: ["set payload = '{}'", "set actor_id = 'x'"],
      postings: ['set amount = 2', 'set debit_balance_after = 0'],
      signed_heads: ["set signature = 'x'"],
      key_secrets: ["set wrapped = 'x'"],
      evidence: ["set content_sha256 = 'x'"],
      cosignatures: ["set signature = 'x'"],
      evidence_packs: ["set content_sha256 = 'x'"],
      pruned_blocks: ['set byte_offset = 1'],
      pruned_keys: ["set entries = 'x'"],
    };
    await as('writer', async (client) => {
      for (const [table, sets] of Object.entries(changes)) {
        for (const set of sets)
          await expect(client.query(`update ${table} ${set} where tenant_id = '${acme}'`)).rejects.toMatchObject(DENIED);
        await expect(client.query(`delete from ${table} where tenant_id = '${acme}'`)).rejects.toMatchObject(DENIED);
        await expect(client.query(`truncate ${table}`)).rejects.toMatchObject(DENIED);
        expect((await client.query(`select from ${table} where tenant_id = '${acme}'`)).rowCount).toBeGreaterThan(0);
      }
    });
  });
  test('cannot remove the head of a chain, an account, a snapshot, an entity, a party, an invitation or an organisation', async () => {
    await as('writer', async (client) => {
      for (const table of [
        'attachments',
        'filed_attachments',
        'chain_heads',
        'accounts',
        'snapshots',
        'tenants',
        'signing_keys',
        'entities',
        'parties',
        'invites',
        'branding',
        'account_days',
        'entity_days',
        'account_months',
        'account_marks',
        'days_summed',
      ])
        await expect(client.query(`delete from ${table}`)).rejects.toMatchObject(DENIED);
    });
  });
  test('cannot look at the sign-in, nor change the schema', async () => {
    await as('writer', async (client) => {
      for (const sql of [
        'select * from auth.users',
        'create table mine (a int)',
        'alter table events disable row level security',
        'drop table events',
      ])
        await expect(client.query(sql)).rejects.toMatchObject(DENIED);
    });
  });
});
