import { recon } from '@countinghouse/contract/features/recon';
import type { RouteInput } from '@countinghouse/contract/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';

/** How often a run under way is looked at. */
const PROGRESS_MS = 1_000;

export const statusQuery = queryOptions({
  queryKey: [...keys.recon, 'status'],
  queryFn: ({ signal }) => call(recon.status, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.run?.status === 'running' ? PROGRESS_MS : false),
});

export const reconImportsQuery = queryOptions({
  queryKey: [...keys.recon, 'imports'],
  queryFn: ({ signal }) => call(recon.imports, { query: {} }, { signal }),
});

export const sourcesQuery = queryOptions({
  queryKey: [...keys.recon, 'sources'],
  queryFn: ({ signal }) => call(recon.sources, {}, { signal }),
});

export const bankRowsQuery = (query: RouteInput<typeof recon.rows>['query']) =>
  queryOptions({
    queryKey: [...keys.recon, 'rows', query],
    queryFn: ({ signal }) => call(recon.rows, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const openPostingsQuery = (query: RouteInput<typeof recon.postings>['query']) =>
  queryOptions({ queryKey: [...keys.recon, 'postings', query], queryFn: ({ signal }) => call(recon.postings, { query }, { signal }) });

export const matchesQuery = (query: RouteInput<typeof recon.matches>['query']) =>
  queryOptions({ queryKey: [...keys.recon, 'matches', query], queryFn: ({ signal }) => call(recon.matches, { query }, { signal }) });

export const bankStatementQuery = (query: RouteInput<typeof recon.statement>['query']) =>
  queryOptions({
    queryKey: [...keys.recon, 'statement', query],
    queryFn: ({ signal }) => call(recon.statement, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
