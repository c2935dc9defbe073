// Metadata where a thing begins: in the request of an intent, in the event that makes an account, an entity or a party.

import type { JsonObject } from '../canonical/jcs.ts';

export type Metadata = { readonly [key: string]: string };

/** Of an event's payload: none where there is nothing to say. */
export const metadataPart = (metadata: Metadata): { readonly metadata?: Metadata } =>
  Object.keys(metadata).length === 0 ? {} : { metadata };

/** That of an intent: in its request as it came, which is what a client signed. */
export function metadataIn(request: JsonObject): Metadata {
  const { metadata } = request;
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? (metadata as Metadata) : {};
}
