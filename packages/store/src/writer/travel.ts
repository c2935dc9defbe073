// How a sealed batch reaches the database: all that it writes in one trip, or, where it writes nothing, a look whether it may be answered.
// And how its connection is given back where it failed.

import type pg from 'pg';
import { oneTrip } from '../one-trip.ts';
import { prepareAll } from '../sql/prepared.ts';
import type { Batch, Trip } from './batch.ts';
import { confirmHead } from './confirm-head.ts';
import type { WriterResources } from './resources.ts';
import { ASK_POSITION, batchStatements } from './statements.ts';

/** Answers where the log of the database stood, where that is asked for. */
export async function travel(
  client: pg.PoolClient,
  tenantId: string,
  batch: Batch,
  trip: Trip | null,
  { asksPosition = false }: Pick<WriterResources, 'asksPosition'>,
): Promise<string | null> {
  if (trip === null) {
    await confirmHead(client, tenantId, batch.headBefore);
    return null;
  }
  await prepareAll(client, batchStatements);
  return oneTrip(client, asksPosition ? `${trip.sql};\n${ASK_POSITION}` : trip.sql, trip.copies);
}

/** Gives a connection back whose transaction failed; one that cannot roll back is closed. */
export const rollBack = (client: pg.PoolClient): Promise<void> =>
  client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  );
