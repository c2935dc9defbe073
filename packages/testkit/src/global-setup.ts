// One PostgreSQL for the whole run, and in it a migrated template that each test file clones; or the Citus cluster that CITUS_NODES names.

import { connect } from '@countinghouse/store/connection';
import { SUPERUSER } from '@countinghouse/store/logins';
import type { TestProject } from 'vitest/node';
import { type Machine, machinesOf, makeDistributedTemplate } from './citus-cluster.ts';
import { migrateWithLogins } from './migrated.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgres: Machine;
    /** Of a Citus cluster the machines beside it. */
    readonly workers: readonly Machine[];
  }
}

export const TEMPLATE = 'countinghouse_template';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [coordinator, ...workers] = machinesOf(process.env['CITUS_NODES']);
  project.provide('workers', workers);
  if (coordinator !== undefined) {
    await makeDistributedTemplate([coordinator, ...workers], TEMPLATE);
    project.provide('postgres', coordinator);
    return async () => {};
  }
  const server = await startTestPostgres();
  const admin = await connect({ host: server.host, port: server.port, user: SUPERUSER, database: 'postgres' }, 'login');
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrateWithLogins(server, TEMPLATE);
  project.provide('postgres', { host: server.host, port: server.port });
  return () => server.stop();
}
