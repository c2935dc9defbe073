// Reads are repeated by themselves only where the server was not there; writes never are.
import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const RETRIES_MAX = 2;
const FRESH_MS = 10_000;
const passing = new Set([0, 502, 503, 504]);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => count < RETRIES_MAX && error instanceof ApiError && passing.has(error.status),
    },
  },
});

/**
 * Forgets what is known of these, and asks again for what is still shown once everything is drawn without it: what was asked only because of an earlier answer
 * (the tasks of a period of the organisation before) is not.
 */
export async function askAnew(isMeant: (queryKey: readonly unknown[]) => boolean): Promise<void> {
  const meant = { predicate: ({ queryKey }: Query) => isMeant(queryKey) };
  notifyManager.batch(() => {
    for (const query of queryClient.getQueryCache().findAll(meant)) query.reset();
  });
  await drawn();
  // Who asks for what it has not, as a screen that suspends, has asked already.
  await queryClient.refetchQueries({ ...meant, type: 'active' }, { cancelRefetch: false });
}

/** Whoever watches a query is told with the next timer, and React has drawn by the one after it. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
}
