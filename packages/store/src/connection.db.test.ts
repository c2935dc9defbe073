import { useDatabase } from '@countinghouse/testkit/database';
import { expect, test } from 'vitest';
import { connect, openPool } from './connection.ts';

const db = useDatabase();

test.each([
  { asked: undefined, limit: '10s' },
  { asked: 0, limit: '0' },
  { asked: 2_500, limit: '2500ms' },
])('a connection that asks for $asked ms a statement has a limit of $limit', async ({ asked, limit }) => {
  const client = await connect(db.where, 'login', asked === undefined ? {} : { statement_timeout: asked });
  try {
    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: limit }]);
  } finally {
    await client.end();
  }
});

test('nothing is compiled before it is run, whoever asks', async () => {
  const jitOf = 'select setting, source from pg_settings where name = $1';
  for (const role of ['reader', 'writer', 'owner', 'backup', 'auth', 'login'] as const) {
    const pool = openPool(db.where, role, { max: 1 });
    try {
      expect([role, (await pool.query(jitOf, ['jit'])).rows]).toEqual([role, [{ setting: 'off', source: 'client' }]]);
    } finally {
      await pool.end();
    }
  }
});
