import { chainKey, member, openTenant, owner, PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import type { CreateTenant } from './commands.ts';

const create = (reportingCurrency: string): CreateTenant => ({
  type: 'tenant.create',
  actor: owner,
  name: 'Acme',
  reportingCurrency,
  chainKey,
});
const currenciesOf = (reportingCurrency: string): readonly string[] => {
  const ledger = new PureLedger();
  ledger.submit(create(reportingCurrency));
  return [...ledger.state.currencies];
};

describe('making an organisation', () => {
  test('makes its maker the owner, keeps its chain key and allows its first currencies', () => {
    const ledger = new PureLedger();
    ledger.submit(create('USD'));
    expect(ledger.events.map((e) => e.type)).toEqual([
      'tenant.created',
      'member.added',
      'key.generated',
      'currency.allowed',
      'currency.allowed',
    ]);
    expect([...ledger.state.members]).toEqual([['owner', 'owner']]);
    expect(ledger.state).toMatchObject({
      name: 'Acme',
      reportingCurrency: 'USD',
      signingMode: 'STANDARD',
      readOnly: false,
      archived: false,
    });
    expect([...ledger.state.signingKeys.values()]).toEqual([{ kid: 'chain-key', purpose: 'chain', userId: null, status: 'ACTIVE' }]);
  });
  test.each([
    ['USD', ['USD', 'EUR']],
    ['EUR', ['EUR', 'USD']],
    ['CHF', ['CHF', 'USD', 'EUR']],
  ])('that reports in %s allows %j', (code, expected) => {
    expect(currenciesOf(code)).toEqual(expected);
  });
  test('is refused twice, and for a currency that ISO 4217 does not have', () => {
    expect(openTenant().decide(create('USD'))).toEqual({ kind: 'refused', code: 'NOT_FOUND' });
    expect(new PureLedger().decide(create('ZZZ'))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'reporting_currency' }] });
  });
});

describe('adding a member', () => {
  const add = (actor: typeof owner | typeof member | typeof stranger, userId: string) =>
    openTenant().decide({ type: 'member.add', actor, userId, role: 'member' });

  test('is an event with the person and the role', () => {
    expect(add(owner, 'new')).toEqual({ kind: 'append', events: [{ type: 'member.added', payload: { user_id: 'new', role: 'member' } }] });
  });
  test('is refused: NOT_FOUND, then FORBIDDEN, then USER_ALREADY_MEMBER', () => {
    expect(add(stranger, 'member')).toMatchObject({ code: 'NOT_FOUND' });
    expect(add(member, 'member')).toMatchObject({ code: 'FORBIDDEN' });
    expect(add(owner, 'member')).toMatchObject({ code: 'USER_ALREADY_MEMBER' });
    expect(add(owner, 'owner')).toMatchObject({ code: 'USER_ALREADY_MEMBER' });
  });
});

describe.each<readonly [Command['type'], (actor: Actor) => Command, string, string]>([
  ['tenant.rename', (actor) => ({ type: 'tenant.rename', actor, name: 'Other' }), 'tenant.renamed', 'TENANT_READONLY'],
  ['tenant.deactivate', (actor) => ({ type: 'tenant.deactivate', actor }), 'tenant.deactivated', 'TENANT_READONLY'],
  ['tenant.reactivate', (actor) => ({ type: 'tenant.reactivate', actor }), '', 'tenant.reactivated'],
  ['tenant.archive', (actor) => ({ type: 'tenant.archive', actor }), 'tenant.archived', 'tenant.archived'],
])('%s', (_type, command, event, whileReadOnly) => {
  const codeOf = (ledger: PureLedger, actor: Actor): string => {
    const d = ledger.decide(command(actor));
    return d.kind === 'refused' ? d.code : d.kind === 'append' ? d.events.map((e) => e.type).join(' ') : d.kind;
  };
  test('is for owners', () => {
    expect([owner, member, stranger].map((actor) => codeOf(openTenant(), actor))).toEqual([event, 'FORBIDDEN', 'NOT_FOUND']);
  });
  test('while read-only', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect([owner, member].map((actor) => codeOf(ledger, actor))).toEqual([whileReadOnly, 'FORBIDDEN']);
  });
  test('is nothing to an organisation that is gone, or never was', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'tenant.archive', actor: owner });
    expect([codeOf(ledger, owner), codeOf(new PureLedger(), owner)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });
});

test('an organisation is what its last event says: renamed, read-only, back, gone', () => {
  const ledger = openTenant();
  const state = (): readonly unknown[] => [ledger.state.name, ledger.state.readOnly, ledger.state.archived];
  ledger.submit({ type: 'tenant.rename', actor: owner, name: 'Other' });
  ledger.submit({ type: 'tenant.deactivate', actor: owner });
  expect(state()).toEqual(['Other', true, false]);
  ledger.submit({ type: 'tenant.reactivate', actor: owner });
  expect(state()).toEqual(['Other', false, false]);
  ledger.submit({ type: 'tenant.archive', actor: owner });
  expect(state()).toEqual(['Other', false, true]);
});
