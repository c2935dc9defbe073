// The three acts, each with what its call came to. A token that was typed goes along; without one the session decides.
import { privacy } from '@countinghouse/contract/features/privacy';
import type { RouteDef } from '@countinghouse/contract/wire';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';

export interface LogEntry {
  readonly id: number;
  readonly at: string;
  readonly path: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly answer: unknown;
}

export type Act = UseMutationResult<unknown, Error, void>;

interface Acts {
  readonly tokenise: Act;
  readonly erase: Act;
  readonly rotate: Act;
  /** The latest first. */
  readonly log: readonly LogEntry[];
}

export function useActs(token: string): Acts {
  const [log, setLog] = useState<readonly LogEntry[]>([]);
  const queries = useQueryClient();
  const options = token === '' ? {} : { bearer: token };
  const note = (route: RouteDef, status: number, answer: unknown): void =>
    setLog((before) => [{ id: before.length, at: new Date().toISOString(), path: route.path, status, answer }, ...before]);
  const onError = (route: RouteDef) => (error: Error) =>
    error instanceof ApiError
      ? note(route, error.status, error.payload ?? { error: error.code })
      : note(route, 0, { error: 'Request failed' });
  // What any screen shows of persons may have changed.
  const onSettled = () => queries.invalidateQueries();
  const tokenise = useMutation({
    mutationFn: () => call(privacy.tokenise, { body: {} }, options),
    onSuccess: (answer) => {
      note(privacy.tokenise, 200, answer);
      toastSuccess(`Email addresses tokenised (${answer.tokenized} records updated)`);
    },
    onError: onError(privacy.tokenise),
    onSettled,
  });
  const erase = useMutation({
    mutationFn: () => call(privacy.erase, { body: {} }, options),
    onSuccess: (answer) => {
      note(privacy.erase, 200, answer);
      toastSuccess('Encrypted fields erased');
    },
    onError: onError(privacy.erase),
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: () => call(privacy.rotate, { body: {} }, options),
    onSuccess: (answer) => {
      note(privacy.rotate, 200, answer);
      toastSuccess('Tenant key rotation queued');
    },
    onError: onError(privacy.rotate),
    onSettled,
  });
  return { tokenise, erase, rotate, log };
}
