import type { reports } from '@countinghouse/contract/features/reports';
import type { RouteInput } from '@countinghouse/contract/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';

export type StatementRoute = typeof reports.trialBalance | typeof reports.balanceSheet | typeof reports.incomeStatement;
export type StatementQuery = RouteInput<typeof reports.incomeStatement>['query'] & RouteInput<typeof reports.balanceSheet>['query'];

/** What was shown stays while the next is on its way: a statement does not jump. */
export const statementQuery = (route: StatementRoute, query: StatementQuery) =>
  queryOptions({ ...q(route, { query }), placeholderData: keepPreviousData });
