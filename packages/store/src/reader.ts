// The read side: every query of a tenant's rows runs in a transaction that is bound to that tenant by row-level security.
// The bound is set here and nowhere else.

import type pg from 'pg';
import { PatientClient } from './patient-client.ts';
import { inTransaction } from './transaction.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A transaction that sees one tenant's rows, or one person's memberships. */
export type Tx = pg.ClientBase;

/** What a read is bound to: rows of a tenant, or the memberships of a person. */
type Bound = { readonly tenantId: string } | { readonly userId: string };

/**
 * Runs `work` in a read-only transaction at one point in time (repeatable read), bound to a tenant or a person.
 *
 * Throws RangeError when the id is not a UUID: it goes into the text of a SET, which has no parameters.
 */
export async function read<T>(pool: pg.Pool, bound: Bound, work: (tx: Tx) => Promise<T>): Promise<T> {
  if ('tenantId' in bound) return inReading(pool, work, [BEGIN, bindTo('app.tenant_id', bound.tenantId)]);
  const { userId } = bound;
  const workOfPerson = async (tx: Tx): Promise<T> => {
    const found = await tx.query<{ tenant_id: string }>('select tenant_id from members where user_id = $1', [userId]);
    await tx.query(bindTo('app.tenant_ids', ...found.rows.map((row) => row.tenant_id)));
    return work(tx);
  };
  return inReading(pool, workOfPerson, [BEGIN, bindTo('app.user_id', userId)]);
}

/**
 * The transaction of a read. A connection that asks on without waiting (the pools of readers) begins it in the same trip as what is asked first, and is given
 * back while it ends: nothing that was read depends on how. What is asked where it could not begin is bound to nobody and sees nothing, and is not answered.
 */
async function inReading<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, begin: readonly [string, string]): Promise<T> {
  if (pool.options.pipeline !== true) return inTransaction(pool, work, begin);
  const client = await pool.connect();
  const beginning = Promise.all(begin.map((text) => client.query(text)));
  // What it throws before it waits for anything is caught as well.
  const working = (async () => work(client))();
  const [began, worked] = await Promise.allSettled([beginning, working]);
  if (began.status === 'fulfilled' && worked.status === 'fulfilled') {
    client.query('commit').catch(() => {});
    client.release();
    return worked.value;
  }
  await client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  );
  throw began.status === 'rejected' ? began.reason : (worked as PromiseRejectedResult).reason;
}

const BEGIN = 'begin isolation level repeatable read read only';

/** Binds the rest of a transaction. Alone in its message: machines that the rows are spread over hear of it (decision 0205). Throws RangeError. */
export function bindTo(setting: 'app.tenant_id' | 'app.user_id' | 'app.tenant_ids', ...ids: readonly string[]): string {
  if (!ids.every((id) => uuid.test(id))) throw new RangeError(`not a UUID: ${setting}`);
  return `set local ${setting} = '${ids.join(',')}'`;
}

/** Two questions that do not need each other's answers: asked at once where the connection asks on without waiting, else one after the other. */
export async function askBoth<A, B>(tx: Tx, first: () => Promise<A>, second: () => Promise<B>): Promise<readonly [A, B]> {
  if (tx instanceof PatientClient && tx.pipeline) return Promise.all([first(), second()]);
  return [await first(), await second()];
}

/** Lets the rest of a transaction take as long as it takes: for what reads a whole ledger. */
export async function liftTimeout(tx: Tx): Promise<void> {
  await tx.query('set local statement_timeout = 0');
  if (tx instanceof PatientClient) tx.waitForEver();
}
