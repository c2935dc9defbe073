import { randomUUID } from 'node:crypto';
import { entities } from '@countinghouse/contract/features/entities';
import { none } from './body-books.ts';
import { inOwn, nothing, type Row, someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

/** The entity is of the request's body, and the right to it is decided on the entity. */
const onEntity = (body: object = {}): Pick<Row, 'naming'> => ({
  naming: (_o, of) => [[{ body: { id: of.entityId, ...body } }, 'NOT_FOUND', 'NOT_FOUND']],
});
const ofEntityMember = (body: object = {}): Pick<Row, 'naming'> => ({
  naming: (o, of) => [
    [{ body: { entityId: of.entityId, userId: o.memberId, ...body } }, 'NOT_FOUND', 'NOT_FOUND'],
    [{ body: { entityId: of.entityId, userId: of.memberId, ...body } }, 'NOT_FOUND', 'NOT_FOUND'],
    [{ body: { entityId: o.entityId, userId: of.memberId, ...body } }, 'NOT_FOUND'],
  ],
});

export const walk: Walk = {
  isolation: {
    list: nothing,
    create: { own: () => ({ body: { code: someCode(), name: 'Entity', base_currency: 'USD' } }) },
    switch: {
      own: (o) => ({ body: { entityId: o.entityId } }),
      naming: (_o, of) => [[{ body: { entityId: of.entityId } }, 'NOT_FOUND']],
    },
    rename: { own: (o) => ({ body: { id: o.entityId, name: 'Renamed' } }), ...onEntity({ name: 'Renamed' }) },
    deactivate: { own: async (o) => ({ body: { id: await o.entity(someCode()) } }), ...onEntity() },
    reactivate: {
      own: async (o) => {
        const id = await o.entity(someCode());
        await o.owner.call(entities.deactivate, { body: { id } }, inOwn(o));
        return { body: { id } };
      },
      ...onEntity(),
    },
    members: {
      own: (o) => ({ query: { entityId: o.entityId } }),
      naming: (_o, of) => [[{ query: { entityId: of.entityId } }, 'NOT_FOUND']],
    },
    setRole: {
      own: (o) => ({ body: { entityId: o.entityId, userId: o.memberId, entity_role: 'entity_admin' } }),
      ...ofEntityMember({ entity_role: 'entity_admin' }),
    },
    removeMember: {
      own: async (o) => ({ body: { entityId: o.entityId, userId: (await o.entityPerson(o.entityId, 'entity_member')).id } }),
      ...ofEntityMember(),
    },
    trialBalance: {
      own: (o) => ({ params: { id: o.entityId } }),
      naming: (_o, of) => [[{ params: { id: of.entityId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'an entity',
      route: entities.create,
      body: () => ({ code: randomUUID().slice(0, 8), name: 'Entity', base_currency: 'USD', metadata: { team: 'treasury' } }),
      // Its maker administers it.
      events: () => 2,
    },
    { title: 'a switch of entity', route: entities.switch, body: (o) => ({ entityId: o.entityId }), events: none },
    { title: 'a new name of an entity', route: entities.rename, body: (o) => ({ id: o.entityId, name: 'Other' }) },
    { title: 'a deactivation of an entity', route: entities.deactivate, body: (o) => ({ id: o.entityId }) },
    { title: 'a reactivation of an entity', route: entities.reactivate, body: (o) => ({ id: o.entityId }) },
    {
      title: 'a role in an entity',
      route: entities.setRole,
      body: (o) => ({ entityId: o.entityId, userId: o.memberId, entity_role: 'entity_admin' }),
    },
    { title: 'the end of a role in an entity', route: entities.removeMember, body: (o) => ({ entityId: o.entityId, userId: o.memberId }) },
  ],
};
