// Keys are named by RFC 7638: SHA-256 over the canonical form of the members that make the key, base64url.

import { createHash } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';

/** Of a public key of type OKP or EC; `y` only where there is one. */
export function thumbprint({ crv, kty, x, y }: JsonObject): string {
  const members = { crv: crv ?? null, kty: kty ?? null, x: x ?? null, ...(y === undefined ? {} : { y }) };
  return createHash('sha256').update(canonicalize(members)).digest('base64url');
}
