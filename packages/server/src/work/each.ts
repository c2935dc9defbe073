// What a worker has to do for many organisations, so that one of them that fails (its key is not there, its log cannot be read) holds up nobody else.

import { LedgerUnavailable } from '@countinghouse/store/writer/failures';

/** Whether it is the database that fails, or its disk, or the clock: then it fails for everybody, and each would wait for it in turn. */
const isOfAll = (error: unknown): boolean => error instanceof LedgerUnavailable && error.code !== 'OVERLOADED';

/**
 * Does `work` for each in its order; what else is due of an organisation that failed waits for the next pass. Throws the first failure once every other
 * organisation had its turn, or at once where it is everybody's.
 */
export async function eachOrganisation<Due extends { readonly tenant_id: string }>(
  due: readonly Due[],
  stopping: AbortSignal | undefined,
  work: (one: Due) => Promise<unknown>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  for (const one of due) {
    if (stopping?.aborted === true) break;
    if (failures.has(one.tenant_id)) continue;
    try {
      await work(one);
    } catch (error) {
      if (isOfAll(error)) throw error;
      failures.set(one.tenant_id, error);
    }
  }
  for (const error of failures.values()) throw error;
}
