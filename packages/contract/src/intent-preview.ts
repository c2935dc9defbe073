// What an intent would come to, said before it is posted.

import * as z from 'zod';

/** Why something is held, with figures. Amounts are decimals of the reporting currency. */
export const HeldFor = z.object({
  code: z.string(),
  limit: z.string().optional(),
  amount: z.string().optional(),
  currency: z.string().optional(),
  rates: z.array(z.object({ currency: z.string(), rate: z.string() })).optional(),
});
export type HeldFor = z.output<typeof HeldFor>;

/** No promise: others may post meanwhile. `refused` is of whoever asks, or of the request; `rejected` is of the ledger, and would settle the key. */
export const IntentPreview = z.object({
  outcome: z.enum(['executed', 'proposed', 'rejected', 'refused']),
  /** Of what would be rejected or refused. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** What exactly fails, by the code. */
  details: z.unknown().optional(),
  /** Of what would be held: why, how many must approve, and how many could; 0: somebody must be invited first. */
  held: z.object({ held_for: HeldFor, needed: z.number().int(), eligible: z.number().int() }).nullable(),
});
export type IntentPreview = z.output<typeof IntentPreview>;
