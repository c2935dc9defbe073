// How often an intent was asked for again is known to the ledger, for whoever looks, and is no more than what was asked.

import { intents } from '@countinghouse/contract/features/intents';
import { findRepeats } from '@countinghouse/store/features/intents/repeats';
import { read } from '@countinghouse/store/reader';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Repeats } from './repeats.ts';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
});
afterAll(() => testServer.close());

const flush = (): Promise<void> => testServer.opened.services.repeats.flush();
const repeatsOf = async (intent_id: string, who: Pick<Person, 'call'> = acme.owner) => {
  const one = await who.call(intents.get, { params: { intent_id } });
  const listed = await who.call(intents.list, { query: { q: intent_id } });
  expect(listed.body.intents[0]?.repeats).toEqual(one.body.intent.repeats);
  return one.body.intent.repeats;
};

describe('an intent that is asked for again under its key', () => {
  test('says how often and when last, also to somebody else; one that was asked for once says nothing', async () => {
    const body = acme.intent({ intent_id: 'twice' });
    const other = await acme.member('member');
    await acme.owner.call(intents.execute, { body });
    await flush();
    expect(await repeatsOf('twice')).toBeNull();
    const before = Date.now();
    for (let i = 0; i < 2; i++) expect((await acme.owner.call(intents.execute, { body })).body.duplicate).toBe(true);
    await flush();
    const repeats = await repeatsOf('twice', other);
    expect(repeats?.count).toBe(2);
    expect(Date.parse(repeats?.last_at ?? '')).toBeGreaterThanOrEqual(before);
    await acme.owner.call(intents.execute, { body });
    await flush();
    expect((await repeatsOf('twice'))?.count).toBe(3);
  });

  test('is counted where it was refused, where it is one of a batch, and not where the key is used for something else', async () => {
    const refused = acme.intent({ intent_id: 'refused', proposed_actions: [row('CASH', 'CASH', '5')] });
    const batched = acme.intent({ intent_id: 'batched', idem_key: 'batched' });
    for (let i = 0; i < 2; i++) {
      expect((await acme.owner.call(intents.execute, { body: refused })).status).toBe(422);
      expect((await acme.owner.call(intents.batch, { body: { intents: [batched], atomic: i === 1 } })).body.ok).toBe(true);
    }
    const other = acme.intent({ intent_id: 'batched', idem_key: 'batched', value_date: '2026-02-02' });
    expect((await acme.owner.call(intents.execute, { body: other })).status).toBe(409);
    await flush();
    expect(await repeatsOf('refused')).toMatchObject({ count: 1 });
    expect(await repeatsOf('batched')).toMatchObject({ count: 1 });
  });

  test('writes no event', async () => {
    const body = acme.intent();
    const { seq } = (await acme.owner.call(intents.execute, { body })).body;
    await acme.owner.call(intents.execute, { body });
    await flush();
    expect((await acme.owner.call(intents.execute, { body: acme.intent() })).body.seq).toBe(seq + 1);
  });
});

describe('what is counted in memory', () => {
  const countOf = (tenantId: string, intentId: string) =>
    read(testServer.opened.services.readerPool, { tenantId }, async (tx) => (await findRepeats(tx, tenantId, [intentId])).get(intentId));

  test('is counted on where the database is away, and of several servers it adds up; the last is the latest', async () => {
    const { writerPool } = testServer.opened.services;
    let away = true;
    const flaky = {
      query: (text: string, values: unknown[]) => (away ? Promise.reject(new Error('away')) : writerPool.query(text, values)),
    } as unknown as typeof writerPool;
    const first = new Repeats(flaky, () => Date.parse('2026-03-01T00:00:00Z'));
    const second = new Repeats(writerPool, () => Date.parse('2026-02-01T00:00:00Z'));
    first.note(acme.tenantId, 'counted');
    await expect(first.flush()).rejects.toThrow('away');
    first.note(acme.tenantId, 'counted');
    second.note(acme.tenantId, 'counted');
    away = false;
    await Promise.all([first.flush(), second.flush(), first.flush()]);
    const found = await countOf(acme.tenantId, 'counted');
    expect(found?.count).toBe(3);
    expect(Date.parse(found?.last_at ?? '')).toBe(Date.parse('2026-03-01T00:00:00Z'));
  });

  test('is of a bounded number of intents', async () => {
    const { writerPool } = testServer.opened.services;
    const repeats = new Repeats(writerPool, Date.now, 2);
    for (const id of ['b1', 'b2', 'b3', 'b1']) repeats.note(acme.tenantId, id);
    await repeats.flush();
    expect(await Promise.all(['b1', 'b2', 'b3'].map(async (id) => (await countOf(acme.tenantId, id))?.count))).toEqual([2, 1, undefined]);
  });
});
