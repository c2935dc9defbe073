// What somebody with every right in the database changes, so that what is beside it fits: Kernel Health sees it, and so does the full check.

import { PassThrough } from 'node:stream';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { replays } from '@countinghouse/contract/features/replays';
import { tenants } from '@countinghouse/contract/features/tenants';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { formatInstant, readInstant } from '@countinghouse/kernel/time/instant';
import { writeArchive } from '@countinghouse/store/archive/write';
import { sumDays } from '@countinghouse/store/days';
import { read } from '@countinghouse/store/reader';
import { replay } from '@countinghouse/store/replay';
import { inTransaction } from '@countinghouse/store/transaction';
import { sha256 } from '@countinghouse/store/writer/batch';
import { anchorLog } from '@countinghouse/testkit/anchored';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectOk, type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { verifyArchive } from '@countinghouse/verifier/verify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedgers } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const run = async <T extends Record<string, unknown>>(sql: string, ...values: readonly unknown[]): Promise<readonly T[]> =>
  (await testServer.opened.loginPool.query<T>(sql, [...values])).rows;

/** An organisation that posted three times, with its days summed and its log anchored. */
async function posted(): Promise<Organisation> {
  const o = await openOrganisation(testServer);
  for (let n = 0; n < 3; n++) expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
  expect(await sumDays(testServer.opened.services.writerPool, o.tenantId)).toBe(0);
  await anchorLog(testServer.opened.services, o.tenantId);
  return o;
}

interface LogRow extends Record<string, unknown> {
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
  readonly signature: string | null;
}
const readLog = (tenantId: string, from: number): Promise<readonly LogRow[]> =>
  run<LogRow>(
    `select seq, event_id, event_type, event_ts, actor_id, payload, signature from events where tenant_id = $1 and seq >= $2 order by seq`,
    tenantId,
    from,
  );

/** Gives the events from a seq on other words and hashes that fit, takes their signed heads and anchors away and sets the head. */
async function rewrite(o: Organisation, from: number): Promise<void> {
  const [before] = await run<{ event_hash: string }>(
    'select event_hash from events where tenant_id = $1 and seq = $2',
    o.tenantId,
    from - 1,
  );
  let prev_hash = before?.event_hash ?? '';
  for (const event of await readLog(o.tenantId, from)) {
    const payload = hashPayload(sha256, JSON.parse(event.payload.replaceAll('"narrative":""', '"narrative":"x"')) as JsonObject);
    const event_hash = hashEvent(sha256, { ...event, tenant_id: o.tenantId, payload_hash: payload.hash, prev_hash });
    await run(
      'update events set payload = $3, payload_hash = $4, prev_hash = $5, event_hash = $6 where tenant_id = $1 and seq = $2',
      ...[o.tenantId, event.seq, payload.text, payload.hash, prev_hash, event_hash],
    );
    prev_hash = event_hash;
  }
  await run('update chain_heads set event_hash = $2 where tenant_id = $1', o.tenantId, prev_hash);
  await run("update postings set narrative = 'x' where tenant_id = $1 and seq >= $2", o.tenantId, from);
  await run('delete from signed_heads where tenant_id = $1 and seq >= $2', o.tenantId, from);
  await run('delete from anchors where tenant_id = $1', o.tenantId);
}

/** An event behind the last, so much later, chained as it must be, and the head moved to it. */
async function forgeEnd(o: Organisation, laterUs = 1n): Promise<void> {
  const [last] = (await readLog(o.tenantId, await o.headSeq())) as [LogRow];
  const [{ event_hash: prev_hash }] = (await run<{ event_hash: string }>(
    'select event_hash from chain_heads where tenant_id = $1',
    o.tenantId,
  )) as [{ event_hash: string }];
  const payload = hashPayload(sha256, { code: 'JPY' });
  const forged = {
    ...last,
    seq: last.seq + 1,
    event_id: crypto.randomUUID(),
    event_type: 'currency.allowed',
    event_ts: formatInstant(readInstant(last.event_ts) + laterUs),
  };
  const event_hash = hashEvent(sha256, { ...forged, signature: null, tenant_id: o.tenantId, payload_hash: payload.hash, prev_hash });
  await run(
    `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, hash_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1)`,
    ...[
      o.tenantId,
      forged.seq,
      forged.event_id,
      forged.event_type,
      forged.event_ts,
      forged.actor_id,
      payload.text,
      payload.hash,
      prev_hash,
      event_hash,
    ],
  );
  await run(
    'update chain_heads set seq = seq + 1, event_hash = $2, event_ts = $3 where tenant_id = $1',
    o.tenantId,
    event_hash,
    forged.event_ts,
  );
}

const by =
  (...statements: readonly string[]) =>
  async (o: Organisation): Promise<void> => {
    for (const sql of statements) await run(sql, o.tenantId);
  };
/** Of the last executed intent. */
const LAST = '(select max(seq) from postings where tenant_id = $1)';

