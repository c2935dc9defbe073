import { setTimeout as sleep } from 'node:timers/promises';
import { read } from '@countinghouse/store/reader';
import { makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../replay.ts';
import type { Outcome } from './batch.ts';
import { loadState } from './load-state.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

async function replayed(tenantId: string): Promise<Awaited<ReturnType<typeof replay>>> {
  const client = await t.loginPool.connect();
  try {
    return await replay(client, tenantId);
  } finally {
    client.release();
  }
}

describe('writing', () => {
  test('an organisation, its accounts and an intent are events in one chain, and replay equals what is stored', async () => {
    const books = await makeBooks(t);
    const outcome = written(await books.post('A1', 'a2', '12.5'));
    expect(outcome.events[0]).toMatchObject({ type: 'intent.executed', idemKey: expect.any(String) });
    expect(await findFaults(t, books.tenantId)).toEqual([]);
    const report = await replayed(books.tenantId);
    expect(report).toMatchObject({ differences: [], chainFault: null, postings: 1 });
    const client = await t.loginPool.connect();
    const loaded = await loadState(client, books.tenantId);
    client.release();
    expect(loaded).toEqual(report.state);
    expect(loaded.accountByCode.get('A1')?.balanceE8).toBe(1_250_000_000n);
  });

  test('who posts alone does not wait for a call that carries many, nor the call for those; each in its own order', async () => {
    const books = await makeBooks(t);
    const intents = (count: number) => Array.from({ length: count }, () => books.intent('A1', 'A2', '1'));
    const seqOf = (outcome: Outcome): number => written(outcome).events[0]?.seq ?? 0;
    const many = t.ledger.submitMany(books.tenantId, intents(400));
    const alone = t.ledger.submit(books.tenantId, books.intent('A1', 'A2', '1'));
    const bulk = (await many).map(seqOf);
    const own = seqOf(await alone);
    expect(bulk.toSorted((a, b) => a - b)).toEqual(bulk);
    expect(bulk.filter((seq) => seq < own).length).toBeLessThan(32);
    const others = intents(400).map((intent) => t.ledger.submit(books.tenantId, intent));
    const few = (await t.ledger.submitMany(books.tenantId, intents(40))).map(seqOf);
    const singles = (await Promise.all(others)).map(seqOf);
    // It begins with the first batch; how many come alone while that commits, and go before the rest of it, is the machine's.
    expect(singles.filter((seq) => seq < (few[0] ?? 0)).length).toBeLessThan(64);
    expect(few.toSorted((a, b) => a - b)).toEqual(few);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('a call that carries many is answered like single ones: what is repeated is a duplicate, what is full is overloaded', async () => {
    const books = await makeBooks(t);
    const command = books.intent('A1', 'A2', '1');
    const [first, again] = await t.ledger.submitMany(books.tenantId, [command, command]);
    expect([first?.kind, again?.kind]).toEqual(['written', 'duplicate']);
    expect(await t.ledger.submitMany(books.tenantId, [])).toEqual([]);
    const tooMany = Array.from({ length: 20_001 }, () => command);
    await expect(t.ledger.submitMany(books.tenantId, tooMany)).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  test('an organisation waits its turn for a connection: that others hold them all is no fault of the database', async () => {
    const books = await makeBooks(t);
    t.ledger.reload(books.tenantId);
    const others = await Promise.all(Array.from({ length: t.writerPool.options.max }, () => t.writerPool.connect()));
    const posted = books.post('A1', 'A2', '1');
    // Longer than it may take to connect to a database that is there.
    const early = await Promise.race([posted.catch((error: unknown) => error), sleep(2_500, 'waits')]);
    for (const other of others) other.release();
    expect(early).toBe('waits');
    written(await posted);
  });

  test('what comes while a connection is waited for is written in the same batch', async () => {
    const batches: number[] = [];
    const other = openLedger(db.where, { observe: ({ commands }) => batches.push(commands) });
    try {
      const books = await makeBooks(other);
      written(await books.post('A1', 'A2', '1'));
      batches.length = 0;
      const held = await Promise.all(Array.from({ length: other.writerPool.options.max }, () => other.writerPool.connect()));
      const posted = Array.from({ length: 200 }, () => books.post('A1', 'A2', '1'));
      while (other.writerPool.waitingCount === 0) await sleep(1);
      // All are decided by then: a slice is at least one of them.
      for (let turn = 0; turn < 300; turn++) await sleep(0);
      for (const client of held) client.release();
      for (const outcome of await Promise.all(posted)) written(outcome);
      expect(batches).toEqual([200]);
    } finally {
      await other.close();
    }
  });

  test('a negative amount posts the other way round', async () => {
    const books = await makeBooks(t);
    await books.post('A1', 'A2', '-3');
    const rows = await read(
      t.readerPool,
      { tenantId: books.tenantId },
      async (tx) => (await tx.query('select debit_account_id, amount, debit_balance_after from postings')).rows,
    );
    expect(rows).toEqual([{ debit_account_id: books.accounts[1], amount: '3.00000000', debit_balance_after: '3.00000000' }]);
  });

  test('text with tabs, backslashes, quotes and line breaks arrives as it was', async () => {
    const books = await makeBooks(t);
    const narrative = 'a\tb\\n\n"\'$1 \u2028 ö 🏦';
    const today = new Date().toISOString().slice(0, 10);
    written(
      await books.post('A1', 'A2', '1', {
        rows: [{ debit: 'A1', credit: 'A2', amountE8: 1n, currency: 'USD', valueDate: today, narrative }],
      }),
    );
    written(
      await books.submit({
        type: 'gl_account.create',
        actor: books.owner,
        id: crypto.randomUUID(),
        code: 'Q',
        title: narrative,
        class: 'A',
        normalBalance: 'DR',
        parentId: null,
      }),
    );
    const seen = await read(
      t.readerPool,
      { tenantId: books.tenantId },
      async (tx) =>
        (
          await tx.query(
            "select narrative, (select title from gl_accounts g where g.tenant_id = postings.tenant_id and code = 'Q') as title from postings",
          )
        ).rows[0],
    );
    expect(seen).toEqual({ narrative, title: narrative });
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('two hundred calls with one key post once and answer alike', async () => {
    const books = await makeBooks(t);
    const intent = books.intent('A1', 'A2', '10');
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => books.submit(intent)));
    expect(outcomes.filter((o) => o.kind === 'written')).toHaveLength(1);
    const first = written(outcomes.find((o) => o.kind === 'written') ?? { kind: 'refused', code: 'NOT_FOUND' }).events[0];
    for (const o of outcomes)
      if (o.kind === 'duplicate') expect(o.prior).toMatchObject({ eventId: first?.eventId, seq: first?.seq, eventHash: first?.eventHash });
    expect(outcomes.filter((o) => o.kind === 'duplicate')).toHaveLength(199);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('the same key with another amount is a conflict; another key with the same intent id is refused', async () => {
    const books = await makeBooks(t);
    const intent = books.intent('A1', 'A2', '10');
    await books.submit(intent);
    const changed = { ...books.intent('A1', 'A2', '11'), idemKey: intent.idemKey };
    expect(await books.submit(changed)).toMatchObject({ kind: 'refused', code: 'IDEMPOTENCY_CONFLICT' });
    expect(await books.submit({ ...intent, idemKey: 'another' })).toMatchObject({ kind: 'refused', code: 'INTENT_ID_TAKEN' });
  });

  test('a key from before this process is found by the index, looked up and answered as a duplicate', async () => {
    const masterKey = Buffer.alloc(32, 1);
    const before = openLedger(db.where, { masterKey });
    const books = await makeBooks(before);
    const intent = books.intent('A1', 'A2', '10');
    const first = written(await books.submit(intent)).events[0];
    await before.close();
    const after = openLedger(db.where, { masterKey });
    try {
      const other = books.intent('A1', 'A2', '20');
      const [duplicate, fresh] = await Promise.all([
        after.ledger.submit(books.tenantId, intent),
        after.ledger.submit(books.tenantId, other),
      ]);
      expect(duplicate).toMatchObject({ kind: 'duplicate', prior: { eventId: first?.eventId, status: 'executed' } });
      expect(fresh.kind).toBe('written');
      expect(await after.ledger.submit(books.tenantId, { ...other, idemKey: intent.idemKey })).toMatchObject({
        kind: 'refused',
        code: 'IDEMPOTENCY_CONFLICT',
      });
    } finally {
      await after.close();
    }
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('a key from before this process is a duplicate also where the same intent would be refused today', async () => {
    const masterKey = Buffer.alloc(32, 2);
    const before = openLedger(db.where, { masterKey });
    const books = await makeBooks(before);
    const intent = books.intent('A1', 'A2', '10');
    const first = written(await books.submit(intent)).events[0];
    await before.close();
    const after = openLedger(db.where, { masterKey });
    const submit = (change: object) => after.ledger.submit(books.tenantId, { ...intent, ...change });
    const fresh = { idemKey: 'fresh', intentId: 'fresh' };
    try {
      const outcomes = await Promise.all([
        submit({ tenantId: 'another' }),
        submit({ tenantId: 'another', rows: [] }),
        submit({ tenantId: 'another', ...fresh }),
        submit({ ...fresh, idemKey: 'again' }),
      ]);
      expect(outcomes).toMatchObject([
        { kind: 'duplicate', prior: { eventId: first?.eventId } },
        { kind: 'refused', code: 'IDEMPOTENCY_CONFLICT' },
        { kind: 'refused', code: 'TENANT_MISMATCH' },
        { kind: 'written' },
      ]);
    } finally {
      await after.close();
    }
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('with another master key nothing is written: heads could not be signed', async () => {
    const books = await makeBooks(t);
    const stranger = openLedger(db.where);
    await expect(stranger.ledger.submit(books.tenantId, books.intent('A1', 'A2', '1'))).rejects.toThrow('another master key');
    await stranger.close();
  });
});

describe('two processes', () => {
  test('each sees what the other wrote; nothing is lost, doubled or out of order', async () => {
    const masterKey = Buffer.alloc(32, 7);
    const [one, two] = [openLedger(db.where, { masterKey }), openLedger(db.where, { masterKey })];
    try {
      const books = await makeBooks(one, 4);
      const intents = Array.from({ length: 300 }, (_, i) => books.intent(`A${(i % 4) + 1}`, `A${((i + 1) % 4) + 1}`, '1'));
      const outcomes = await Promise.all(
        intents.flatMap((intent) => [one.ledger.submit(books.tenantId, intent), two.ledger.submit(books.tenantId, intent)]),
      );
      expect(outcomes.filter((o) => o.kind === 'written')).toHaveLength(300);
      expect(outcomes.filter((o) => o.kind === 'duplicate')).toHaveLength(300);
      expect(await findFaults(t, books.tenantId)).toEqual([]);
    } finally {
      await one.close();
      await two.close();
    }
  });
});
