// A COSE receipt (RFC 9942): the path of an event to a root, which the chain key signs anew, and what of ours goes with it. In words
// docs/reference/receipt-format.md.

import { sign } from 'node:crypto';
import { type Cbor, encodeCbor, Tagged } from './cbor.ts';
import type { ChainKey } from './keyring.ts';

const COSE_SIGN1 = 18;
/** Header parameters, each with its label; those below −65536 are for private use (RFC 9052 §11.1). */
const LABEL = { algorithm: 1, kid: 4, claims: 15, structure: 395, proofs: 396, checkpoint: -65537, extra: -65538 };
const EDDSA = -8;
const RFC9162_SHA256 = 1;
const INCLUSION = -1;
const ISSUER = 1;
const NOTHING = new Uint8Array();

export interface CoseReceipt {
  /** The name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly index: number;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
  /** With the signatures of the log and of witnesses. */
  readonly checkpoint: string;
  readonly extra: string;
}

/** A tagged COSE_Sign1 whose payload, the root, is detached. */
export function signCoseReceipt(key: ChainKey, { origin, size, index, path, root, checkpoint, extra }: CoseReceipt): Buffer {
  const header = encodeCbor(
    new Map<number, Cbor>([
      [LABEL.algorithm, EDDSA],
      [LABEL.kid, Buffer.from(key.kid)],
      [LABEL.claims, new Map([[ISSUER, origin]])],
      [LABEL.structure, RFC9162_SHA256],
    ]),
  );
  const beside = new Map<number, Cbor>([
    [LABEL.proofs, new Map([[INCLUSION, [encodeCbor([size, index, path])]]])],
    [LABEL.checkpoint, checkpoint],
    [LABEL.extra, extra],
  ]);
  // Sig_structure of RFC 9052 §4.4.
  const signature = sign(null, encodeCbor(['Signature1', header, NOTHING, root]), key.privateKey);
  return encodeCbor(new Tagged(COSE_SIGN1, [header, beside, null, signature]));
}
