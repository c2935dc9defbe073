// Checking a client's signature: a detached compact JWS over JCS of the intent without `signature`. In mode EXTERNAL_JWKS by a key of
// the organisation's own set, else by one registered here.
// What the check is worth (is it this person's, is it active) is the kernel's to decide, under the lock.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { SignatureCheck } from '@countinghouse/kernel/intents/commands';
import { findSigningKey, findSigningRules } from '@countinghouse/store/features/signing-keys/reads';
import { read } from '@countinghouse/store/reader';
import type { Session } from '../../auth/sessions.ts';
import type { Services } from '../../services.ts';
import { type DetachedJws, readDetachedJws, verifyDetached } from '../../signatures/detached-jws.ts';
import { KeySetUnavailable } from '../../signatures/external-keys.ts';
import { readPublicKey } from '../../signatures/public-key.ts';

export async function checkSignature(
  services: Pick<Services, 'readerPool' | 'externalKeys'>,
  tenantId: string,
  signer: Pick<Session, 'userId' | 'email'>,
  signature: string | null,
  request: JsonObject,
): Promise<SignatureCheck> {
  if (signature === null) return { is: 'absent' };
  const jws = readDetachedJws(signature);
  if (jws === null) return { is: 'invalid' };
  const { signature: _signature, ...signed } = request;
  const payload = canonicalize(signed);
  const { rules, key } = await read(services.readerPool, { tenantId }, async (tx) => ({
    rules: await findSigningRules(tx, tenantId),
    key: await findSigningKey(tx, tenantId, jws.kid),
  }));
  if (rules?.signing_mode === 'EXTERNAL_JWKS' && rules.jwks_url !== null)
    return checkExternal(services, { jwksUrl: rules.jwks_url, signer, jws, payload });
  const known = key?.purpose === 'intent' ? readPublicKey(JSON.parse(key.public_jwk) as JsonObject) : null;
  return known !== null && (await verifyDetached(jws, payload, known)) ? { is: 'valid', kid: jws.kid } : { is: 'invalid' };
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
    const found = await externalKeys.find(jwksUrl, jws.kid);
    if (found === null || !(await verifyDetached(jws, payload, found.key))) return { is: 'invalid' };
    const { subject } = found;
    if (subject !== signer.userId && subject.toLowerCase() !== signer.email.toLowerCase()) return { is: 'invalid' };
    return { is: 'valid-external', kid: jws.kid, jwk: found.key.jwk, userId: signer.userId, jwksUrl };
  } catch (error) {
    if (error instanceof KeySetUnavailable) return { is: 'unchecked' };
    throw error;
  }
}
