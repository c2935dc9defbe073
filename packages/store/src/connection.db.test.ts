import { useDatabase } from '@countinghouse/testkit/database';
import { expect, test } from 'vitest';
import { connect } from './connection.ts';

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
