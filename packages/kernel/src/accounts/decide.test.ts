import { idOf, intentOf, member, openBooks, owner, type PureLedger, rowOf, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Command } from '../ledger/commands.ts';
import type { ChangeAccount, CreateAccount, SetAccountFloor, SetAccountParty } from './commands.ts';
import { accounts } from './slice.ts';

const create = (more: Partial<CreateAccount> = {}): CreateAccount => ({
  type: 'account.create',
  actor: member,
  id: 'new',
  code: 'NEW',
  currency: 'EUR',
  kind: 'operational',
  externalRef: 'DE89 3704',
  entityId: null,
  glAccountId: idOf('2000'),
  floor: 'zero',
  ...more,
});

describe('opening an account', () => {
  test('is open to a member and an event with everything that was said', () => {
    expect(openBooks().decide(create())).toEqual({
      kind: 'append',
      events: [
        {
          type: 'account.created',
          payload: {
            id: 'new',
            code: 'NEW',
            currency: 'EUR',
            kind: 'operational',
            external_ref: 'DE89 3704',
            gl_account_id: idOf('2000'),
            entity_id: null,
            floor: 'zero',
          },
        },
      ],
    });
  });
  test.each<readonly [string, Partial<CreateAccount>, string]>([
    ['NOT_FOUND for a stranger, before everything else', { actor: stranger, glAccountId: 'nowhere' }, 'NOT_FOUND'],
    ['GL_ACCOUNT_NOT_FOUND before a code that is taken', { glAccountId: 'nowhere', code: 'A' }, 'GL_ACCOUNT_NOT_FOUND'],
    ['CODE_TAKEN before a currency that is not allowed', { code: 'A', currency: 'JPY' }, 'CODE_TAKEN'],
    ['CURRENCY_NOT_ALLOWED', { currency: 'JPY' }, 'CURRENCY_NOT_ALLOWED'],
  ])('is refused with %s', (_what, change, code) => {
    expect(openBooks().decide(create(change))).toMatchObject({ kind: 'refused', code });
  });
  test('keeps a reference out of its event where references are tokens', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'privacy.set_references', actor: owner, references: 'token' });
    expect(ledger.decide(create())).toMatchObject({ kind: 'refused', code: 'REFERENCES_CHANGED' });
    expect(ledger.decide(create({ currency: 'JPY' }))).toMatchObject({ code: 'CURRENCY_NOT_ALLOWED' });
    expect(ledger.decide(create({ externalRef: null }))).toMatchObject({ kind: 'append' });
    const told = ledger.submit(create({ externalRef: null, externalRefToken: 'pii_x' }));
    expect(told).toMatchObject({ events: [{ payload: { external_ref: null, external_ref_token: 'pii_x' } }] });
    expect(ledger.state.accountIdsByReference.get('pii_x')).toEqual(['new']);
  });
  test('begins at zero, takes its normal side from its GL account and counts as a use of it', () => {
    const ledger = openBooks();
    const before = ledger.state.glAccounts.get(idOf('2000'))?.usage ?? 0;
    ledger.submit(create());
    expect(ledger.state.accountByCode.get('NEW')).toMatchObject({
      balanceE8: 0n,
      normalBalance: 'CR',
      closed: false,
      createdSeq: ledger.state.head.seq,
    });
    expect(ledger.state.glAccounts.get(idOf('2000'))?.usage).toBe(before + 1);
  });
});

