import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { SaveTemplate } from './commands.ts';

const row = { debit_account: 'A', credit_account: 'B', amount: null, currency: 'USD', narrative: '' };
const save = (more: Partial<SaveTemplate> = {}): SaveTemplate => ({
  type: 'template.save',
  actor: member,
  id: 't',
  replaces: false,
  name: 'Rent',
  content: { use_case: 'rent', constraints: {}, rows: [row] },
  ...more,
});

describe('templates', () => {
  test('are saved, replaced as a whole, and removed by members', () => {
    const ledger = openTenant();
    expect(ledger.submit(save())).toMatchObject({ events: [{ type: 'template.saved', payload: { id: 't', name: 'Rent', rows: [row] } }] });
    expect(ledger.submit(save({ replaces: true, name: 'RENT' }))).toMatchObject({ events: [{ payload: { name: 'RENT' } }] });
    expect(ledger.submit({ type: 'template.remove', actor: member, id: 't' })).toMatchObject({ events: [{ type: 'template.removed' }] });
    expect(ledger.state.templates.size).toBe(0);
  });
  test('have a name each, in any case', () => {
    const ledger = openTenant();
    ledger.submit(save());
    expect(ledger.decide(save({ id: 'u', name: 'rent' }))).toMatchObject({ code: 'CODE_TAKEN', details: { name: 'rent' } });
  });
  test('are refused: what is not there, what is there already, a stranger, a read-only organisation', () => {
    const ledger = openTenant();
    expect(ledger.decide(save({ replaces: true }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide({ type: 'template.remove', actor: member, id: 't' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(save({ actor: stranger }))).toMatchObject({ code: 'NOT_FOUND' });
    ledger.submit(save());
    expect(ledger.decide(save())).toMatchObject({ code: 'NOT_FOUND' });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(save({ id: 'u' }))).toMatchObject({ code: 'TENANT_READONLY' });
  });
});
