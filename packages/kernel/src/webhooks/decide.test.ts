import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { WEBHOOK_ENDPOINTS_MAX } from '../bounds.ts';
import type { Command } from '../ledger/commands.ts';
import type { CreateWebhookEndpoint } from './commands.ts';

const create = (more: Partial<CreateWebhookEndpoint> = {}): CreateWebhookEndpoint => ({
  type: 'webhook_endpoint.create',
  actor: owner,
  id: 'w',
  name: 'Warehouse',
  origin: 'https://hooks.example.com',
  addressId: 'a',
  secretId: 's',
  eventTypes: ['intent.*'],
  enabled: true,
  ...more,
});
const content = {
  id: 'w',
  name: 'Warehouse',
  origin: 'https://hooks.example.com',
  address_id: 'a',
  event_types: ['intent.*'],
  payload_version: 1,
  enabled: true,
};
const ofOne: readonly Command[] = [
  { type: 'webhook_endpoint.change', actor: owner, id: 'w', name: 'Other' },
  { type: 'webhook_endpoint.rotate_secret', actor: owner, id: 'w', secretId: 't' },
  { type: 'webhook_endpoint.end_old_secret', actor: owner, id: 'w' },
  { type: 'webhook_endpoint.delete', actor: owner, id: 'w' },
];

describe('a webhook endpoint', () => {
  test('is made by an owner: where, what for, and by which name its secret is kept', () => {
    expect(openTenant().decide(create())).toEqual({
      kind: 'append',
      events: [{ type: 'webhook_endpoint.created', payload: { ...content, secret_id: 's' } }],
    });
  });
  test('is changed in what is said, whole in its event; nothing is written where nothing changes', () => {
    const ledger = openTenant();
    ledger.submit(create());
    const change = { type: 'webhook_endpoint.change', actor: owner, id: 'w' } as const;
    expect(ledger.submit({ ...change, enabled: false })).toEqual({
      kind: 'append',
      events: [{ type: 'webhook_endpoint.changed', payload: { ...content, enabled: false } }],
    });
    const types = (eventTypes: readonly string[]) => ledger.decide({ ...change, eventTypes });
    expect(types(['intent.*'])).toEqual({ kind: 'append', events: [] });
    expect(types(['entity.*'])).toMatchObject({ events: [{ payload: { event_types: ['entity.*'] } }] });
    const moved = { name: 'WAREHOUSE', origin: 'https://b.example.com', addressId: 'b', eventTypes: [] };
    expect(ledger.submit({ ...change, ...moved })).toMatchObject({
      events: [{ payload: { name: 'WAREHOUSE', origin: 'https://b.example.com', address_id: 'b', event_types: [], enabled: false } }],
    });
    for (const same of [{}, { enabled: false }, { name: 'WAREHOUSE' }, { eventTypes: [] }, { addressId: 'b' }])
      expect(ledger.decide({ ...change, ...same })).toEqual({ kind: 'append', events: [] });
    for (const other of [{ eventTypes: ['a.b'] }, { name: 'Else' }, { enabled: true }, { addressId: 'c' }])
      expect(ledger.decide({ ...change, ...other })).toMatchObject({ events: [{ type: 'webhook_endpoint.changed' }] });
  });
  test('has a new secret, and an old one until that is ended, once', () => {
    const ledger = openTenant();
    ledger.submit(create());
    const end = { type: 'webhook_endpoint.end_old_secret', actor: owner, id: 'w' } as const;
    expect(ledger.decide(end)).toEqual({ kind: 'append', events: [] });
    expect(ledger.submit({ type: 'webhook_endpoint.rotate_secret', actor: owner, id: 'w', secretId: 't' })).toEqual({
      kind: 'append',
      events: [{ type: 'webhook_endpoint.secret_rotated', payload: { id: 'w', secret_id: 't' } }],
    });
    expect(ledger.submit(end)).toEqual({
      kind: 'append',
      events: [{ type: 'webhook_endpoint.old_secret_ended', payload: { id: 'w' } }],
    });
    expect(ledger.submit(end)).toEqual({ kind: 'append', events: [] });
  });
  test('is deleted, and its name is free again', () => {
    const ledger = openTenant();
    ledger.submit(create());
    expect(ledger.submit({ type: 'webhook_endpoint.delete', actor: owner, id: 'w' })).toEqual({
      kind: 'append',
      events: [{ type: 'webhook_endpoint.deleted', payload: { id: 'w' } }],
    });
    expect(ledger.decide(create({ id: 'x' }))).toMatchObject({ kind: 'append' });
  });
  test('is refused: not an owner, a name that is taken, one too many', () => {
    const ledger = openTenant();
    expect(ledger.decide(create({ actor: stranger }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(create({ actor: member }))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    for (let i = 0; i < WEBHOOK_ENDPOINTS_MAX; i++) ledger.submit(create({ id: `w${i}`, name: `Warehouse ${i}` }));
    expect(ledger.decide(create({ name: 'warehouse 1' }))).toMatchObject({ code: 'CODE_TAKEN', details: { name: 'warehouse 1' } });
    expect(ledger.decide(create())).toEqual({ kind: 'refused', code: 'WEBHOOKS_FULL' });
    expect(ledger.decide({ type: 'webhook_endpoint.change', actor: owner, id: 'w0', name: 'WAREHOUSE 1' })).toMatchObject({
      code: 'CODE_TAKEN',
    });
  });
  test.each(ofOne.map((command) => [command.type, command] as const))(
    '%s is refused of one that is not there, and to a member',
    (_type, command) => {
      const ledger = openTenant();
      expect(ledger.decide({ ...command, actor: member } as Command)).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
      expect(ledger.decide(command)).toMatchObject({ code: 'NOT_FOUND' });
    },
  );
  test('is neither made, changed nor given a secret while the organisation is read-only, but taken away', () => {
    const ledger = openTenant();
    ledger.submit(create());
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    const codes = [create({ id: 'x', name: 'X' }), ...ofOne].map((command) => {
      const decision = ledger.decide(command);
      return decision.kind === 'refused' ? decision.code : 'fine';
    });
    expect(codes).toEqual(['TENANT_READONLY', 'TENANT_READONLY', 'TENANT_READONLY', 'fine', 'fine']);
  });
});
