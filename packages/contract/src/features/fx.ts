import { parseRate } from '@countinghouse/kernel/money/rate';
import { parseInstant } from '@countinghouse/kernel/time/instant';
import * as z from 'zod';
import { IsoCurrencyCode, text } from '../fields.ts';
import { route } from '../wire.ts';

// Source: specification §3, §5, §9.
export const FX_LIST_SIZE = 100;
export const FX_SOURCE = 'TENANT_OVERRIDE';
export const fxBaseCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD'] as const;
export const DEFAULT_FX = { base: 'EUR', quote: 'USD', rate: '1.0000' } as const;

export const FxRate = z.object({
  base_currency: z.string(),
  quote_currency: z.string(),
  rate: z.string(),
  asof: z.string(),
  source: z.string(),
  created_at: z.string(),
});
export type FxRate = z.output<typeof FxRate>;

const rateRule = 'Use a rate above zero with at most 12 significant digits.';
export const NewFxRate = z.object({
  base_currency: IsoCurrencyCode,
  quote_currency: IsoCurrencyCode,
  /** A number, as the specification sends it, taken by its shortest decimal form; or that form as a string. */
  rate: z.union([z.number(), z.string().max(40)], rateRule).refine((r) => parseRate(String(r)) !== null, rateRule),
  asof: z
    .string()
    .refine((t) => parseInstant(t) !== null, 'Use a time as 2026-01-31T12:00:00Z.')
    .nullish(),
  source: text(64).trim().min(1).default(FX_SOURCE),
});

export const fx = {
  list: route({
    method: 'GET',
    path: '/api/internal/fx/rates/tenant/list',
    summary: 'The most recent FX overrides',
    needs: 'member',
    ok: z.object({ rates: z.array(FxRate) }),
  }),
  upsert: route({
    method: 'POST',
    path: '/api/internal/fx/rates/tenant/upsert',
    summary: 'Set the rate of a pair from a time on',
    needs: 'admin',
    body: NewFxRate,
    ok: z.object({ rate: FxRate }),
  }),
} as const;
