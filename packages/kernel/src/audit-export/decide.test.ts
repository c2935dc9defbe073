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

describe('the secret of a destination', () => {
  const rotate = (secretId: string, actor: Actor = owner) =>
    ({ type: 'audit_export.rotate_secret', actor, destination: 'primary', secretId }) as const;
  const end = { type: 'audit_export.end_old_secret', actor: owner, destination: 'primary' } as const;
  const nothing = { kind: 'append', events: [] };
  const ended = { kind: 'append', events: [{ type: 'audit_export.old_secret_ended', payload: { destination: 'primary' } }] };
  test('is replaced by itself: all else stays', () => {
    const ledger = openTenant();
    ledger.submit(set({ primary: to('a', 's'), secondary: to('b', 't') }));
    expect(ledger.submit(rotate('s2'))).toEqual(written(kept('a', 's2'), kept('b', 't')));
    expect(ledger.submit({ ...rotate('t2'), destination: 'secondary' })).toEqual(written(kept('a', 's2'), kept('b', 't2')));
  });
  test('before the present one is ended once, whichever way it was replaced', () => {
    const ledger = openTenant();
    ledger.submit(set({ primary: to('a', 's') }));
    expect(ledger.submit(end)).toEqual(nothing);
    for (const replace of [rotate('s2'), set({ primary: to('a', 's3') })]) {
      ledger.submit(replace);
      expect(ledger.submit(end)).toEqual(ended);
      expect(ledger.submit(end)).toEqual(nothing);
    }
    ledger.submit(rotate('s4'));
    ledger.submit(set({ primary: to('moved', null) }));
    expect(ledger.decide(end)).toEqual(ended);
    // Taken away, it has none when it is added again.
    ledger.submit(set({ primary: null }));
    ledger.submit(set({ primary: to('a', 's5') }));
    expect(ledger.submit(end)).toEqual(nothing);
  });
  test('is an owner’s, of a destination that is set; while read-only it is ended and not replaced', () => {
    const ledger = openTenant();
    for (const command of [rotate('s2'), end]) {
      expect(ledger.decide(command)).toMatchObject({ code: 'NOT_FOUND' });
      expect(ledger.decide({ ...command, actor: member })).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    }
    ledger.submit(set({ primary: to('a', 's') }));
    ledger.submit(rotate('s2'));
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(rotate('s3'))).toMatchObject({ code: 'TENANT_READONLY' });
    expect(ledger.submit(end)).toEqual(ended);
  });
});
