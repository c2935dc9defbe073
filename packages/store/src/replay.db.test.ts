import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { eventRows } from '@countinghouse/kernel/slices';
import { formatInstant, readInstant } from '@countinghouse/kernel/time/instant';
import { anchorLog } from '@countinghouse/testkit/anchored';
import { makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { commandsOfEveryKind } from '@countinghouse/testkit/every-kind';
import { findFaults } from '@countinghouse/testkit/soundness';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumDays } from './days.ts';
import { markOfMonths } from './marks.ts';
import { replay } from './replay.ts';
import { sha256 } from './writer/batch.ts';
import { loadState } from './writer/load-state.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

test('an organisation with every kind of event is replayed to what is stored, and loaded to what it evolved to', async () => {
  const books = await makeBooks(t);
  for (const command of commandsOfEveryKind(books)) written(await books.submit(command));
  await anchorLog(t, books.tenantId);

  const client = await t.loginPool.connect();
  try {
    const types = await client.query<{ event_type: string }>('select distinct event_type from events where tenant_id = $1', [
      books.tenantId,
    ]);
    expect(new Set(types.rows.map((r) => r.event_type))).toEqual(new Set(Object.keys(eventRows)));
    const report = await replay(client, books.tenantId);
    expect(report).toMatchObject({ chainFault: null, differences: [] });
    expect(await loadState(client, books.tenantId)).toEqual(report.state);
  } finally {
    client.release();
  }
  expect(await findFaults(t, books.tenantId)).toEqual([]);
});

test.each([
  ['members', `update members set role = 'owner' where tenant_id = $1 and role = 'member'`],
  ['entities', `update entities set active = false where tenant_id = $1`],
  ['parties', `update parties set kind = 'other' where tenant_id = $1`],
  ['account_days', `update account_days set debits = debits + 1 where tenant_id = $1 and debits > 0`],
  ['gl_days', `update gl_days set credits = credits + 1 where tenant_id = $1 and debits > 0`],
  ['entity_days', `update entity_days set amount = amount + 1 where tenant_id = $1`],
  ['account_months', `update account_months set net = net + 1 where tenant_id = $1 and net > 0`],
  ['account_marks', `update account_marks set balance = balance + 1 where tenant_id = $1 and balance > 0`],
  ['tenants', `update tenants set locale = 'xx' where tenant_id = $1`],
])('a row of %s that nobody decided is found', async (table, sql) => {
  const books = await makeBooks(t);
  const actor = books.owner;
  written(await books.submit({ type: 'member.add', actor, userId: randomUUID(), role: 'member' }));
  const entityId = randomUUID();
  written(await books.submit({ type: 'entity.create', actor, id: entityId, code: 'HQ', name: 'HQ', baseCurrency: 'USD' }));
  const words = { id: randomUUID(), labelToken: 'pii_label', kind: 'company', externalRefToken: null };
  written(await books.submit({ type: 'party.create', actor, ...words }));
  const account = { id: randomUUID(), code: 'HQ-1', currency: 'USD', kind: 'bank', externalRef: null, floor: 'none' } as const;
  written(await books.submit({ type: 'account.create', actor, ...account, entityId, glAccountId: books.glAccountId }));
  written(await books.post('A1', 'HQ-1', '1'));
  expect(await sumDays(t.writerPool, books.tenantId)).toBe(0);
  await t.loginPool.query(markOfMonths(books.tenantId, books.lastPosted()));
  expect(await findFaults(t, books.tenantId)).toEqual([]);
  expect((await t.loginPool.query(sql, [books.tenantId])).rowCount).toBe(1);
  expect((await findFaults(t, books.tenantId)).join('\n')).toContain(`"table":"${table}"`);
});

test('the migration that made the days finds in the postings what the writer would have written', async () => {
  const books = await makeBooks(t);
  const actor = books.owner;
  const entityId = randomUUID();
  written(await books.submit({ type: 'entity.create', actor, id: entityId, code: 'HQ', name: 'HQ', baseCurrency: 'USD' }));
  const account = { id: randomUUID(), code: 'HQ-1', currency: 'USD', kind: 'bank', externalRef: null, floor: 'none' } as const;
  written(await books.submit({ type: 'account.create', actor, ...account, entityId, glAccountId: books.glAccountId }));
  for (const to of ['HQ-1', 'A2', 'HQ-1']) written(await books.post('A1', to, '1'));
  expect(await sumDays(t.writerPool, books.tenantId)).toBe(0);
  const sql = readFileSync(new URL('./migrations/0005-account-days/up.sql', import.meta.url), 'utf8');
  const backfill = sql.match(/^insert into [\s\S]*?;$/gm) ?? [];
  expect(backfill).toHaveLength(3);
  await t.loginPool.query('delete from account_days');
  await t.loginPool.query('delete from gl_days');
  await t.loginPool.query('delete from entity_days');
  expect(await findFaults(t, books.tenantId)).not.toEqual([]);
  for (const statement of backfill) await t.loginPool.query(statement);
  expect(await findFaults(t, books.tenantId)).toEqual([]);
});

