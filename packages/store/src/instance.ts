// What is asked of PostgreSQL about itself.

import type pg from 'pg';

export interface Instance {
  /** As which role this connection asks. */
  readonly role: string;
  readonly version: string;
}

export async function getInstance(client: pg.ClientBase): Promise<Instance> {
  const found = await client.query<Instance>("select current_user as role, current_setting('server_version') as version");
  return found.rows[0] as Instance;
}

/** Resolves once the database answers; throws where it does not. */
export async function checkAnswers(pool: pg.Pool): Promise<void> {
  await pool.query('select 1');
}

/** Whether it follows another PostgreSQL, and can only be read. */
export async function isStandby(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const found = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  return found.rows[0]?.standby === true;
}

export async function encodingOf(client: pg.ClientBase): Promise<string> {
  const found = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding");
  return found.rows[0]?.encoding ?? '';
}

/** Settings that "acknowledged" rests on and that are off (decision 0006, rule 8). */
export async function listDurabilityOff(client: pg.ClientBase): Promise<readonly string[]> {
  const found = await client.query<{ name: string }>(
    "select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'",
  );
  return found.rows.map((r) => r.name);
}
