// Database tests where the database is spread over the machines of a Citus cluster (`npm run test:citus`).

import { test } from 'vitest';

export const isSpread = (process.env['CITUS_NODES'] ?? '') !== '';

/** A test of what only one PostgreSQL can show. On a cluster it is told NOT RUN, for this reason. */
export const onOneMachine = (reason: string): ((name: string, work: () => Promise<void>, timeoutMs?: number) => void) =>
  isSpread ? (name) => test(name, ({ skip }) => skip(reason)) : (name, work, timeoutMs) => test(name, work, timeoutMs);

/** A test of how many rows a plan reads. */
export const whereCounted = onOneMachine('what PostgreSQL has counted of a shard depends on which organisations lie in it');

/** How a change of a row's organisation is refused: by its rights, or by Citus, which asks for rights on the machine that the row lies on alone. */
export const REFUSED_TO_MOVE = isSpread ? { message: 'modifying the partition value of rows is not allowed' } : { code: '42501' };
