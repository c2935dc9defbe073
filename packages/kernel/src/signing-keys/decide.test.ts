import { chainKey, member, nextChainKey, openTenant, owner, type PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { Decision } from '../ledger/decision.ts';
import type { GeneratedKey } from './events.ts';

const keyOf = (kid: string, userId: string): GeneratedKey => ({ ...chainKey, kid, purpose: 'intent', user_id: userId });
const add = (key: GeneratedKey, actor: Actor, origin: 'generated' | 'registered' = 'registered') =>
  ({ type: 'key.add', actor, origin, key }) as const;
const revoke = (kid: string, actor: Actor = owner, successor: GeneratedKey | null = null) =>
  ({ type: 'key.revoke', actor, kid, successor }) as const;

const told = (decision: Decision): unknown =>
  decision.kind === 'append' ? decision.events.map((e) => [e.type, (e.payload as { readonly kid: string }).kid]) : decision;
const statuses = ({ state }: PureLedger): unknown => [...state.signingKeys.values()].map((k) => [k.kid, k.status]);

describe('adding a key', () => {
  test('hands over from the holder’s key before it, and touches nobody else’s', () => {
    const ledger = openTenant();
    expect(told(ledger.submit(add(keyOf('o1', 'owner'), owner, 'generated')))).toEqual([['key.generated', 'o1']]);
    expect(told(ledger.submit(add(keyOf('m1', 'member'), member)))).toEqual([['key.registered', 'm1']]);
    expect(told(ledger.submit(add(keyOf('o2', 'owner'), owner)))).toEqual([
      ['key.sunset', 'o1'],
      ['key.registered', 'o2'],
    ]);
    expect(told(ledger.submit(add(nextChainKey('chain-2'), owner, 'generated')))).toEqual([
      ['key.sunset', 'chain-key'],
      ['key.generated', 'chain-2'],
    ]);
    expect(statuses(ledger)).toEqual([
      ['chain-key', 'SUNSETTING'],
      ['o1', 'SUNSETTING'],
      ['m1', 'ACTIVE'],
      ['o2', 'ACTIVE'],
      ['chain-2', 'ACTIVE'],
    ]);
  });
  test('is refused: NOT_FOUND, FORBIDDEN, TENANT_READONLY, FORBIDDEN for somebody else, KEY_EXISTS', () => {
    const ledger = openTenant();
    ledger.submit(add(keyOf('m1', 'member'), member));
    expect(ledger.decide(add(keyOf('s', 'stranger'), stranger))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(add(keyOf('m2', 'member'), member, 'generated'))).toMatchObject({
      code: 'FORBIDDEN',
      details: { needs: 'owner' },
    });
    expect(ledger.decide(add({ ...chainKey, kid: 'c' }, member))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    expect(ledger.decide(add(keyOf('x', 'member'), owner))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'holder' } });
    expect(ledger.decide(add(keyOf('m1', 'owner'), owner))).toMatchObject({ code: 'KEY_EXISTS', details: { kid: 'm1' } });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(add(keyOf('m2', 'member'), member))).toMatchObject({ code: 'TENANT_READONLY' });
  });
  test('of the chain is refused KEY_STATE where the active key did not endorse it', () => {
    const ledger = openTenant();
    const refused = (kid: string | null) => ({ kind: 'refused', code: 'KEY_STATE', details: { kid } });
    expect(ledger.decide(add({ ...chainKey, kid: 'planted' }, owner, 'generated'))).toMatchObject(refused(null));
    ledger.submit(add(nextChainKey('chain-2'), owner, 'generated'));
    expect(ledger.decide(add(nextChainKey('chain-3'), owner, 'generated'))).toMatchObject(refused('chain-key'));
    expect(ledger.submit(add(nextChainKey('chain-3', 'chain-2'), owner, 'generated')).kind).toBe('append');
  });
});

describe('revoking a key', () => {
  test('ends a person’s key, also while the organisation is read-only', () => {
    const ledger = openTenant();
    ledger.submit(add(keyOf('m1', 'member'), member));
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(told(ledger.submit(revoke('m1')))).toEqual([['key.revoked', 'm1']]);
    expect(ledger.state.signingKeys.get('m1')?.status).toBe('revoked');
  });
  test('of the chain makes the successor in the same command, and never goes without one', () => {
    const ledger = openTenant();
    const next = nextChainKey('chain-2');
    expect(() => ledger.decide(revoke('chain-key'))).toThrow('with a successor');
    expect(() => ledger.decide(revoke('chain-key', owner, chainKey))).toThrow('with a successor');
    expect(() => ledger.decide(revoke('chain-key', owner, { ...chainKey, kid: 'chain-2' }))).toThrow('endorses');
    expect(told(ledger.submit(revoke('chain-key', owner, next)))).toEqual([
      ['key.revoked', 'chain-key'],
      ['key.generated', 'chain-2'],
    ]);
    expect(statuses(ledger)).toEqual([
      ['chain-key', 'revoked'],
      ['chain-2', 'ACTIVE'],
    ]);
  });
  test('is refused: FORBIDDEN, NOT_FOUND, KEY_STATE for one that is not active', () => {
    const ledger = openTenant();
    ledger.submit(add(keyOf('m1', 'member'), member));
    ledger.submit(add(keyOf('m2', 'member'), member));
    ledger.submit(revoke('m2'));
    expect(ledger.decide(revoke('m1', member))).toMatchObject({ code: 'FORBIDDEN' });
    expect(ledger.decide(revoke('nobody'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(revoke('m1'))).toMatchObject({ code: 'KEY_STATE', details: { status: 'SUNSETTING' } });
    expect(ledger.decide(revoke('m2'))).toMatchObject({ code: 'KEY_STATE', details: { status: 'revoked' } });
  });
});
