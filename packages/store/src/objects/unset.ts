// The object store of a server whose settings for one are incomplete: the books go on, files do not, and everybody is told so.

import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';

/** `missing` are the names of the settings that are not there. */
export function openUnsetObjects(missing: readonly string[]): ObjectStore {
  const refuse = async (): Promise<never> => {
    throw new ObjectStoreUnavailable('unset', `not set: ${missing.join(', ')}`);
  };
  return {
    put: refuse,
    get: refuse,
    getRange: refuse,
    has: refuse,
    putNamed: refuse,
    getNamed: refuse,
    // biome-ignore lint/correctness/useYield: there is nothing to list
    async *list() {
      await refuse();
    },
    close() {},
  };
}
