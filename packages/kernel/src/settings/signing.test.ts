import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { SigningChanged } from './events.ts';

const change = (what: Partial<SigningChanged>, actor: Actor = owner) => ({ type: 'signing.change', actor, change: what }) as const;
const url = 'https://keys.example.com/jwks.json';

describe('changing how intents are signed', () => {
  test('is an event with the whole of it: what was not named stays', () => {
    const ledger = openTenant();
    const wrote = (what: Partial<SigningChanged>) => {
      const decision = ledger.submit(change(what));
      return decision.kind === 'append' ? decision.events.map((e) => e.payload) : decision;
    };
    const at = (signing_mode: string, enforce_signed_intents: boolean, jwks_url: string | null) => [
      { signing_mode, enforce_signed_intents, jwks_url },
    ];
    expect(wrote({ signing_mode: 'DEV' })).toEqual(at('DEV', false, null));
    expect(wrote({ enforce_signed_intents: true })).toEqual(at('DEV', true, null));
    expect(wrote({ jwks_url: url })).toEqual(at('DEV', true, url));
    expect(wrote({ signing_mode: 'EXTERNAL_JWKS' })).toEqual(at('EXTERNAL_JWKS', true, url));
    expect(wrote({ signing_mode: 'EXTERNAL_JWKS', jwks_url: url })).toEqual([]);
    expect([ledger.state.signingMode, ledger.state.enforceSignedIntents, ledger.state.jwksUrl]).toEqual(['EXTERNAL_JWKS', true, url]);
  });
  test('is refused: NOT_FOUND, FORBIDDEN, TENANT_READONLY, then VALIDATION_ERROR where the mode lacks an address', () => {
    const ledger = openTenant();
    const external = { signing_mode: 'EXTERNAL_JWKS' } as const;
    expect(ledger.decide(change(external, stranger))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(change(external, member))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    expect(ledger.decide(change(external))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'jwks_url' }] });
    ledger.submit(change({ ...external, jwks_url: url }));
    expect(ledger.decide(change({ jwks_url: null }))).toMatchObject({ code: 'VALIDATION_ERROR' });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(change({ signing_mode: 'DEV' }))).toMatchObject({ code: 'TENANT_READONLY' });
  });
});
