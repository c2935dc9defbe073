// Who held which right at an instant: a fold over the events that give and take rights.
// @ts-check

/** @typedef {import('./index-block.js').Fact} Fact */

/**
 * @typedef {object} Right
 * @property {'organisation' | 'entity' | 'api_key' | 'signing_key'} kind
 * @property {string | null} userId a person or a service account; null: the system
 * @property {string | null} serviceAccount the name of the one that holds it; null: none does
 * @property {string} right role, grant or purpose
 * @property {string} object what it is about: code of an entity, name of a key; empty for the organisation
 * @property {boolean} inForce false: of an entity that is deactivated
 * @property {string} since
 * @property {number} seq of the event that gave it
 * @property {string} givenBy
 * @property {readonly string[]} networks from where an API key may be used; none: from everywhere
 */

export const rightTypes = [
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
];

/**
 * @param {readonly Fact[]} facts in order of seq; of other types than `rightTypes` they are passed over
 * @param {string} at text as in events: what came later does not count
 * @returns {readonly Right[]} by kind, each in the order in which they were given
 */
export function rightsAt(facts, at) {
  /** @type {{ [kind in Right['kind']]: Map<string, Omit<Right, 'serviceAccount'> & { entityId?: string, until?: string }> }} */
  const held = { organisation: new Map(), entity: new Map(), api_key: new Map(), signing_key: new Map() };
  /** @type {Map<string, { code: string, active: boolean }>} */
  const entities = new Map();
  /** Of service accounts. @type {Map<string, string>} */
  const names = new Map();
  const drop = (/** @type {Right['kind']} */ kind, /** @type {string} */ userId) => {
    for (const [id, right] of held[kind]) if (right.userId === userId) held[kind].delete(id);
  };
  for (const { seq, ts: since, type, actorId: givenBy, payload } of facts) {
    if (since > at) break;
    const p = /** @type {Readonly<Record<string, string>>} */ (payload);
    const given = { seq, since, givenBy, inForce: true, userId: p['user_id'] ?? null, networks: /** @type {readonly string[]} */ ([]) };
    switch (type) {
      case 'member.added':
      case 'member.role_changed':
        held.organisation.set(p['user_id'], { ...given, kind: 'organisation', right: p['role'], object: '' });
        if (p['role'] === 'auditor') drop('entity', p['user_id']);
        break;
      case 'service_account.created':
      case 'service_account.role_changed':
        if (type === 'service_account.created') names.set(p['id'], p['name']);
        held.organisation.set(p['id'], { ...given, userId: p['id'], kind: 'organisation', right: p['role'], object: '' });
        if (p['role'] === 'auditor') drop('entity', p['id']);
        break;
      case 'service_account.renamed':
        names.set(p['id'], p['name']);
        break;
      case 'member.removed':
      case 'service_account.deactivated': {
        const id = p['user_id'] ?? p['id'];
        held.organisation.delete(id);
        drop('entity', id);
        drop('api_key', id);
        break;
      }
      case 'entity.created':
        entities.set(p['id'], { code: p['code'], active: true });
        break;
      case 'entity.deactivated':
      case 'entity.reactivated': {
        const entity = entities.get(p['id']);
        if (entity !== undefined) entity.active = type === 'entity.reactivated';
        break;
      }
      case 'entity_member.set':
        held.entity.set(`${p['entity_id']} ${p['user_id']}`, {
          ...given,
          kind: 'entity',
          right: p['role'],
          object: '',
          entityId: p['entity_id'],
        });
        break;
      case 'entity_member.removed':
        held.entity.delete(`${p['entity_id']} ${p['user_id']}`);
        break;
      case 'api_key.created':
        held.api_key.set(p['id'], { ...given, kind: 'api_key', right: p['grant'], object: p['name'], until: p['expires_at'] });
        break;
      case 'api_key.rotated': {
        const key = held.api_key.get(p['id']);
        if (key !== undefined) held.api_key.set(p['id'], { ...key, until: p['expires_at'] });
        break;
      }
      case 'api_key.allow_list_changed': {
        const key = held.api_key.get(p['id']);
        const { networks } = /** @type {{ readonly networks: readonly { readonly network: string }[] }} */ (payload);
        if (key !== undefined) held.api_key.set(p['id'], { ...key, networks: networks.map(({ network }) => network) });
        break;
      }
      case 'api_key.revoked':
        held.api_key.delete(p['id']);
        break;
      case 'key.generated':
      case 'key.registered':
        held.signing_key.set(p['kid'], { ...given, kind: 'signing_key', right: p['purpose'], object: p['label'] });
        break;
      case 'key.sunset':
      case 'key.revoked':
        held.signing_key.delete(p['kid']);
        break;
    }
  }
  return Object.values(held).flatMap((rights) =>
    [...rights.values()]
      .filter(({ until }) => until === undefined || until > at)
      .map(({ entityId, until: _until, ...right }) => {
        const [entity, serviceAccount] = [entities.get(entityId ?? ''), names.get(right.userId ?? '') ?? null];
        return entityId === undefined
          ? { ...right, serviceAccount }
          : { ...right, serviceAccount, object: entity?.code ?? '', inForce: entity?.active === true };
      })
      .sort((a, b) => a.seq - b.seq),
  );
}