describe('the party of an account', () => {
  const party: Command = { type: 'party.create', actor: member, id: 'fjord', labelToken: 'pii_x', kind: 'company', externalRefToken: null };
  const set = (partyId: string | null, more: Partial<SetAccountParty> = {}): Command => ({
    type: 'account.set_party',
    actor: member,
    id: idOf('A'),
    partyId,
    ...more,
  });
  const withParty = (): PureLedger => {
    const ledger = openBooks();
    ledger.submit(party);
    return ledger;
  };
  test('is said when it is opened, and left out of the event where there is none', () => {
    const ledger = withParty();
    expect(ledger.decide(create({ partyId: 'fjord' }))).toMatchObject({ events: [{ payload: { code: 'NEW', party_id: 'fjord' } }] });
    ledger.submit(create({ partyId: 'fjord' }));
    expect(ledger.state.accountByCode.get('NEW')?.partyId).toBe('fjord');
  });
  test('is changed, taken away and not written twice', () => {
    const ledger = withParty();
    expect(ledger.decide(set('fjord'))).toEqual({
      kind: 'append',
      events: [{ type: 'account.party_set', payload: { id: idOf('A'), party_id: 'fjord' } }],
    });
    ledger.submit(set('fjord'));
    expect(ledger.state.accounts.get(idOf('A'))?.partyId).toBe('fjord');
    expect(ledger.decide(set('fjord'))).toEqual({ kind: 'append', events: [] });
    ledger.submit(set(null));
    expect(ledger.state.accounts.get(idOf('A'))?.partyId).toBeNull();
  });
  test.each<readonly [string, Command, string]>([
    ['opening for a party that is not there, after a code that is taken', create({ partyId: 'nobody', code: 'A' }), 'CODE_TAKEN'],
    ['opening for a party that is not there', create({ partyId: 'nobody' }), 'PARTY_NOT_FOUND'],
    ['setting by a stranger', set('fjord', { actor: stranger }), 'NOT_FOUND'],
    ['setting on an account that is not there, before its party', set('nobody', { id: 'nowhere' }), 'NOT_FOUND'],
    ['setting to a party that is not there', set('nobody'), 'PARTY_NOT_FOUND'],
  ])('is refused: %s', (_what, command, code) => {
    expect(withParty().decide(command)).toMatchObject({ kind: 'refused', code });
  });
  test('is not for who has no role in its entity', () => {
    const ledger = withParty();
    ledger.submit({ type: 'entity.create', actor: owner, id: 'hq', code: 'HQ', name: 'HQ', baseCurrency: 'USD' });
    ledger.submit(create({ actor: owner, entityId: 'hq' }));
    expect(ledger.decide(set('fjord', { id: 'new' }))).toMatchObject({ kind: 'refused', code: 'FORBIDDEN' });
  });
});

describe('opening an account in an entity', () => {
  const entities = (): PureLedger => {
    const ledger = openBooks();
    for (const id of ['hq', 'old'])
      ledger.submit({ type: 'entity.create', actor: owner, id, code: id.toUpperCase(), name: id, baseCurrency: 'USD' });
    ledger.submit({ type: 'entity.deactivate', actor: owner, id: 'old' });
    return ledger;
  };
  test.each<readonly [string, Partial<CreateAccount>, string]>([
    ['an entity that is not there, before the right in it', { entityId: 'nowhere' }, 'NOT_FOUND'],
    ['a member without a role in it, before whether it is active', { entityId: 'old' }, 'FORBIDDEN'],
    ['one that is deactivated, before its GL account', { actor: owner, entityId: 'old', glAccountId: 'nowhere' }, 'ENTITY_INACTIVE'],
  ])('%s', (_what, change, code) => {
    expect(entities().decide(create(change))).toMatchObject({ kind: 'refused', code });
  });
  test('is for who has a role in it', () => {
    const ledger = entities();
    expect(ledger.decide(create({ entityId: 'hq' }))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'entity_member' } });
    ledger.submit({ type: 'entity_member.set', actor: owner, entityId: 'hq', userId: 'member', role: 'entity_member' });
    ledger.submit(create({ entityId: 'hq' }));
    expect(ledger.state.accountByCode.get('NEW')?.entityId).toBe('hq');
  });
});

const close = (code: string, more: { readonly actor?: typeof owner | typeof member | typeof stranger } = {}): Command => ({
  type: 'account.close',
  actor: owner,
  id: idOf(code),
  reason: 'Not needed',
  ...more,
});
const reopen = (code: string, more: { readonly actor?: typeof owner | typeof member | typeof stranger } = {}): Command => ({
  type: 'account.reopen',
  actor: owner,
  id: idOf(code),
  ...more,
});
/** A and B with 10 USD between them; W1 in HQ, E2 in OLD, which is deactivated; SHUT in EUR, closed. */
const withClosed = (): PureLedger => {
  const ledger = openBooks();
  ledger.submit(intentOf());
  for (const id of ['hq', 'old'])
    ledger.submit({ type: 'entity.create', actor: owner, id, code: id.toUpperCase(), name: id, baseCurrency: 'USD' });
  for (const [code, entityId, currency] of [
    ['W1', 'hq', 'USD'],
    ['E2', 'old', 'USD'],
    ['E3', 'old', 'USD'],
    ['SHUT', null, 'EUR'],
  ] as const)
    ledger.submit(create({ actor: owner, id: idOf(code), code, entityId, currency }));
  for (const code of ['SHUT', 'E3']) ledger.submit(close(code));
  ledger.submit({ type: 'entity.deactivate', actor: owner, id: 'old' });
  return ledger;
};

