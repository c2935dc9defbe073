// Statements of the ledger as of a day: reads what each GL account held, has the kernel make lines of it, says where it stands.
// Used by the reports, and by whatever else publishes a statement.

import type { Compare, Statement } from '@countinghouse/contract/features/reports';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { amountAt } from '@countinghouse/kernel/money/sums';
import type { GlSum } from '@countinghouse/kernel/reports/chart';
import { addDays, fiscalYearStart, monthsEarlier } from '@countinghouse/kernel/reports/days';
import { makeTranslator, type Translator } from '@countinghouse/kernel/reports/figures';
import type { Line } from '@countinghouse/kernel/reports/line';
import { type Books, balanceSheet, incomeStatement, trialBalance } from '@countinghouse/kernel/reports/statements';
import type { SystemPostings } from '@countinghouse/kernel/reports/system-postings';
import { type GlAt, listDuesAt, listHouseAt } from '@countinghouse/store/balances-at';
import { listGlAccounts } from '@countinghouse/store/features/gl-accounts/reads';
import { getReportSettings, listGlReported, listRatesInForce, type RateRow } from '@countinghouse/store/features/reports/reads';
import type { Tx } from '@countinghouse/store/reader';
import { toWireLine, toWireTranslation } from './wire.ts';

/** Where a report stands: whose, and what the log knew. */
export interface Standpoint {
  readonly tenantId: string;
  readonly entity: { readonly id: string; readonly code: string; readonly name: string } | null;
  /** null: all that the log knows. */
  readonly knownAtSeq: number | null;
  readonly position: { readonly seq: number; readonly event_hash: string; readonly snapshot_id: string | null };
  readonly generatedAt: string;
}

export interface Period {
  /** First day; null where a statement is of one day. */
  readonly from: string | null;
  readonly as_of: string;
}

export type ReportName = Statement['report'];

const makers: Readonly<Record<ReportName, (books: Books) => readonly Line[]>> = {
  'trial-balance': trialBalance,
  'balance-sheet': balanceSheet,
  'income-statement': incomeStatement,
};
const monthsOf: Readonly<Record<Compare, number>> = { none: 0, month: 1, quarter: 3, year: 12 };

/** The same period one month, quarter or year earlier; null where nothing is compared. */
function priorOf({ from, as_of }: Period, compare: Compare): Period | null {
  const months = monthsOf[compare];
  if (months === 0) return null;
  return { from: from === null ? null : monthsEarlier(from, months), as_of: monthsEarlier(as_of, months) };
}

/** The points in time that a column of a report is made of. */
function pointsOf(report: ReportName, { from, as_of }: Period, startMonth: number): readonly string[] {
  if (report === 'trial-balance') return [as_of];
  if (report === 'balance-sheet') return [as_of, addDays(fiscalYearStart(as_of, startMonth), -1)];
  return [as_of, addDays(from ?? fiscalYearStart(as_of, startMonth), -1)];
}

const toSum = (g: GlAt) => ({ glAccountId: g.gl_account_id, currency: g.currency, atE8: g.balances.map(parseBalanceE8) });

/** What of the system's acts the statement tells apart, where there is any of it. */
function leftOut(report: ReportName, { yearEnds, revaluations }: SystemPostings): Statement['left_out'] {
  const moves = ({ atE8 }: GlSum): boolean => atE8.some((e8, point) => point % 2 === 0 && e8 !== amountAt(atE8, point + 1));
  const holds = ({ atE8 }: GlSum): boolean => atE8.some((e8) => e8 !== 0n);
  return [
    ...(revaluations.some(report === 'income-statement' ? moves : holds) ? (['revaluation'] as const) : []),
    ...(report !== 'trial-balance' && yearEnds.some(moves) ? (['year_end'] as const) : []),
  ];
}

export interface StatementAsked {
  readonly period: Period;
  readonly compare: Compare;
  readonly currency: string | undefined;
}

/** What a statement is of, before its figures. */
export interface Frame {
  /** The organisation's. */
  readonly name: string;
  readonly period: Period;
  readonly prior: Period | null;
  /** The points in time that its columns are made of, and what the log knew. */
  readonly point: { readonly dates: readonly string[]; readonly knownAtSeq: number | null };
  readonly translatorOf: (currencies: readonly string[]) => Translator;
}

/** An income statement without a first day begins with the fiscal year of its last. */
export async function loadFrame(tx: Tx, report: ReportName, at: Standpoint, asked: StatementAsked): Promise<Frame> {
  const { name, reporting_currency, fiscal_year_start } = await getReportSettings(tx, at.tenantId);
  const period: Period =
    report === 'income-statement'
      ? { ...asked.period, from: asked.period.from ?? fiscalYearStart(asked.period.as_of, fiscal_year_start) }
      : asked.period;
  const prior = priorOf(period, asked.compare);
  const periods = prior === null ? [period] : [period, prior];
  const dates = periods.flatMap((p) => pointsOf(report, p, fiscal_year_start));
  const rates: (readonly RateRow[])[] = [];
  for (const p of periods) rates.push(await listRatesInForce(tx, at.tenantId, p.as_of));
  return {
    name,
    period,
    prior,
    point: { dates, knownAtSeq: at.knownAtSeq },
    translatorOf: (currencies) => makeTranslator(currencies, asked.currency ?? reporting_currency, reporting_currency, rates),
  };
}

/** The lines of a report, from what was booked. */
export const makeLines = (report: ReportName, books: Books): readonly Line[] => makers[report](books);

/** A statement of the books, or of one entity's. */
export async function loadStatement(tx: Tx, report: ReportName, at: Standpoint, asked: StatementAsked): Promise<Statement> {
  const { name, period, prior, point, translatorOf } = await loadFrame(tx, report, at, asked);
  const own = { ...point, entityId: at.entity?.id ?? null };
  const sums = (await listGlReported(tx, at.tenantId, own)).map(toSum);
  const testServer = await listHouseAt(tx, at.tenantId, own);
  const acts = {
    yearEnds: testServer.filter((h) => h.act === 'year_end').map(toSum),
    revaluations: testServer.filter((h) => h.act === 'revaluation').map(toSum),
  };
  const dues =
    at.entity === null || report === 'income-statement'
      ? []
      : (await listDuesAt(tx, at.tenantId, { ...point, entityId: at.entity.id })).map((d) => ({
          code: d.code ?? '–',
          title: `Due from / due to ${d.code ?? 'accounts of no entity'}`,
          currency: d.currency,
          atE8: d.balances.map(parseBalanceE8),
        }));
  const currencies = [...new Set([...sums, ...dues].map((s) => s.currency))].sort((a, b) => (a < b ? -1 : 1));
  const chart = (await listGlAccounts(tx, at.tenantId)).map((g) => ({ ...g, parentId: g.parent_id }));
  const translator = translatorOf(currencies);
  const lines = makeLines(report, { chart, sums, dues, translator, acts });
  return {
    report,
    organisation: name,
    entity: at.entity,
    generated_at: at.generatedAt,
    position: { ...at.position, value_date: period.as_of },
    period,
    prior,
    currencies: currencies.map((code) => ({ code, minorUnits: minorUnitsOf(code) })),
    translation: toWireTranslation(translator, lines),
    left_out: leftOut(report, acts),
    lines: lines.map((line) => toWireLine(line, translator.currency, prior === null ? 1 : 2)),
  };
}
