// Ids of connections that speak SAML. A provider is told addresses with the id in them before the connection is made. So an id follows from the organisation
// and from how many such connections it has made: it stays the same until a connection is made with it, and no other organisation comes to have it.

import { createHash } from 'node:crypto';

const ID_BYTES = 16;
/** Of a UUID of a form of one's own (version 8), and its variant. Source: RFC 9562, section 5.8. */
const [VERSION_BYTE, VERSION] = [6, 0x80];
const [VARIANT_BYTE, VARIANT] = [8, 0x80];

/** `made`: those before it, whether they are still there or not. */
export function connectionIdOf(tenantId: string, made: number): string {
  const bytes = createHash('sha256').update(`saml connection ${made} of ${tenantId}`).digest().subarray(0, ID_BYTES);
  bytes[VERSION_BYTE] = VERSION | ((bytes[VERSION_BYTE] ?? 0) & 0x0f);
  bytes[VARIANT_BYTE] = VARIANT | ((bytes[VARIANT_BYTE] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
