import * as z from 'zod';
import { Done, IsoCurrencyCode } from '../fields.ts';
import { route } from '../wire.ts';

/** Source: specification §9. */
export const CURRENCY_SUGGESTIONS_MAX = 8;

export const CurrencyInfo = z.object({ code: z.string(), name: z.string(), minorUnits: z.number().int() });
export type CurrencyInfo = z.output<typeof CurrencyInfo>;

const listed = z.object({ currencies: z.array(CurrencyInfo) });

export const currencies = {
  tenantList: route({
    method: 'GET',
    path: '/api/internal/currencies/tenant/list',
    v1: { path: '/api/v1/currencies' },
    summary: 'The currencies the organisation allows',
    needs: 'member',
    ok: listed,
  }),
  all: route({
    method: 'GET',
    path: '/api/internal/currencies/all',
    v1: { path: '/api/v1/currencies/all' },
    summary: 'All currencies of ISO 4217',
    needs: 'session',
    ok: listed,
  }),
  add: route({
    method: 'POST',
    path: '/api/internal/currencies/tenant/add',
    v1: { path: '/api/v1/currencies' },
    summary: 'Allow a currency',
    needs: 'admin',
    grant: 'admin',
    body: z.strictObject({ code: IsoCurrencyCode }),
    ok: z.object({ currency: CurrencyInfo }),
    codes: ['FORBIDDEN', 'CODE_TAKEN'],
  }),
  remove: route({
    method: 'POST',
    path: '/api/internal/currencies/tenant/remove',
    v1: { path: '/api/v1/currencies/remove' },
    summary: 'Allow a currency no longer; refused while something is kept in it',
    needs: 'admin',
    grant: 'admin',
    body: z.strictObject({ code: IsoCurrencyCode }),
    ok: Done,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'CURRENCY_IN_USE'],
  }),
} as const;
