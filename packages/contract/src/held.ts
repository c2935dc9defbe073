// The answer with status 202 of a change that waits for another owner: nothing has changed yet.
import * as z from 'zod';

export const HeldChange = z.object({
  ok: z.literal(true),
  status: z.literal('proposed'),
  approvalId: z.string(),
  /** How many can decide it; 0: a second owner must be invited first. */
  details: z.object({ eligible: z.number().int() }),
});
export type HeldChange = z.output<typeof HeldChange>;