interface Tampering {
  readonly what: string;
  readonly change: (o: Organisation) => Promise<void>;
  /** Where Kernel Health says it. */
  readonly list: 'missingPostings' | 'hashBreaks' | 'balanceDrift';
  readonly fault: object;
}

const tamperings: readonly Tampering[] = [
  {
    what: 'the amount of a posting, with balances and days',
    change: by(
      `update postings set amount = amount + 5, debit_balance_after = debit_balance_after + 5, credit_balance_after = credit_balance_after - 5 where tenant_id = $1 and seq = ${LAST}`,
      "update accounts set balance = balance + case when code = 'CASH' then 5 else -5 end where tenant_id = $1",
      'update account_days set debits = debits + case when debits > 0 then 5 else 0 end, credits = credits + case when credits > 0 then 5 else 0 end where tenant_id = $1',
      'update gl_days set debits = debits + 5, credits = credits + 5 where tenant_id = $1',
      'update account_months set net = net + sign(net) * 5 where tenant_id = $1',
    ),
    list: 'missingPostings',
    fault: { seq: expect.any(Number) },
  },
  {
    what: 'the accounts of a posting, with balances and days',
    change: by(
      'update postings set debit_account_id = credit_account_id, credit_account_id = debit_account_id, debit_balance_after = credit_balance_after, credit_balance_after = debit_balance_after where tenant_id = $1',
      'update accounts set balance = -balance where tenant_id = $1',
      'update account_days set debits = credits, credits = debits where tenant_id = $1',
      'update account_months set net = -net where tenant_id = $1',
    ),
    list: 'missingPostings',
    fault: { seq: expect.any(Number) },
  },
  {
    what: 'a narrative',
    change: by(`update postings set narrative = 'Rent' where tenant_id = $1 and seq = ${LAST}`),
    list: 'missingPostings',
    fault: { id: expect.stringMatching(/-/), seq: expect.any(Number) },
  },
  {
    what: 'a balance after a posting',
    change: by(`update postings set debit_balance_after = debit_balance_after + 1 where tenant_id = $1 and seq = ${LAST}`),
    list: 'missingPostings',
    fault: { seq: expect.any(Number) },
  },
  {
    what: 'the days of a GL account',
    change: by('update gl_days set debits = debits + 1 where tenant_id = $1'),
    list: 'balanceDrift',
    fault: { code: '1000', value_date: expect.stringMatching(/^\d{4}-/) },
  },
  {
    what: 'the signature of a head',
    change: by(
      'update signed_heads set signature = (select signature from signed_heads where tenant_id = $1 order by seq limit 1) where tenant_id = $1 and seq = (select max(seq) from signed_heads where tenant_id = $1)',
    ),
    list: 'hashBreaks',
    fault: { what: 'signed_head' },
  },
  {
    what: 'a signed head in the middle, gone',
    change: by('delete from signed_heads where tenant_id = $1 and seq = (select max(to_seq) from anchors where tenant_id = $1)'),
    list: 'hashBreaks',
    fault: { what: 'log_anchored' },
  },
  {
    what: 'the last signed head, gone',
    change: by('delete from signed_heads where tenant_id = $1 and seq = (select max(seq) from signed_heads where tenant_id = $1)'),
    list: 'hashBreaks',
    fault: { what: 'uncovered' },
  },
  {
    what: 'the signature of a checkpoint',
    change: by("update anchors set checkpoint = overlay(checkpoint placing 'AAAA' from length(checkpoint) - 12) where tenant_id = $1"),
    list: 'hashBreaks',
    fault: { what: 'checkpoint' },
  },
  {
    what: 'all anchors, gone',
    change: by('delete from anchors where tenant_id = $1'),
    list: 'hashBreaks',
    fault: { what: 'log_anchored' },
  },
  {
    what: 'a stored key',
    change: by("update signing_keys set purpose = 'intent', user_id = kid where tenant_id = $1"),
    list: 'hashBreaks',
    fault: { what: 'stored_key' },
  },
  { what: 'a forged event at the end', change: (o) => forgeEnd(o), list: 'hashBreaks', fault: { what: 'uncovered' } },
  {
    what: 'a rewritten end whose heads and anchors are gone',
    change: async (o) => rewrite(o, (await o.headSeq()) - 2),
    list: 'hashBreaks',
    fault: { what: 'uncovered' },
  },
];

describe('Kernel Health sees', () => {
  test.each(tamperings)('$what', async ({ change, list, fault }) => {
    const o = await posted();
    expect((await o.owner.call(health.get)).body).toMatchObject({
      ok: true,
      coverage: { through: await o.headSeq(), first_contradiction: null },
    });
    await change(o);
    const { body } = await o.owner.call(health.get);
    expect(body.ok).toBe(false);
    expect(body.invariants[list]).toContainEqual(expect.objectContaining(fault));
    const { first_contradiction: first, through } = body.coverage;
    expect(list === 'balanceDrift' ? first : Math.min(first ?? 0, through)).toBe(list === 'balanceDrift' ? null : through);
  });
});

