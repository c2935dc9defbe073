// Ids of connections that speak SAML. A provider is told addresses with the id in them before the connection is made. So an id follows from the organisation
// and from how many such connections it has made: it stays the same until a connection is made with it, and no other organisation comes to have it.

import type { Sha256Hex } from '../chain/event-hash.ts';

/** `made`: those before it, whether they are still there or not. A UUID of a form of one's own (version 8). Source: RFC 9562, section 5.8. */
export function samlConnectionId(tenantId: string, made: number, sha256: Sha256Hex): string {
  const hash = sha256(`saml connection ${made} of ${tenantId}`);
  const variant = (8 | (Number.parseInt(hash.charAt(16), 16) & 3)).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
