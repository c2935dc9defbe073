// Whom an organisation may still name: people and its service accounts. A person's account may outlive their membership; who left before
// the organisation erased its personal words is not named by it again.

import { findPeople, type PersonRow } from '@countinghouse/store/auth/people';
import type { Pool } from '@countinghouse/store/connection';
import { listForgotten } from '@countinghouse/store/features/privacy/reads';
import { listServiceAccountNames } from '@countinghouse/store/features/service-accounts/reads';
import { read } from '@countinghouse/store/reader';

/** What stands in place of the name of somebody who is erased. */
export const ERASED_PERSON = 'Erased person';

/** What a service account is called where its name stands alone. */
export const nameOfServiceAccount = (name: string): string => `${name} (service account)`;

interface Pools {
  readonly authPool: Pool;
  readonly readerPool: Pool;
}

/**
 * By id; whose account is gone, and whom the organisation has erased, is missing. A service account has no e-mail, and a name that says what
 * it is.
 */
export async function findKnownPeople(
  { authPool, readerPool }: Pools,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonRow>> {
  const [people, { forgotten, accounts }] = await Promise.all([
    findPeople(authPool, ids),
    read(readerPool, { tenantId }, async (tx) => ({
      forgotten: await listForgotten(tx, tenantId, ids),
      accounts: await listServiceAccountNames(tx, tenantId),
    })),
  ]);
  const [asked, gone] = [new Set(ids), new Set(forgotten)];
  const programs = accounts.filter(({ id }) => asked.has(id)).map(({ id, name }) => ({ id, name: nameOfServiceAccount(name), email: '' }));
  return new Map([...[...people.values()].filter(({ id }) => !gone.has(id)), ...programs].map((known) => [known.id, known]));
}
