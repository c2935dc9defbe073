import { DAY_MAX } from '@countinghouse/contract/as-of';
import { reports as contract, type ReportFormat, type Statement } from '@countinghouse/contract/features/reports';
import { listAccountsAt } from '@countinghouse/store/balances-at';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import { listGlAccounts } from '@countinghouse/store/features/gl-accounts/reads';
import { getReportSettings } from '@countinghouse/store/features/reports/reads';
import { read } from '@countinghouse/store/reader';
import type { PrintedDocument } from '../../documents/document.ts';
import { renderPdf } from '../../documents/pdf.ts';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { FileAnswer } from '../../route/answers.ts';
import type { AsideContext, AsideServices } from '../../route/aside.ts';
import { aside, type Handler, handler } from '../../route/route.ts';
import { loadLineAccounts } from '../../statements/line-accounts.ts';
import { loadStatement } from '../../statements/load.ts';
import { csvOfStatement, printStatement } from '../../statements/print.ts';
import { csvOfAgeing, loadAgeing, nameAgeing, printAgeing } from './ageing.ts';
import { loadCashOverTime } from './cash-over-time.ts';
import { csvOfCashPosition, loadCashPosition, printCashPosition } from './cash-position.ts';
import { csvOfGlBalances, loadGlBalances, printGlBalances } from './gl-balances.ts';
import { nameAccounts } from './hledger.ts';
import { streamCsv, streamHledger } from './journal.ts';
import { findReportEntity, findStandpoint } from './standpoint.ts';

/** A report as it was asked for; files are named after it. */
async function answer<T>(
  report: T,
  format: ReportFormat,
  name: string,
  as: { readonly csv: (report: T) => string; readonly print: (report: T) => PrintedDocument },
): Promise<T | FileAnswer> {
  if (format === 'csv') return new FileAnswer(`${name}.csv`, 'text/csv; charset=utf-8', as.csv(report));
  if (format === 'pdf') return new FileAnswer(`${name}.pdf`, 'application/pdf', await renderPdf(as.print(report)));
  return report;
}

export const balancesByGl = aside(
  contract.balancesByGl,
  async ({ tenant: { tenant_id: tenantId }, caller: { session }, input, request }, { readerPool, clock }) => {
    const { format, currency, as_of, ...asked } = input.query;
    const report = await read(readerPool, { tenantId }, async (tx) =>
      loadGlBalances(tx, await findStandpoint(tx, { tenantId, session, request, clock }, asked), currency, as_of),
    );
    return answer(report, format, `balances-by-gl-${currency}`, { csv: csvOfGlBalances, print: printGlBalances });
  },
);

export const trialBalance = aside(contract.trialBalance, (asked, services) => answerStatement('trial-balance', asked, services));

export const balanceSheet = aside(contract.balanceSheet, (asked, services) => answerStatement('balance-sheet', asked, services));

export const incomeStatement = aside(
  contract.incomeStatement,
  async ({ tenant: { tenant_id: tenantId }, caller: { session }, input, request }, { readerPool, clock }) => {
    const { format, currency, from = null, to = clock.today(), compare, ...asked } = input.query;
    if (from !== null && from > to) throw refuseField('from', 'Choose a first day that is not after the last.');
    const report = await read(readerPool, { tenantId }, async (tx) => {
      const at = await findStandpoint(tx, { tenantId, session, request, clock }, asked);
      return loadStatement(tx, 'income-statement', at, { period: { from, as_of: to }, compare, currency });
    });
    return answer<Statement>(report, format, `income-statement-${to}`, { csv: csvOfStatement, print: printStatement });
  },
);

export const lineAccounts = aside(
  contract.lineAccounts,
  async ({ tenant: { tenant_id: tenantId }, caller: { session }, input, request }, { readerPool, clock }) => {
    const { report, gl_account_id: glAccountId, currency, from = null, as_of = clock.today(), compare, ...asked } = input.query;
    if (from !== null && from > as_of) throw refuseField('from', 'Choose a first day that is not after the last.');
    const found = await read(readerPool, { tenantId }, async (tx) => {
      const at = await findStandpoint(tx, { tenantId, session, request, clock }, asked);
      return loadLineAccounts(tx, report, at, { period: { from, as_of }, compare, currency, glAccountId });
    });
    if (found === null) throw new Refusal('NOT_FOUND');
    return found;
  },
);

