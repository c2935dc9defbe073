// A point of the two times a ledger has: what counted up to a value date, as the log knew it at a position.
import * as z from 'zod';
import { IsoDate, Uuid } from './fields.ts';

const Seq = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Ways to name the position of the log that is meant; at most one of them. Without one: its end. */
export const knownAtFields = {
  snapshot_id: Uuid.optional(),
  seq: Seq.optional(),
  known_at_seq: Seq.optional(),
  /** An instant: the last event at or before it. */
  known_at: z.iso.datetime({ offset: true, error: 'Use an instant as RFC 3339.' }).optional(),
};

/** Days that statements and balances may be asked of; beyond them no posting can be. */
const DAY_MIN = '1900-01-01';
export const DAY_MAX = '2999-12-31';
export const ReportDay = IsoDate.refine((day) => day >= DAY_MIN && day <= DAY_MAX, `Use a date from ${DAY_MIN} to ${DAY_MAX}.`);

type Named = { readonly [k in keyof typeof knownAtFields]?: unknown };

export const namesOnePosition = (query: Named): boolean =>
  Object.keys(knownAtFields).filter((k) => query[k as keyof Named] !== undefined).length <= 1;
export const NAME_ONE_POSITION = 'Name one of snapshot_id, seq, known_at_seq and known_at.';

/** What an answer stands for: the position of the log, and the value date where one was asked for. */
export const AsOf = z.object({
  seq: z.number().int(),
  event_hash: z.string(),
  snapshot_id: z.string().nullable(),
  value_date: z.string().nullable(),
});
