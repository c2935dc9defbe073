import { idOf, member, openBooks, owner, type PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { CreateAccount } from './decide.ts';

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
