// The owner of a data directory is whoever holds a session advisory lock in it, on one connection kept for life: as the login that owns the tables,
// or in a database without our logins (a copy of somebody's own, one of an earlier version that still runs) as its superuser.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { nameOf } from '../connection.ts';
import { SUPERUSER } from '../logins.ts';

export const PORT = 5432; // only names the socket file
const OWNER_LOCK = 7_301_991;
const POLL_MS = 10;

interface Ownership {
  release(): Promise<void>;
}

/**
 * Takes the owner's lock and keeps it; null if another has it. Where the connection that holds it is ended the lock is taken again.
 */
export async function takeOwnership(host: string, server: { isGone(): boolean }): Promise<Ownership | null> {
  let released = false;
  let lock = await takeOwnerLock(host, PORT);
  if (lock === null) return null;
  const watch = (client: pg.Client): void => {
    client.once('end', () => void retake());
  };
  const retake = async (): Promise<void> => {
    while (!released && !server.isGone()) {
      lock = await takeOwnerLock(host, PORT).catch(() => null);
      if (lock !== null) return watch(lock);
      await sleep(POLL_MS);
    }
  };
  watch(lock);
  return {
    release: async () => {
      released = true;
      await lock?.end().catch(() => {});
    },
  };
}

export async function takeOwnerLock(host: string, port: number): Promise<pg.Client | null> {
  const client = await enter(host, port, nameOf('owner')).catch(() => enter(host, port, SUPERUSER));
  const answer = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [OWNER_LOCK]);
  if (answer.rows[0]?.got === true) return client;
  await client.end();
  return null;
}

async function enter(host: string, port: number, user: string): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user, database: 'postgres', application_name: 'countinghouse-owner' });
  client.on('error', () => {}); // told by 'end'
  await client.connect();
  return client;
}
