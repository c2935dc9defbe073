import * as z from 'zod';
import { route } from '../wire.ts';

export const CurrencyInfo = z.object({ code: z.string(), name: z.string(), minorUnits: z.number().int() });
export type CurrencyInfo = z.output<typeof CurrencyInfo>;

const listed = z.object({ currencies: z.array(CurrencyInfo) });

export const currencies = {
  tenantList: route({
    method: 'GET',
    path: '/api/internal/currencies/tenant/list',
    summary: 'The currencies the organisation allows',
    needs: 'member',
    ok: listed,
  }),
  all: route({ method: 'GET', path: '/api/internal/currencies/all', summary: 'All currencies of ISO 4217', needs: 'session', ok: listed }),
} as const;
