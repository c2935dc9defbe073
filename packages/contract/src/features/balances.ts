import * as z from 'zod';
import { accountsPage } from '../accounts-page.ts';
import { AsOf, knownAtFields, NAME_ONE_POSITION, namesOnePosition, ReportDay } from '../as-of.ts';
import { seriesFields } from '../day-series.ts';
import { Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { Inclusion } from './anchors.ts';

export const Balance = z.object({
  id: z.string(),
  code: z.string(),
  currency: z.string(),
  balance: z.string(),
  minorUnits: z.number().int(),
});

export const AccountBalance = z.object({
  account_id: z.string(),
  code: z.string(),
  currency: z.string(),
  /** Debit-positive decimal with eight places. */
  balance: z.string(),
  /** The same in minor units, exact. */
  balance_minor: z.string(),
  as_of: AsOf,
  /** The last posting on the account that the log knew then, whatever its value date; null: none. */
  moved_last: z.object({ seq: z.number().int(), line: z.number().int() }).nullable(),
  /** That the event at `as_of.seq` is in the log: its hash is over every event that the balance follows from. Null before the first event. */
  proof: Inclusion.nullable(),
});

export const BalanceDays = z.object({
  account_id: z.string(),
  code: z.string(),
  currency: z.string(),
  /** The day that the series stands on: those before it are what was, those behind it what is value-dated ahead. */
  as_of: z.string(),
  days: z.array(z.string()),
  /** At the end of each of `days`, by value date: debit-positive decimals with eight places. */
  balances: z.array(z.string()),
});
export type BalanceDays = z.output<typeof BalanceDays>;

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
  ofAccount: route({
    method: 'GET',
    path: '/api/v1/accounts/:id/balance',
    summary: 'What one account holds, or held as of a value date as it was known then, with a proof of the log that this follows from',
    needs: 'member',
    params: z.object({ id: Uuid }),
    query: z.strictObject({ ...knownAtFields, value_date: ReportDay.optional() }).refine(namesOnePosition, NAME_ONE_POSITION),
    ok: AccountBalance,
    codes: ['NOT_FOUND'],
  }),
  daysOfAccount: route({
    method: 'GET',
    path: '/api/v1/accounts/:id/balance/days',
    summary: 'What one account held at the end of each day, and will hold with what is value-dated ahead',
    needs: 'member',
    params: z.object({ id: Uuid }),
    query: z.strictObject({ as_of: ReportDay.optional(), ...seriesFields }),
    ok: BalanceDays,
    codes: ['NOT_FOUND'],
  }),
} as const;
