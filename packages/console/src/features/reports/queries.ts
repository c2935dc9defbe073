import { reports, type Statement } from '@countinghouse/contract/features/reports';
import type { RouteInput } from '@countinghouse/contract/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { given, q } from '../../lib/calls/query.ts';

export type StatementRoute = typeof reports.trialBalance | typeof reports.balanceSheet | typeof reports.incomeStatement;
export type StatementQuery = RouteInput<typeof reports.incomeStatement>['query'] & RouteInput<typeof reports.balanceSheet>['query'];

/** What was shown stays while the next is on its way: a statement does not jump. */
export const statementQuery = (route: StatementRoute, query: StatementQuery) =>
  queryOptions({ ...q(route, { query }), placeholderData: keepPreviousData });

/** The accounts behind a line of a statement that was asked for with the same. */
export const lineAccountsQuery = (
  report: Statement['report'],
  { as_of, from, to, compare, known_at_seq }: StatementQuery,
  glAccountId: string,
) =>
  queryOptions({
    ...q(reports.lineAccounts, {
      query: { report, gl_account_id: glAccountId, ...given({ as_of: as_of ?? to, from, compare, known_at_seq }) },
    }),
    placeholderData: keepPreviousData,
  });
