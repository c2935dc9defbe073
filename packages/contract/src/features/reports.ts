// What the ledger comes to, as statements: each as JSON, CSV or PDF. The journal goes out as CSV and for hledger.
import * as z from 'zod';
import { AsOf, knownAtFields, NAME_ONE_POSITION, namesOnePosition, ReportDay } from '../as-of.ts';
import { seriesFields } from '../day-series.ts';
import { IsoCurrencyCode, Uuid } from '../fields.ts';
import { Minor, minorOf } from '../minor.ts';
import { route } from '../wire.ts';
import { ALL_ENTITIES } from './entities.ts';

// Source: specification §9.
export const GL_REPORT_CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD'] as const;
export const GL_REPORT_CURRENCY_DEFAULT = 'EUR';
// Source: decision 0017.
export const CASH_KINDS = ['bank', 'cash'] as const;
export const CASH_DAYS_DEFAULT = 7;
export const CASH_DAYS_MAX = 31;

export const ReportFormat = z.enum(['json', 'csv', 'pdf']);
export type ReportFormat = z.output<typeof ReportFormat>;
export const Compare = z.enum(['none', 'month', 'quarter', 'year']);
export type Compare = z.output<typeof Compare>;

const asked = {
  ...knownAtFields,
  /** Of one entity, or `all`; without it the active entity's. */
  entity: z.union([z.literal(ALL_ENTITIES), Uuid]).optional(),
  /** The currency of the translation; without it the reporting currency. */
  currency: IsoCurrencyCode.optional(),
  format: ReportFormat.default('json'),
};
/** Without a day: today (UTC). */
const day = { as_of: ReportDay.optional() };
const query = <const T extends z.ZodRawShape>(fields: T) => z.strictObject(fields).refine(namesOnePosition, NAME_ONE_POSITION);

const CurrencyUsed = z.object({ code: z.string(), minorUnits: z.number().int() });
const Entity = z.object({ id: z.string(), code: z.string(), name: z.string() });
const Column = z.enum(['current', 'prior']);
const RateUsed = z.object({
  base_currency: z.string(),
  quote_currency: z.string(),
  rate: z.string(),
  asof: z.string(),
  source: z.string(),
});

const Translation = z.object({
  currency: z.string(),
  minorUnits: z.number().int(),
  /** How each currency got there. `inverse` and `cross` are derived from the rates named. */
  conversions: z.array(
    z.object({ column: Column, from: z.string(), how: z.enum(['direct', 'inverse', 'cross']), rates: z.array(RateUsed) }),
  ),
  /** Currencies that no rate leads from: their lines and totals have no translation. */
  missing: z.array(z.object({ column: Column, currency: z.string() })),
});
export type Translation = z.output<typeof Translation>;
/** In its currency. */
const Translated = minorOf('translation.currency');

const Period = z.object({ from: z.string().nullable(), as_of: z.string() });

/** Amounts are minor units, debit-positive, exact. */
export const StatementLine = z.object({
  kind: z.enum(['section', 'group', 'account', 'due', 'retained', 'result', 'rounding', 'total']),
  code: z.string(),
  title: z.string(),
  class: z.enum(['A', 'L', 'E', 'I', 'X']).nullable(),
  gl_account_id: z.string().nullable(),
  depth: z.number().int(),
  amounts: z.array(z.object({ currency: z.string(), current: Minor, prior: Minor.nullable() })),
  translated: z.object({ current: Translated.nullable(), prior: Translated.nullable() }),
});
export type StatementLine = z.output<typeof StatementLine>;

/** What every report says of itself. */
const origin = {
  organisation: z.string(),
  entity: Entity.nullable(),
  generated_at: z.string(),
  /** The position of the log that it stands for; `value_date` is the report's own day. */
  position: AsOf,
};

export const Statement = z.object({
  report: z.enum(['trial-balance', 'balance-sheet', 'income-statement']),
  ...origin,
  period: Period,
  prior: Period.nullable(),
  currencies: z.array(CurrencyUsed),
  translation: Translation,
  /**
   * What of the system's own postings is not told like others: a revaluation is in its own currency only, since closing rates say it
   * already; the closing of a year is left out of that year's balance sheet and of income statements.
   */
  left_out: z.array(z.enum(['revaluation', 'year_end'])),
  lines: z.array(StatementLine),
});
export type Statement = z.output<typeof Statement>;

/** Accounts that one line opens into. Ours. */
export const LINE_ACCOUNTS_MAX = 200;

