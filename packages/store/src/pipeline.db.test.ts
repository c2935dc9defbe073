import { useDatabase } from '@countinghouse/testkit/database';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connection.ts';
import { pipeline } from './pipeline.ts';

const db = useDatabase();
let client: pg.Client;
beforeAll(async () => {
  client = await connect(db.where, 'login');
});
afterAll(() => client.end());

const setting = async (): Promise<unknown> =>
  (await client.query("select current_setting('statement_timeout') as ms, current_setting('transaction_read_only') as only")).rows[0];

test('statements run one after the other, in one transaction where they begin one', async () => {
  await pipeline(client, ['begin read only', 'set local statement_timeout = 4321']);
  expect(await setting()).toEqual({ ms: '4321ms', only: 'on' });
  await client.query('commit');
  expect(await setting()).toMatchObject({ only: 'off' });
});

test('the first that fails is told, those behind it do not run, and the connection goes on', async () => {
  await pipeline(client, ['create temporary table trips (n int)']);
  const tried = pipeline(client, ['insert into trips values (1)', 'select 1 / 0', 'insert into trips values (2)']);
  // What is asked meanwhile waits its turn.
  const [failed, seen] = await Promise.allSettled([tried, client.query('select n from trips')]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  // Outside of a transaction all of a pipeline is one.
  expect(seen).toMatchObject({ status: 'fulfilled', value: { rows: [] } });
});
