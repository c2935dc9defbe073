// Replay and compare: every table of an organisation is rebuilt from event 1 beside the stored one, and held against it.
import * as z from 'zod';
import { Check } from '../checks.ts';
import { route } from '../wire.ts';

const Cell = z.object({ column: z.string(), stored: z.unknown(), replayed: z.unknown() });
export const RowDifference = z.object({
  table: z.string(),
  /** What names the row: its key, column by column. */
  key: z.record(z.string(), z.unknown()),
  what: z.enum(['differs', 'only_stored', 'only_replayed']),
  /** The columns that differ; none where the row is on one side alone. */
  cells: z.array(Cell),
});
export type RowDifference = z.output<typeof RowDifference>;

export const Replay = Check.extend({
  /** null until it is done, and where it failed. */
  result: z
    .object({
      equal: z.boolean(),
      events: z.number().int(),
      postings: z.number().int(),
      /** Where the chain breaks: nothing after it was replayed. */
      chain_fault: z.object({ seq: z.number().int(), what: z.string() }).nullable(),
      /** Events that contradict what came before them, or whose policies say something else than they said; the first 20. */
      verdict_faults: z.array(z.object({ seq: z.number().int(), what: z.string() })),
      /** The first 20 rows of each table. */
      differences: z.array(RowDifference),
    })
    .nullable(),
});
export type Replay = z.output<typeof Replay>;

export const replays = {
  latest: route({
    method: 'GET',
    path: '/api/v1/replays/latest',
    summary: 'How far the last replay is, or what it found',
    needs: 'member',
    ok: z.object({ replay: Replay.nullable() }),
  }),
  /** One at a time: who asks meanwhile is told of that one. */
  start: route({
    method: 'POST',
    path: '/api/v1/replays',
    summary: 'Replay the log and compare every table with what is stored',
    needs: 'member',
    // It looks, and changes nothing.
    evenReadOnly: true,
    body: z.strictObject({}).default({}),
    ok: z.object({ replay: Replay }),
  }),
} as const;
