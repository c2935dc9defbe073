// Metadata of intents, accounts, entities and parties: what it is now, how it came to be so, and how it is changed.
import * as z from 'zod';
import { After, limit, Next, Uuid } from '../fields.ts';
import { MetadataChanges, MetadataKept } from '../metadata-fields.ts';
import { route } from '../wire.ts';
import { IntentId } from './intents.ts';

export const METADATA_CHANGES_PAGE = 50;
const METADATA_CHANGES_PAGE_MAX = 500;

/** One event that gave or changed it. */
export const MetadataChange = z.object({
  seq: z.number().int(),
  changed_at: z.string(),
  /** Who did: a person's id, or `system`. */
  actor_id: z.string(),
  /** The value that each key was given; null: it was removed. */
  changes: z.record(z.string(), z.string().nullable()),
});
export type MetadataChange = z.output<typeof MetadataChange>;

export const MetadataView = z.object({
  metadata: MetadataKept,
  /** The latest first. */
  changes: z.array(MetadataChange),
  /** What to ask `after` for the changes before these; null: there are none. */
  next: Next,
});
export type MetadataView = z.output<typeof MetadataView>;

const page = z.strictObject({
  limit: limit(METADATA_CHANGES_PAGE_MAX, METADATA_CHANGES_PAGE),
  after: After.optional(),
});
const body = z.strictObject({ metadata: MetadataChanges });
/** As it is now. */
const ok = z.object({ metadata: MetadataKept });
const byId = z.object({ id: Uuid });
const byIntentId = z.object({ intent_id: IntentId });

export const metadata = {
  ofIntent: route({
    method: 'GET',
    path: '/api/v1/intents/:intent_id/metadata',
    summary: 'The metadata of an intent, and its changes, the latest first',
    needs: 'member',
    params: byIntentId,
    query: page,
    ok: MetadataView,
    codes: ['NOT_FOUND'],
  }),
  annotateIntent: route({
    method: 'PATCH',
    path: '/api/internal/intents/:intent_id/metadata',
    v1: { path: '/api/v1/intents/:intent_id/metadata' },
    summary: 'Change metadata of an intent: the keys named, null removes one; what it posted stays as it is',
    needs: 'member',
    grant: 'post',
    params: byIntentId,
    body,
    ok,
    codes: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  ofAccount: route({
    method: 'GET',
    path: '/api/v1/accounts/:id/metadata',
    summary: 'The metadata of an account, and its changes, the latest first',
    needs: 'member',
    params: byId,
    query: page,
    ok: MetadataView,
    codes: ['NOT_FOUND'],
  }),
  annotateAccount: route({
    method: 'PATCH',
    path: '/api/internal/accounts/:id/metadata',
    v1: { path: '/api/v1/accounts/:id/metadata' },
    summary: 'Change metadata of an account: the keys named, null removes one',
    needs: 'member',
    grant: 'admin',
    params: byId,
    body,
    ok,
    codes: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  ofEntity: route({
    method: 'GET',
    path: '/api/v1/entities/:id/metadata',
    summary: 'The metadata of an entity, and its changes, the latest first',
    needs: 'member',
    params: byId,
    query: page,
    ok: MetadataView,
    codes: ['NOT_FOUND'],
  }),
  annotateEntity: route({
    method: 'PATCH',
    path: '/api/internal/entities/:id/metadata',
    v1: { path: '/api/v1/entities/:id/metadata' },
    summary: 'Change metadata of an entity: the keys named, null removes one',
    needs: 'entity_admin',
    grant: 'admin',
    params: byId,
    body,
    ok,
    codes: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  ofParty: route({
    method: 'GET',
    path: '/api/v1/parties/:id/metadata',
    summary: 'The metadata of a party, and its changes, the latest first',
    needs: 'member',
    params: byId,
    query: page,
    ok: MetadataView,
    codes: ['NOT_FOUND'],
  }),
  annotateParty: route({
    method: 'PATCH',
    path: '/api/internal/parties/:id/metadata',
    v1: { path: '/api/v1/parties/:id/metadata' },
    summary: 'Change metadata of a party: the keys named, null removes one',
    needs: 'member',
    grant: 'admin',
    params: byId,
    body,
    ok,
    codes: ['NOT_FOUND'],
  }),
} as const;
