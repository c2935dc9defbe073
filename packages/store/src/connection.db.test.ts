import os from 'node:os';
import { useDatabase } from '@countinghouse/testkit/database';
import { expect, test } from 'vitest';
import { connect, openPool } from './connection.ts';
import { NICENESS } from './step-back.ts';

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

test.runIf(process.platform === 'linux')(
  'a connection whose work may wait steps back on the machine that PostgreSQL is on; others do not',
  async () => {
    const pools = [true, false].map((stepsBack) => openPool(db.where, 'reader', { max: 1, stepsBack }));
    try {
      const pids = await Promise.all(pools.map(async (pool) => (await pool.query('select pg_backend_pid() pid')).rows[0].pid));
      // How nice the tests themselves are, PostgreSQL is too.
      expect(pids.map((pid) => os.getPriority(pid))).toEqual([NICENESS, os.getPriority()]);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
  },
);
