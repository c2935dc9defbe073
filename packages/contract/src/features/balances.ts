import * as z from 'zod';
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
    query: z.strictObject({ ...knownAtFields, value_date: ReportDay.optional() }).refine(namesOnePosition, NAME_ONE_POSITION),
    ok: z.object({ accounts: z.array(Balance), as_of: AsOf }),
    codes: ['NOT_FOUND'],
  }),
} as const;