export const cashPosition = aside(
  contract.cashPosition,
  async ({ tenant: { tenant_id: tenantId }, caller: { session }, input, request }, { readerPool, clock }) => {
    const { format, currency, as_of: asOf = clock.today(), days, ...asked } = input.query;
    const report = await read(readerPool, { tenantId }, async (tx) => {
      const at = await findStandpoint(tx, { tenantId, session, request, clock }, asked);
      return loadCashPosition(tx, at, { asOf, days, currency, userId: session.userId });
    });
    return answer(report, format, `cash-position-${asOf}`, { csv: csvOfCashPosition, print: printCashPosition });
  },
);

export const cashOverTime = aside(
  contract.cashOverTime,
  async ({ tenant: { tenant_id: tenantId }, caller: { session }, input, request }, { readerPool, clock }) => {
    const { as_of: asOf = clock.today(), back, ahead, currency, entity } = input.query;
    return read(readerPool, { tenantId }, async (tx) => {
      const at = await findStandpoint(tx, { tenantId, session, request, clock }, { entity });
      return loadCashOverTime(tx, at, { asOf, back, ahead, currency });
    });
  },
);

export const ageing = handler(
  contract.ageing,
  async ({ tenant: { tenant_id: tenantId }, caller: { session }, input, request }, services) => {
    const { as_of: asOf = services.clock.today(), side, party_id: partyId = null, format, entity } = input.query;
    const loaded = await read(services.readerPool, { tenantId }, async (tx) => {
      const at = await findStandpoint(tx, { tenantId, session, request, clock: services.clock }, { entity });
      return loadAgeing(tx, at, { asOf, side, partyId });
    });
    const words = await services.pii.reveal(
      tenantId,
      loaded.rows.map((row) => row.labelToken),
    );
    return answer(nameAgeing(loaded, words.of), format, `ageing-${side}-${asOf}`, { csv: csvOfAgeing, print: printAgeing });
  },
);

export const journalCsv = aside(contract.journalCsv, (asked, services) => answerJournal('csv', asked, services));

export const journalHledger = aside(contract.journalHledger, (asked, services) => answerJournal('hledger', asked, services));

async function answerStatement(
  name: 'trial-balance' | 'balance-sheet',
  {
    tenant: { tenant_id: tenantId },
    caller: { session },
    input,
    request,
  }: AsideContext<typeof contract.trialBalance | typeof contract.balanceSheet>,
  { readerPool, clock }: AsideServices,
) {
  const { format, currency, as_of = clock.today(), compare, ...asked } = input.query;
  const report = await read(readerPool, { tenantId }, async (tx) => {
    const at = await findStandpoint(tx, { tenantId, session, request, clock }, asked);
    return loadStatement(tx, name, at, { period: { from: null, as_of }, compare, currency });
  });
  return answer<Statement>(report, format, `${name}-${as_of}`, { csv: csvOfStatement, print: printStatement });
}

async function answerJournal(
  ending: 'csv' | 'hledger',
  {
    tenant: { tenant_id: tenantId },
    caller: { session },
    input,
    request,
  }: AsideContext<typeof contract.journalCsv | typeof contract.journalHledger>,
  { readerPool }: AsideServices,
) {
  const { from = null, to = null, entity } = input.query;
  const { asked, accounts, organisation } = await read(readerPool, { tenantId }, async (tx) => {
    const own = await findReportEntity(tx, { tenantId, session, request }, entity);
    const named = ending === 'csv' ? [] : await listAccountsAt(tx, tenantId, { dates: [DAY_MAX], knownAtSeq: null, entityId: null });
    return {
      asked: { from, to, entityId: own?.id ?? null, throughSeq: (await findLatestPosition(tx, tenantId))?.seq ?? 0 },
      accounts: nameAccounts(named, await listGlAccounts(tx, tenantId)),
      organisation: (await getReportSettings(tx, tenantId)).name,
    };
  });
  const source = { pool: readerPool, tenantId, asked };
  return ending === 'csv'
    ? new FileAnswer('journal.csv', 'text/csv; charset=utf-8', streamCsv(source))
    : new FileAnswer('journal.hledger', 'text/plain; charset=utf-8', streamHledger(source, organisation, accounts));
}

export const reportsHandlers: readonly Handler[] = [
  balancesByGl,
  trialBalance,
  balanceSheet,
  incomeStatement,
  lineAccounts,
  cashPosition,
  cashOverTime,
  ageing,
  journalCsv,
  journalHledger,
];
