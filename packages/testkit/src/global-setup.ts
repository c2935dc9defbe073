// One PostgreSQL for the whole run, and in it a migrated template that each test file clones.

import { connect } from '@countinghouse/store/connection';
import { SUPERUSER } from '@countinghouse/store/logins';
import type { TestProject } from 'vitest/node';
import { migrateWithLogins } from './migrated.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgres: { readonly host: string; readonly port: number };
  }
}

export const TEMPLATE = 'countinghouse_template';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  const admin = await connect({ host: server.host, port: server.port, user: SUPERUSER, database: 'postgres' }, 'login');
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrateWithLogins(server, TEMPLATE);
  project.provide('postgres', { host: server.host, port: server.port });
  return () => server.stop();
}
