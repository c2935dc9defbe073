import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../ledger/actor.ts';
import { mayAdminister, mayPostIn } from './rights.ts';

const { state } = openTenant();
const admin: Actor = { kind: 'user', id: 'admin' };
const worker: Actor = { kind: 'user', id: 'worker' };
const hq = {
  id: 'hq',
  code: 'HQ',
  baseCurrency: 'USD',
  active: true,
  members: new Map([
    ['admin', 'entity_admin'],
    ['worker', 'entity_member'],
  ] as const),
};
const de = { ...hq, id: 'de', code: 'DE', members: new Map() };
for (const entity of [hq, de]) state.entities.set(entity.id, entity);
for (const id of ['admin', 'worker']) state.members.set(id, 'member');

describe('rights in an entity', () => {
  test.each<readonly [string, Actor, boolean, boolean]>([
    ['an owner', owner, true, true],
    ['its administrator', admin, true, true],
    ['its member', worker, false, true],
    ['a member of the organisation', member, false, false],
    ['a stranger', stranger, false, false],
    ['the system', systemActor, true, true],
  ])('%s', (_who, actor, administers, posts) => {
    expect([mayAdminister(state, actor, hq), mayPostIn(state, actor, 'hq')]).toEqual([administers, posts]);
  });
  test('end at its border', () => {
    for (const actor of [admin, worker]) expect([mayAdminister(state, actor, de), mayPostIn(state, actor, 'de')]).toEqual([false, false]);
  });
  test('accounts of none are open to all, an entity that is not there to nobody but owners', () => {
    for (const actor of [member, worker, owner]) expect(mayPostIn(state, actor, null)).toBe(true);
    expect(mayPostIn(state, worker, 'nowhere')).toBe(false);
  });
});
