// Which calls an API key may make. One table for the server, for OpenAPI and for `docs/reference/permissions.md`. Reading needs
// `read`. A call that changes something and is not named here takes a person: nobody approves, closes periods or years, manages
// people, keys, signing, limits, controls or policies, ends the organisation, or erases personal data with a key. The kernel holds
// the same of its commands.

import type { KeyGrant } from './features/api-keys.ts';
import type { RouteDef } from './wire.ts';

const writes: Readonly<Record<string, KeyGrant>> = {
  'POST /api/v1/intents/execute': 'post',
  'POST /api/v1/intents/batch': 'post',
  'POST /api/v1/snapshots/take': 'post',
  'POST /api/internal/snapshots/take': 'post',
  'POST /api/internal/imports/check': 'post',
  'POST /api/internal/imports/:id/post': 'post',
  'POST /api/internal/intents/:intent_id/attachments': 'post',
  'POST /api/internal/recon/import': 'post',
  'POST /api/internal/recon/import/file': 'post',
  'POST /api/internal/recon/matches': 'post',
  'POST /api/internal/recon/matches/:id/unmatch': 'post',
  'POST /api/internal/accounts/create': 'admin',
  'POST /api/internal/accounts/:id/close': 'admin',
  'POST /api/internal/accounts/:id/reopen': 'admin',
  'POST /api/internal/accounts/:id/interest-bucket': 'admin',
  'POST /api/internal/ledger-accounts/create': 'admin',
  'POST /api/internal/ledger-accounts/standard-chart': 'admin',
  'POST /api/internal/ledger-accounts/:id/delete': 'admin',
  'POST /api/internal/currencies/tenant/add': 'admin',
  'POST /api/internal/currencies/tenant/remove': 'admin',
  'POST /api/internal/fx/rates/import': 'admin',
  'POST /api/internal/fx/rates/tenant/upsert': 'admin',
  'POST /api/parties': 'admin',
  'POST /api/parties/:id': 'admin',
  'POST /api/internal/branding/set': 'admin',
  'POST /api/internal/templates': 'admin',
  'POST /api/internal/templates/:id': 'admin',
  'DELETE /api/internal/templates/:id': 'admin',
  'POST /api/entities': 'admin',
  'POST /api/entities/rename': 'admin',
  'POST /api/entities/deactivate': 'admin',
  'POST /api/entities/reactivate': 'admin',
  'POST /api/internal/recon/sources': 'admin',
  'POST /api/internal/recon/sources/remove': 'admin',
  'POST /api/internal/interest/buckets': 'admin',
  'POST /api/internal/interest/buckets/:id/rates': 'admin',
};

/** Reads that belong to no organisation and that a program needs; a key is told of its own organisation alone. */
const readsBeyond: ReadonlySet<string> = new Set(['GET /api/internal/tenants/mine', 'GET /api/internal/currencies/all']);

/** Reads about a person's own session, which a key has not. */
const readsOfSession: ReadonlySet<string> = new Set(['GET /api/internal/diagnostics']);

type Call = Pick<RouteDef, 'method' | 'path' | 'needs' | 'reads' | 'ownView'>;

/** The calls that are named here, as `METHOD path`: for tests. */
export const namedCalls: readonly string[] = [...Object.keys(writes), ...readsBeyond, ...readsOfSession];

/** What a key needs for a call; null: no key may make it. Where nobody in particular is asked for, a key reads as nobody does. */
export function grantFor(call: Call): KeyGrant | null {
  const name = `${call.method} ${call.path}`;
  if (call.method !== 'GET' && call.reads !== true) return writes[name] ?? null;
  if (call.needs === 'session') return readsBeyond.has(name) ? 'read' : null;
  return readsOfSession.has(name) ? null : 'read';
}