/** The accounts that one line of a statement is the sum of, with their part of its figures. */
export const LineAccounts = z.object({
  report: Statement.shape.report,
  ...origin,
  gl_account_id: z.string(),
  period: Period,
  prior: Period.nullable(),
  translation: Translation,
  /** By code. */
  accounts: z.array(
    z.object({ id: z.string(), code: z.string(), amounts: StatementLine.shape.amounts, translated: StatementLine.shape.translated }),
  ),
  /** False: there are more than 200, and the rest is left out. */
  complete: z.boolean(),
});
export type LineAccounts = z.output<typeof LineAccounts>;

export const GlBalances = z.object({
  currency: z.string(),
  balances: z.array(z.object({ code: z.string(), title: z.string(), total: Minor, gl_account_id: z.string(), class: z.string() })),
  minorUnits: z.number().int(),
  ...origin,
});
export type GlBalances = z.output<typeof GlBalances>;

const cashFigures = <T extends z.ZodType>(figure: T) => z.object({ balance: figure, movements: z.array(figure), projected: figure });
const CashFigures = cashFigures(Minor);
export const CashPosition = z.object({
  ...origin,
  as_of: z.string(),
  /** The days ahead, each with what is value-dated on it. */
  days: z.array(z.string()),
  accounts: z.array(
    CashFigures.extend({
      id: z.string(),
      code: z.string(),
      entity_code: z.string().nullable(),
      gl_code: z.string(),
      gl_title: z.string(),
      currency: z.string(),
      minorUnits: z.number().int(),
    }),
  ),
  totals: z.array(CashFigures.extend({ currency: z.string(), minorUnits: z.number().int() })),
  translation: Translation,
  /** Everything in the currency of the translation; null where a rate is missing. */
  translated: cashFigures(Translated).nullable(),
});
export type CashPosition = z.output<typeof CashPosition>;

export const CASH_FLOWS_MAX = 20;

/** End-of-day balances, a figure for each of `days`: minor units, debit-positive. */
const CashSeries = z.object({
  currency: z.string(),
  minorUnits: z.number().int(),
  accounts: z.number().int(),
  balances: z.array(Minor),
});

/**
 * A value-dated posting ahead, as it moves cash: in is positive. Without an intent and a narrative: what moves an account on a day as a
 * whole, where its postings were booked too long ago to be named.
 */
const CashFlow = z.object({
  intent_id: z.string().nullable(),
  narrative: z.string(),
  value_date: z.string(),
  account_code: z.string(),
  currency: z.string(),
  minorUnits: z.number().int(),
  amount: Minor,
});

export const CashOverTime = z.object({
  ...origin,
  as_of: z.string(),
  /** From the first day over `as_of` to the last day ahead, each once. */
  days: z.array(z.string()),
  currencies: z.array(CashSeries),
  translation: Translation,
  /** Everything in the currency of the translation, every day at the rates of `as_of`; null where a rate is missing. */
  translated: z.array(Translated).nullable(),
  /** The next ones, the first day first. */
  flows: z.array(CashFlow),
});
export type CashOverTime = z.output<typeof CashOverTime>;

/** Accounts that one report on ageing looks at. Source: decision 0158. */
export const AGEING_ACCOUNTS_MAX = 5_000;
export const AgeingSide = z.enum(['receivable', 'payable']);
export type AgeingSide = z.output<typeof AgeingSide>;

/** Minor units, zero or more, by how long it has been due; `total` is what is owed: the buckets less what was paid in advance. */
const AgedFigures = z.object({
  current: Minor,
  up_to_30: Minor,
  up_to_60: Minor,
  up_to_90: Minor,
  older: Minor,
  advance: Minor,
  total: Minor,
});
export type AgedFigures = z.output<typeof AgedFigures>;

export const Ageing = z.object({
  ...origin,
  as_of: z.string(),
  side: AgeingSide,
  /** By party and currency, those with something open or paid in advance. */
  rows: z.array(
    AgedFigures.extend({
      party_id: z.string(),
      label: z.string(),
      accounts: z.number().int(),
      currency: z.string(),
      minorUnits: z.number().int(),
    }),
  ),
  totals: z.array(AgedFigures.extend({ currency: z.string(), minorUnits: z.number().int() })),
  /** False: there are more than 5,000 accounts with a party, and the rest is left out. */
  complete: z.boolean(),
});
export type Ageing = z.output<typeof Ageing>;

const journal = z.strictObject({ from: ReportDay.optional(), to: ReportDay.optional(), entity: asked.entity });

