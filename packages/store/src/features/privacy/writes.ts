// What an act of privacy does to the words and keys beside the log.

import type { Pool } from '../../connection.ts';
import type { Kms } from '../../keys/kms.ts';
import type { KeptWords, PiiStore } from '../../keys/pii.ts';
import { contextOf, type Held, StaleKeyVersion } from '../../keys/pii-keys.ts';
import { type Statement, statement } from '../../sql/statement.ts';
import { inTransaction } from '../../transaction.ts';

const BATCH_WORDS = 500;
/** One is at it: whoever else comes waits so long, and looks again so often. */
const LOCK_WAIT_MS = 8_000;
const LOCK_LOOK_MS = 50;

/** Everything that words could be read by, and the words: goes into the transaction of the event that says so. */
export const eraseStatements = (tenantId: string): readonly Statement[] => [
  statement('delete from pii_keys where tenant_id = $1', tenantId),
  statement('delete from pii_tokens where tenant_id = $1', tenantId),
  statement(`update imports set file_name = '' where tenant_id = $1 and file_name <> ''`, tenantId),
];

/** The same where no event can say so yet: the log went back. */
export const eraseWithoutEvent = (pool: Pool, tenantId: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    for (const { text, values } of eraseStatements(tenantId)) await client.query(text, [...values]);
  });

/** The data keys before a version: nothing is left under them. */
export const retireStatement = (tenantId: string, keyVersion: number): Statement =>
  statement(
    `delete from pii_keys k where tenant_id = $1 and kid like 'pii-data-%' and split_part(kid, '-', 3)::int < $2
       and not exists (select from pii_tokens t where t.tenant_id = $1 and t.key_version = split_part(k.kid, '-', 3)::int)`,
    tenantId,
    keyVersion,
  );

/** Runs work while nobody else encrypts this organisation's words anew. Answers null where somebody was at it all the while. */
export async function withEncryptionLock<T>(
  pool: Pool,
  tenantId: string,
  waits: 'waits' | 'passes',
  work: () => Promise<T>,
): Promise<T | null> {
  const client = await pool.connect();
  const lock = async (): Promise<boolean> => {
    const found = await client.query<{ got: boolean }>("select pg_try_advisory_lock(hashtext('privacy'), hashtext($1)) as got", [tenantId]);
    return found.rows[0]?.got === true;
  };
  try {
    const untilMs = performance.now() + (waits === 'waits' ? LOCK_WAIT_MS : 0);
    let got = await lock();
    while (!got && performance.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, LOCK_LOOK_MS));
      got = await lock();
    }
    if (!got) {
      client.release();
      return null;
    }
    const done = await work();
    await client.query("select pg_advisory_unlock(hashtext('privacy'), hashtext($1))", [tenantId]);
    client.release();
    return done;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Encrypts words that are not under the data key in use, a few hundred at a time, until none is left, `stop` says so, or another
 * key is taken meanwhile. Answers how many it has encrypted and whether it came to the end. It may be cut off anywhere.
 */
export async function encryptAnew(
  pii: PiiStore,
  pool: Pool,
  tenantId: string,
  stop: () => boolean,
): Promise<{ readonly records: number; readonly finished: boolean; readonly keyVersion: number }> {
  pii.forget(tenantId);
  const { keyVersion } = (await pii.hold(tenantId)).status;
  let records = 0;
  let after = '';
  while (!stop()) {
    const held = await pii.hold(tenantId);
    if (held.status.keyVersion !== keyVersion || !held.status.tokenised) return { records, finished: false, keyVersion };
    const page = await pool.query<KeptWords>(
      `select token, value, sealed, key_version from pii_tokens
       where tenant_id = $1 and key_version is distinct from $2 and token > $3 order by token limit ${BATCH_WORDS}`,
      [tenantId, keyVersion, after],
    );
    if (page.rows.length === 0) return { records, finished: true, keyVersion };
    try {
      records += await encryptPage(pii, pool, held, page.rows);
    } catch (error) {
      if (error instanceof StaleKeyVersion) return { records, finished: false, keyVersion };
      throw error;
    }
    after = page.rows.at(-1)?.token ?? after;
  }
  return { records, finished: false, keyVersion };
}

async function encryptPage(pii: PiiStore, pool: Pool, held: Held, rows: readonly KeptWords[]): Promise<number> {
  const prepared = await pii.sealUnder(held, await pii.open(held, rows));
  const before = new Map(rows.map((r) => [r.token, r.key_version]));
  const done = await pool.query(
    `update pii_tokens t set value = null, sealed = r.sealed, key_version = r.key_version, blind_index = r.blind_index
     from jsonb_to_recordset($2::jsonb) as r(token text, sealed text, key_version int, blind_index text, before int)
     where t.tenant_id = $1 and t.token = r.token and t.key_version is not distinct from r.before
       and exists (select from privacy p where p.tenant_id = $1 and p.key_version = r.key_version)`,
    [held.tenantId, JSON.stringify(prepared.map((p) => ({ ...p, before: before.get(p.token) ?? null })))],
  );
  return done.rowCount ?? 0;
}

/** Wraps every key of words under the master key of today. Answers how many. */
export async function rewrapPiiKeys(pool: Pool, kms: Kms, tenantId: string | null): Promise<number> {
  const found = await pool.query<{ tenant_id: string; kid: string; wrapped: string }>(
    'select tenant_id, kid, wrapped from pii_keys where $1::uuid is null or tenant_id = $1',
    [tenantId],
  );
  let done = 0;
  for (const { tenant_id, kid, wrapped } of found.rows) {
    const fresh = await kms.rotate(wrapped, contextOf(tenant_id, kid));
    const changed = await pool.query('update pii_keys set wrapped = $4 where tenant_id = $1 and kid = $2 and wrapped = $3', [
      tenant_id,
      kid,
      wrapped,
      fresh,
    ]);
    done += changed.rowCount ?? 0;
  }
  return done;
}
