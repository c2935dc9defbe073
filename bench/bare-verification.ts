// One core that verifies one signature over and over, and nothing else. A thread of `signatures.ts`.

import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';

export interface BareAsked {
  readonly publicJwk: JsonWebKey;
  readonly algorithm: 'EdDSA' | 'ES256';
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  readonly measureMs: number;
}

const BETWEEN_LOOKS = 50;

const { publicJwk, algorithm, signed, signature, measureMs } = workerData as BareAsked;
const key = createPublicKey({ key: publicJwk, format: 'jwk' });
const hash = algorithm === 'ES256' ? 'sha256' : null;
const beganMs = performance.now();
let made = 0;
while (performance.now() - beganMs < measureMs) {
  for (let i = 0; i < BETWEEN_LOOKS; i++)
    if (!verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, signature)) throw new Error('it does not verify');
  made += BETWEEN_LOOKS;
}
parentPort?.postMessage((made * 1000) / (performance.now() - beganMs));
