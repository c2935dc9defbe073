// Legal entities within an organisation, and who may do what in each.
import * as z from 'zod';
import { Done, IsoCurrencyCode, line, text, Uuid } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { Metadata, MetadataFilter, MetadataKept } from '../metadata-fields.ts';
import { Minor } from '../minor.ts';
import { route } from '../wire.ts';

// Source: specification §3, §5, §9.
export const ENTITY_CODE_LENGTH_MIN = 2;
export const ENTITY_CODE_LENGTH_MAX = 16;
export const ENTITY_NAME_LENGTH_MIN = 2;
export const ENTITY_NAME_LENGTH_MAX = 120;
export const ENTITIES_PAGE_SIZE = 12;
export const SELECT_ENTITY = 'Select an entity to continue.';
/** In `x-entity-id` and in a switch: no entity, so no filter. */
export const ALL_ENTITIES = 'all';

export const EntityRole = z.enum(['entity_admin', 'entity_member']);
export type EntityRole = z.output<typeof EntityRole>;

export const Entity = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  baseCurrency: z.string(),
  base_currency: z.string(),
  active: z.boolean(),
  /** The caller's own role in it, if any. */
  entity_role: EntityRole.nullable(),
  members: z.number().int(),
  metadata: MetadataKept,
});
export type Entity = z.output<typeof Entity>;

const EntityName = line(ENTITY_NAME_LENGTH_MAX).min(
  ENTITY_NAME_LENGTH_MIN,
  `Use a name of ${ENTITY_NAME_LENGTH_MIN} to ${ENTITY_NAME_LENGTH_MAX} characters.`,
);

export const NewEntity = z.strictObject({
  code: text(ENTITY_CODE_LENGTH_MAX)
    .trim()
    .min(ENTITY_CODE_LENGTH_MIN, `Use a code of ${ENTITY_CODE_LENGTH_MIN} to ${ENTITY_CODE_LENGTH_MAX} characters.`)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Use letters, digits and . _ - only.')
    .toUpperCase(),
  name: EntityName,
  base_currency: IsoCurrencyCode,
  metadata: Metadata.optional(),
});

/** Who can have a role in an entity: a member of the organisation, or a service account, which has no e-mail. */
export const EntityPerson = z.object({
  id: z.string(),
  kind: z.enum(['person', 'service_account']),
  email: z.string(),
  name: z.string(),
});
export type EntityPerson = z.output<typeof EntityPerson>;
export const EntityMember = EntityPerson.extend({ role: EntityRole });

const one = z.object({ entity: Entity });

export const entities = {
  list: route({
    method: 'GET',
    path: '/api/entities/list',
    v1: { path: '/api/v1/entities' },
    summary: 'The entities of the organisation, and the one that is active in this session',
    needs: 'member',
    /** `metadata[key]=value`: those with this value under this key. */
    query: z.strictObject({ metadata: MetadataFilter.optional() }),
    ok: z.object({ entities: z.array(Entity), currentId: z.string().nullable() }),
  }),
  create: route({
    method: 'POST',
    path: '/api/entities',
    v1: { path: '/api/v1/entities' },
    summary: 'Make an entity; its maker administers it',
    needs: 'owner',
    grant: 'admin',
    body: NewEntity,
    ok: one,
    codes: ['FORBIDDEN', 'CODE_TAKEN', 'CURRENCY_NOT_ALLOWED'],
  }),
  switch: route({
    method: 'POST',
    path: '/api/organisation/entities/switch',
    summary: 'Make an entity the active one of this session; `all` or null for none',
    needs: 'member',
    evenReadOnly: true,
    ownView: true,
    body: z.strictObject({ entityId: z.union([Uuid, z.literal(ALL_ENTITIES)]).nullable() }),
    ok: z.object({ currentId: z.string().nullable() }),
    codes: ['NOT_FOUND', 'ENTITY_INACTIVE'],
  }),
  rename: route({
    method: 'POST',
    path: '/api/entities/rename',
    v1: { path: '/api/v1/entities/rename' },
    summary: 'Give an entity another name',
    needs: 'entity_admin',
    grant: 'admin',
    body: z.strictObject({ id: Uuid, name: EntityName }),
    ok: Done,
    codes: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  deactivate: route({
    method: 'POST',
    path: '/api/entities/deactivate',
    v1: { path: '/api/v1/entities/deactivate' },
    summary: 'Stop postings to the accounts of an entity',
    needs: 'entity_admin',
    grant: 'admin',
    body: z.strictObject({ id: Uuid }),
    ok: Done,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'ENTITY_INACTIVE'],
  }),
  reactivate: route({
    method: 'POST',
    path: '/api/entities/reactivate',
    v1: { path: '/api/v1/entities/reactivate' },
    summary: 'Undo a deactivation',
    needs: 'entity_admin',
    grant: 'admin',
    body: z.strictObject({ id: Uuid }),
    ok: Done,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'ENTITY_ACTIVE', 'CURRENCY_NOT_ALLOWED'],
  }),
  members: route({
    method: 'GET',
    path: '/api/entities/members/list',
    v1: { path: '/api/v1/entities/members' },
    summary: 'Who has a role in an entity, and the members and service accounts of the organisation that could get one',
    needs: 'member',
    query: z.strictObject({ entityId: Uuid }),
    ok: z.object({
      members: z.array(EntityMember),
      tenantMembers: z.array(EntityPerson),
    }),
    codes: ['NOT_FOUND'],
  }),
  setRole: route({
    method: 'POST',
    path: '/api/entities/members/role',
    summary: 'Give a member or a service account of the organisation a role in an entity, or change it',
    needs: 'entity_admin',
    body: z.strictObject({ entityId: Uuid, userId: z.string().min(1).max(64), entity_role: EntityRole }),
    ok: Done,
    also: { 202: HeldChange },
    codes: ['NOT_FOUND', 'FORBIDDEN', 'CANNOT_SELF_CHANGE', 'CHANGE_PENDING'],
  }),
  removeMember: route({
    method: 'POST',
    path: '/api/entities/members/remove',
    summary: 'Take somebody’s role in an entity away',
    needs: 'entity_admin',
    evenReadOnly: true,
    body: z.strictObject({ entityId: Uuid, userId: z.string().min(1).max(64) }),
    ok: Done,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'CANNOT_SELF_CHANGE'],
  }),
  trialBalance: route({
    method: 'GET',
    path: '/api/entities/:id/trial-balance',
    v1: { path: '/api/v1/entities/:id/trial-balance' },
    summary: 'The balances of an entity’s accounts with its due-from and due-to lines; each currency sums to zero',
    needs: 'member',
    params: z.object({ id: Uuid }),
    ok: z.object({
      entity: z.object({ id: z.string(), code: z.string(), name: z.string() }),
      /** `kind` account: an account of the entity; due: the computed line against another entity or against accounts of none. */
      lines: z.array(
        z.object({
          kind: z.enum(['account', 'due']),
          code: z.string(),
          title: z.string(),
          currency: z.string(),
          balance: Minor,
          minorUnits: z.number().int(),
        }),
      ),
    }),
    codes: ['NOT_FOUND'],
  }),
} as const;