test('what is found is said also where nothing can be written about it: an event of the year after next', async () => {
  const o = await posted();
  await forgeEnd(o, 700n * 86_400_000_000n);
  await o.owner.call(health.check, { body: {} });
  expect(await checkLedgers(testServer.opened.services)).toBe(1);
  expect((await o.owner.call(health.get)).body).toMatchObject({ ok: false, broken_at: null, full: { ok: false } });
});

describe('the full check sees', () => {
  test.each(tamperings)('$what', async ({ change }) => {
    const o = await posted();
    await o.owner.call(health.check, { body: {} });
    await checkLedgers(testServer.opened.services);
    expect((await o.owner.call(health.get)).body).toMatchObject({
      ok: true,
      full: { ok: true, found: { differences: 0, contradictions: 0 } },
    });
    await o.owner.call(health.check, { body: {} });
    await change(o);
    await checkLedgers(testServer.opened.services);
    expect((await o.owner.call(health.get)).body).toMatchObject({ ok: false, full: { ok: false } });
  });
  test('a row of any table that no event made, which a look does not; the ledger goes on once a full check found nothing', async () => {
    const o = await posted();
    const [{ locale }] = (await run<{ locale: string }>('select locale from tenants where tenant_id = $1', o.tenantId)) as [
      { locale: string },
    ];
    await run("update tenants set locale = 'xx' where tenant_id = $1", o.tenantId);
    expect((await o.owner.call(health.get)).body.ok).toBe(true);
    await o.owner.call(health.check, { body: {} });
    await checkLedgers(testServer.opened.services);
    const { body } = await o.owner.call(health.get);
    expect(body).toMatchObject({ ok: false, full: { ok: false, found: { hash_breaks: 0, differences: 1 } } });
    expect(body.broken_at).toMatch(/Z$/);
    const refused = await o.owner.call(tenants.clearReadOnly, { body: {} });
    expect(refused).toMatchObject({ status: 409, body: { code: 'LEDGER_BROKEN', details: { check: expect.any(String) } } });
    await run('update tenants set locale = $2 where tenant_id = $1', o.tenantId, locale);
    await checkLedgers(testServer.opened.services);
    expect((await o.owner.call(tenants.clearReadOnly, { body: {} })).status).toBe(200);
    expect((await o.owner.call(health.get)).body.ok).toBe(true);
  });
  test('what a replay sees', async () => {
    const o = await posted();
    await run('update account_months set net = net + 1 where tenant_id = $1 and net > 0', o.tenantId);
    await o.owner.call(replays.start, { body: {} });
    await o.owner.call(health.check, { body: {} });
    await checkLedgers(testServer.opened.services);
    expect((await o.owner.call(health.get)).body.full?.found).toMatchObject({ differences: 1 });
  });
});

// The database does not refuse it: decision 0088.
test('a posting for a locked day that the writer puts in by hand, balances too, is named by Kernel Health, full check, replay and verifier', async () => {
  const o = await openOrganisation(testServer);
  const year = new Date().getUTCFullYear() - 1;
  const march = { period_start: `${year}-03-01`, period_end: `${year}-03-31` };
  const inMarch = row('CASH', 'BANK', '10', { valueDate: march.period_end });
  expectOk(await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [inMarch] }) }));
  expectOk(await o.owner.call(periods.start, { body: { ...march, valuation_snapshot_id: o.fxSnapshotId } }));
  expectOk(await o.owner.call(periods.lock, { body: march }));
  const { services, loginPool } = testServer.opened;
  const look = async () => {
    await o.owner.call(health.check, { body: {} });
    await checkLedgers(services);
    return (await o.owner.call(health.get)).body;
  };
  expect(await look()).toMatchObject({ ok: true, full: { ok: true } });
  const seq = await o.headSeq();
  await inTransaction(services.writerPool, async (writer) => {
    await writer.query(
      `insert into postings (tenant_id, seq, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative, debit_balance_after, credit_balance_after)
       values ($1, $2, 1, $3, $4, 5, 'USD', $5, '', 15, -15)`,
      [o.tenantId, seq, o.cash, o.bank, march.period_end],
    );
    await writer.query("update accounts set balance = balance + case when code = 'CASH' then 5 else -5 end where tenant_id = $1", [
      o.tenantId,
    ]);
  });
  const { ok, invariants, full } = await look();
  expect([ok, full?.ok]).toEqual([false, false]);
  expect(invariants.missingPostings).toContainEqual(expect.objectContaining({ seq }));
  expect(full?.found).toMatchObject({ missing_postings: 1 });
  const client = await loginPool.connect();
  const { differences, chainFault } = await replay(client, o.tenantId).finally(() => client.release());
  expect([chainFault, differences.map(({ table }) => table)]).toEqual([null, expect.arrayContaining(['postings', 'accounts'])]);
  const archive = new PassThrough();
  const written = read(services.readerPool, { tenantId: o.tenantId }, (tx) => writeArchive(tx, o.tenantId, seq, archive));
  const { fault } = await verifyArchive(archive);
  expect(fault).toMatchObject({ seq, code: 'stored_balance' });
  await written.catch(() => {});
});
