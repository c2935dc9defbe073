// The acts of privacy: what the log says, and then what is done to the words beside it. Each may be cut off between the two: the
// worker goes on with encryption, and the next start with tombstones.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { PrivacyAuthority } from '@countinghouse/kernel/privacy/events';
import { listPlainFileNames } from '@countinghouse/store/features/imports/reads';
import { updateFileNameToken } from '@countinghouse/store/features/imports/writes';
import { getPrivacy } from '@countinghouse/store/features/privacy/reads';
import {
  encryptAnew,
  eraseStatements,
  eraseWithoutEvent,
  rewrapPiiKeys,
  withEncryptionLock,
} from '@countinghouse/store/features/privacy/writes';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../route/caller.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import type { Services } from '../../services.ts';
import type { Tombstone } from './tombstones.ts';

/** So long a caller waits for the encryption; what is left the worker does. */
const ENCRYPT_MS_MAX = 12_000;

/** Who asks, and by which right: without a caller it is the super token that let the request in. */
const by = (caller: Caller | null): { readonly actor: Caller['actor']; readonly authority: PrivacyAuthority } =>
  caller === null ? { actor: systemActor, authority: 'super_token' } : { actor: caller.actor, authority: 'owner' };

/** Encrypts what is there; what is written from here on is encrypted. Throws the refusal. */
export async function tokeniseNow(
  services: Services,
  tenantId: string,
  caller: Caller | null,
): Promise<{ readonly tokenized: number; readonly remaining: number; readonly sign_in_emails_kept: number }> {
  const { ledger, pii, writerPool } = services;
  const submit = async (): Promise<void> => {
    done(await ledger.submit(tenantId, { type: 'privacy.tokenise', ...by(caller) }));
    pii.forget(tenantId);
  };
  const untilMs = performance.now() + ENCRYPT_MS_MAX;
  // The lock comes before the event: what this call counts nobody else encrypts.
  const encrypted = await withEncryptionLock(writerPool, tenantId, 'waits', async () => {
    await submit();
    const named = await tokeniseFileNames(services, tenantId);
    return { named, ...(await encryptAnew(pii, writerPool, tenantId, () => performance.now() > untilMs)) };
  });
  if (encrypted === null) await submit();
  const { behind, sign_in_emails } = await read(services.readerPool, { tenantId }, (tx) => getPrivacy(tx, tenantId));
  const tokenized = encrypted === null ? 0 : encrypted.records + encrypted.named;
  return { tokenized, remaining: behind, sign_in_emails_kept: sign_in_emails };
}

/** Names of imported files from before these had tokens. Answers how many. */
async function tokeniseFileNames({ pii, writerPool }: Services, tenantId: string): Promise<number> {
  const plain = await listPlainFileNames(writerPool, tenantId);
  for (const { id, file_name } of plain) {
    const { tokens, store } = await pii.tokeniseAll(tenantId, [{ kind: 'file-name', words: file_name }]);
    await pii.writeBeside(tenantId, async (client, keep) => {
      await keep(store);
      await updateFileNameToken(client, tenantId, id, tokens[0] ?? '');
    });
  }
  return plain.length;
}

/** Destroys the keys and the words. Throws the refusal. */
export async function eraseNow(
  services: Services,
  tenantId: string,
  caller: Caller | null,
): Promise<{ readonly erasure: number; readonly records: number; readonly sign_in_emails_kept: number }> {
  const { records, sign_in_emails } = await read(services.readerPool, { tenantId }, (tx) => getPrivacy(tx, tenantId));
  const erasure = await erase(services, tenantId, { ...by(caller), again: null });
  return { erasure, records, sign_in_emails_kept: sign_in_emails };
}

/**
 * Does an erasure again that this copy of the database does not know of. False where it does. To a log that went back nothing is written
 * until its loss is accepted: there the words go at once, and the log says so with the first call after that.
 */
export async function eraseAgain(services: Services, { tenant_id, erasure, key_version }: Tombstone): Promise<boolean> {
  const { pii, readerPool, writerPool } = services;
  const { erasures } = await read(readerPool, { tenantId: tenant_id }, (tx) => getPrivacy(tx, tenant_id));
  if (erasures >= erasure) return false;
  try {
    await erase(services, tenant_id, { actor: systemActor, authority: 'tombstone', again: { erasure, keyVersion: key_version } });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'LOG_WENT_BACK') throw error;
    await eraseWithoutEvent(writerPool, tenant_id);
    pii.perish(tenant_id);
  }
  return true;
}

async function erase(
  { ledger, pii, tombstones }: Services,
  tenantId: string,
  how: ReturnType<typeof by> & { readonly again: { readonly erasure: number; readonly keyVersion: number } | null },
): Promise<number> {
  const outcome = await ledger.submit(tenantId, { type: 'privacy.erase', ...how }, eraseStatements(tenantId));
  const { payload, eventTs } = writtenEvent(outcome, 'privacy.erased');
  const { erasure, key_version } = payload;
  tombstones.write({ tenant_id: tenantId, erasure, key_version, erased_at: eventTs });
  // Looked at anew here and now; other processes do within a second.
  pii.forget(tenantId);
  await pii.hold(tenantId);
  return erasure;
}

/** Takes a new data key; the worker encrypts what is under the old one. Throws the refusal. */
export async function rotateNow(services: Services, tenantId: string, caller: Caller | null): Promise<number> {
  const { ledger, pii, writerPool, kms } = services;
  const { payload } = writtenEvent(await ledger.submit(tenantId, { type: 'privacy.rotate', ...by(caller) }), 'privacy.key_rotated');
  pii.forget(tenantId);
  await rewrapPiiKeys(writerPool, kms, tenantId);
  return payload.key_version;
}
