// Signatures of the system as they are checked: compact JWS with detached payload by an Ed25519 key.

import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** null for what is no Ed25519 key. */
export function importChainKey(jwk: object): KeyObject | null {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' } as never);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** What was signed and its signature; null for what is no detached JWS of this key. */
export function parseDetached(jws: string, kid: string, text: string): { readonly data: Buffer; readonly signature: Buffer } | null {
  const [header = '', payload, signature = '', ...rest] = jws.split('.');
  if (payload !== '' || rest.length > 0) return null;
  try {
    const said = JSON.parse(Buffer.from(header, 'base64url').toString()) as { readonly alg?: unknown; readonly kid?: unknown } | null;
    if (said?.alg !== 'EdDSA' || said.kid !== kid) return null;
  } catch {
    return null;
  }
  return { data: Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`), signature: Buffer.from(signature, 'base64url') };
}

/** Whether a signature over a text holds; on the thread pool. */
export function holds(jws: string, kid: string, text: string, key: KeyObject): Promise<boolean> {
  const parsed = parseDetached(jws, kid, text);
  if (parsed === null) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    verify(null, parsed.data, key, parsed.signature, (error, isHeld) => (error === null ? resolve(isHeld) : reject(error)));
  });
}
