import { randomUUID } from 'node:crypto';
import { nameOf, type Where } from '@countinghouse/store/connection';
import { SUPERUSER } from '@countinghouse/store/logins';
import { afterAll, beforeAll, inject } from 'vitest';
import { asSuperuser } from './citus-cluster.ts';
import { TEMPLATE } from './global-setup.ts';

export interface TestDatabase {
  /** As `login` the superuser, who does what the product never does. */
  readonly where: Extract<Where, { readonly host: string }>;
}

/** A real PostgreSQL database of one's own for this test file, cloned from the migrated template. */
export function useDatabase(): TestDatabase {
  const at = { ...inject('postgres'), user: SUPERUSER, ownLogins: true };
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  const everywhere = async (sql: string): Promise<void> => {
    for (const machine of [...inject('workers'), inject('postgres')]) await asSuperuser(machine, 'postgres', [sql]);
  };
  beforeAll(() => everywhere(`create database ${database} template ${TEMPLATE} owner ${nameOf('owner')} strategy = file_copy`));
  afterAll(() => everywhere(`drop database ${database} with (force)`));
  return { where: { ...at, database } };
}
