import { anchors } from '@countinghouse/contract/features/anchors';
import { events } from '@countinghouse/contract/features/events';
import { fx } from '@countinghouse/contract/features/fx';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('GET /api/internal/snapshots/list', () => {
  test('200: newest first, of one kind where one is asked for, at most as many as asked for', async () => {
    const { owner, member } = await openOrganisation(testServer);
    for (const kind of ['reference', 'config', 'reference'] as const) await owner.call(snapshots.take, { body: { kind } });
    const mo = await member();
    const kinds = async (query: { readonly kind?: 'reference' | 'fx'; readonly limit?: number }) =>
      (await mo.call(snapshots.list, { query })).body.snapshots.map((s) => s.kind);
    expect(await kinds({})).toEqual(['reference', 'config', 'reference', 'fx']);
    expect(await kinds({ kind: 'reference' })).toEqual(['reference', 'reference']);
    expect(await kinds({ limit: 2 })).toEqual(['reference', 'config']);
    const seqs = (await mo.call(snapshots.list, { query: {} })).body.snapshots.map((s) => s.seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
  });
  test.each(['kind=other', 'limit=0', 'limit=501', 'limit=1e2', 'limit=0x10', 'limit=%205', 'limit=5.0', 'limit='])(
    '400: %s',
    async (query) => {
      const { owner } = await openOrganisation(testServer);
      expect(await owner.send('GET', `${snapshots.list.path}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: [{ path: query.split('=')[0] }] },
      });
    },
  );
  test('401: nobody sees them', async () => {
    expect(await testServer.nobody.call(snapshots.list, { query: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

const takes = [
  ['POST /api/internal/snapshots/take', snapshots.take],
  ['POST /api/v1/snapshots/take', snapshots.takeV1],
] as const;

describe.each(takes)('%s', (_title, route) => {
  test('200: it names the last event before it and the root of the tree there, under both names of its id and time', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    const last = (await owner.call(events.list, { query: { limit: 1 } })).body.events[0];
    const { anchor } = (await owner.call(anchors.make, { body: {} })).body;
    const { body } = await mo.call(route, { body: { kind: 'reference', label: ' Month end ', source: 'console' } });
    expect(body).toEqual({
      snapshot: {
        id: expect.any(String),
        snapshot_id: body.snapshot.id,
        kind: 'reference',
        label: 'Month end',
        seq: last?.seq,
        event_hash: last?.event_hash,
        root_hash: anchor.root_hash,
        takenAt: expect.stringMatching(/Z$/),
        taken_at: body.snapshot.takenAt,
        effective_at: expect.stringMatching(/Z$/),
        source: 'console',
        uri: null,
        metadata: {},
      },
    });
    expect((await mo.call(snapshots.list, { query: { limit: 1 } })).body.snapshots).toEqual([body.snapshot]);
  });
  test('200: one from before snapshots carried the root has none', async () => {
    const { owner, tenantId } = await openOrganisation(testServer);
    await owner.call(route, { body: { kind: 'reference' } });
    await testServer.opened.loginPool.query('update snapshots set root_hash = null where tenant_id = $1', [tenantId]);
    expect((await owner.call(snapshots.list, { query: { limit: 1 } })).body.snapshots).toMatchObject([{ root_hash: null }]);
  });
  test('200: rates that change later do not change it', async () => {
    const { owner } = await openOrganisation(testServer);
    const set = (rate: number) =>
      owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate, asof: '2026-01-01T00:00:00Z' } });
    await set(1.5);
    const { snapshot } = (await owner.call(route, { body: { kind: 'fx' } })).body;
    await set(2.5);
    expect(snapshot.metadata).toMatchObject({ rates: [{ base_currency: 'EUR', quote_currency: 'USD', rate: '1.5' }] });
    expect((await owner.call(snapshots.list, { query: { limit: 1 } })).body.snapshots).toEqual([snapshot]);
  });
  test('200: of the rates it freezes those of an earlier instant where one is named', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const [rate, asof] of [
      [1.1, '2026-01-31T15:00:00Z'],
      [1.2, '2026-02-02T15:00:00Z'],
    ] as const)
      await owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate, asof } });
    const { snapshot } = (await owner.call(route, { body: { kind: 'fx', effective_at: '2026-01-31T23:59:59Z' } })).body;
    expect(snapshot).toMatchObject({ effective_at: '2026-01-31T23:59:59.000000Z', metadata: { rates: [{ rate: '1.1' }] } });
    expect((await owner.call(snapshots.list, { query: { limit: 1 } })).body.snapshots).toEqual([snapshot]);
  });
  test('200: of the configuration it freezes settings and chart', async () => {
    const { owner } = await openOrganisation(testServer);
    expect((await owner.call(route, { body: { kind: 'config' } })).body.snapshot.metadata).toMatchObject({
      settings: { name: 'Acme', reporting_currency: 'USD', currencies: ['EUR', 'USD'] },
      chart: [{ code: '1000', title: 'Cash' }],
    });
  });
  test.each([
    ['no kind', {}, 'MISSING_FIELDS', 'kind'],
    ['an unknown kind', { kind: 'Reference' }, 'VALIDATION_ERROR', 'kind'],
    ['a label of 121', { kind: 'fx', label: 'x'.repeat(121) }, 'VALIDATION_ERROR', 'label'],
    ['a day in place of an instant', { kind: 'fx', effective_at: '2026-01-31' }, 'VALIDATION_ERROR', 'effective_at'],
    ['an instant ahead', { kind: 'fx', effective_at: '2999-01-01T00:00:00Z' }, 'VALIDATION_ERROR', 'effective_at'],
    ['settings of an earlier instant', { kind: 'config', effective_at: '2026-01-31T00:00:00Z' }, 'VALIDATION_ERROR', 'effective_at'],
    ['a label with a control character', { kind: 'fx', label: '\u0007' }, 'VALIDATION_ERROR', 'label'],
  ])('400: %s', async (_what, body, code, path) => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    expect(await owner.send('POST', route.path, body)).toMatchObject({ status: 400, body: { code, details: [{ path }] } });
    expect(await headSeq()).toBe(before);
  });
  test('401: nobody takes one', async () => {
    expect(await testServer.nobody.call(route, { body: { kind: 'fx' } })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});
