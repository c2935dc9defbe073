// The database tests on a Citus cluster: the same template and clones, on each of its machines. A machine is known to the others by address and port alone,
// so that clones of one name are a cluster of their own.

import { distribute } from '@countinghouse/store/citus/distribute';
import { connect, nameOf } from '@countinghouse/store/connection';
import { makeLogins, SUPERUSER } from '@countinghouse/store/logins';
import { migrateWithLogins } from './migrated.ts';

export interface Machine {
  readonly host: string;
  readonly port: number;
}

const SHARDS = 4;

/** How a machine is known to the others: what is reached by a Unix socket here, they reach by its port. */
const addressOf = ({ host, port }: Machine): string => `'${host.startsWith('/') ? '127.0.0.1' : host}', ${port}`;

/** `host:port,host:port` of CITUS_NODES, the coordinator first; its superuser `postgres` needs no password, nor do other roles. Empty: none. */
export function machinesOf(nodes: string | undefined): readonly Machine[] {
  return (nodes ?? '')
    .split(',')
    .filter((node) => node !== '')
    .map((node) => {
      const [, host, port] = /^(.+):(\d+)$/.exec(node) ?? [];
      if (host === undefined) throw new Error(`CITUS_NODES is host:port,host:port: ${node}`);
      return { host, port: Number(port) };
    });
}

export async function asSuperuser(machine: Machine, database: string, statements: readonly string[]): Promise<void> {
  const client = await connect({ ...machine, user: SUPERUSER, database }, 'login', { statement_timeout: 0 });
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a migrated and distributed database of that name, which can be cloned machine by machine. */
export async function makeDistributedTemplate(machines: readonly Machine[], template: string): Promise<void> {
  const [coordinator, ...workers] = machines;
  if (coordinator === undefined) throw new Error('a cluster without a machine');
  for (const machine of machines) {
    await asSuperuser(machine, 'postgres', [`drop database if exists ${template} with (force)`, `create database ${template}`]);
    // Before the extension is there: each machine has logins of its own.
    const client = await connect({ ...machine, user: SUPERUSER, database: template }, 'login');
    try {
      await makeLogins(client);
      await client.query('create extension citus');
    } finally {
      await client.end();
    }
  }
  await asSuperuser(coordinator, template, [
    `select citus_set_coordinator_host(${addressOf(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${addressOf(worker)})`),
    ...(workers.length === 0 ? [`select citus_set_node_property(${addressOf(coordinator)}, 'shouldhaveshards', true)`] : []),
  ]);
  const where = await migrateWithLogins(coordinator, template);
  // As docs/operating/scale.md has its owner; without it, rows that are read here and added on a machine would be refused.
  for (const machine of machines) await asSuperuser(machine, template, [`alter role ${nameOf('owner')} bypassrls`]);
  const owner = await connect(where, 'owner', { statement_timeout: 0 });
  try {
    await distribute(owner, { shards: SHARDS });
  } finally {
    await owner.end();
  }
  // What Citus runs in each database by itself would be in the way of a clone.
  for (const machine of machines)
    await asSuperuser(machine, 'postgres', [
      `alter database ${template} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
    ]);
}
