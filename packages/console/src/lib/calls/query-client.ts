// Reads are repeated by themselves only where the server was not there; writes never are.
import { QueryClient } from '@tanstack/react-query';
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
