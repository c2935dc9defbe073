import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';

const branding = { display_name: 'Acme', logo_url: null, primary_color: '#1f48a4', accent_color: null };
const set = (actor: Actor) => ({ type: 'branding.set', actor, branding }) as const;

test('branding is set by an owner or an administrator of an active entity, and is an event with the whole of it', () => {
  const ledger = openTenant();
  const written = { kind: 'append', events: [{ type: 'branding.set', payload: branding }] };
  expect(ledger.decide(set(owner))).toEqual(written);
  expect(ledger.decide(set(stranger))).toMatchObject({ code: 'NOT_FOUND' });
  expect(ledger.decide(set(member))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'admin' } });
  ledger.submit({ type: 'entity.create', actor: owner, id: 'e', code: 'HQ', name: 'HQ', baseCurrency: 'USD' });
  ledger.submit({ type: 'entity_member.set', actor: owner, entityId: 'e', userId: 'member', role: 'entity_admin' });
  expect(ledger.decide(set(member))).toEqual(written);
  ledger.submit({ type: 'entity.deactivate', actor: owner, id: 'e' });
  expect(ledger.decide(set(member))).toMatchObject({ code: 'FORBIDDEN' });
  ledger.submit({ type: 'tenant.deactivate', actor: owner });
  expect(ledger.decide(set(owner))).toMatchObject({ code: 'TENANT_READONLY' });
});
