// Checking a client's signature: a detached compact JWS over JCS of the intent without `signature`, by a key registered here.
// What the check is worth (is it this person's, is it active) is the kernel's to decide, under the lock.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { SignatureCheck } from '@countinghouse/kernel/intents/command';
import type { Pool } from '@countinghouse/store/connection';
import { findSigningKey, type SigningKeyRow } from '@countinghouse/store/features/signing-keys/reads';
import { read } from '@countinghouse/store/reader';
import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose';

export async function checkSignature(
  readerPool: Pool,
  tenantId: string,
  signature: string | null,
  request: JsonObject,
): Promise<SignatureCheck> {
  if (signature === null) return { is: 'absent' };
  const named = readHeader(signature);
  if (named === null) return { is: 'invalid' };
  const key = await read(readerPool, { tenantId }, (tx) => findSigningKey(tx, tenantId, named.kid));
  if (key === null || key.purpose !== 'intent' || key.algorithm !== named.alg) return { is: 'invalid' };
  return (await verifies(signature, request, key)) ? { is: 'valid', kid: named.kid } : { is: 'invalid' };
}

/** The key and algorithm that a detached compact JWS names; null if it is not one. */
function readHeader(signature: string): { readonly kid: string; readonly alg: string } | null {
  const [, payload, , ...rest] = signature.split('.');
  if (payload !== '' || rest.length > 0) return null;
  try {
    const { kid, alg } = decodeProtectedHeader(signature);
    return kid === undefined || alg === undefined ? null : { kid, alg };
  } catch {
    return null;
  }
}

async function verifies(signature: string, request: JsonObject, key: SigningKeyRow): Promise<boolean> {
  const [header, , bytes] = signature.split('.');
  const { signature: _signature, ...signed } = request;
  const payload = Buffer.from(canonicalize(signed)).toString('base64url');
  const publicKey = await importJWK(JSON.parse(key.public_jwk) as JWK, key.algorithm);
  try {
    await compactVerify(`${header}.${payload}.${bytes}`, publicKey, { algorithms: [key.algorithm] });
    return true;
  } catch {
    return false;
  }
}
