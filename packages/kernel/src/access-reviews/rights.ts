// Who holds which right once the events of an organisation up to a point were applied: a fold of its own, over the few types that
// give or take rights, so that it tells of any day in the past what the tables of today cannot.

import type { ChainedEvent, EventType } from '../ledger/events.ts';

export type RightKind = 'organisation' | 'entity' | 'api_key' | 'signing_key';

export interface Right {
  readonly kind: RightKind;
  /** A person or a service account; null: the system. */
  readonly userId: string | null;
  /** The name of the service account that holds it, as it was then; null: none does. */
  readonly serviceAccount: string | null;
  readonly right: string;
  readonly object: string;
  readonly objectId: string | null;
  readonly inForce: boolean;
  readonly since: string;
  readonly seq: number;
  readonly givenBy: string;
  readonly givenByServiceAccount: string | null;
  readonly until: string | null;
  /** From where an API key may be used; none: from everywhere. */
  readonly networks: readonly string[];
}

type Held = Omit<Right, 'serviceAccount' | 'givenByServiceAccount'>;

/** The types that give or take rights: no other event is looked at. */
export const accessTypes = [
  'member.added',
  'member.role_changed',
  'member.removed',
  'service_account.created',
  'service_account.renamed',
  'service_account.role_changed',
  'service_account.deactivated',
  'entity.created',
  'entity.deactivated',
  'entity.reactivated',
  'entity_member.set',
  'entity_member.removed',
  'api_key.created',
  'api_key.rotated',
  'api_key.allow_list_changed',
  'api_key.revoked',
  'key.generated',
  'key.registered',
  'key.sunset',
  'key.revoked',
] as const satisfies readonly EventType[];

type AccessEvent = Extract<ChainedEvent, { readonly type: (typeof accessTypes)[number] }>;
export type AccessFact = Pick<ChainedEvent, 'seq' | 'eventTs' | 'actorId'> & Pick<AccessEvent, 'type' | 'payload'>;

/** What was held at an instant (text as in events), organisation first, each kind in the order in which it was given. */
export function rightsAt(facts: readonly AccessFact[], at: string): readonly Right[] {
  const members = new Map<string, Held>();
  const names = new Map<string, string>();
  const entities = new Map<string, { readonly code: string; active: boolean }>();
  const entityRoles = new Map<string, Held>();
  const apiKeys = new Map<string, Held>();
  const signingKeys = new Map<string, Held>();
  const dropEntityRoles = (userId: string): void => {
    for (const [id, right] of entityRoles) if (right.userId === userId) entityRoles.delete(id);
  };
  const dropAll = (userId: string): void => {
    members.delete(userId);
    dropEntityRoles(userId);
    for (const [id, key] of apiKeys) if (key.userId === userId) apiKeys.delete(id);
  };
  for (const fact of facts) {
    const event = fact as AccessEvent;
    const given = { seq: event.seq, since: event.eventTs, givenBy: event.actorId, inForce: true, until: null, networks: [] };
    switch (event.type) {
      case 'member.added':
      case 'member.role_changed': {
        const { user_id: userId, role: right } = event.payload;
        members.set(userId, { ...given, kind: 'organisation', userId, right, object: '', objectId: null });
        if (right === 'auditor') dropEntityRoles(userId);
        break;
      }
      case 'member.removed':
        dropAll(event.payload.user_id);
        break;
      case 'service_account.created':
      case 'service_account.role_changed': {
        const { id: userId, role: right } = event.payload;
        members.set(userId, { ...given, kind: 'organisation', userId, right, object: '', objectId: null });
        if (event.type === 'service_account.created') names.set(userId, event.payload.name);
        if (right === 'auditor') dropEntityRoles(userId);
        break;
      }
      case 'service_account.renamed':
        names.set(event.payload.id, event.payload.name);
        break;
      case 'service_account.deactivated':
        dropAll(event.payload.id);
        break;
      case 'entity.created':
        entities.set(event.payload.id, { code: event.payload.code, active: true });
        break;
      case 'entity.deactivated':
      case 'entity.reactivated': {
        const entity = entities.get(event.payload.id);
        if (entity !== undefined) entity.active = event.type === 'entity.reactivated';
        break;
      }
      case 'entity_member.set': {
        const { entity_id: objectId, user_id: userId, role: right } = event.payload;
        entityRoles.set(`${objectId} ${userId}`, { ...given, kind: 'entity', userId, right, object: '', objectId });
        break;
      }
      case 'entity_member.removed':
        entityRoles.delete(`${event.payload.entity_id} ${event.payload.user_id}`);
        break;
      case 'api_key.created': {
        const { id, user_id: userId, grant: right, name: object, expires_at: until } = event.payload;
        apiKeys.set(id, { ...given, kind: 'api_key', userId, right, object, objectId: id, until });
        break;
      }
      case 'api_key.rotated': {
        const key = apiKeys.get(event.payload.id);
        if (key !== undefined) apiKeys.set(event.payload.id, { ...key, until: event.payload.expires_at });
        break;
      }
      case 'api_key.allow_list_changed': {
        const key = apiKeys.get(event.payload.id);
        if (key !== undefined) apiKeys.set(event.payload.id, { ...key, networks: event.payload.networks.map(({ network }) => network) });
        break;
      }
      case 'api_key.revoked':
        apiKeys.delete(event.payload.id);
        break;
      case 'key.generated':
      case 'key.registered': {
        const { kid, purpose: right, label: object, user_id: userId } = event.payload;
        signingKeys.set(kid, { ...given, kind: 'signing_key', userId, right, object, objectId: kid });
        break;
      }
      case 'key.sunset':
      case 'key.revoked':
        signingKeys.delete(event.payload.kid);
        break;
    }
  }
  const inEntities = [...entityRoles.values()].map((right) => {
    const entity = entities.get(right.objectId ?? '');
    return { ...right, object: entity?.code ?? '', inForce: entity?.active === true };
  });
  const unexpired = [...apiKeys.values()].filter((key) => key.until === null || key.until > at);
  const named = (held: Held): Right => ({
    ...held,
    serviceAccount: names.get(held.userId ?? '') ?? null,
    givenByServiceAccount: names.get(held.givenBy) ?? null,
  });
  return [members.values(), inEntities, unexpired, signingKeys.values()].flatMap((rights) =>
    [...rights].sort((a, b) => a.seq - b.seq).map(named),
  );
}
