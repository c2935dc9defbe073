import { hash } from 'node:crypto';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { canonicalize, type Json } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent } from '@countinghouse/kernel/chain/event-hash';
import { listEvents } from '@countinghouse/store/features/events/reads';
import { read } from '@countinghouse/store/reader';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('GET /api/v1/events', () => {
  test('200: newest first, both names of type and time, and the signed head that covers each', async () => {
    const { owner, member, intent } = await openOrganisation(testServer);
    const sent = intent();
    await owner.call(intents.execute, { body: sent });
    const mo = await member();
    const { body } = await mo.call(events.list, { query: { type: 'intent.', limit: 1 } });
    const [event] = body.events;
    expect(event).toEqual({
      seq: expect.any(Number),
      event_id: expect.any(String),
      event_type: 'intent.executed',
      name: 'intent.executed',
      event_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      created_at: event?.event_ts,
      actor_id: owner.id,
      event_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      prev_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      payload_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      signature: null,
      head_signature: {
        seq: expect.any(Number),
        event_hash: expect.any(String),
        event_ts: expect.any(String),
        kid: expect.any(String),
        signature: expect.stringMatching(/^[\w-]+\.\.[\w-]+$/),
      },
      hash_version: 1,
      intent_status: 'executed',
      payload: expect.objectContaining({
        intent_id: sent.intent_id,
        actor_id: owner.id,
        snapshot_ids: { fx: sent.snapshot_ids?.fx },
        evidence_ref: `intents/${sent.intent_id}`,
        request: sent,
      }),
    });
    expect(event?.head_signature?.seq).toBeGreaterThanOrEqual(event?.seq ?? Number.POSITIVE_INFINITY);
  });
  test('200: a rejected intent says so, with its code and reason', async () => {
    const { owner, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'CASH', '1')] }) });
    expect((await owner.call(events.list, { query: { limit: 1 } })).body.events).toMatchObject([
      { intent_status: 'rejected', payload: { error_code: 'SAME_ACCOUNT', reason_code: 'SAME_ACCOUNT', reason: { row: 0 } } },
    ]);
  });
  test('200: what is shown hashes to what is shown, from the first event to the last', async () => {
    const { owner, tenantId, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent({ constraints: { ö: [1e21, null, '\u2028'] } }) });
    const list = (await owner.call(events.list, { query: { limit: 500 } })).body.events.toReversed();
    const sha256 = (text: string): string => hash('sha256', text);
    let prev = '0'.repeat(64);
    for (const [i, e] of list.entries()) {
      expect(e.seq).toBe(i + 1);
      expect(e.prev_hash).toBe(prev);
      expect(sha256(canonicalize(e.payload as Json))).toBe(e.payload_hash);
      expect(hashEvent(sha256, { ...e, tenant_id: tenantId })).toBe(e.event_hash);
      prev = e.event_hash;
    }
    expect(list.length).toBeGreaterThan(9);
  });
  test('200: pages follow each other without gap or overlap', async () => {
    const { owner } = await openOrganisation(testServer);
    const whole = (await owner.call(events.list, { query: {} })).body.events.map((e) => e.seq);
    const paged: number[] = [];
    for (let before: string | null = String(whole.length + 1); before !== null; ) {
      const page: { readonly events: readonly { readonly seq: number }[]; readonly next: string | null } = (
        await owner.call(events.list, { query: { limit: 4, before } })
      ).body;
      paged.push(...page.events.map((e) => e.seq));
      before = page.next;
    }
    expect(paged).toEqual(whole);
    expect(whole).toEqual(Array.from({ length: whole.length }, (_, i) => whole.length - i));
  });
  test('200: what is too large for one page waits for the next, one event at least', async () => {
    const { owner, tenantId, intent } = await openOrganisation(testServer);
    for (let i = 0; i < 3; i++) await owner.call(intents.execute, { body: intent({ constraints: { note: 'x'.repeat(1_000_000) } }) });
    const all = { afterSeq: null, toSeq: null, typePrefixes: ['intent.'], entityId: null, actorId: null };
    const page = (bytesMax?: number) =>
      read(testServer.opened.services.readerPool, { tenantId }, (tx) =>
        listEvents(tx, tenantId, all, { limit: 3, first: 'oldest', ...(bytesMax === undefined ? {} : { bytesMax }) }),
      );
    const seqs = (await page()).events.map((e) => e.seq);
    expect(seqs).toHaveLength(3);
    expect(await page(1)).toMatchObject({ events: [{ seq: seqs[0] }], more: true });
    expect(await page(1_500_000)).toMatchObject({ events: [{ seq: seqs[0] }, { seq: seqs[1] }], more: true });
    for (let i = 0; i < 3; i++) await owner.call(intents.execute, { body: intent({ constraints: { note: 'x'.repeat(1_000_000) } }) });
    const { body } = await owner.call(events.list, { query: { type: 'intent.', limit: 50 } });
    expect([body.events.length, body.next]).toEqual([5, String(seqs[1])]);
    expect((await owner.call(events.list, { query: { type: 'intent.', before: seqs[1] } })).body).toMatchObject({
      events: [{ seq: seqs[0] }],
      next: null,
    });
  });
  test('200: a type is the beginning of a type', async () => {
    const { owner } = await openOrganisation(testServer);
    const typesOf = async (type: string) => new Set((await owner.call(events.list, { query: { type } })).body.events.map((e) => e.name));
    expect([...(await typesOf('account.created'))]).toEqual(['account.created']);
    expect([...(await typesOf('gl_'))]).toEqual(['gl_account.created']);
    expect([...(await typesOf('intent.'))]).toEqual([]);
  });
  test('200: by actor, by stretch of the log, and by time, all at once', async () => {
    const o = await openOrganisation(testServer);
    const mo = await o.member();
    const first = (await mo.call(intents.execute, { body: o.intent() })).body.seq ?? 0;
    const second = (await mo.call(intents.execute, { body: o.intent() })).body.seq ?? 0;
    await o.owner.call(intents.execute, { body: o.intent() });
    const seqsOf = async (query: NonNullable<Parameters<typeof o.owner.call<typeof events.list>>[1]>['query']) =>
      (await o.owner.call(events.list, { query })).body.events.map((e) => e.seq);
    expect(await seqsOf({ actor: mo.id })).toEqual([second, first]);
    expect(await seqsOf({ actor: mo.id, type: 'account.' })).toEqual([]);
    expect(await seqsOf({ from_seq: 2, to_seq: 4 })).toEqual([4, 3, 2]);
    expect(await seqsOf({ from_seq: 2, to_seq: 4, before: 4 })).toEqual([3, 2]);
    const times = (await o.owner.call(events.list, { query: { from_seq: first, to_seq: second } })).body.events.map((e) => e.event_ts);
    const [until = '', since = ''] = times;
    expect(await seqsOf({ since, until })).toEqual([second, first]);
    expect(await seqsOf({ since, until, from_seq: second })).toEqual([second]);
    expect(await seqsOf({ until: '2000-01-01T00:00:00Z' })).toEqual([]);
    expect(await seqsOf({ since: '2100-01-01T00:00:00Z' })).toEqual([]);
  });
  test.each([
    ['since', 'yesterday'],
    ['until', '2026-13-01T00:00:00Z'],
    ['actor', 'x'.repeat(65)],
    ['from_seq', '-1'],
    ['limit', '0'],
    ['limit', '501'],
    ['limit', 'x'],
    ['limit', '1.5'],
    ['before', '0'],
    ['before', '-1'],
    ['before', '1e400'],
    ['type', 'intent%'],
    ['type', "'"],
  ])('400: %s=%s', async (name, value) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', `${events.list.path}?${name}=${encodeURIComponent(value)}`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: name }] },
    });
  });
  test('401: nobody sees them', async () => {
    expect(await testServer.nobody.call(events.list, { query: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('GET /api/v1/events/export/:format', () => {
  test('200: as CSV, every event of the range with all that its hash is made of, oldest first', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('CASH', 'BANK', '1', { narrative: '=1+1' })] }) });
    const to = await o.headSeq();
    const answer = await o.owner.call(events.export, { params: { format: 'csv' }, query: { from_seq: 3 } });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-trail-3-${to}.csv"`,
    });
    const rows = parse(String((answer.body as { text: string }).text), { columns: true }) as Record<string, string>[];
    expect(rows.map((r) => Number(r['seq']))).toEqual(Array.from({ length: to - 2 }, (_, i) => i + 3));
    const sha256 = (text: string): string => hash('sha256', text);
    for (const r of rows) {
      expect(sha256(r['payload'] ?? '')).toBe(r['payload_hash']);
      const { seq = '', event_id = '', event_type = '', event_ts = '', actor_id = '', payload_hash = '', prev_hash = '' } = r;
      const link = { event_id, event_type, event_ts, actor_id, payload_hash, prev_hash };
      const derived = hashEvent(sha256, { ...link, seq: Number(seq), signature: r['signature'] || null, tenant_id: o.tenantId });
      expect(derived).toBe(r['event_hash']);
    }
  });
  test('200: as CSV, a text that begins like a formula is none', async () => {
    const o = await openOrganisation(testServer);
    await testServer.opened.loginPool.query("update events set actor_id = '=1+1' where tenant_id = $1 and seq = 2", [o.tenantId]);
    const { body } = await o.owner.call(events.export, { params: { format: 'csv' }, query: { from_seq: 2, to_seq: 2 } });
    expect((body as { text: string }).text).toContain(",'=1+1,");
  });
  test('200: as PDF, of the range and the people that were asked for', async () => {
    const o = await openOrganisation(testServer);
    const answer = await o.owner.call(events.export, { params: { format: 'pdf' }, query: { from_seq: 2, to_seq: 5, actor: o.owner.id } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="audit-trail-2-5.pdf"',
    });
    expect((answer.body as { text: string }).text.startsWith('%PDF-')).toBe(true);
  });
  test('400: a printed trail of more events than anybody reads', async () => {
    const o = await openOrganisation(testServer);
    await testServer.opened.loginPool.query(
      `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, hash_version)
       select $1, h.seq + i, gen_random_uuid(), 'x', now(), 'x', '{}', '', '', repeat('0', 64), 1 from chain_heads h, generate_series(1, 5001) i
       where h.tenant_id = $1`,
      [o.tenantId],
    );
    await testServer.opened.loginPool.query('update chain_heads set seq = seq + 5001 where tenant_id = $1', [o.tenantId]);
    expect(await o.owner.call(events.export, { params: { format: 'pdf' }, query: {} })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'to_seq' }] },
    });
  });
  test('400: a format that there is none of', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', '/api/v1/events/export/xlsx')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'format' }] },
    });
  });
  test('401: nobody takes it away', async () => {
    expect(await testServer.nobody.call(events.export, { params: { format: 'csv' }, query: {} })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
});
