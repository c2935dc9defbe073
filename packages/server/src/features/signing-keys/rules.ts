// Keys of people. The private part of one that is made here is answered once and kept nowhere.

import { generateKeyPairSync } from 'node:crypto';
import type { PublicJwk } from '@countinghouse/contract/features/signing-keys';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import { thumbprint } from '@countinghouse/store/keys/thumbprint';
import { refuseField } from '../../http/refusal.ts';
import { readPublicKey } from '../../signatures/public-key.ts';

export function generateIntentKey(
  label: string,
  userId: string,
): { readonly key: GeneratedKey; readonly privateJwk: Record<string, string> } {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicJwk = { kty: 'OKP', crv: 'Ed25519', x };
  const kid = thumbprint(publicJwk);
  return {
    key: { kid, purpose: 'intent', label, algorithm: 'EdDSA', public_jwk: publicJwk, user_id: userId },
    privateJwk: { ...publicJwk, d, kid, alg: 'EdDSA', use: 'sig' },
  };
}

/** Refuses VALIDATION_ERROR: a point on no curve, or of small order. */
export function keyToRegister(label: string, jwk: PublicJwk, userId: string): GeneratedKey {
  const read = readPublicKey(jwk);
  if (read === null) throw refuseField('public_jwk', 'This is not a key that can be trusted to sign.');
  return { kid: read.thumbprint, purpose: 'intent', label, algorithm: read.algorithm, public_jwk: read.jwk, user_id: userId };
}
