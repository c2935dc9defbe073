// Checking a client's signature: a detached compact JWS over JCS of the intent without `signature`, by a key registered here.
// What the check is worth (is it this person's, is it active) is the kernel's to decide, under the lock.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { SignatureCheck } from '@countinghouse/kernel/intents/decide';
import { findSigningKey } from '@countinghouse/store/features/signing-keys/reads';
import { read } from '@countinghouse/store/reader';
import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import type { Pool } from '@countinghouse/store/connection';

export async function checkSignature(readerPool: Pool, tenantId: string, signature: string | null, request: JsonObject): Promise<SignatureCheck> {
  if (signature === null) return { is: 'absent' };
  try {
    const [header, empty, bytes, ...rest] = signature.split('.');
    const { kid, alg } = decodeProtectedHeader(signature);
    if (rest.length > 0 || empty !== '' || kid === undefined) return { is: 'invalid' };
    const key = await read(readerPool, { tenantId }, (tx) => findSigningKey(tx, tenantId, kid));
    if (key === null || key.purpose !== 'intent' || key.algorithm !== alg) return { is: 'invalid' };
    const { signature: _signature, ...signed } = request;
    const payload = Buffer.from(canonicalize(signed)).toString('base64url');
    await compactVerify(`${header}.${payload}.${bytes}`, await importJWK(JSON.parse(key.public_jwk) as JWK, alg), { algorithms: [key.algorithm] });
    return { is: 'valid', kid };
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return { is: 'invalid' };
    throw error;
  }
}
