import { openPool } from '@countinghouse/store/connection';
import { useDatabase } from '@countinghouse/testkit/database';
import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authSettings } from './auth.ts';

const db = useDatabase();
let pool: ReturnType<typeof openPool>;
beforeAll(() => {
  pool = openPool(db.where, 'auth');
});
afterAll(() => pool.end());

const plan = (signUp: 'open' | 'invite') =>
  getMigrations(
    authSettings({
      pool,
      publicUrl: 'http://127.0.0.1:3000',
      trustedOrigins: [],
      secret: 's'.repeat(32),
      signUp,
      mailer: { send: async () => {}, close: () => {} },
    }),
  );

describe('the tables of the authentication library', () => {
  test.each(['open', 'invite'] as const)('our migration leaves it nothing to create or add (sign-up: %s)', async (signUp) => {
    const { toBeCreated, toBeAdded } = await plan(signUp);
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });
  test('the library would notice a column that is missing, and a table', async () => {
    await pool.query('alter table sessions drop column "activeTenantId"');
    await pool.query('drop table rate_limits');
    const { toBeCreated, toBeAdded } = await plan('open');
    expect(toBeAdded).toMatchObject([{ table: 'sessions', fields: { activeTenantId: {} } }]);
    expect(toBeCreated).toMatchObject([{ table: 'rate_limits' }]);
  });
});
