import * as z from 'zod';
import { accountsPage } from '../accounts-page.ts';
import { AsOf, knownAtFields, NAME_ONE_POSITION, namesOnePosition, ReportDay } from '../as-of.ts';
import { route } from '../wire.ts';

export const Balance = z.object({
  id: z.string(),
  code: z.string(),
  currency: z.string(),
  balance: z.string(),
  minorUnits: z.number().int(),
});

export const balances = {
  get: route({
    method: 'GET',
    path: '/api/v1/balances',
    summary: 'Balances now, or as of a snapshot of any kind, a seq, an instant, a value date, or a value date as it was known then',
    needs: 'member',
    query: z
      .strictObject({ ...accountsPage, ...knownAtFields, value_date: ReportDay.optional() })
      .refine(namesOnePosition, NAME_ONE_POSITION),
    /** `next`: what to ask `after` for the next page, as of the same position; null on the last. */
    ok: z.object({ accounts: z.array(Balance), as_of: AsOf, next: z.string().nullable() }),
    codes: ['NOT_FOUND'],
  }),
} as const;
