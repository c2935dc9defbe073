import { randomUUID } from 'node:crypto';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { mostRowsOf } from '@countinghouse/testkit/plans';
import { findFaults } from '@countinghouse/testkit/soundness';
import { onOneMachine } from '@countinghouse/testkit/spread';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToDays, listUnsummed, NO_ENTITY, readDays, sumDays } from './days.ts';
import { bindTo, read } from './reader.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

/** Books with an account A1 of no entity and HQ-1 of one. */
async function makeEntityBooks(): Promise<{ readonly books: Books; readonly entityId: string; readonly ofEntity: string }> {
  const books = await makeBooks(t);
  const actor = books.owner;
  const [entityId, ofEntity] = [randomUUID(), randomUUID()];
  written(await books.submit({ type: 'entity.create', actor, id: entityId, code: 'HQ', name: 'HQ', baseCurrency: 'USD' }));
  const account = { id: ofEntity, code: 'HQ-1', currency: 'USD', kind: 'bank', externalRef: null, floor: 'none' } as const;
  written(await books.submit({ type: 'account.create', actor, ...account, entityId, glAccountId: books.glAccountId }));
  return { books, entityId, ofEntity };
}

const post = async (books: Books, to: string, amount: string, valueDate: string): Promise<void> => {
  written(await books.post('A1', to, amount, { valueDate, rows: [{ ...firstRow(books, to, amount), valueDate }] }));
};
const firstRow = (books: Books, to: string, amount: string) => {
  const [row] = books.intent('A1', to, amount).rows;
  if (row === undefined) throw new Error('an intent has a row');
  return row;
};

/** What a reader sees of the days, whatever of it is summed. */
const seen = (books: Books) =>
  read(t.readerPool, { tenantId: books.tenantId }, async (tx) => {
    const days = await readDays(tx, books.tenantId);
    const accounts = await tx.query<{ account_id: string; value_date: string; debits: string; credits: string }>(
      `select account_id, value_date, sum(debits)::numeric(20, 2) as debits, sum(credits)::numeric(20, 2) as credits
       from ${days.accounts} d group by account_id, value_date order by value_date, debits desc, account_id`,
    );
    const gl = await tx.query(
      `select gl_account_id, entity_id, currency, value_date, sum(debits)::numeric(20, 2) as debits, sum(credits)::numeric(20, 2) as credits
       from ${days.gl} d group by gl_account_id, entity_id, currency, value_date order by value_date, entity_id`,
    );
    const entities = await tx.query(
      `select debit_entity_id, credit_entity_id, currency, value_date, sum(amount)::numeric(20, 2) as amount
       from ${days.entities} d group by debit_entity_id, credit_entity_id, currency, value_date order by value_date`,
    );
    return { accounts: accounts.rows, gl: gl.rows, entities: entities.rows };
  });

const storedDays = async (books: Books): Promise<number> =>
  (await t.loginPool.query('select from account_days where tenant_id = $1', [books.tenantId])).rowCount ?? 0;

test('a reader sees every posting in the days, summed or not', async () => {
  const { books, entityId, ofEntity } = await makeEntityBooks();
  const [a1 = '', a2 = ''] = books.accounts;
  await post(books, 'HQ-1', '10', '2026-01-05');
  await post(books, 'A2', '3', '2026-01-05');
  const first = {
    accounts: [
      { account_id: a1, value_date: '2026-01-05', debits: '13.00', credits: '0.00' },
      ...[
        { account_id: a2, value_date: '2026-01-05', debits: '0.00', credits: '3.00' },
        { account_id: ofEntity, value_date: '2026-01-05', debits: '0.00', credits: '10.00' },
      ].sort((x, y) => (x.account_id < y.account_id ? -1 : 1)),
    ],
    gl: [
      {
        gl_account_id: books.glAccountId,
        entity_id: NO_ENTITY,
        currency: 'USD',
        value_date: '2026-01-05',
        debits: '13.00',
        credits: '3.00',
      },
      {
        gl_account_id: books.glAccountId,
        entity_id: entityId,
        currency: 'USD',
        value_date: '2026-01-05',
        debits: '0.00',
        credits: '10.00',
      },
    ],
    entities: [{ debit_entity_id: NO_ENTITY, credit_entity_id: entityId, currency: 'USD', value_date: '2026-01-05', amount: '10.00' }],
  };
  expect(await storedDays(books)).toBe(0);
  expect(await seen(books)).toEqual(first);
  expect(await listUnsummed(t.writerPool)).toContain(books.tenantId);

  expect(await sumDays(t.writerPool, books.tenantId)).toBe(0);
  expect(await storedDays(books)).toBe(3);
  expect(await seen(books)).toEqual(first);
  expect(await listUnsummed(t.writerPool)).not.toContain(books.tenantId);

  // On a day that is summed, and on one that is not.
  await post(books, 'HQ-1', '5', '2026-01-05');
  await post(books, 'HQ-1', '7', '2026-02-01');
  const halfSummed = await seen(books);
  expect(halfSummed.accounts[0]).toEqual({ account_id: a1, value_date: '2026-01-05', debits: '18.00', credits: '0.00' });
  expect(halfSummed.entities.map((e) => e['amount'])).toEqual(['15.00', '7.00']);
  await sumDays(t.writerPool, books.tenantId);
  expect(await seen(books)).toEqual(halfSummed);
  expect(await findFaults(t, books.tenantId)).toEqual([]);
});

