// What can be done with rows and matches; each reads anew what it changes.
import { recon } from '@countinghouse/contract/features/recon';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';

export const count = (n: number, one: string): string => `${n.toLocaleString('en-GB')} ${n === 1 ? one : `${one}s`}`;

/** Reads everything of reconciliation anew, and what a period that is closing waits for. */
export function useReadAnew(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all([keys.recon, keys.periods, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
}

export function useRunMatch() {
  const readAnew = useReadAnew();
  return useMutation({
    mutationFn: () => call(recon.match, {}),
    onSuccess: ({ matched, run }) =>
      toastSuccess(run.status === 'running' ? `${count(matched, 'row')} matched so far; it goes on` : `${count(matched, 'row')} matched`),
    onSettled: readAnew,
  });
}

export function useUnmatch() {
  const readAnew = useReadAnew();
  return useMutation({
    mutationFn: (id: string) => call(recon.unmatch, { params: { id } }),
    onSuccess: () => toastSuccess('Match undone'),
    onSettled: readAnew,
  });
}
