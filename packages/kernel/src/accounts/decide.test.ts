import { idOf, member, openBooks, stranger } from '@countinghouse/testkit/pure-ledger';
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
