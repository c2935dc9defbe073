// One PostgreSQL for the whole run, and in it a migrated template that each test file clones.

import { connect } from '@countinghouse/store/connection';
import { grantLogins } from '@countinghouse/store/logins';
import { migrate } from '@countinghouse/store/migrate';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgres: { readonly host: string; readonly port: number };
  }
}

export const TEMPLATE = 'countinghouse_template';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  const at = { host: server.host, port: server.port, user: 'postgres' };
  const admin = await connect({ ...at, database: 'postgres' }, 'login');
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = await connect({ ...at, database: TEMPLATE }, 'login');
  await migrate(template);
  await grantLogins(template);
  await template.end();
  project.provide('postgres', { host: server.host, port: server.port });
  return () => server.stop();
}
