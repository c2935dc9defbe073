import { member, openTenant, owner, type PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import type { EntityRole } from './events.ts';

const admin = { kind: 'user', id: 'admin' } as const;
const worker = { kind: 'user', id: 'worker' } as const;
const otherAdmin = { kind: 'user', id: 'other-admin' } as const;

/** HQ with an administrator and a member of its own, DE with another administrator; the owner made both. */
function openEntities(): PureLedger {
  const ledger = openTenant();
  for (const { id } of [admin, worker, otherAdmin]) ledger.submit({ type: 'member.add', actor: owner, userId: id, role: 'member' });
  for (const [id, code] of [
    ['hq', 'HQ'],
    ['de', 'DE'],
  ] as const)
    ledger.submit({ type: 'entity.create', actor: owner, id, code, name: code, baseCurrency: 'EUR' });
  const roles: readonly (readonly [string, string, EntityRole])[] = [
    ['hq', 'admin', 'entity_admin'],
    ['hq', 'worker', 'entity_member'],
    ['de', 'other-admin', 'entity_admin'],
  ];
  for (const [entityId, userId, role] of roles) ledger.submit({ type: 'entity_member.set', actor: owner, entityId, userId, role });
  return ledger;
}
const codeOf = (d: Decision): string =>
  d.kind === 'refused' ? d.code : d.kind === 'append' ? d.events.map((e) => e.type).join(' ') : d.kind;

describe('making an entity', () => {
  const create = (actor: Actor, more: { readonly code?: string; readonly baseCurrency?: string } = {}): Command => ({
    type: 'entity.create',
    actor,
    id: 'new',
    code: 'NEW',
    name: 'New',
    baseCurrency: 'USD',
    ...more,
  });
  test('its maker administers it; the system administers none', () => {
    expect(openEntities().decide(create(owner))).toEqual({
      kind: 'append',
      events: [
        { type: 'entity.created', payload: { id: 'new', code: 'NEW', name: 'New', base_currency: 'USD' } },
        { type: 'entity_member.set', payload: { entity_id: 'new', user_id: 'owner', role: 'entity_admin' } },
      ],
    });
    expect(codeOf(openEntities().decide(create(systemActor)))).toBe('entity.created');
  });
  test.each<readonly [string, Command, string]>([
    ['a stranger', create(stranger), 'NOT_FOUND'],
    ['a member', create(member), 'FORBIDDEN'],
    ['the administrator of another', create(admin), 'FORBIDDEN'],
    ['a code that is taken, before the currency', create(owner, { code: 'HQ', baseCurrency: 'JPY' }), 'CODE_TAKEN'],
    ['a currency that is not allowed', create(owner, { baseCurrency: 'JPY' }), 'CURRENCY_NOT_ALLOWED'],
  ])('is refused to %s', (_what, command, code) => {
    expect(codeOf(openEntities().decide(command))).toBe(code);
  });
});

describe.each<readonly [Command['type'], (actor: Actor, id: string) => Command, string]>([
  ['entity.rename', (actor, id) => ({ type: 'entity.rename', actor, id, name: 'Other' }), 'entity.renamed'],
  ['entity.deactivate', (actor, id) => ({ type: 'entity.deactivate', actor, id }), 'entity.deactivated'],
  [
    'entity_member.set',
    (actor, id) => ({ type: 'entity_member.set', actor, entityId: id, userId: 'member', role: 'entity_member' }),
    'entity_member.set',
  ],
  [
    'entity_member.remove',
    (actor, id) => ({ type: 'entity_member.remove', actor, entityId: id, userId: 'worker' }),
    'entity_member.removed',
  ],
])('%s', (type, command, event) => {
  test.each<readonly [string, Actor, string, string]>([
    ['an owner', owner, 'hq', event],
    ['its administrator', admin, 'hq', event],
    ['the system', systemActor, 'hq', event],
    ['a stranger', stranger, 'hq', 'NOT_FOUND'],
    ['a member', member, 'hq', 'FORBIDDEN'],
    ['its member', worker, 'hq', 'FORBIDDEN'],
    ['the administrator of another', otherAdmin, 'hq', 'FORBIDDEN'],
    ['anybody, where there is none', member, 'nowhere', 'NOT_FOUND'],
  ])('by %s', (_who, actor, id, expected) => {
    expect(codeOf(openEntities().decide(command(actor, id)))).toBe(expected);
  });
  test('in a read-only organisation only a role is taken away', () => {
    const ledger = openEntities();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(codeOf(ledger.decide(command(owner, 'hq')))).toBe(type === 'entity_member.remove' ? event : 'TENANT_READONLY');
    expect(codeOf(ledger.decide(command(otherAdmin, 'hq')))).toBe(type === 'entity_member.remove' ? 'FORBIDDEN' : 'TENANT_READONLY');
  });
});

describe('stopping and starting', () => {
  const deactivate = (actor: Actor = admin): Command => ({ type: 'entity.deactivate', actor, id: 'hq' });
  const reactivate = (actor: Actor = admin): Command => ({ type: 'entity.reactivate', actor, id: 'hq' });
  test('each once, and then back; its administrator stays one while it is stopped', () => {
    const ledger = openEntities();
    expect(codeOf(ledger.decide(reactivate()))).toBe('ENTITY_ACTIVE');
    ledger.submit(deactivate());
    expect(codeOf(ledger.decide(deactivate()))).toBe('ENTITY_INACTIVE');
    expect(codeOf(ledger.decide(reactivate(worker)))).toBe('FORBIDDEN');
    expect(codeOf(ledger.submit(reactivate()))).toBe('entity.reactivated');
    expect(ledger.state.entities.get('hq')?.active).toBe(true);
  });
  test('starting needs its currency', () => {
    const ledger = openEntities();
    ledger.submit(deactivate());
    ledger.submit({ type: 'entity.deactivate', actor: owner, id: 'de' });
    expect(codeOf(ledger.submit({ type: 'currency.remove', actor: owner, code: 'EUR' }))).toBe('currency.removed');
    expect(codeOf(ledger.decide(reactivate()))).toBe('CURRENCY_NOT_ALLOWED');
  });
});

describe('roles in an entity', () => {
  const set = (actor: Actor, userId: string, role: EntityRole): Command => ({
    type: 'entity_member.set',
    actor,
    entityId: 'hq',
    userId,
    role,
  });
  const remove = (actor: Actor, userId: string): Command => ({ type: 'entity_member.remove', actor, entityId: 'hq', userId });
  test.each<readonly [string, Command, string]>([
    ['somebody who is no member of the organisation', set(owner, 'stranger', 'entity_member'), 'NOT_FOUND'],
    ['an owner, their own', set(owner, 'owner', 'entity_member'), 'CANNOT_SELF_CHANGE'],
    ['an administrator, their own', set(admin, 'admin', 'entity_member'), 'CANNOT_SELF_CHANGE'],
    ['an administrator, their own, to the same', set(admin, 'admin', 'entity_admin'), 'CANNOT_SELF_CHANGE'],
    ['the same again', set(admin, 'worker', 'entity_member'), ''],
    ['a promotion', set(admin, 'worker', 'entity_admin'), 'entity_member.set'],
    ['a demotion of an owner in it', set(admin, 'owner', 'entity_member'), 'entity_member.set'],
    ['removing who has none', remove(admin, 'member'), 'NOT_FOUND'],
    ['removing oneself', remove(admin, 'admin'), 'CANNOT_SELF_CHANGE'],
    ['removing another administrator', remove(admin, 'owner'), 'entity_member.removed'],
  ])('%s', (_what, command, expected) => {
    expect(codeOf(openEntities().decide(command))).toBe(expected);
  });
});
