// Sends an intent and keeps what came of it. A receipt, also a rejection, settles the key; any other failure keeps it, so that
// Submit again is safe.

import type { Receipt } from '@countinghouse/contract/features/intents';
import { intents } from '@countinghouse/contract/features/intents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, fieldFaultsOf } from '../../../lib/calls/api-error.ts';
import { call } from '../../../lib/calls/client.ts';
import { keysOfPosting } from '../../../lib/calls/queries.ts';
import { toastError } from '../../../lib/calls/toast.tsx';
import { keepReceipt } from '../receipts.ts';
import { type Draft, requestFrom } from './draft.ts';

export function usePostIntent(tenantId: string, onSettled: (receipt: Receipt, answer: unknown) => void) {
  const queries = useQueryClient();
  const post = useMutation({
    meta: { quiet: true },
    mutationFn: (draft: Draft) => call(intents.execute, { body: requestFrom(draft, tenantId) }, { idempotencyKey: draft.idemKey }),
    onSuccess: async (answer) => {
      keepReceipt(tenantId, answer);
      onSettled(answer, answer);
      await Promise.all(keysOfPosting.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => toastError(error, 'Intent failed'),
  });
  const faults = new Map(
    [...fieldFaultsOf(post.error)].map(([path, message]) => [
      path
        .replace(/^\/?body[./]/, '')
        .replaceAll('/', '.')
        .replace(/^\./, ''),
      message,
    ]),
  );
  const errorAt = (path: string): string | undefined => (post.error instanceof ApiError ? faults.get(path) : undefined);
  return {
    post,
    /** What the server found wrong with a field: `constraints.hold_expires_at`. */
    errorAt,
    faultOf: (index: number, field: string): string | undefined => errorAt(`proposed_actions.${index}.${field}`),
  };
}
