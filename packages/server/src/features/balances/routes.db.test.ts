import { createHash, randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { anchors, type Inclusion } from '@countinghouse/contract/features/anchors';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('GET /api/v1/balances', () => {
  test('200: the balances of now, and the position that they stand for', async () => {
    const { owner, member, cash, bank, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '0.00000001')] }) });
    const last = (await owner.call(events.list, { query: { limit: 1 } })).body.events[0];
    expect((await (await member()).call(balances.get)).body).toEqual({
      accounts: [
        { id: bank, code: 'BANK', currency: 'USD', balance: '-0.000001', minorUnits: 2 },
        { id: cash, code: 'CASH', currency: 'USD', balance: '0.000001', minorUnits: 2 },
      ],
      as_of: { seq: (last?.seq ?? 0) + 1, event_hash: expect.stringMatching(/^[0-9a-f]{64}$/), snapshot_id: null, value_date: null },
      next: null,
    });
  });
  test.each(['reference', 'fx', 'config'] as const)('200: those of a snapshot of kind %s stay what they were', async (kind) => {
    const { owner, glAccountId, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent() });
    const { snapshot } = (await owner.call(snapshots.takeV1, { body: { kind } })).body;
    const then = (await owner.call(balances.get, { query: { snapshot_id: snapshot.id } })).body;
    expect(then.as_of).toEqual({ seq: snapshot.seq, event_hash: snapshot.event_hash, snapshot_id: snapshot.id, value_date: null });
    expect(then.accounts.map((a) => [a.code, a.balance])).toEqual([
      ['BANK', '-1000'],
      ['CASH', '1000'],
    ]);
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '-7'), row('CASH', 'BANK', '1')] }) });
    await owner.call(accounts.create, { body: { code: 'LATER', ledgerAccountId: glAccountId } });
    expect((await owner.call(balances.get, { query: { snapshot_id: snapshot.id.toUpperCase() } })).body.accounts).toEqual(then.accounts);
    expect((await owner.call(balances.get)).body.accounts.map((a) => [a.code, a.balance])).toEqual([
      ['BANK', '-400'],
      ['CASH', '400'],
      ['LATER', '0'],
    ]);
  });
  test('200: of an account that was credited last the balance is that of its credit, of several rows the last', async () => {
    const { owner, intent } = await openOrganisation(testServer);
    for (const rows of [[row('CASH', 'BANK', '5')], [row('BANK', 'CASH', '9'), row('CASH', 'BANK', '1')], [row('BANK', 'CASH', '2')]])
      await owner.call(intents.execute, { body: intent({ proposed_actions: rows }) });
    const { id } = (await owner.call(snapshots.take, { body: { kind: 'reference' } })).body.snapshot;
    const now = (await owner.call(balances.get)).body.accounts;
    expect(now.map((a) => a.balance)).toEqual(['500', '-500']);
    expect((await owner.call(balances.get, { query: { snapshot_id: id } })).body.accounts).toEqual(now);
  });
  test('200: as of a seq and of an instant; as of a value date; and as of a value date as it was known then', async () => {
    const { owner, intent, headSeq } = await openOrganisation(testServer);
    const post = async (amount: string, valueDate: string): Promise<void> =>
      void (await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', amount, { valueDate })] }) }));
    await post('10', '2026-01-31');
    const early = await headSeq();
    const [first] = (await owner.call(events.list, { query: { limit: 1 } })).body.events;
    await post('1', '2026-02-28');
    // Learnt later, of a day before.
    await post('0.5', '2026-01-15');
    const cash = async (query: NonNullable<Parameters<typeof ask>[0]>): Promise<string | undefined> => {
      const { body } = await ask(query);
      return body.accounts.find((a) => a.code === 'CASH')?.balance;
    };
    const ask = (query: Readonly<Record<string, string | number>>) => owner.call(balances.get, { query: query as never });
    expect(await cash({})).toBe('1150');
    expect(await cash({ seq: early })).toBe('1000');
    expect(await cash({ known_at: first?.event_ts ?? '' })).toBe('1000');
    expect(await cash({ value_date: '2026-01-31' })).toBe('1050');
    expect(await cash({ value_date: '2026-01-30' })).toBe('50');
    expect(await cash({ value_date: '2026-01-14' })).toBe('0');
    expect(await cash({ value_date: '2026-01-31', known_at_seq: early })).toBe('1000');
    expect(await cash({ value_date: '2026-01-30', known_at: first?.event_ts ?? '' })).toBe('0');
    expect((await ask({ value_date: '2026-01-30', seq: early })).body.as_of).toEqual({
      seq: early,
      event_hash: first?.event_hash,
      snapshot_id: null,
      value_date: '2026-01-30',
    });
  });
  test('200: page after page of any point come the same balances as at once', async () => {
    const { owner, intent, glAccountId, headSeq } = await openOrganisation(testServer);
    for (const code of ['A1', 'D1', 'Z1']) await owner.call(accounts.create, { body: { code, ledgerAccountId: glAccountId } });
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('A1', 'Z1', '3'), row('CASH', 'BANK', '4')] }) });
    const seq = await headSeq();
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('A1', 'Z1', '5')] }) });
    for (const point of [{}, { seq }, { value_date: '2999-12-31' }, { value_date: '2999-12-31', seq }]) {
      const whole = (await owner.call(balances.get, { query: point })).body;
      expect(whole.accounts).toHaveLength(5);
      const paged: typeof whole.accounts = [];
      for (let after: string | undefined; ; ) {
        const { body } = await owner.call(balances.get, { query: { ...point, limit: 2, ...(after === undefined ? {} : { after }) } });
        expect(body.accounts.length).toBeLessThanOrEqual(2);
        paged.push(...body.accounts);
        if (body.next === null) break;
        after = body.next;
      }
      expect(paged).toEqual(whole.accounts);
    }
  });
  test.each([
    ['two positions at once', { seq: 1, known_at_seq: 1 }],
    ['a seq below one', { seq: 0 }],
    ['a page beyond the largest', { limit: 5_001 }],
    ['an instant that is none', { known_at: 'yesterday' }],
    ['a day that is none', { value_date: '2026-02-30' }],
    ['a day before all books', { value_date: '0000-01-01' }],
  ])('400: %s', async (_what, query) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(balances.get, { query: query as never })).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });
  test('400: a snapshot id that is none', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(balances.get, { query: { snapshot_id: 'latest' } })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'snapshot_id' }] },
    });
  });
  test('401: nobody sees them', async () => {
    expect(await testServer.nobody.call(balances.get)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('404: a seq beyond the end of the log', async () => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const answer = await owner.call(balances.get, { query: { seq: (await headSeq()) + 1 } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
  test('200: before the first event nothing is known: no accounts, at the beginning of the log', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const more of [{}, { value_date: '2026-01-31' }]) {
      const answer = await owner.call(balances.get, { query: { known_at: '2001-01-01T00:00:00Z', ...more } });
      expect(answer).toMatchObject({ status: 200, body: { accounts: [], as_of: { seq: 0, event_hash: '0'.repeat(64) }, next: null } });
    }
  });
  test('404: another organisation’s snapshot is as one that never was', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const snapshot_id of [other.fxSnapshotId, randomUUID()])
      expect(await acme.owner.call(balances.get, { query: { snapshot_id } })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('GET /api/v1/accounts/:id/balance', () => {
  test('200: now, as of a value date, and as of a value date as it was known then: each as the balances of all say it', async () => {
    const { owner, intent, headSeq, cash, bank } = await openOrganisation(testServer);
    const post = async (amount: string, valueDate: string): Promise<void> =>
      void (await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', amount, { valueDate })] }) }));
    await post('10', '2026-01-31');
    const early = await headSeq();
    await post('1', '2026-02-28');
    await post('0.5', '2026-01-15');
    for (const query of [
      {},
      { seq: early },
      { value_date: '2026-01-31' },
      { value_date: '2026-01-14' },
      { value_date: '2026-01-31', known_at_seq: early },
      { value_date: '2026-01-30', known_at_seq: early },
    ])
      for (const id of [cash, bank]) {
        const { status, body } = await owner.call(balances.ofAccount, { params: { id }, query });
        const all = (await owner.call(balances.get, { query })).body;
        expect([status, body.balance_minor, body.as_of]).toEqual([200, all.accounts.find((a) => a.id === id)?.balance, all.as_of]);
        expect(Number(body.balance) * 100).toBe(Number(body.balance_minor));
      }
    expect((await owner.call(balances.ofAccount, { params: { id: cash }, query: { seq: early } })).body).toMatchObject({
      code: 'CASH',
      currency: 'USD',
      balance: '10.00000000',
      moved_last: { seq: early, line: 1 },
    });
  });
  test('200: its proof leads from the event it is as of to the root of the log, and to that of an anchor once one covers it', async () => {
    const { owner, intent, cash } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent() });
    const { proof, as_of } = (await owner.call(balances.ofAccount, { params: { id: cash }, query: {} })).body;
    expect(proof).toMatchObject({ seq: as_of.seq, event_hash: as_of.event_hash, tree_size: as_of.seq, anchor: null });
    const root = rootFrom(proof ?? expect.fail('a proof'));
    expect(root).toBe(proof?.root_hash);
    const { anchor } = (await owner.call(anchors.make, { body: {} })).body;
    const anchored = (await owner.call(balances.ofAccount, { params: { id: cash }, query: { seq: as_of.seq } })).body.proof;
    expect(anchored).toMatchObject({ seq: as_of.seq, tree_size: anchor.to_seq, root_hash: anchor.root_hash, anchor: { id: anchor.id } });
    expect(rootFrom(anchored ?? expect.fail('a proof'))).toBe(anchor.root_hash);
  });
  test('200: of an account that nothing moved', async () => {
    const { owner, cash } = await openOrganisation(testServer);
    expect((await owner.call(balances.ofAccount, { params: { id: cash }, query: {} })).body).toMatchObject({
      balance: '0.00000000',
      balance_minor: '0',
      moved_last: null,
    });
  });
  test('400: two positions', async () => {
    const { owner, cash } = await openOrganisation(testServer);
    expect(await owner.call(balances.ofAccount, { params: { id: cash }, query: { seq: 1, known_at_seq: 1 } })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    });
  });
  test('401: nobody', async () => {
    const asked = { params: { id: randomUUID() }, query: {} };
    expect(await testServer.nobody.call(balances.ofAccount, asked)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('404: an account that is none of the organisation’s, or was none then; a seq beyond the end', async () => {
    const { owner, account, cash } = await openOrganisation(testServer);
    const other = await openOrganisation(testServer);
    const late = await account('LATE');
    for (const [id, query] of [
      [other.cash, {}],
      [randomUUID(), {}],
      [late, { seq: 1 }],
      [cash, { seq: 1_000_000 }],
    ] as const)
      expect(await owner.call(balances.ofAccount, { params: { id }, query })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

const hash = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 9162 §2.1.3.2, from its words. */
function rootFrom({ event_hash, leaf_index, tree_size, path }: Inclusion): string {
  let [fn, sn] = [leaf_index, tree_size - 1];
  let r = hash(Buffer.from([0]), Buffer.from(event_hash, 'hex'));
  for (const p of path.map((text) => Buffer.from(text, 'hex'))) {
    if (fn % 2 === 1 || fn === sn) {
      r = hash(Buffer.from([1]), p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else r = hash(Buffer.from([1]), r, p);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 ? r.toString('hex') : 'no path to the root';
}

describe('GET /api/v1/accounts/:id/balance/days', () => {
  test('200: at the end of each day what the balance as of it is, with what is value-dated ahead', async () => {
    const { owner, intent, cash, bank } = await openOrganisation(testServer);
    const post = (amount: string, value_date: string) =>
      owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', amount)], value_date }) });
    for (const [amount, day] of [
      ['10', '2026-06-01'],
      ['0.00000001', '2026-06-13'],
      ['4', '2026-06-14'],
      ['-2', '2026-06-14'],
      ['5', '2026-06-16'],
      ['9', '2026-06-18'],
    ] as const)
      expect((await post(amount, day)).status).toBe(200);
    const query = { as_of: '2026-06-14', back: 2, ahead: 3 };
    for (const [id, code, sign] of [
      [cash, 'CASH', ''],
      [bank, 'BANK', '-'],
    ] as const) {
      const { status, body } = await owner.call(balances.daysOfAccount, { params: { id }, query });
      expect([status, body.days]).toEqual([200, ['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17']]);
      expect(body).toMatchObject({ account_id: id, code, currency: 'USD', as_of: '2026-06-14' });
      expect(body.balances).toEqual(
        ['10.00000000', '10.00000001', '12.00000001', '12.00000001', '17.00000001', '17.00000001'].map((b) => sign + b),
      );
      for (const [n, value_date] of body.days.entries())
        expect((await owner.call(balances.ofAccount, { params: { id }, query: { value_date } })).body.balance).toBe(body.balances[n]);
    }
  });
  test('200: of today where no day is named', async () => {
    const { owner, cash } = await openOrganisation(testServer);
    const { body } = await owner.call(balances.daysOfAccount, { params: { id: cash }, query: { back: 1, ahead: 0 } });
    expect([body.as_of, body.balances]).toEqual([body.days[1], ['0.00000000', '0.00000000']]);
  });
  test('400: more than a year and a day', async () => {
    const { owner, cash } = await openOrganisation(testServer);
    expect(await owner.call(balances.daysOfAccount, { params: { id: cash }, query: { back: 367 } })).toMatchObject({ status: 400 });
  });
  test('401: nobody', async () => {
    const asked = { params: { id: randomUUID() }, query: {} };
    expect(await testServer.nobody.call(balances.daysOfAccount, asked)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('404: an account that is none of the organisation’s', async () => {
    const [{ owner }, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [other.cash, randomUUID()])
      expect(await owner.call(balances.daysOfAccount, { params: { id }, query: {} })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
  });
});