describe('closing an account', () => {
  test('with nothing on it is an event with its reason, and bars postings until it is re-opened', () => {
    const ledger = openBooks();
    expect(ledger.submit(close('OLD', { actor: member }))).toEqual({
      kind: 'append',
      events: [{ type: 'account.closed', payload: { id: idOf('OLD'), reason: 'Not needed' } }],
    });
    const post = () => ledger.submit(intentOf({ rows: [rowOf('OLD', 'A', '1')] }));
    expect(post()).toMatchObject({ events: [{ type: 'intent.rejected', payload: { error_code: 'ACCOUNT_CLOSED' } }] });
    expect(ledger.submit(reopen('OLD'))).toEqual({
      kind: 'append',
      events: [{ type: 'account.reopened', payload: { id: idOf('OLD') } }],
    });
    expect(post()).toMatchObject({ events: [{ type: 'intent.executed' }] });
  });
  test('is possible again once what was on it has gone back', () => {
    const ledger = withClosed();
    expect(ledger.submit(close('A'))).toMatchObject({ code: 'ACCOUNT_NOT_EMPTY' });
    ledger.submit(intentOf({ rows: [rowOf('A', 'B', '-10')] }));
    expect(ledger.submit(close('A')).kind).toBe('append');
  });
  test('is possible while its entity is deactivated', () => {
    expect(withClosed().decide(close('E2')).kind).toBe('append');
  });
  test.each<readonly [string, Command, string]>([
    ['NOT_FOUND for a stranger', close('A', { actor: stranger }), 'NOT_FOUND'],
    ['NOT_FOUND for an account that is not there', close('NOWHERE'), 'NOT_FOUND'],
    ['FORBIDDEN without a role in its entity', close('W1', { actor: member }), 'FORBIDDEN'],
    ['ACCOUNT_CLOSED', close('SHUT'), 'ACCOUNT_CLOSED'],
    ['ACCOUNT_NOT_EMPTY on the debit side', close('A'), 'ACCOUNT_NOT_EMPTY'],
    ['ACCOUNT_NOT_EMPTY on the credit side', close('B'), 'ACCOUNT_NOT_EMPTY'],
  ])('is refused with %s', (_what, command, code) => {
    expect(withClosed().decide(command)).toMatchObject({ kind: 'refused', code });
  });
});

describe('re-opening an account', () => {
  test.each<readonly [string, Command, string]>([
    ['NOT_FOUND for a stranger', reopen('SHUT', { actor: stranger }), 'NOT_FOUND'],
    ['NOT_FOUND for an account that is not there', reopen('NOWHERE'), 'NOT_FOUND'],
    ['FORBIDDEN without a role in its entity', reopen('E3', { actor: member }), 'FORBIDDEN'],
    ['ACCOUNT_OPEN, before a deactivated entity', reopen('E2'), 'ACCOUNT_OPEN'],
    ['ENTITY_INACTIVE', reopen('E3'), 'ENTITY_INACTIVE'],
  ])('is refused with %s', (_what, command, code) => {
    expect(withClosed().decide(command)).toMatchObject({ kind: 'refused', code });
  });
  test('is refused with CURRENCY_NOT_ALLOWED once its currency was removed', () => {
    const ledger = withClosed();
    ledger.submit(close('E'));
    ledger.submit(close('F'));
    expect(ledger.submit({ type: 'currency.remove', actor: owner, code: 'EUR' }).kind).toBe('append');
    expect(ledger.decide(reopen('SHUT'))).toMatchObject({ code: 'CURRENCY_NOT_ALLOWED', details: { currency: 'EUR' } });
  });
});

describe('a title and a floor', () => {
  test('are said when it is opened, where it has them', () => {
    const ledger = openBooks();
    const opened = (more: Partial<CreateAccount>) => {
      const decision = ledger.decide(create(more));
      return decision.kind === 'append' ? decision.events[0]?.payload : decision;
    };
    expect(opened({ title: 'Till', floor: 'amount', floorE8: -5_000_000_000n })).toMatchObject({
      title: 'Till',
      floor: 'amount',
      floor_amount: '-50.00000000',
    });
    expect(opened({ floor: 'amount', floorE8: 0n })).toMatchObject({ floor: 'zero' });
    expect(opened({ floor: 'amount' })).toMatchObject({ floor: 'zero' });
    expect(opened({ floor: 'none', title: null })).not.toHaveProperty('title');
  });
});

describe('a code', () => {
  test('that is the id of another account is taken: a reference that is an id names no other account', () => {
    expect(openBooks().decide(create({ code: idOf('A').toUpperCase() }))).toMatchObject({ code: 'CODE_TAKEN' });
  });
});

