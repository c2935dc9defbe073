import { makeBooks, openLedger, type TestLedger } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from './connection.ts';
import { read, type Tx } from './reader.ts';

const db = useDatabase();
let t: TestLedger;
let tenantId: string;
/** One connection: what one read leaves on it the next one meets. */
let pool: pg.Pool;
beforeAll(async () => {
  t = openLedger(db.where);
  ({ tenantId } = await makeBooks(t));
});
afterAll(() => t.close());
beforeEach(() => {
  pool = openPool(db.where, 'reader', { max: 1 });
});
afterEach(() => pool.end());

const count = async (tx: Pick<Tx, 'query'>): Promise<number> =>
  (await tx.query<{ n: number }>('select count(*) as n from accounts')).rows[0]?.n ?? -1;
const readCount = (): Promise<number> => read(pool, { tenantId }, count);

describe('a read', () => {
  test('sees its organisation and one point in time, and can write nothing', async () => {
    expect(await readCount()).toBe(2);
    await expect(read(pool, { tenantId }, (tx) => tx.query('create temporary table t (n int)'))).rejects.toMatchObject({ code: '25006' });
    const isolation = await read(pool, { tenantId }, (tx) => tx.query('show transaction_isolation'));
    expect(isolation.rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
  });
  test('leaves nothing on its connection, though nobody waits for its end: who asks next is bound to nobody', async () => {
    for (let i = 0; i < 20; i++) {
      const [bound, unbound] = [await readCount(), await count(pool)];
      expect([bound, unbound]).toEqual([2, 0]);
    }
    expect((await pool.query("select current_setting('transaction_read_only') as only")).rows).toEqual([{ only: 'off' }]);
    expect(pool.totalCount).toBe(1);
  });
  test('that fails tells its own error, takes back what was asked meanwhile, and leaves the connection as it was', async () => {
    const failing = read(pool, { tenantId }, (tx) => Promise.all([tx.query('select 1 / 0'), count(tx)]));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await expect(read(pool, { tenantId }, () => Promise.reject(new Error('of its own')))).rejects.toThrow('of its own');
    const atOnce = read(pool, { tenantId }, () => {
      throw new Error('before it waits');
    });
    await expect(atOnce).rejects.toThrow('before it waits');
    expect([await count(pool), await readCount()]).toEqual([0, 2]);
    expect(pool.totalCount).toBe(1);
  });
  test('answers what it asks at once each with its own', async () => {
    const numbers = Array.from({ length: 50 }, (_, i) => i);
    const found = await read(pool, { tenantId }, (tx) =>
      Promise.all(numbers.map(async (n) => (await tx.query<{ n: number }>('select $1::bigint as n', [n])).rows[0]?.n)),
    );
    expect(found).toEqual(numbers);
  });
  test('that cannot begin is not answered, whatever was asked behind it', async () => {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const client = await pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    client.on('error', () => {});
    const held = { connect: () => Promise.resolve(client), options: pool.options } as unknown as pg.Pool;
    await t.loginPool.query('select pg_terminate_backend($1::int, 0)', [rows[0]?.pid]);
    await expect(read(held, { tenantId }, () => Promise.resolve('nothing was asked'))).rejects.toThrow();
    await ended;
    // The pool makes another one.
    expect(await readCount()).toBe(2);
  });
  test('waits for each answer on a connection that cannot ask on: the same is answered', async () => {
    expect(t.writerPool.options.pipeline).toBeUndefined();
    expect(
      await read(
        t.loginPool,
        { tenantId },
        async (tx) => (await tx.query('select id from accounts where tenant_id = $1', [tenantId])).rowCount,
      ),
    ).toBe(2);
  });
});
