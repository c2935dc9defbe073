import { idOf, member, openBooks, openTenant, owner, type PureLedger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { CreateGlAccount } from './decide.ts';

const create = (more: Partial<CreateGlAccount> = {}): CreateGlAccount => ({
  type: 'gl_account.create',
  actor: owner,
  id: 'new',
  code: '1100',
  title: 'Receivables',
  class: 'A',
  normalBalance: 'DR',
  parentId: null,
  ...more,
});
const remove = (ledger: PureLedger, code: string, actor: typeof owner | typeof member = owner) =>
  ledger.submit({ type: 'gl_account.delete', actor, id: idOf(code) });

describe('adding to the chart of accounts', () => {
  test('is an event with everything that was said', () => {
    expect(openBooks().decide(create({ parentId: idOf('1000') }))).toEqual({
      kind: 'append',
      events: [
        {
          type: 'gl_account.created',
          payload: { id: 'new', code: '1100', title: 'Receivables', class: 'A', normal_balance: 'DR', parent_id: idOf('1000') },
        },
      ],
    });
  });
  test.each<readonly [string, Partial<CreateGlAccount>, string]>([
    ['FORBIDDEN before a code that is taken', { actor: member, code: '1000' }, 'FORBIDDEN'],
    ['CODE_TAKEN before a parent that is not there', { code: '1000', parentId: 'nowhere' }, 'CODE_TAKEN'],
    ['GL_ACCOUNT_NOT_FOUND for a parent that is not there', { parentId: 'nowhere' }, 'GL_ACCOUNT_NOT_FOUND'],
    ['GL_CLASS_MISMATCH for a parent of another class', { parentId: idOf('2000') }, 'GL_CLASS_MISMATCH'],
  ])('is refused with %s', (_what, change, code) => {
    expect(openBooks().decide(create(change))).toMatchObject({ kind: 'refused', code });
  });
  test('may have a parent of its class with the other normal balance', () => {
    expect(openBooks().decide(create({ parentId: idOf('1000'), normalBalance: 'CR' })).kind).toBe('append');
  });
});

describe('deleting from it', () => {
  test('what nobody uses is gone, and its code is free again', () => {
    const ledger = openTenant();
    ledger.submit(create());
    expect(ledger.submit({ type: 'gl_account.delete', actor: owner, id: 'new' })).toEqual({
      kind: 'append',
      events: [{ type: 'gl_account.deleted', payload: { id: 'new', code: '1100' } }],
    });
    expect(ledger.decide(create({ id: 'again' })).kind).toBe('append');
  });
  test('is refused: FORBIDDEN, then NOT_FOUND, then GL_ACCOUNT_IN_USE', () => {
    const ledger = openBooks();
    expect(ledger.submit({ type: 'gl_account.delete', actor: member, id: 'nowhere' })).toMatchObject({ code: 'FORBIDDEN' });
    expect(ledger.submit({ type: 'gl_account.delete', actor: owner, id: 'nowhere' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(remove(ledger, '1000')).toMatchObject({ code: 'GL_ACCOUNT_IN_USE', details: { usageCount: 6 } });
  });
  test('a parent is in use while it has a child, and free after', () => {
    const ledger = openTenant();
    ledger.submit(create({ id: idOf('1000'), code: '1000' }));
    ledger.submit(create({ id: idOf('1100'), parentId: idOf('1000') }));
    expect(remove(ledger, '1000')).toMatchObject({ code: 'GL_ACCOUNT_IN_USE', details: { usageCount: 1 } });
    expect(remove(ledger, '1100').kind).toBe('append');
    expect(remove(ledger, '1000').kind).toBe('append');
  });
});