/** Puts an event behind the last one, chained as it must be: the same once more, or what is said. Answers its seq. */
async function forge(client: pg.PoolClient, tenantId: string, said: { readonly event_type?: string; readonly payload?: JsonObject } = {}) {
  const found = await client.query<StoredEvent>(
    `select seq::int, event_type, actor_id, payload, event_hash, to_char(event_ts at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as event_ts
     from events where tenant_id = $1 order by seq desc limit 1`,
    [tenantId],
  );
  const [last = expect.fail('no event')] = found.rows;
  const event_ts = formatInstant(readInstant(last.event_ts) + 1n);
  const payload = hashPayload(sha256, said.payload ?? (JSON.parse(last.payload) as JsonObject));
  const link = { ...last, ...said, tenant_id: tenantId, event_id: randomUUID(), event_ts, signature: null };
  const forged = { ...link, seq: last.seq + 1, payload_hash: payload.hash, prev_hash: last.event_hash };
  await client.query(
    `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, hash_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1)`,
    [
      tenantId,
      forged.seq,
      forged.event_id,
      forged.event_type,
      event_ts,
      forged.actor_id,
      payload.text,
      payload.hash,
      forged.prev_hash,
      hashEvent(sha256, forged),
    ],
  );
  return forged.seq;
}

test('an intent that the log executes twice, chained as it must be, is found', async () => {
  const books = await makeBooks(t);
  written(await books.post('A1', 'A2', '5'));
  const client = await t.loginPool.connect();
  try {
    const seq = await forge(client, books.tenantId);
    const report = await replay(client, books.tenantId);
    expect(report.chainFault).toBeNull();
    expect(report.verdictFaults).toEqual([{ seq, what: `its intent was decided by event ${seq - 1} already` }]);
  } finally {
    client.release();
  }
});

test('a lock that seals nothing that can be read is told at its event: the replay goes through', async () => {
  const books = await makeBooks(t);
  const client = await t.loginPool.connect();
  try {
    const { tenantId } = books;
    const range = { id: randomUUID(), period_code: '2026-01', period_start: '2026-01-01', period_end: '2026-01-31', evidence_ref: null };
    await forge(client, tenantId, {
      event_type: 'period.closing',
      payload: { ...range, valuation_snapshot_id: randomUUID(), snapshot_kind: 'fx' },
    });
    const adjustments = { adjustments_snapshot_id: null, adjustments_snapshot_kind: null, adjusting_event: null };
    const seq = await forge(client, tenantId, {
      event_type: 'period.locked',
      payload: { ...range, ...adjustments, trial_balance: { lines: [] } },
    });
    expect(await replay(client, tenantId)).toMatchObject({ chainFault: { seq, what: expect.any(String) } });
  } finally {
    client.release();
  }
});

test.each<[string, string, (owner: string) => JsonObject]>([
  ['the owner added once more', 'member.added', (user_id) => ({ user_id, role: 'member' })],
  ['an organisation that begins again', 'tenant.created', () => ({ name: 'B', reporting_currency: 'EUR', signing_mode: 'DEV' })],
  [
    'a period of days that there are not',
    'period.closing',
    () => ({
      ...{ id: randomUUID(), period_code: 'x', period_start: '2026-02-30', period_end: '2026-02-31', evidence_ref: null },
      ...{ valuation_snapshot_id: randomUUID(), snapshot_kind: 'fx' },
    }),
  ],
])('%s, which no table takes, is told at its event: the replay goes through', async (_what, event_type, payloadOf) => {
  const books = await makeBooks(t);
  written(await books.post('A1', 'A2', '5'));
  const client = await t.loginPool.connect();
  try {
    const owner = await client.query<{ user_id: string }>('select user_id from members where tenant_id = $1', [books.tenantId]);
    const seq = await forge(client, books.tenantId, { event_type, payload: payloadOf(owner.rows[0]?.user_id ?? '') });
    await forge(client, books.tenantId, { event_type: 'tenant.renamed', payload: { name: 'C' } });
    const report = await replay(client, books.tenantId);
    expect(report).toMatchObject({ events: seq - 1, chainFault: { seq, what: expect.stringContaining('no table takes it') } });
    expect(report.differences).toEqual([]);
  } finally {
    client.release();
  }
});

test.each([
  [
    'the last anchor',
    'delete from anchors where tenant_id = $1 and to_seq = (select max(to_seq) from anchors where tenant_id = $1)',
    'is not there',
  ],
  ['all anchors', 'delete from anchors where tenant_id = $1', 'is not there'],
  [
    'the reference of an anchor',
    'update anchors set anchored_at = null, anchor_ref = null, time_stamp = null where tenant_id = $1',
    'references',
  ],
  ['a time-stamp that was another', "update anchors set time_stamp = 'x' where tenant_id = $1", 'references'],
  [
    'a signed head',
    'delete from signed_heads where tenant_id = $1 and seq = (select min(seq) from signed_heads where tenant_id = $1)',
    'signed heads up to event',
  ],
])('%s taken away is found by the event that records it', async (_what, sql, words) => {
  const books = await makeBooks(t);
  for (let n = 0; n < 2; n++) {
    written(await books.post('A1', 'A2', '5'));
    await anchorLog(t, books.tenantId);
  }
  const client = await t.loginPool.connect();
  try {
    expect((await replay(client, books.tenantId)).verdictFaults).toEqual([]);
    expect((await client.query(sql, [books.tenantId])).rowCount).toBeGreaterThan(0);
    const { verdictFaults } = await replay(client, books.tenantId);
    expect(verdictFaults.map(({ seq }) => seq).at(-1)).toBe(books.lastSeq() + 1);
    expect(verdictFaults.at(-1)?.what).toContain(words);
  } finally {
    client.release();
  }
});

interface StoredEvent {
  readonly seq: number;
  readonly event_type: string;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
  readonly event_hash: string;
}
