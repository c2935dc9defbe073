import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { useDatabase } from '@countinghouse/testkit/database';
import { onOneMachine } from '@countinghouse/testkit/spread';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, connect } from '../connection.ts';
import { describeSchema, NotDescribed } from './describe-schema.ts';

const NOTICE = /^(?:--.*\n)+\n/;

const db = useDatabase();
let client: Client;
let described: string;
beforeAll(async () => {
  client = await connect(db.where, 'login');
  described = await describeSchema(client);
});
afterAll(() => client.end());

describe('the description of the schema', () => {
  onOneMachine('distributing takes away two policies')('is docs/reference/schema.sql (npm run reference writes it)', async () => {
    const kept = readFileSync(new URL('../../../../docs/reference/schema.sql', import.meta.url), 'utf8');
    expect(kept).toMatch(NOTICE);
    expect(kept.replace(NOTICE, '')).toBe(described);
  });

  test('makes the same schema in an empty database', async () => {
    const database = `t_${randomUUID().replaceAll('-', '')}`;
    await client.query(`create database ${database}`);
    const empty = await connect({ ...db.where, database }, 'login');
    try {
      await empty.query(described);
      expect(await describeSchema(empty)).toBe(described);
    } finally {
      await empty.end();
      await client.query(`drop database ${database} with (force)`);
    }
  });

  test.each([
    ['a view', 'create view strange as select 1 as one'],
    ['a sequence', 'create sequence strange'],
    ['a type', "create type strange as enum ('a')"],
    [
      'a trigger',
      'create trigger strange before update on schema_migrations for each row execute function suppress_redundant_updates_trigger()',
    ],
    ['a column that counts by itself', 'create table strange (id int generated always as identity)'],
  ])('refuses %s, which it has no words for', async (_what, sql) => {
    await client.query('begin');
    await client.query(sql);
    await expect(describeSchema(client)).rejects.toThrow(NotDescribed);
    await client.query('rollback');
  });
});
