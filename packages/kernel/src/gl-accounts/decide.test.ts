import { idOf, member, openBooks, openTenant, owner, type PureLedger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { ChangeGlAccount, CreateGlAccount } from './commands.ts';
import { standardChart } from './standard-chart.ts';

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
  test.each<readonly [string, Partial<CreateGlAccount>, string, string]>([
    ['class and side of the parent', { class: null, normalBalance: null, parentId: idOf('2000') }, 'L', 'CR'],
    ['the class of the parent beside a side of its own', { class: null, parentId: idOf('1000'), normalBalance: 'CR' }, 'A', 'CR'],
    ['the usual side of its class at the top', { class: 'I', normalBalance: null }, 'I', 'CR'],
  ])('takes what is not said: %s', (_what, change, glClass, side) => {
    expect(openBooks().decide(create(change))).toMatchObject({ events: [{ payload: { class: glClass, normal_balance: side } }] });
  });
  test('without a class and a parent to take it from is refused at the class', () => {
    expect(openBooks().decide(create({ class: null }))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'class' }] });
  });
  test('may have a parent of its class with the other normal balance', () => {
    expect(openBooks().decide(create({ parentId: idOf('1000'), normalBalance: 'CR' })).kind).toBe('append');
  });
});

describe('the standard chart', () => {
  const ids = Object.fromEntries(standardChart.map(({ code }) => [code, idOf(code)]));
  const adopt = (ledger: PureLedger, actor: typeof owner | typeof member = owner) =>
    ledger.submit({ type: 'gl_account.use_standard_chart', actor, ids });
  test('has every code once, parents before their children and of their class', () => {
    expect(new Set(standardChart.map((a) => a.code)).size).toBe(standardChart.length);
    for (const [i, { parent, class: glClass }] of standardChart.entries())
      if (parent !== null) expect(standardChart.slice(0, i).find((a) => a.code === parent)?.class).toBe(glClass);
  });
  test('is added as one command of ordinary events; a second time changes nothing', () => {
    const ledger = openTenant();
    const first = adopt(ledger);
    expect(first.kind === 'append' && first.events.map((e) => e.type === 'gl_account.created' && e.payload.code)).toEqual(
      standardChart.map((a) => a.code),
    );
    expect(ledger.state.glAccounts.get(idOf('1290'))).toMatchObject({ parentId: idOf('1000'), normalBalance: 'CR', class: 'A' });
    expect(adopt(ledger)).toEqual({ kind: 'append', events: [] });
  });
  test('leaves what is there as it is, and hangs its own below it where the class fits', () => {
    const ledger = openTenant();
    ledger.submit(create({ id: 'mine', code: '1000', title: 'Mine' }));
    ledger.submit(create({ id: 'odd', code: '2000', class: 'X' }));
    adopt(ledger);
    expect(ledger.state.glAccounts.get('mine')).toMatchObject({ title: 'Mine' });
    expect(ledger.state.glAccounts.get(idOf('1100'))?.parentId).toBe('mine');
    expect(ledger.state.glAccounts.get(idOf('2100'))).toMatchObject({ class: 'L', parentId: null });
  });
  test('is refused with FORBIDDEN for a member', () => {
    expect(adopt(openTenant(), member)).toMatchObject({ kind: 'refused', code: 'FORBIDDEN' });
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
    expect(remove(ledger, '1000')).toMatchObject({ code: 'GL_ACCOUNT_IN_USE', details: { usage_count: 6 } });
  });
  test('a parent is in use while it has a child, and free after', () => {
    const ledger = openTenant();
    ledger.submit(create({ id: idOf('1000'), code: '1000' }));
    ledger.submit(create({ id: idOf('1100'), parentId: idOf('1000') }));
    expect(remove(ledger, '1000')).toMatchObject({ code: 'GL_ACCOUNT_IN_USE', details: { usage_count: 1 } });
    expect(remove(ledger, '1100').kind).toBe('append');
    expect(remove(ledger, '1000').kind).toBe('append');
  });
});

describe('changing a GL account', () => {
  const change = (more: Partial<ChangeGlAccount>): ChangeGlAccount => ({
    type: 'gl_account.change',
    actor: owner,
    id: idOf('1000'),
    ...more,
  });
  /** 1100 below 1000. */
  const withChild = (): PureLedger => {
    const ledger = openBooks();
    ledger.submit(create({ id: idOf('1100'), parentId: idOf('1000') }));
    return ledger;
  };
  test('says its title and where it stands, whole; the same again changes nothing', () => {
    const ledger = withChild();
    const usage = () => ledger.state.glAccounts.get(idOf('1000'))?.usage ?? 0;
    const before = usage();
    const top = change({ id: idOf('1100'), parentId: null });
    expect(ledger.submit(top)).toEqual({
      kind: 'append',
      events: [{ type: 'gl_account.changed', payload: { id: idOf('1100'), title: 'Receivables', parent_id: null } }],
    });
    expect(usage()).toBe(before - 1);
    expect(ledger.decide(top)).toEqual({ kind: 'append', events: [] });
    ledger.submit(change({ id: idOf('1100'), title: 'Owed to us', parentId: idOf('1000') }));
    expect(ledger.state.glAccounts.get(idOf('1100'))).toMatchObject({ title: 'Owed to us', parentId: idOf('1000') });
    expect(usage()).toBe(before);
  });
  test.each<readonly [string, Partial<ChangeGlAccount>, string]>([
    ['FORBIDDEN for a member, before one that is not there', { actor: member, id: 'nowhere' }, 'FORBIDDEN'],
    ['NOT_FOUND', { id: 'nowhere', title: 'x' }, 'NOT_FOUND'],
    ['GL_ACCOUNT_NOT_FOUND for a parent that is not there', { parentId: 'nowhere' }, 'GL_ACCOUNT_NOT_FOUND'],
    ['GL_CLASS_MISMATCH for a parent of another class', { parentId: idOf('2000') }, 'GL_CLASS_MISMATCH'],
    ['VALIDATION_ERROR below itself', { parentId: idOf('1000') }, 'VALIDATION_ERROR'],
    ['VALIDATION_ERROR below what stands below it', { parentId: idOf('1100') }, 'VALIDATION_ERROR'],
  ])('is refused with %s', (_what, more, code) => {
    expect(withChild().decide(change(more))).toMatchObject({ kind: 'refused', code });
  });
});
