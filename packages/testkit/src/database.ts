import { randomUUID } from 'node:crypto';
import { nameOf, type Where } from '@countinghouse/store/connection';
import { SUPERUSER } from '@countinghouse/store/logins';
import { afterAll, beforeAll, inject } from 'vitest';
import { asSuperuser, type Machine } from './citus-cluster.ts';
import { TEMPLATE } from './global-setup.ts';

export interface TestDatabase {
  /** As `login` the superuser, who does what the product never does. */
  readonly where: Extract<Where, { readonly host: string }>;
}

/** Runs statements as the superuser on a PostgreSQL, and on the machines beside it where it is the coordinator of the tests' cluster. */
export async function onEveryMachine(at: Machine, ...statements: readonly string[]): Promise<void> {
  const { host, port } = inject('postgres');
  const beside = host === at.host && port === at.port ? inject('workers') : [];
  for (const machine of [...beside, at]) await asSuperuser(machine, 'postgres', statements);
}

/** On a cluster what Citus runs in each database by itself is let go of first: while it begins, it ends too late for `force`. */
export const dropDatabase = (at: Machine, database: string): Promise<void> =>
  onEveryMachine(
    at,
    `alter database ${database} allow_connections false`,
    `select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = '${database}'`,
    `drop database ${database} with (force)`,
  );

/** A real PostgreSQL database of one's own for this test file, cloned from the migrated template. */
export function useDatabase(): TestDatabase {
  const at = { ...inject('postgres'), user: SUPERUSER, ownLogins: true };
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  beforeAll(() => onEveryMachine(at, `create database ${database} template ${TEMPLATE} owner ${nameOf('owner')} strategy = file_copy`));
  afterAll(() => dropDatabase(at, database));
  return { where: { ...at, database } };
}
