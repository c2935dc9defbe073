// Ids of connections that speak SAML. A provider is told addresses with the id in them before the connection is made, so that an owner brings the id along
// when making it: half of it follows from the organisation and the other half, so that nobody makes a connection under an id of another organisation.

import { createHash, randomBytes } from 'node:crypto';

const HALF_BYTES = 8;
/** Of a UUID of a form of one's own (version 8), and its variant. Source: RFC 9562, section 5.8. */
const [VERSION_BYTE, VERSION] = [6, 0x80];
const [VARIANT_BYTE, VARIANT] = [8, 0x80];

function idFrom(tenantId: string, chosen: Buffer): string {
  const half = Buffer.from(chosen);
  half[VERSION_BYTE] = VERSION | ((half[VERSION_BYTE] ?? 0) & 0x0f);
  const follows = createHash('sha256').update(tenantId).update(half).digest().subarray(0, HALF_BYTES);
  const bytes = Buffer.concat([half, follows]);
  bytes[VARIANT_BYTE] = VARIANT | ((bytes[VARIANT_BYTE] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const makeConnectionId = (tenantId: string): string => idFrom(tenantId, randomBytes(HALF_BYTES));

export const isConnectionIdOf = (tenantId: string, id: string): boolean =>
  idFrom(tenantId, Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, HALF_BYTES)) === id;
