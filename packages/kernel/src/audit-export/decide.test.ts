import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { SetAuditExport } from './commands.ts';

const set = (change: SetAuditExport['change'], actor: Actor = owner): SetAuditExport => ({ type: 'audit_export.set', actor, change });
const to = (addressId: string, secretId: string | null) => ({ origin: 'https://siem.example.com', addressId, secretId });
const kept = (address_id: string, secret_id: string) => ({ origin: 'https://siem.example.com', address_id, secret_id });
const written = (primary: unknown, secondary: unknown) => ({
  kind: 'append',
  events: [{ type: 'audit_export.set', payload: { primary, secondary } }],
});

describe('where the log is sent', () => {
  test('is set by an owner of a living organisation that is not read-only', () => {
    const ledger = openTenant();
    expect(ledger.decide(set({ primary: to('a', 's') }, stranger))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(set({ primary: to('a', 's') }, member))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(set({ primary: to('a', 's') }))).toMatchObject({ code: 'TENANT_READONLY' });
  });
  test('needs a secret for each destination, and a primary one before a secondary', () => {
    const ledger = openTenant();
    expect(ledger.decide(set({ primary: to('a', null) }))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'secret' }] });
    expect(ledger.decide(set({ primary: to('a', 's'), secondary: to('b', null) }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'secondarySecret' }],
    });
    expect(ledger.decide(set({ secondary: to('b', 't') }))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'webhookUrl' }] });
    ledger.submit(set({ primary: to('a', 's'), secondary: to('b', 't') }));
    expect(ledger.decide(set({ primary: null }))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'webhookUrl' }] });
  });
  test('is an event with both destinations; what is absent stays, a secret that is not given stays, null takes away', () => {
    const ledger = openTenant();
    expect(ledger.submit(set({ primary: to('a', 's') }))).toEqual(written(kept('a', 's'), null));
    expect(ledger.submit(set({ secondary: to('b', 't') }))).toEqual(written(kept('a', 's'), kept('b', 't')));
    expect(ledger.submit(set({ primary: to('a2', null) }))).toEqual(written(kept('a2', 's'), kept('b', 't')));
    expect(ledger.submit(set({ primary: to('a2', 's2'), secondary: null }))).toEqual(written(kept('a2', 's2'), null));
    expect(ledger.submit(set({ primary: null }))).toEqual(written(null, null));
    expect(ledger.decide(set({ primary: to('a', null) }))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
  test('writes nothing where nothing changes', () => {
    const ledger = openTenant();
    ledger.submit(set({ primary: to('a', 's') }));
    for (const change of [{}, { primary: to('a', null) }, { primary: to('a', 's') }, { secondary: null }])
      expect(ledger.decide(set(change))).toEqual({ kind: 'append', events: [] });
  });
});
