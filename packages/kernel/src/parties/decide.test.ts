import { member, openBooks, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { ChangeParty, CreateParty, SetExposureLimit } from './commands.ts';

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

describe('an exposure limit', () => {
  const euros = (units: number) => ({ currency: 'EUR', amountE8: BigInt(units) * 100_000_000n });
  const set = (more: Partial<SetExposureLimit> = {}): SetExposureLimit => ({
    type: 'party.set_exposure_limit',
    actor: owner,
    id: 'p',
    limit: euros(5000),
    ...more,
  });
  const withParty = () => {
    const ledger = openBooks();
    ledger.submit(create());
    return ledger;
  };
  test('is set, changed and taken away; the same again is not written', () => {
    const ledger = withParty();
    const payload = { id: 'p', limit: { currency: 'EUR', amount: '5000.00000000' } };
    expect(ledger.submit(set())).toEqual({ kind: 'append', events: [{ type: 'party.exposure_limit_set', payload }] });
    expect(ledger.submit(set())).toEqual({ kind: 'append', events: [] });
    expect(ledger.submit(set({ limit: euros(1) }))).toMatchObject({ events: [{ payload: { limit: { amount: '1.00000000' } } }] });
    expect(ledger.submit(set({ limit: null }))).toMatchObject({ events: [{ payload: { id: 'p', limit: null } }] });
    expect(ledger.submit(set({ limit: null }))).toEqual({ kind: 'append', events: [] });
  });
  test.each<readonly [string, Partial<SetExposureLimit>, string]>([
    ['to a member', { actor: member, id: 'never' }, 'FORBIDDEN'],
    ['of a party that is not there', { id: 'never', limit: { currency: 'XXX', amountE8: 1n } }, 'NOT_FOUND'],
    ['in a currency that is not allowed', { limit: { currency: 'XXX', amountE8: 1n } }, 'CURRENCY_NOT_ALLOWED'],
  ])('is refused: %s', (_what, more, code) => {
    expect(withParty().decide(set(more))).toMatchObject({ kind: 'refused', code });
  });
});
