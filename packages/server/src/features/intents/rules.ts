// Checking a client's signature: a detached compact JWS over JCS of the intent without `signature`. In mode EXTERNAL_JWKS by a key of
// the organisation's own set, else by one registered here.
// What the check is worth (is it this person's, is it active) is the kernel's to decide, under the lock.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent, SignatureCheck } from '@countinghouse/kernel/intents/commands';
import { findKeySet } from '@countinghouse/store/features/signing-keys/reads';
import { read } from '@countinghouse/store/reader';
import type { Session } from '../../auth/sessions.ts';
import type { Services } from '../../services.ts';
import { type DetachedJws, readDetachedJws, verifyDetached } from '../../signatures/detached-jws.ts';
import { type ExternalKey, KeySetUnavailable } from '../../signatures/external-keys.ts';

type Checked = Pick<ExecuteIntent, 'signatureCheck' | 'signatureCheckedBy'>;

/** What a signature is, by the keys that count now as far as this process knows: from memory, once the writer has the organisation. */
export async function checkSignature(
  services: Pick<Services, 'ledger' | 'readerPool' | 'registeredKeys' | 'externalKeys'>,
  tenantId: string,
  signer: Pick<Session, 'userId' | 'email'>,
  signature: string | null,
  request: JsonObject,
): Promise<Checked> {
  if (signature === null) return { signatureCheck: { is: 'absent' } };
  const jws = readDetachedJws(signature);
  if (jws === null) return { signatureCheck: { is: 'invalid' } };
  const { signature: _signature, ...signed } = request;
  const payload = canonicalize(signed);
  const signatureCheckedBy = services.ledger.keySetOf(tenantId) ?? {
    jwksUrl: await read(services.readerPool, { tenantId }, (tx) => findKeySet(tx, tenantId)),
  };
  const { jwksUrl } = signatureCheckedBy;
  if (jwksUrl !== null) return { signatureCheckedBy, signatureCheck: await checkExternal(services, { jwksUrl, signer, jws, payload }) };
  const key = await services.registeredKeys.find(tenantId, jws.kid);
  const valid = key !== null && (await verifyDetached(jws, payload, key));
  return { signatureCheckedBy, signatureCheck: valid ? { is: 'valid', kid: jws.kid } : { is: 'invalid' } };
}

interface External {
  readonly jwksUrl: string;
  readonly signer: Pick<Session, 'userId' | 'email'>;
  readonly jws: DetachedJws;
  readonly payload: string;
}

async function checkExternal({ externalKeys }: Pick<Services, 'externalKeys'>, o: External): Promise<SignatureCheck> {
  const { jwksUrl, signer, jws, payload } = o;
  try {
    const fits = async (found: ExternalKey): Promise<boolean> =>
      [signer.userId, signer.email.toLowerCase()].some((own) => own === found.subject || own === found.subject.toLowerCase()) &&
      (await verifyDetached(jws, payload, found.key));
    let found = await externalKeys.find(jwksUrl, jws.kid);
    // A rejection is final for its key: the name may have been given to another key since the set was read.
    if (found !== null && !(await fits(found))) found = await externalKeys.findAnew(jwksUrl, jws.kid);
    if (found === null || !(await fits(found))) return { is: 'invalid' };
    return { is: 'valid-external', kid: jws.kid, jwk: found.key.jwk, userId: signer.userId, jwksUrl };
  } catch (error) {
    if (error instanceof KeySetUnavailable) return { is: 'unchecked' };
    throw error;
  }
}
