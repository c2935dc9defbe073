import type { reports } from '@countinghouse/contract/features/reports';
import type { RouteInput } from '@countinghouse/contract/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';

export type StatementRoute = typeof reports.trialBalance | typeof reports.balanceSheet | typeof reports.incomeStatement;
export type StatementQuery = RouteInput<typeof reports.incomeStatement>['query'] & RouteInput<typeof reports.balanceSheet>['query'];

/** What was shown stays while the next is on its way: a statement does not jump. */
export const statementQuery = (route: StatementRoute, query: StatementQuery) =>
  queryOptions({
    queryKey: [...keys.reports, route.path, query],
    queryFn: ({ signal }) => call(route, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
