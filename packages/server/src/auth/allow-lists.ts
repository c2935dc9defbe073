// Whether a call comes from where an organisation, or an API key, takes calls from. The address is the one that the server takes for the client’s: of a
// connection from TRUSTED_PROXIES what they say, of any other the connection’s own.

import type { AllowedNetwork } from '@countinghouse/kernel/allow-lists/events';
import { admitterOf, spellAddress } from '@countinghouse/kernel/allow-lists/networks';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';

/** Of lists as they were read: each is understood once, and let go of with the row that it came in. */
const admitters = new WeakMap<readonly AllowedNetwork[], (address: string) => boolean>();

export function admits(list: readonly AllowedNetwork[], address: string): boolean {
  let admitter = admitters.get(list);
  if (admitter === undefined) {
    admitter = admitterOf(list);
    admitters.set(list, admitter);
  }
  return admitter(address);
}

/** Throws ADDRESS_NOT_ALLOWED, with the address. */
export function guardAddress(request: FastifyRequest, list: readonly AllowedNetwork[]): void {
  // Who is asked for nothing is not looked for.
  if (list.length > 0 && !admits(list, request.ip)) throw new Refusal('ADDRESS_NOT_ALLOWED', { address: spellAddress(request.ip) });
}
