// What a schema must keep so that Citus can spread it (docs/decisions/0205-spread-over-citus.md), asserted on one PostgreSQL.

import { readdirSync, readFileSync } from 'node:fs';
import { useDatabase } from '@countinghouse/testkit/database';
import { stepsOf } from '@countinghouse/testkit/plans';
import { onOneMachine } from '@countinghouse/testkit/spread';
import { LOCAL_TABLES } from '@countinghouse/testkit/spreadable';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../connection.ts';
import { targets } from '../outbound/targets.ts';
import { splitStatements } from '../sql/split-statements.ts';
import { distribute, NotDistributable } from './distribute.ts';
import { listBySize, moveOrganisation } from './placement.ts';

const db = useDatabase();
let client: pg.Client;
beforeAll(async () => {
  client = await connect(db.where, 'login');
});
afterAll(() => client.end());

const names = async (sql: string): Promise<readonly string[]> => (await client.query<{ name: string }>(sql)).rows.map((row) => row.name);

const NO_EXTENSION = `not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;
const OURS = `c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${NO_EXTENSION}`;
const OF_TENANTS = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`;

describe('the schema', () => {
  test('has no table of no organisation but those that stay where the server connects', async () => {
    expect(await names(`select c.relname as name from pg_class c where ${OURS} and not ${OF_TENANTS} order by 1`)).toEqual(LOCAL_TABLES);
  });
  test('has no policy that looks into a table, but those that distributing takes away', async () => {
    const policies = await names(`select polname as name from pg_policy where concat(polqual, polwithcheck) like '%SUBLINK%' order by 1`);
    expect(['', 'own_entities,own_organisations']).toContain(policies.join());
    expect((await names('select polname as name from pg_policy')).length).toBeGreaterThan(100);
  });
  test('has the organisation in every key that is unique, and in every key that refers to another table', async () => {
    const unique = await names(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
       where i.indisunique and ${OURS} and ${OF_TENANTS}
         and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = any (i.indkey))`,
    );
    const foreign = await names(
      `select f.conname as name from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class r on r.oid = f.confrelid
       where f.contype = 'f' and ${OURS} and ${OF_TENANTS} and not exists (
         select from unnest(f.conkey, f.confkey) k (own, other)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.own and a.attname = 'tenant_id'
           join pg_attribute b on b.attrelid = r.oid and b.attnum = k.other and b.attname = 'tenant_id')`,
    );
    expect({ unique, foreign }).toEqual({ unique: [], foreign: [] });
  });
  test('has no view in which a table is read for more than the organisation that is asked for', async () => {
    const views = await names(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'v' and n.nspname !~ '^pg_|^information_schema$' and ${NO_EXTENSION} order by 1`,
    );
    const tenantId = 'e0000000-0000-4000-8000-000000000001';
    for (const view of views) {
      const steps = await stepsOf(client, `select * from ${view} where tenant_id = '${tenantId}'`);
      const reads = steps.filter((step) => step['Relation Name'] !== undefined);
      expect(reads.length).toBeGreaterThan(1);
      expect(reads.filter((read) => !JSON.stringify(read).includes(`tenant_id = '${tenantId}'`))).toEqual([]);
    }
    expect(views).toEqual(['thawed.events', 'thawed.postings']);
  });
  test('has no trigger', async () => {
    expect(
      await names(`select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${OURS}`),
    ).toEqual([]);
  });
});

describe('migrations since a database may be spread', () => {
  const folder = new URL('../migrations/', import.meta.url);
  const since = readdirSync(folder).filter((name) => name >= '0087');
  test.each(since)('%s adds constraints alone', (name) => {
    for (const statement of splitStatements(readFileSync(new URL(`${name}/up.sql`, folder), 'utf8'))) {
      if (/^alter table[\s\S]*\badd constraint\b/i.test(statement)) expect(statement).not.toMatch(/,\s*(?:add|alter|drop|rename)\b/i);
    }
  });
});

describe('what the log is sent to', () => {
  test.each(Object.values(targets).flat())('is found in one table of theirs, to which a cursor can be joined: %s', (target) => {
    expect(target).not.toMatch(/\bunion\b/i);
  });
});

describe('where there is no cluster', () => {
  onOneMachine('it asks what is said where there is no cluster')(
    'distributing and moving say what to do first, and change nothing',
    async () => {
      await expect(distribute(client)).rejects.toThrow(NotDistributable);
      await expect(distribute(client)).rejects.toThrow('create extension citus');
      await expect(moveOrganisation(client, 'e0000000-0000-4000-8000-000000000001', { to: null, alone: false })).rejects.toThrow(
        '`countinghouse distribute` spreads it',
      );
      expect(await names(`select polname as name from pg_policy where polname = 'own_organisations'`)).toHaveLength(1);
      expect(await listBySize(client, 10)).toEqual([]);
    },
  );
});
