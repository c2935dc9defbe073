import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { ChangeParty, CreateParty } from './commands.ts';

const words = { actor: member, id: 'p', labelToken: 'pii_label', kind: 'company', externalRefToken: null } as const;
const create = (more: Partial<CreateParty> = {}): CreateParty => ({ type: 'party.create', ...words, ...more });
const change = (more: Partial<ChangeParty> = {}): ChangeParty => ({ type: 'party.change', ...words, ...more });

describe('recording a party', () => {
  test('is open to members, and an event with tokens', () => {
    const ledger = openTenant();
    expect(ledger.submit(create({ externalRefToken: 'pii_ref' }))).toEqual({
      kind: 'append',
      events: [{ type: 'party.created', payload: { id: 'p', label_token: 'pii_label', kind: 'company', external_ref_token: 'pii_ref' } }],
    });
    expect(ledger.decide(change({ kind: 'person' }))).toMatchObject({
      events: [{ type: 'party.changed', payload: { id: 'p', kind: 'person', external_ref_token: null } }],
    });
  });
  test('is refused: NOT_FOUND to a stranger, TENANT_READONLY, NOT_FOUND for what is not there, or is there already', () => {
    const ledger = openTenant();
    expect(ledger.decide(create({ actor: stranger }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(change())).toMatchObject({ code: 'NOT_FOUND' });
    ledger.submit(create());
    expect(ledger.decide(create())).toMatchObject({ code: 'NOT_FOUND' });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    for (const command of [create({ id: 'q' }), change(), change({ id: 'q' })])
      expect(ledger.decide(command)).toMatchObject({ code: 'TENANT_READONLY' });
  });
});