describe('changing an account', () => {
  const change = (more: Partial<ChangeAccount>): ChangeAccount => ({ type: 'account.change', actor: owner, id: idOf('OLD'), ...more });
  test('says what it is called, and which GL account it maps to while nothing was posted to it', () => {
    const ledger = openBooks();
    const usage = (code: string) => ledger.state.glAccounts.get(idOf(code))?.usage ?? 0;
    const before = [usage('1000'), usage('2000')] as const;
    expect(ledger.submit(change({ actor: member, title: 'Till', glAccountId: idOf('2000') }))).toEqual({
      kind: 'append',
      events: [
        { type: 'account.titled', payload: { id: idOf('OLD'), title: 'Till' } },
        { type: 'account.remapped', payload: { id: idOf('OLD'), gl_account_id: idOf('2000') } },
      ],
    });
    expect(ledger.state.accounts.get(idOf('OLD'))).toMatchObject({ glAccountId: idOf('2000'), normalBalance: 'CR' });
    expect([usage('1000'), usage('2000')]).toEqual([before[0] - 1, before[1] + 1]);
    expect(ledger.decide(change({ glAccountId: idOf('2000') }))).toEqual({ kind: 'append', events: [] });
  });
  test('is refused once it was posted to, also when nothing is left on it; its title can change', () => {
    const ledger = openBooks();
    for (const amount of ['1', '-1']) ledger.submit(intentOf({ rows: [rowOf('OLD', 'A', amount)] }));
    expect(ledger.decide(change({ glAccountId: idOf('2000') }))).toMatchObject({ code: 'ACCOUNT_POSTED', details: { account: 'OLD' } });
    expect(ledger.decide(change({ title: null }))).toMatchObject({ events: [{ payload: { title: null } }] });
  });
  test('is refused while a hold reserves something on it', () => {
    const ledger = openBooks();
    ledger.submit(intentOf({ useCase: 'hold', rows: [rowOf('A', 'OLD', '1')] }));
    expect(ledger.decide(change({ glAccountId: idOf('2000') }))).toMatchObject({ code: 'ACCOUNT_HELD' });
  });
  test.each<readonly [string, Partial<ChangeAccount>, string]>([
    ['NOT_FOUND for a stranger', { actor: stranger, title: 'x' }, 'NOT_FOUND'],
    ['NOT_FOUND for an account that is not there', { id: 'nowhere', title: 'x' }, 'NOT_FOUND'],
    ['GL_ACCOUNT_NOT_FOUND', { title: 'x', glAccountId: 'nowhere' }, 'GL_ACCOUNT_NOT_FOUND'],
  ])('is refused with %s', (_what, more, code) => {
    expect(openBooks().decide(change(more))).toMatchObject({ kind: 'refused', code });
  });
});

describe('the floor of an account', () => {
  const set = (floorE8: bigint | null, more: Partial<SetAccountFloor> = {}): Command => ({
    type: 'account.set_floor',
    actor: owner,
    id: idOf('A'),
    floorE8,
    ...more,
  });
  test('is set by an owner and taken away; the same again changes nothing; what is below it already stays', () => {
    const ledger = openBooks();
    ledger.submit(intentOf({ rows: [rowOf('B', 'A', '10')] }));
    expect(ledger.submit(set(-500_000_000n))).toEqual({
      kind: 'append',
      events: [{ type: 'account.floor_set', payload: { id: idOf('A'), floor_amount: '-5.00000000' } }],
    });
    expect(ledger.decide(set(-500_000_000n))).toEqual({ kind: 'append', events: [] });
    expect(ledger.decide(intentOf({ rows: [rowOf('A', 'B', '1')] }))).toMatchObject({ events: [{ type: 'intent.executed' }] });
    ledger.submit(set(null));
    expect(ledger.state.accounts.get(idOf('A'))?.floorE8).toBeNull();
  });
  test.each<readonly [string, Partial<SetAccountFloor>, string]>([
    ['NOT_FOUND for a stranger', { actor: stranger }, 'NOT_FOUND'],
    ['FORBIDDEN for a member, before an account that is not there', { actor: member, id: 'nowhere' }, 'FORBIDDEN'],
    ['NOT_FOUND for an account that is not there', { id: 'nowhere' }, 'NOT_FOUND'],
  ])('is refused with %s', (_what, more, code) => {
    expect(openBooks().decide(set(1n, more))).toMatchObject({ kind: 'refused', code });
  });
  test('waits for another owner under four eyes, who sees both amounts', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    ledger.submit({ type: 'four_eyes.set', actor: owner, on: true });
    const decision = ledger.submit(set(-500_000_000n));
    expect(decision).toMatchObject({ events: [{ type: 'approval.requested' }] });
    expect(accounts.commands['account.set_floor'].approval.compare(ledger.state, set(-500_000_000n) as SetAccountFloor)).toEqual([
      { what: 'A', before: null, after: '-5.00 USD' },
    ]);
    const [id = ''] = ledger.state.approvals.keys();
    ledger.submit({ type: 'approval.approve', actor: member, id, payloadHash: null, comment: '' });
    expect(ledger.state.accounts.get(idOf('A'))?.floorE8).toBe(-500_000_000n);
  });
});
