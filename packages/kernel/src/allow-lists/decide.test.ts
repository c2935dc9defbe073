import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { ALLOWED_NETWORKS_MAX, NETWORK_NOTE_LENGTH_MAX } from '../bounds.ts';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { AllowedNetwork } from './events.ts';

const office: AllowedNetwork = { network: '203.0.113.0/24', note: 'Office' };
const change = (networks: readonly AllowedNetwork[], actor: Actor = owner) => ({ type: 'allow_list.change', actor, networks }) as const;
const from = (address: string): Actor => ({ ...owner, address });
const changed = (networks: readonly AllowedNetwork[]) => ({
  kind: 'append',
  events: [{ type: 'allow_list.changed', payload: { networks } }],
});
const clear = { type: 'allow_list.clear', actor: systemActor } as const;

describe('saying from where calls are taken', () => {
  test('is an event with the whole list in its one spelling, each time that it changes', () => {
    const ledger = openTenant();
    const typed = [
      { network: ' ::ffff:203.0.113.0/120', note: ' Office ' },
      { network: '2001:DB8::7/128', note: ' ' },
    ];
    const list = [office, { network: '2001:db8::7', note: null }];
    expect(ledger.submit(change(typed))).toEqual(changed(list));
    expect(ledger.state.allowList).toEqual(list);
    expect(ledger.submit(change(list))).toEqual({ kind: 'append', events: [] });
    expect(ledger.submit(change([]))).toEqual(changed([]));
    expect(ledger.submit(change([]))).toEqual({ kind: 'append', events: [] });
  });
  test('is refused: NOT_FOUND, FORBIDDEN, TENANT_READONLY, then what is wrong, each line by its path', () => {
    const ledger = openTenant();
    const bad = change([office, { network: '203.0.113.7/24', note: 'x'.repeat(NETWORK_NOTE_LENGTH_MAX + 1) }, office], from('10.0.0.1'));
    expect(ledger.decide({ ...bad, actor: stranger })).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide({ ...bad, actor: member })).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    expect(ledger.decide(bad)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        { path: 'networks.1.network', message: expect.stringContaining('203.0.113.0/24') },
        { path: 'networks.1.note' },
        { path: 'networks.2.network', message: '203.0.113.0/24 is in the list already.' },
      ],
    });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(bad)).toMatchObject({ code: 'TENANT_READONLY' });
  });
  test.each([
    [ALLOWED_NETWORKS_MAX, 'append'],
    [ALLOWED_NETWORKS_MAX + 1, 'refused'],
  ])('%i networks: %s', (count, kind) => {
    const networks = Array.from({ length: count }, (_, i) => ({ network: `10.0.${Math.floor(i / 250)}.${i % 250}`, note: null }));
    expect(openTenant().decide(change(networks)).kind).toBe(kind);
  });
  test('nobody locks themselves out, whatever they are behind', () => {
    const ledger = openTenant();
    expect(ledger.decide(change([office], from('::ffff:198.51.100.7')))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'networks', message: expect.stringContaining('you call from 198.51.100.7') }],
    });
    expect(ledger.decide(change([office], from('unknown')))).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(ledger.submit(change([office], from('::ffff:203.0.113.9')))).toEqual(changed([office]));
    expect(ledger.submit(change([], from('198.51.100.7')))).toEqual(changed([]));
  });
  test('under four eyes it waits for another owner, without the address of who asked, and says what it changes', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    ledger.submit({ type: 'four_eyes.set', actor: owner, on: true });
    const held = ledger.submit(change([office], from('203.0.113.9')));
    expect(held).toMatchObject({ events: [{ type: 'approval.requested', payload: { held_for: { code: 'FOUR_EYES' } } }] });
    expect(JSON.stringify(held)).not.toContain('203.0.113.9');
    expect(ledger.state.allowList).toEqual([]);
    const [id = ''] = [...ledger.state.approvals.keys()];
    const approve = { type: 'approval.approve', actor: member, id, comment: '', payloadHash: null } as const;
    expect(ledger.submit(approve)).toMatchObject({ events: [{ type: 'approval.approved' }, { type: 'allow_list.changed' }] });
    expect(ledger.state.allowList).toEqual([office]);
  });
});

describe('the operator’s way back', () => {
  test('empties the list, also while the organisation is read-only and four eyes are on, and again changes nothing', () => {
    const ledger = openTenant();
    ledger.submit(change([office]));
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    ledger.submit({ type: 'four_eyes.set', actor: owner, on: true });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.submit(clear)).toEqual({ kind: 'append', events: [{ type: 'allow_list.cleared', payload: {} }] });
    expect(ledger.state.allowList).toEqual([]);
    expect(ledger.submit(clear)).toEqual({ kind: 'append', events: [] });
  });
  test('is nobody else’s', () => {
    const ledger = openTenant();
    ledger.submit(change([office]));
    expect(ledger.decide({ ...clear, actor: owner })).toMatchObject({ code: 'FORBIDDEN' });
  });
});
