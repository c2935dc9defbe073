// Which calls an API key may make: for the server, for OpenAPI and for `docs/reference/permissions.md`. Reading needs
// `read`. A key with the grant `propose` may make every call that a key may make and that can wait: what it asks for waits until a person
// approves it. A call that changes something and names no grant takes a person: nobody approves, closes periods or years, manages
// people, keys, signing, limits, controls or policies, ends the organisation, or erases personal data with a key. The kernel holds
// the same of its commands.

import type { KeyGrant } from './features/api-keys.ts';
import type { RouteDef } from './wire.ts';

/** Reads that belong to no organisation and that a program needs; a key is told of its own organisation alone. */
const readsBeyond: ReadonlySet<string> = new Set(['GET /api/internal/tenants/mine', 'GET /api/internal/currencies/all']);

/** Reads about a person's own session, which a key has not. */
const readsOfSession: ReadonlySet<string> = new Set(['GET /api/internal/diagnostics']);

type Call = Pick<RouteDef, 'method' | 'path' | 'needs' | 'reads' | 'ownView' | 'grant' | 'cannotWait'>;

/** The calls that are named here, as `METHOD path`: for tests. */
export const namedCalls: readonly string[] = [...readsBeyond, ...readsOfSession];

/** What a key needs for a call; null: no key may make it. Where nobody in particular is asked for, a key reads as nobody does. */
export function grantFor(call: Call): KeyGrant | null {
  const name = `${call.method} ${call.path}`;
  if (call.method !== 'GET' && call.reads !== true) return call.grant ?? null;
  if (call.needs === 'session') return readsBeyond.has(name) ? 'read' : null;
  return readsOfSession.has(name) ? null : 'read';
}

/** Whether a call changes something that can wait: what a key asks for by it that only proposes is an approval. */
export const canWait = (call: Call): boolean =>
  call.method !== 'GET' && call.reads !== true && call.cannotWait !== true && call.grant !== undefined;
