// A database that is put back to what it was: a copy is made, and takes the place of the database later, as a restored backup or a
// replica that lags does. Connections of whoever works on it are cut; a real PostgreSQL does the rest.

import { randomUUID } from 'node:crypto';
import { nameOf } from '@countinghouse/store/connection';
import { onEveryMachine, type TestDatabase } from './database.ts';

/** Copies a database as it is now. What is answered puts that copy in its place; once. */
export async function copyOf({ where }: TestDatabase): Promise<() => Promise<void>> {
  const copy = `t_${randomUUID().replaceAll('-', '')}`;
  const alone = [
    `alter database ${where.database} allow_connections false`,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${where.database}'`,
  ];
  await onEveryMachine(
    where,
    ...alone,
    `create database ${copy} template ${where.database} owner ${where.ownLogins === true ? nameOf('owner') : where.user} strategy = file_copy`,
    `alter database ${where.database} allow_connections true`,
  );
  return () =>
    onEveryMachine(where, ...alone, `drop database ${where.database} with (force)`, `alter database ${copy} rename to ${where.database}`);
}
