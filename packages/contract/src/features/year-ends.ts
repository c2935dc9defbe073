// The closing of fiscal years: what income and expenses came to, booked to retained earnings by the system.
import * as z from 'zod';
import { ReportDay } from '../as-of.ts';
import { Minor } from '../minor.ts';
import { route } from '../wire.ts';
import { Barred } from './revaluations.ts';

const Act = z.object({
  seq: z.number().int(),
  act: z.enum(['closed', 'reopened']),
  run: z.number().int(),
  /** How many accounts were brought to zero. */
  accounts: z.number().int(),
  /** Posted for the last day; each with the intent that took it back, if one did. */
  intents: z.array(z.object({ intent_id: z.string(), reversed_by: z.string().nullable() })),
  done_at: z.string(),
  done_by: z.string(),
});

export const FiscalYear = z.object({
  year_start: z.string(),
  year_end: z.string(),
  /** `running` until its last day is over; `closed` while a closing of it stands. */
  status: z.enum(['running', 'open', 'closed']),
  /** The period that locks its last day, if one does. */
  locked_by: z.string().nullable(),
  /** The last first. */
  acts: z.array(Act),
});
export type FiscalYear = z.output<typeof FiscalYear>;

/** An account of income or expenses. Minor units, debit-positive, exact. */
export const YearLine = z.object({
  account_id: z.string(),
  code: z.string(),
  entity_id: z.string().nullable(),
  entity_code: z.string().nullable(),
  class: z.enum(['I', 'X']),
  gl_code: z.string(),
  currency: z.string(),
  minorUnits: z.number().int(),
  /** What it came to in the year. */
  result: Minor,
  /** What of it is in retained earnings. */
  booked: Minor,
  /** What closing the year would book. */
  left: Minor,
  /** Of a deactivated entity: it is left as it is. */
  inactive: z.boolean(),
});
export type YearLine = z.output<typeof YearLine>;

const ok = z.object({ year: FiscalYear, lines: z.array(YearLine), barred: Barred.nullable() });
const asked = z.strictObject({ year_end: ReportDay });

export const yearEnds = {
  list: route({
    method: 'GET',
    path: '/api/internal/years/list',
    v1: { path: '/api/v1/years' },
    summary: 'Fiscal years with income or expenses, the latest first, and whether they are closed',
    needs: 'member',
    ok: z.object({ years: z.array(FiscalYear) }),
  }),
  get: route({
    method: 'GET',
    path: '/api/internal/years/:year_end',
    v1: { path: '/api/v1/years/:year_end' },
    summary: 'What the accounts of income and expenses came to in a fiscal year, and what closing it would book',
    needs: 'member',
    params: z.object({ year_end: ReportDay }),
    ok,
    codes: ['NOT_FOUND'],
  }),
  close: route({
    method: 'POST',
    path: '/api/internal/years/close',
    v1: { path: '/api/v1/years/close' },
    summary: 'Close a fiscal year: book its result to retained earnings for its last day. Again, it books what has changed',
    needs: 'owner',
    body: asked,
    ok,
    codes: ['YEAR_STATE', 'PERIOD_LOCKED', 'ACCOUNT_CLOSED', 'INSUFFICIENT_FUNDS'],
  }),
  reopen: route({
    method: 'POST',
    path: '/api/internal/years/reopen',
    v1: { path: '/api/v1/years/reopen' },
    summary: 'Take the closing of a fiscal year back, while its last day is open',
    needs: 'owner',
    body: asked,
    ok,
    codes: ['YEAR_STATE', 'PERIOD_LOCKED', 'ACCOUNT_CLOSED', 'ENTITY_INACTIVE'],
  }),
} as const;
