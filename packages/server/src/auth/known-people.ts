// Whom an organisation may still name. A person's account may outlive their membership; who left before the organisation erased its
// personal words is not named by it again.

import { findPeople, type PersonRow } from '@countinghouse/store/auth/people';
import type { Pool } from '@countinghouse/store/connection';
import { listForgotten } from '@countinghouse/store/features/privacy/reads';
import { read } from '@countinghouse/store/reader';

/** What stands in place of the name of somebody who is erased. */
export const ERASED_PERSON = 'Erased person';

interface Pools {
  readonly authPool: Pool;
  readonly readerPool: Pool;
}

/** By id; whose account is gone, and whom the organisation has erased, is missing. */
export async function findKnownPeople(
  { authPool, readerPool }: Pools,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonRow>> {
  const [people, forgotten] = await Promise.all([
    findPeople(authPool, ids),
    read(readerPool, { tenantId }, (tx) => listForgotten(tx, tenantId, ids)),
  ]);
  const gone = new Set(forgotten);
  return new Map([...people].filter(([id]) => !gone.has(id)));
}