/** Where a database has fewer, it does not matter how PostgreSQL finds one. */
const ACCOUNTS = 1_000;

/** Of the statements that sum the days of an organisation's log the most rows that one step looks at. */
async function mostRowsOfSumming(books: Books, owner: pg.PoolClient): Promise<number> {
  await owner.query(bindTo('app.tenant_id', books.tenantId));
  let most = 0;
  for (const sql of addToDays(books.tenantId, { after: 0, through: books.lastSeq() })) {
    most = Math.max(most, await mostRowsOf(owner, sql));
  }
  return most;
}

for (const [what, countsOthers] of [
  ['that has counted nothing yet', false],
  ['that has counted others before this one came', true],
] as const)
  onOneMachine('Citus tells no plan of what reads and adds in one statement')(
    `on a database ${what}, each account is found by its key and not among all of the organisation`,
    async () => {
      const others = countsOthers ? await Promise.all([makeBooks(t, ACCOUNTS), makeBooks(t, ACCOUNTS)]) : [];
      const client = await t.loginPool.connect();
      try {
        await client.query('begin');
        for (const other of others) for (let n = 1; n < 100; n++) written(await other.post(`A${n}`, `A${n + 100}`, '1'));
        if (countsOthers) await client.query('analyze');
        const counted = await client.query("select reltuples > 0 as counted from pg_class where oid = 'accounts'::regclass");
        expect(counted.rows).toEqual([{ counted: countsOthers }]);
        const books = await makeBooks(t, ACCOUNTS);
        for (let n = 1; n < 100; n++) written(await books.post(`A${n}`, `A${n + 100}`, '1'));
        expect(await mostRowsOfSumming(books, client)).toBeLessThan(ACCOUNTS);
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  );

test('summers at the same time add nothing twice, and posting does not wait for them', async () => {
  const { books } = await makeEntityBooks();
  let met = 0;
  for (let round = 0; round < 20; round++) {
    const posting = Promise.all(Array.from({ length: 20 }, (_, i) => books.post('A1', i % 2 === 0 ? 'HQ-1' : 'A2', '1')));
    const left = await Promise.all(Array.from({ length: 4 }, () => sumDays(t.writerPool, books.tenantId)));
    if (left.some((n) => n > 0) || (await storedDays(books)) > 0) met += 1;
    await posting;
  }
  expect(met).toBeGreaterThan(0);
  expect(await findFaults(t, books.tenantId)).toEqual([]);
  while ((await sumDays(t.writerPool, books.tenantId)) > 0);
  expect(await listUnsummed(t.writerPool)).not.toContain(books.tenantId);
  expect(await findFaults(t, books.tenantId)).toEqual([]);
});

test('a mark that was moved back or ahead is found', async () => {
  for (const to of [0, 1_000]) {
    const { books } = await makeEntityBooks();
    await post(books, 'HQ-1', '10', '2026-01-05');
    if (to === 0) await sumDays(t.writerPool, books.tenantId);
    await t.loginPool.query('update days_summed set through_seq = $2 where tenant_id = $1', [books.tenantId, to]);
    expect(await findFaults(t, books.tenantId)).not.toEqual([]);
  }
});
