import { AsyncLocalStorage } from 'node:async_hooks';
import { useDatabase } from '@countinghouse/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from './connection.ts';
import { oneTrip } from './one-trip.ts';
import { kindOf } from './traced-connection.ts';
import { type Activity, type Beginning, setTracing, type Tracing } from './tracing.ts';
import { inTransaction } from './transaction.ts';

const db = useDatabase();
let pool: Pool;

/** Each trip as whose it is, its kind and what went wrong. */
let trips: (readonly [string, string, string | null])[] = [];
interface Named extends Activity {
  readonly name: string;
}
const current = new AsyncLocalStorage<Named | null>();
const here = (): Named | null => current.getStore() ?? null;
const begin = ({ name }: Beginning): Named => {
  const whose = here()?.name ?? '';
  return { name, note: () => {}, end: (failure = null) => void trips.push([whose, name, failure]) };
};
const tracing: Tracing = {
  here,
  begin,
  beginRead: begin,
  within: (activity, work) => current.run(activity as Named | null, work),
  carry: () => ({}),
  carryInHeaders: () => ({}),
};
const as = <T>(name: string, work: () => Promise<T>): Promise<T> => tracing.within({ ...begin({ name }), name } as Activity, work);

beforeAll(() => {
  setTracing(tracing);
  // One connection: who waits is served by whoever gives it back.
  pool = openPool(db.where, 'writer', { max: 1 });
});
afterAll(async () => {
  setTracing(null);
  await pool.end();
});

const told = async (work: () => Promise<unknown>): Promise<typeof trips> => {
  trips = [];
  await work();
  return trips;
};

test('each trip is part of what asked for it, also where it waited for a connection of another', async () => {
  const ask = async (name: string): Promise<void> => {
    await as(name, async () => {
      await pool.query('select 1');
      await pool.query('select 2');
    });
  };
  const names = ['one', 'two', 'three'];
  const seen = await told(() => Promise.all(names.map(ask)));
  expect(seen.map(([whose]) => whose).toSorted()).toEqual(names.flatMap((name) => [name, name]).toSorted());
});

test('every way to ask is told of as its kind; what is part of nothing is not', async () => {
  const seen = await told(async () => {
    await pool.query('select 1');
    await as('all', () =>
      inTransaction(pool, async (client) => {
        await client.query({ text: 'create temporary table t (a int) on commit drop' });
        await client.query('with x as (select 1) insert into t select 7 where $1', [true]);
      }),
    );
    await as('trip', async () => {
      const client = await pool.connect();
      await oneTrip(client, 'begin;\ncommit', []);
      client.release();
    });
    await as('settings', () => inTransaction(pool, () => Promise.resolve(), ['begin read only', 'set local statement_timeout = 0']));
  });
  expect(seen).toEqual([
    ['all', 'BEGIN', null],
    ['all', 'CREATE', null],
    ['all', 'INSERT', null],
    ['all', 'COMMIT', null],
    ['trip', 'TRANSACTION', null],
    ['settings', 'BEGIN', null],
    ['settings', 'COMMIT', null],
  ]);
});

test('what fails is told of by its code', async () => {
  const seen = await told(() =>
    as('fails', async () => {
      await pool.query('select 1 / 0').catch(() => {});
      const client = await pool.connect();
      await oneTrip(client, 'begin;\nselect 1 / 0;\ncommit', []).catch(() => {});
      await client.query('rollback');
      client.release();
    }),
  );
  expect(seen).toEqual([
    ['fails', 'SELECT', '22012'],
    ['fails', 'TRANSACTION', '22012'],
    ['fails', 'ROLLBACK', null],
  ]);
});

test.each([
  ['  Select 1', 'SELECT'],
  ['with a as (select 1) select * from a', 'SELECT'],
  ['with a as (delete from t returning *) select * from a', 'DELETE'],
  ['-- words', 'OTHER'],
  ['vacuum', 'OTHER'],
])('%s is told of as %s', (sql, kind) => {
  expect(kindOf(sql)).toBe(kind);
});
