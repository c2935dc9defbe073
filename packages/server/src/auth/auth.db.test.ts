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

describe('the tables of the authentication library', () => {
  test('our migration leaves it nothing to create or add', async () => {
    const settings = authSettings({
      pool,
      publicUrl: 'http://127.0.0.1:3000',
      trustedOrigins: [],
      secret: 's'.repeat(32),
      sessionLifeMs: 86_400_000,
      sendReset: async () => {},
    });
    const { toBeCreated, toBeAdded } = await getMigrations(settings);
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });
});