export const reports = {
  balancesByGl: route({
    method: 'GET',
    path: '/api/internal/ledger/reports/balances-by-gl',
    v1: { path: '/api/v1/reports/balances-by-gl' },
    summary: 'What the accounts of each GL account hold in one currency',
    needs: 'member',
    query: query({ ...asked, ...day, currency: IsoCurrencyCode.default(GL_REPORT_CURRENCY_DEFAULT) }),
    ok: GlBalances,
    codes: ['NOT_FOUND'],
  }),
  trialBalance: route({
    method: 'GET',
    path: '/api/internal/ledger/reports/trial-balance',
    v1: { path: '/api/v1/reports/trial-balance' },
    summary: 'Every GL account with its balance; each currency is zero',
    needs: 'member',
    query: query({ ...asked, ...day, compare: Compare.default('none') }),
    ok: Statement,
    codes: ['NOT_FOUND'],
  }),
  balanceSheet: route({
    method: 'GET',
    path: '/api/internal/ledger/reports/balance-sheet',
    v1: { path: '/api/v1/reports/balance-sheet' },
    summary: 'Assets, liabilities and equity, with the result of the year and retained earnings in equity',
    needs: 'member',
    query: query({ ...asked, ...day, compare: Compare.default('none') }),
    ok: Statement,
    codes: ['NOT_FOUND'],
  }),
  incomeStatement: route({
    method: 'GET',
    path: '/api/internal/ledger/reports/income-statement',
    v1: { path: '/api/v1/reports/income-statement' },
    summary: 'Income and expenses of a period; without `from` since the fiscal year began, without `to` until today',
    needs: 'member',
    query: query({ ...asked, from: ReportDay.optional(), to: ReportDay.optional(), compare: Compare.default('none') }),
    ok: Statement,
    codes: ['NOT_FOUND', 'VALIDATION_ERROR'],
  }),
  lineAccounts: route({
    method: 'GET',
    path: '/api/internal/ledger/reports/line-accounts',
    v1: { path: '/api/v1/reports/line-accounts' },
    summary: 'The accounts that one line of a statement is the sum of, by code, with their part of its figures; the first 200',
    needs: 'member',
    query: query({
      ...knownAtFields,
      entity: asked.entity,
      currency: asked.currency,
      report: Statement.shape.report,
      /** The line's. */
      gl_account_id: Uuid,
      /** First day of an income statement. */
      from: ReportDay.optional(),
      ...day,
      compare: Compare.default('none'),
    }),
    ok: LineAccounts,
    codes: ['NOT_FOUND', 'VALIDATION_ERROR'],
  }),
  cashPosition: route({
    method: 'GET',
    path: '/api/internal/ledger/reports/cash-position',
    v1: { path: '/api/v1/reports/cash-position' },
    summary: 'What bank and cash accounts hold, and what is value-dated on the days ahead',
    needs: 'member',
    query: query({ ...asked, ...day, days: z.coerce.number().int().min(1).max(CASH_DAYS_MAX).default(CASH_DAYS_DEFAULT) }),
    ok: CashPosition,
    codes: ['NOT_FOUND'],
  }),
  cashOverTime: route({
    method: 'GET',
    path: '/api/internal/ledger/reports/cash-over-time',
    v1: { path: '/api/v1/reports/cash-over-time' },
    summary: 'What bank and cash accounts held at the end of each day, and will hold with what is value-dated ahead',
    needs: 'member',
    query: z.strictObject({
      entity: asked.entity,
      currency: asked.currency,
      ...day,
      ...seriesFields,
    }),
    ok: CashOverTime,
    codes: ['NOT_FOUND'],
  }),
  ageing: route({
    method: 'GET',
    path: '/api/internal/ledger/reports/ageing',
    v1: { path: '/api/v1/reports/ageing' },
    summary: 'What parties owe, or are owed, by how long it has been due; payments settle the oldest first',
    needs: 'member',
    query: z.strictObject({
      entity: asked.entity,
      format: asked.format,
      ...day,
      side: AgeingSide.default('receivable'),
      /** Of this party only. */
      party_id: Uuid.optional(),
    }),
    ok: Ageing,
    codes: ['NOT_FOUND'],
  }),
  journalCsv: route({
    method: 'GET',
    path: '/api/internal/ledger/journal.csv',
    v1: { path: '/api/v1/journal.csv' },
    summary: 'Every posting in the order of the log, as CSV; `from` and `to` are value dates',
    needs: 'member',
    query: journal,
    file: 'text/csv',
    ok: z.unknown(),
    codes: ['NOT_FOUND'],
  }),
  journalHledger: route({
    method: 'GET',
    path: '/api/internal/ledger/journal.hledger',
    v1: { path: '/api/v1/journal.hledger' },
    summary: 'Every posting in the order of the log, as an hledger journal',
    needs: 'member',
    query: journal,
    file: 'text/plain',
    ok: z.unknown(),
    codes: ['NOT_FOUND'],
  }),
} as const;
