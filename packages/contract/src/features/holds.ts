// Amounts reserved on accounts until they are captured, all at once or in parts, voided, or their time is up. Placed, captured and voided by intents.
import * as z from 'zod';
import { limit, text } from '../fields.ts';
import { route } from '../wire.ts';

export const HOLDS_LIST_MAX = 500;
export const HOLDS_PAGE_SIZE = 50;
/** How long a hold lasts that does not say. Source: decision 0021. */
export const HOLD_LIFE_SECONDS = 604_800;

export const HoldStatus = z.enum(['open', 'captured', 'voided', 'expired']);
export type HoldStatus = z.output<typeof HoldStatus>;

/** A row as posted: sides as they count, amount above zero. */
export const PostedRow = z.object({
  line: z.number().int(),
  debit_account_id: z.string(),
  debit_code: z.string(),
  credit_account_id: z.string(),
  credit_code: z.string(),
  amount: z.string(),
  currency: z.string(),
  value_date: z.string(),
  narrative: z.string(),
});
export type PostedRow = z.output<typeof PostedRow>;

/** A row as reserved, as it would be posted. */
export const HeldRow = PostedRow.extend({
  /** What of it is still reserved; zero once the hold is closed or past its time. */
  rest: z.string(),
});
export type HeldRow = z.output<typeof HeldRow>;

export const Hold = z.object({
  /** The intent that placed it: what capture and void name. */
  intent_id: z.string(),
  status: HoldStatus,
  value_date: z.string(),
  expires_at: z.string(),
  placed_at: z.string(),
  placed_seq: z.number().int(),
  actor_id: z.string(),
  /** The intent with which it ended: a void, or the capture that left nothing reserved. */
  closed_by: z.string().nullable(),
  /** The intents that captured all or a part of it, in order. */
  captured_by: z.array(z.string()),
  rows: z.array(HeldRow),
});
export type Hold = z.output<typeof Hold>;

export const holds = {
  list: route({
    method: 'GET',
    path: '/api/internal/holds/list',
    v1: { path: '/api/v1/holds', page: { items: 'holds', by: 'placed_seq' } },
    summary: 'Holds, newest first',
    needs: 'member',
    query: z.strictObject({
      status: HoldStatus.optional(),
      /** Part of an intent id, an account code or a narrative. */
      q: text(120).optional(),
      /** Only holds placed before this event: the next page. */
      before: z.coerce.number().int().min(1).optional(),
      limit: limit(HOLDS_LIST_MAX, HOLDS_PAGE_SIZE),
    }),
    ok: z.object({ holds: z.array(Hold) }),
  }),
} as const;
