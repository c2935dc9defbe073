// Reads are repeated by themselves only where the server was not there; writes never are. A failed write tells the person in a
// toast, unless its form says so itself (`meta.quiet`).
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { toastError } from './toast.tsx';

const RETRIES_MAX = 2;
const FRESH_MS = 10_000;
const passing = new Set([0, 502, 503, 504]);

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows its own failure. */
      readonly quiet?: boolean;
      /** The specification's literal for this failure; the server's words follow it. */
      readonly literal?: string;
    };
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => count < RETRIES_MAX && error instanceof ApiError && passing.has(error.status),
    },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (mutation.meta?.quiet !== true) toastError(error, mutation.meta?.literal);
    },
  }),
});
