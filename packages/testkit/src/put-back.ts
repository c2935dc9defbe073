// A database that is put back to what it was: a copy is made, and takes the place of the database later, as a restored backup or a
// replica that lags does. Connections of whoever works on it are cut; a real PostgreSQL does the rest.

import { randomUUID } from 'node:crypto';
import { nameOf } from '@countinghouse/store/connection';
import { onEveryMachine, type TestDatabase } from './database.ts';

const alone = (database: string): readonly string[] => [
  `alter database ${database} allow_connections false`,
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
];

/** Copies a database as it is now, and answers the name of the copy. */
export async function copyDatabase({ where }: TestDatabase): Promise<string> {
  const copy = `t_${randomUUID().replaceAll('-', '')}`;
  await onEveryMachine(
    where,
    ...alone(where.database),
    `create database ${copy} template ${where.database} owner ${where.ownLogins === true ? nameOf('owner') : where.user} strategy = file_copy`,
    `alter database ${where.database} allow_connections true`,
  );
  return copy;
}

/** Copies a database as it is now. What is answered puts that copy in its place; once. */
export async function copyOf(database: TestDatabase): Promise<() => Promise<void>> {
  const copy = await copyDatabase(database);
  const { where } = database;
  return () =>
    onEveryMachine(
      where,
      ...alone(where.database),
      `drop database ${where.database} with (force)`,
      `alter database ${copy} rename to ${where.database}`,
    );
}
