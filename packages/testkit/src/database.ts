import { randomUUID } from 'node:crypto';
import { connect, nameOf, type Where } from '@countinghouse/store/connection';
import { SUPERUSER } from '@countinghouse/store/logins';
import { afterAll, beforeAll, inject } from 'vitest';
import { TEMPLATE } from './global-setup.ts';

export interface TestDatabase {
  /** As `login` the superuser, who does what the product never does. */
  readonly where: Extract<Where, { readonly host: string }>;
}

/** A real PostgreSQL database of one's own for this test file, cloned from the migrated template. */
export function useDatabase(): TestDatabase {
  const at = { ...inject('postgres'), user: SUPERUSER, ownLogins: true };
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = async (sql: string): Promise<void> => {
    const client = await connect({ ...at, database: 'postgres' }, 'login');
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  beforeAll(() => admin(`create database ${database} template ${TEMPLATE} owner ${nameOf('owner')} strategy = file_copy`));
  afterAll(() => admin(`drop database ${database} with (force)`));
  return { where: { ...at, database } };
}
