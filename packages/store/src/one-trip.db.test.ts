import { useDatabase } from '@countinghouse/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, connect } from './connection.ts';
import { oneTrip } from './one-trip.ts';

const db = useDatabase();
let client: Client;
beforeAll(async () => {
  client = await connect(db.where, 'login');
  await client.query('create table trips (n int)');
});
afterAll(() => client.end());

const count = async (): Promise<unknown> => (await client.query('select count(*)::int as n from trips')).rows[0];
const copies = [Buffer.from('1\n2\n')];

test('what is asked for behind the commit is answered; nothing, where nothing is, or only before it', async () => {
  await client.query('truncate trips');
  expect(await oneTrip(client, "begin;\ncopy trips from stdin;\nselect 'before';\ncommit", copies)).toBeNull();
  expect(await oneTrip(client, "begin;\ncopy trips from stdin;\nselect 'before';\ncommit;\nselect 'behind'", copies)).toBe('behind');
  expect(await count()).toEqual({ n: 4 });
});

test('what fails behind the commit undoes nothing and is no failure; the connection goes on', async () => {
  await client.query('truncate trips');
  expect(await oneTrip(client, 'begin;\ncopy trips from stdin;\ncommit;\nselect 1 / 0', copies)).toBeNull();
  expect(await count()).toEqual({ n: 2 });
});

test('what fails before it undoes everything, and nothing behind it is done', async () => {
  await client.query('truncate trips');
  await expect(oneTrip(client, "begin;\ncopy trips from stdin;\nselect 1 / 0;\ncommit;\nselect 'behind'", copies)).rejects.toThrow(
    'division by zero',
  );
  await client.query('rollback');
  expect(await count()).toEqual({ n: 0 });
});
