import { recon } from '@countinghouse/contract/features/recon';
import type { RouteInput } from '@countinghouse/contract/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';

/** How often a run under way is looked at. */
const PROGRESS_MS = 1_000;

export const statusQuery = queryOptions({
  ...q(recon.status),
  refetchInterval: ({ state }) => (state.data?.run?.status === 'running' ? PROGRESS_MS : false),
});

export const reconImportsQuery = q(recon.imports, { query: {} });

export const sourcesQuery = q(recon.sources);

export const bankRowsQuery = (query: RouteInput<typeof recon.rows>['query']) =>
  queryOptions({ ...q(recon.rows, { query }), placeholderData: keepPreviousData });

export const openPostingsQuery = (query: RouteInput<typeof recon.postings>['query']) => q(recon.postings, { query });

export const suggestionsQuery = (account_id: string) => q(recon.suggestions, { query: { account_id } });

export const matchesQuery = (query: RouteInput<typeof recon.matches>['query']) => q(recon.matches, { query });

export const bankStatementQuery = (query: RouteInput<typeof recon.statement>['query']) =>
  queryOptions({ ...q(recon.statement, { query }), placeholderData: keepPreviousData });
