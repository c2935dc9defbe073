import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';

const change = (required: boolean, actor: Actor = owner) => ({ type: 'second_factor.change', actor, required }) as const;

describe('asking members for a second factor', () => {
  test('is an event, each time that it changes', () => {
    const ledger = openTenant();
    const changed = (required: boolean) => ({ kind: 'append', events: [{ type: 'second_factor.changed', payload: { required } }] });
    expect(ledger.submit(change(false))).toEqual({ kind: 'append', events: [] });
    expect(ledger.submit(change(true))).toEqual(changed(true));
    expect(ledger.state.secondFactorRequired).toBe(true);
    expect(ledger.submit(change(true))).toEqual({ kind: 'append', events: [] });
    expect(ledger.submit(change(false))).toEqual(changed(false));
    expect(ledger.state.secondFactorRequired).toBe(false);
  });
  test('is refused: NOT_FOUND, FORBIDDEN, then TENANT_READONLY', () => {
    const ledger = openTenant();
    expect(ledger.decide(change(true, stranger))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(change(true, member))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(change(true))).toMatchObject({ code: 'TENANT_READONLY' });
  });
});
