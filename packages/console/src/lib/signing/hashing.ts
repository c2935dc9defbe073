// Hashes of an event, derived again in this browser from what the server showed. Needs a secure context, as localhost is.
import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent } from '@countinghouse/kernel/chain/event-hash';
import type { Hashing } from '@countinghouse/kernel/merkle/hashing';

/** SHA-256 of bytes, 64 hex digits in lower case. */
export async function sha256HexOf(bytes: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const sha256Hex = (text: string): Promise<string> => sha256HexOf(new TextEncoder().encode(text));

export interface HashCheck {
  readonly what: 'payload' | 'event';
  readonly found: string;
  readonly derived: string;
}

/** Derives payload hash and event hash of one event. The encoding is the kernel's own. */
export async function deriveHashes(tenantId: string, event: LedgerEvent): Promise<readonly HashCheck[]> {
  const payload = await sha256Hex(canonicalize(event.payload as JsonObject));
  let head = '';
  // The kernel hashes synchronously, the browser does not: take the text it would hash.
  hashEvent(
    (text) => {
      head = text;
      return '';
    },
    { ...event, tenant_id: tenantId },
  );
  return [
    { what: 'payload', found: event.payload_hash, derived: payload },
    { what: 'event', found: event.event_hash, derived: await sha256Hex(head) },
  ];
}

/** Runs a computation of the kernel with the browser's hash. */
export async function runInBrowser<T>(hashing: Hashing<T>): Promise<T> {
  let step = hashing.next();
  while (step.done !== true) step = hashing.next(new Uint8Array(await crypto.subtle.digest('SHA-256', step.value)));
  return step.value;
}
