// Sends an intent and keeps what came of it. A receipt, also a rejection, settles the key; any other failure keeps it, so that
// Submit again is safe.

import type { Receipt } from '@countinghouse/contract/features/intents';
import { intents } from '@countinghouse/contract/features/intents';
import { ApiError, fieldFaultsOf } from '../../../lib/calls/api-error.ts';
import { touchedByPosting } from '../../../lib/calls/posting.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { type Draft, requestFrom } from './draft.ts';

export function usePostIntent(tenantId: string, onSettled: (receipt: Receipt, answer: unknown) => void) {
  const post = useWrite(intents.execute, {
    input: (draft: Draft) => ({ body: requestFrom(draft, tenantId) }),
    options: (draft: Draft) => ({ idempotencyKey: draft.idemKey }),
    touches: touchedByPosting,
    done: (answer) => onSettled(answer, answer),
    literal: 'Intent failed',
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
