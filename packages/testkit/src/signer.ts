// Somebody with a key pair of their own who signs intents with it.

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IntentInput } from '@countinghouse/contract/features/intents';
import type { PublicJwk } from '@countinghouse/contract/features/signing-keys';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { thumbprint } from '@countinghouse/store/keys/thumbprint';

export interface Signer {
  readonly kid: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  readonly publicJwk: PublicJwk;
  readonly privateKey: KeyObject;
  /** The intent with its signature. The header is the ordinary one unless its text is given. */
  sign(intent: IntentInput, header?: string): IntentInput;
}

export const encode = (content: string | Buffer): string => Buffer.from(content).toString('base64url');

/** What a detached signature of an intent is over, as text. */
export function payloadOf({ signature: _signature, ...intent }: IntentInput): string {
  return canonicalize(intent as unknown as JsonObject);
}

export function makeSigner(type: 'ed25519' | 'ec' = 'ed25519', name?: string): Signer {
  const { publicKey, privateKey } = type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const publicJwk = publicKey.export({ format: 'jwk' }) as PublicJwk;
  const algorithm = type === 'ec' ? 'ES256' : 'EdDSA';
  const kid = name ?? thumbprint(publicJwk);
  return {
    kid,
    algorithm,
    publicJwk,
    privateKey,
    sign(intent, header = JSON.stringify({ alg: algorithm, kid })) {
      const input = Buffer.from(`${encode(header)}.${encode(payloadOf(intent))}`);
      const bytes = sign(type === 'ec' ? 'sha256' : null, input, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return { ...intent, signature: `${encode(header)}..${encode(bytes)}` };
    },
  };
}
