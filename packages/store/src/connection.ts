// How the store connects: where the database is, as which role, and how its values arrive.
// Parsers belong to the connection, never to the driver as a whole.

import pg from 'pg';
import type { ObjectSettings } from './objects/open-objects.ts';
import { CONNECT_MS, DatabaseSilent, PatientClient, type PatientConfig } from './patient-client.ts';
import { stepBackSession } from './step-back.ts';
import { TracedClient, TracedPool } from './traced-connection.ts';
import { tracing } from './tracing.ts';

export type Where = { /** Where rows are that left the database. */ readonly rows?: ObjectSettings } & (
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      /** Every role logs in as itself (`logins.ts`): there is nobody behind it whom it could become again. */
      readonly ownLogins?: boolean;
    }
);

/** A database, and where the rows are that left it: what reads of any ledger. */
export type WhereWithRows = Where & { readonly rows: ObjectSettings };
export const withRows = (where: Where, { s3, dataDir }: ObjectSettings): WhereWithRows => ({ ...where, rows: { s3, dataDir } });

/**
 * `reader` is bound by row-level security; `writer` may append to the log and maintain projections; `owner` owns the schema, migrates and
 * replays; `backup` copies the database and its log; `auth` is for the authentication library: it looks into schema `auth` and is given
 * instants as Date, which it compares. Without logins of their own the last three are whoever connects, as `login` always is.
 */
export type Role = 'reader' | 'writer' | 'owner' | 'backup' | 'auth' | 'login';

// Source: decision 0006, rules 9 and 17.
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 3_000;
/** Writers of many organisations stand in line for few connections: that many do is no sign that the database is away. */
const WRITER_WAIT_MS = 10_000;
/** Silent for so long, the other side is asked whether it is still there; by either side, where the network is TCP. */
const KEEP_ALIVE_AFTER_SECONDS = 10;
const KEEP_ALIVE_EVERY_SECONDS = 2;
const KEEP_ALIVE_PROBES = 3;
const UNACKNOWLEDGED_MS_MAX = 15_000;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** PostgreSQL's `2026-01-31 12:00:00.5+00` as RFC 3339 with six decimals. Sessions run in UTC. */
function toInstant(text: string): string {
  const m = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  return m === null ? text : `${m[1]}T${m[2]}.${(m[3] ?? '').padEnd(6, '0')}Z`;
}

/** int8 as number (seq and counts stay below 2^53), numeric and date as text, timestamptz as RFC 3339 with six decimals. */
const typesFor = (role: Role) => ({
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === INT8) return Number;
      if (role === 'auth') return pg.types.getTypeParser(oid, 'text');
      if (oid === DATE) return (v: string) => v;
      if (oid === TIMESTAMPTZ) return toInstant;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
});

/** What PostgreSQL calls a role of ours. */
export const nameOf = (role: Exclude<Role, 'login'>): string => `countinghouse_${role}`;

export const hasOwnLogins = (where: Where): boolean => 'host' in where && where.ownLogins === true;

function settings(role: Role, where: Where, statementTimeoutMs: number): pg.ClientConfig {
  const own = role !== 'login' && hasOwnLogins(where);
  const options = [
    '-c timezone=UTC',
    '-c datestyle=ISO',
    `-c statement_timeout=${statementTimeoutMs}`,
    `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
    // Lists read an index in its order and stop. Where fewer rows are expected than there are, a bitmap would gather and sort them all (decision 0110).
    '-c enable_bitmapscan=off',
    // Compiling a statement takes longer than any of ours runs that is small, and small ones are taken for large (decision 0267).
    '-c jit=off',
    // What binds a transaction to an organisation reaches every machine that its rows are on (decision 0205). Says nothing where there is one.
    '-c citus.propagate_set_commands=local',
    // The database lets go of a client that is not there any more, and with it of its locks. On a Unix socket these say nothing.
    `-c tcp_keepalives_idle=${KEEP_ALIVE_AFTER_SECONDS}`,
    `-c tcp_keepalives_interval=${KEEP_ALIVE_EVERY_SECONDS}`,
    `-c tcp_keepalives_count=${KEEP_ALIVE_PROBES}`,
    `-c tcp_user_timeout=${UNACKNOWLEDGED_MS_MAX}`,
  ];
  if (role === 'auth') options.push('-c search_path=auth');
  else if ((role === 'reader' || role === 'writer') && !own) options.push(`-c role=${nameOf(role)}`);
  return {
    ...where,
    ...(own ? { user: nameOf(role) } : {}),
    types: typesFor(role),
    options: options.join(' '),
    // What only reads asks on without waiting for what it asked before (reader.ts).
    ...(role === 'reader' ? { pipeline: true } : {}),
    connectionTimeoutMillis: role === 'writer' ? WRITER_WAIT_MS : CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_SECONDS * 1000,
  };
}

export function openPool(where: Where, role: Role, { stepsBack, ...more }: PoolConfig = {}): pg.Pool {
  const made = { max: 8, application_name: `countinghouse-${role}`, ...settings(role, where, STATEMENT_TIMEOUT_MS), ...more };
  const pool =
    tracing === null
      ? new pg.Pool({ ...made, Client: PatientClient } as pg.PoolConfig)
      : new TracedPool({ ...made, Client: TracedClient } as pg.PoolConfig);
  // A connection that fails while idle is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const idle = new Set<pg.ClientBase>();
  pool.on('connect', (client) => {
    if (stepsBack === true) stepBackHere(where, client as unknown as PatientClient);
    client.on('error', (error) => {
      // What made one silent made those that lie idle silent too: the next who takes one would wait as long again.
      if (error instanceof DatabaseSilent) for (const other of idle) (other as PatientClient).giveUp();
    });
  });
  pool.on('acquire', (client) => {
    idle.delete(client);
    (client as unknown as PatientClient).waitAsUsual();
  });
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));
  return pool;
}

/**
 * `statement_timeout`: milliseconds, 10,000 unless given; 0: a statement takes as long as it takes, and the connection waits without end.
 */
export async function connect(where: Where, role: Role, { statement_timeout, stepsBack, ...more }: ConnectConfig = {}): Promise<pg.Client> {
  const client = new (tracing === null ? PatientClient : TracedClient)({
    application_name: `countinghouse-${role}`,
    // The driver takes a 0 for none given: the time limit is said in `options`.
    ...settings(role, where, statement_timeout ?? STATEMENT_TIMEOUT_MS),
    ...(statement_timeout === 0 ? { patienceMs: 0 } : {}),
    ...more,
  });
  client.on('error', () => {});
  await client.connect();
  if (stepsBack === true) stepBackHere(where, client);
  return client;
}

/** The embedded PostgreSQL alone is known to be on this machine, under the numbers that its processes have here. */
function stepBackHere(where: Where, client: PatientClient): void {
  const { backendPid } = client;
  if (hasOwnLogins(where) && backendPid !== null) stepBackSession(backendPid);
}

interface StepsBack {
  /** It writes nothing that others wait for, and may wait: the embedded PostgreSQL answers it behind whoever posts (decision 0265). */
  readonly stepsBack?: boolean;
}
type ConnectConfig = PatientConfig & StepsBack & { readonly statement_timeout?: number };
export type PoolConfig = pg.PoolConfig & Pick<PatientConfig, 'patienceMs'> & StepsBack;
export type Pool = pg.Pool;
export type Client = pg.Client;
export type ClientBase = pg.ClientBase;
