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
  const [setting, id] = 'tenantId' in bound ? ['app.tenant_id', bound.tenantId] : ['app.user_id', bound.userId];
  if (!uuid.test(id)) throw new RangeError(`not a UUID: ${setting}`);
  return inTransaction(pool, work, `begin isolation level repeatable read read only; set local ${setting} = '${id}'`);
}

/** Lets the rest of a transaction take as long as it takes: for what reads a whole ledger. */
export async function liftTimeout(tx: Tx): Promise<void> {
  await tx.query('set local statement_timeout = 0');
  if (tx instanceof PatientClient) tx.waitForEver();
}
