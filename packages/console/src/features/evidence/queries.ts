import { evidence } from '@countinghouse/contract/features/evidence';
import { queryOptions } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';

/** How often a list of bundles is looked at while some are still being written. */
const WAITS_MS = 2_000;

/** The latest bundles, and whether more are on their way. */
export const latestBundles = (query: { readonly limit?: number; readonly before?: number }) =>
  queryOptions({
    ...q(evidence.list, { query }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? WAITS_MS : false),
  });

export const bundlesOfIntent = (intentId: string) =>
  queryOptions({
    ...q(evidence.list, { query: { intent_id: intentId } }),
    refetchInterval: ({ state }) => (state.data?.evidence.length === 0 && state.data.waiting > 0 ? WAITS_MS : false),
  });
