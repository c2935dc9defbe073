// Encrypts anew what is not under the data key in use, and says in the log when nothing is left under an older one. May be
// killed anywhere and run by several servers at once.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { getPrivacy, listBehind, listErasures } from '@countinghouse/store/features/privacy/reads';
import { encryptAnew, retireStatement, withEncryptionLock } from '@countinghouse/store/features/privacy/writes';
import { findOrganisation } from '@countinghouse/store/features/tenants/reads';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../../services.ts';
import { eachOrganisation } from '../../work/each.ts';
import { eraseAgain } from './acts.ts';

export async function encryptBehind(services: Services, stopping: AbortSignal): Promise<void> {
  const behind = (await listBehind(services.writerPool)).map((tenant_id) => ({ tenant_id }));
  await eachOrganisation(behind, stopping, ({ tenant_id }) =>
    withEncryptionLock(services.writerPool, tenant_id, 'passes', () => encryptOne(services, tenant_id, stopping)),
  );
}

async function encryptOne(services: Services, tenantId: string, stopping: AbortSignal): Promise<void> {
  const { pii, writerPool, readerPool, ledger } = services;
  const { finished, keyVersion } = await encryptAnew(pii, writerPool, tenantId, () => stopping.aborted);
  if (!finished) return;
  const { records } = await read(readerPool, { tenantId }, (tx) => getPrivacy(tx, tenantId));
  // Refused where another key was taken meanwhile: the next pass goes on with that one.
  await ledger.submit(tenantId, { type: 'privacy.finish', actor: systemActor, keyVersion, records }, [
    retireStatement(tenantId, keyVersion),
  ]);
}

/**
 * Holds the tombstones against the database: an erasure that it does not know of is done again (it was restored from before), one
 * that has no tombstone gets it (the server ended in between). Answers how many erasures were done again.
 */
export async function replayTombstones(services: Services): Promise<number> {
  let again = 0;
  const known = new Map((await listErasures(services.writerPool)).map((e) => [e.tenant_id, e]));
  for (const tombstone of services.tombstones.list()) {
    if ((known.get(tombstone.tenant_id)?.erasures ?? 0) >= tombstone.erasure) continue;
    if ((await findOrganisation(services.writerPool, tombstone.tenant_id)) === null) continue;
    if (await eraseAgain(services, tombstone)) again += 1;
  }
  for (const { tenant_id, erasures, key_version, erased_at } of known.values())
    services.tombstones.write({ tenant_id, erasure: erasures, key_version, erased_at });
  return again;
}
