import * as z from 'zod';
import { Uuid } from '../fields.ts';
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
    summary: 'Balances now, or as of a snapshot of any kind',
    needs: 'member',
    query: z.strictObject({ snapshot_id: Uuid.optional() }),
    ok: z.object({
      accounts: z.array(Balance),
      as_of: z.object({ seq: z.number().int(), event_hash: z.string(), snapshot_id: z.string().nullable() }),
    }),
    codes: ['NOT_FOUND'],
  }),
} as const;
