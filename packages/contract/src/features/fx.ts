import { parseRate } from '@countinghouse/kernel/money/rate';
import { parseInstant } from '@countinghouse/kernel/time/instant';
import * as z from 'zod';
import { AmountText, IMPORT_BYTES_MAX, Instant, IsoCurrencyCode, limit, line, Next, text } from '../fields.ts';
import { route } from '../wire.ts';

// Source: specification §3, §5, §9.
export const FX_LIST_SIZE = 100;
export const FX_LIST_MAX = 1_000;
export const FX_SOURCE = 'TENANT_OVERRIDE';
/** Of imported reference rates of the European Central Bank. */
export const ECB_SOURCE = 'ECB';
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

const placeShape = /^([1-9][0-9]{0,14}),([^,]{1,40}),([A-Z]{3}),([A-Z]{3})$/;
const noPlace = 'Use the `next` of the page before.';
const AfterRate = z
  .string()
  .regex(placeShape, noPlace)
  .transform((place) => {
    const [, event_seq = '', asof = '', base_currency = '', quote_currency = ''] = placeShape.exec(place) ?? [];
    return { event_seq: Number(event_seq), asof, base_currency, quote_currency };
  })
  .refine(({ asof }) => parseInstant(asof) !== null, noPlace)
  .meta({ description: 'The `next` of the page before.' });
/** Where a rate stands in the list: the event that set it, from when on it holds, and its pair. */
export type FxPlace = z.output<typeof AfterRate>;
export const textOfPlace = ({ event_seq, asof, base_currency, quote_currency }: FxPlace): string =>
  [event_seq, asof, base_currency, quote_currency].join(',');

const rateRule = 'Use a rate above zero with at most 12 significant digits.';
export const NewFxRate = z.strictObject({
  base_currency: IsoCurrencyCode,
  quote_currency: IsoCurrencyCode,
  /** A number, as the specification sends it, taken by its shortest decimal form; or that form as a string. */
  rate: z.union([z.number(), z.string().max(40)], rateRule).refine((r) => parseRate(String(r)) !== null, rateRule),
  asof: Instant.nullish(),
  source: line(64).min(1).default(FX_SOURCE),
});

/** A rate as it was given, on the way from the base to the quote currency. */
const RateLeg = z.object({
  base_currency: z.string(),
  quote_currency: z.string(),
  rate: z.string(),
  asof: z.string(),
  source: z.string(),
  /** Whether it is used from its quote to its base currency. */
  inverted: z.boolean(),
});

export const EffectiveRate = z.object({
  base_currency: z.string(),
  quote_currency: z.string(),
  /** Rounded to 12 significant digits; amounts are converted with the exact fraction. */
  rate: z.string(),
  /** One unit of the quote currency in the base, rounded likewise from the exact fraction. */
  inverse: z.string(),
  derived: z.enum(['none', 'inverse', 'cross']),
  /** The currency that a cross goes through. */
  via: z.string().nullable(),
  legs: z.array(RateLeg),
});
export type EffectiveRate = z.output<typeof EffectiveRate>;

/** How many of its newest days a file is read for, unless said otherwise. */
export const IMPORT_DAYS_DEFAULT = 30;
const IMPORT_DAYS_MAX = 10_000;

export const ImportRates = z.strictObject({
  /** The text of the file: eurofxref as XML or CSV, of a day, of 90 days, or of all time. */
  content: z.string().min(1, 'Choose a file.'),
  filename: line(200).optional(),
  /** Which of its currencies; those the organisation allows unless said otherwise. */
  currencies: z.array(IsoCurrencyCode).min(1, 'Choose at least one currency.').max(200).optional(),
  /** Only so many of its newest days. */
  days: z.int().min(1, 'Import at least one day.').max(IMPORT_DAYS_MAX).default(IMPORT_DAYS_DEFAULT),
  /** Says what would be imported, and writes nothing. */
  preview: z.boolean().default(false),
});

export const RatesImported = z.object({
  /** Rates that were written; with `preview`, that would be. */
  imported: z.number().int(),
  /** Rates that were there already, or that the organisation set itself for the same time. */
  unchanged: z.number().int(),
  /** The first and the last day that were read. */
  from: z.string(),
  to: z.string(),
  days: z.number().int(),
  currencies: z.array(z.string()),
});
export type RatesImported = z.output<typeof RatesImported>;

export const fx = {
  list: route({
    method: 'GET',
    path: '/api/internal/fx/rates/tenant/list',
    v1: { path: '/api/v1/fx-rates' },
    summary: 'FX overrides, the one set last first',
    needs: 'member',
    query: z.strictObject({
      source: text(64).optional(),
      /** On either side of the pair. */
      currency: IsoCurrencyCode.optional(),
      limit: limit(FX_LIST_MAX, FX_LIST_SIZE),
      after: AfterRate.optional(),
    }),
    ok: z.object({ rates: z.array(FxRate), next: Next }),
  }),
  effective: route({
    method: 'GET',
    path: '/api/internal/fx/rates/effective',
    v1: { path: '/api/v1/fx-rates/effective' },
    summary: 'The rate of a pair at a time: given, or the inverse or cross of given ones',
    needs: 'member',
    query: z.strictObject({ base: IsoCurrencyCode, quote: IsoCurrencyCode, at: Instant.optional(), amount: AmountText.optional() }),
    ok: z.object({
      at: z.string(),
      /** Null where no rates lead from the one currency to the other. */
      rate: EffectiveRate.nullable(),
      /** `amount` in the quote currency, rounded half-even at 8 decimals. */
      converted: z.string().nullable(),
    }),
  }),
  import: route({
    method: 'POST',
    path: '/api/internal/fx/rates/import',
    v1: { path: '/api/v1/fx-rates/import' },
    summary: 'Import a file of reference rates of the European Central Bank; again it changes nothing',
    needs: 'admin',
    grant: 'admin',
    body: ImportRates,
    bodyBytesMax: IMPORT_BYTES_MAX,
    ok: RatesImported,
  }),
  upsert: route({
    method: 'POST',
    path: '/api/internal/fx/rates/tenant/upsert',
    v1: { path: '/api/v1/fx-rates' },
    summary: 'Set the rate of a pair from a time on',
    needs: 'admin',
    grant: 'admin',
    body: NewFxRate,
    ok: z.object({ rate: FxRate }),
  }),
} as const;
