// A check of a whole ledger takes its time: how far it is, for whoever watches.
import * as z from 'zod';

export const Check = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** A person's id, or `system`. */
  asked_by: z.string(),
  asked_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** What it is at, in a word. */
  step: z.string(),
  /** Events that are done, and of how many. */
  done: z.number().int(),
  total: z.number().int(),
  /** Since it was begun; null before that. */
  events_per_second: z.number().int().nullable(),
});
export type Check = z.output<typeof Check>;
