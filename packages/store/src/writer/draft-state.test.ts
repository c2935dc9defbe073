import { emptyState } from '@countinghouse/kernel/ledger/state';
import { expect, test } from 'vitest';
import { draftOf } from './draft-state.ts';

const stateWith = () => {
  const state = emptyState('t');
  for (const [id, code] of [
    ['1', 'A'],
    ['2', 'B'],
    ['3', 'C'],
  ] as const) {
    const account = { id, code, balanceE8: 5n } as never;
    state.accounts.set(id, account);
    state.accountByCode.set(code, account);
  }
  state.members.set('ann', 'owner');
  state.currencies.add('USD');
  state.partyIds.add('p').add('q');
  state.attachments.set('i', new Set(['a']));
  state.held.set('1', new Map([['h', { amountE8: 1n } as never]]));
  return state;
};

test('what is changed in a draft, at any depth, leaves the state as it is', () => {
  const state = stateWith();
  const draft = draftOf(state);
  const account = draft.accounts.get('1');
  if (account === undefined) throw new Error('the draft has the accounts of the state');
  account.balanceE8 = 99n;
  draft.accounts.delete('2');
  draft.members.set('bob', 'member');
  draft.held.get('1')?.delete('h');
  draft.head.seq = 7;
  draft.currencies.add('EUR');
  draft.partyIds.delete('p');
  draft.attachments.get('i')?.clear();
  expect(state).toEqual(stateWith());
});

test('a draft shows its own changes, and one account is one under its id and its code', () => {
  const draft = draftOf(stateWith());
  const account = draft.accountByCode.get('A');
  if (account === undefined) throw new Error('the draft has the accounts of the state');
  account.balanceE8 = 99n;
  expect(draft.accounts.get('1')).toBe(account);
  draft.accounts.delete('2');
  draft.members.set('bob', 'member');
  expect([...draft.accounts.keys()]).toEqual(['1', '3']);
  expect([draft.accounts.has('2'), draft.accounts.get('2'), draft.accounts.size]).toEqual([false, undefined, 2]);
  expect([...draft.members]).toEqual([
    ['ann', 'owner'],
    ['bob', 'member'],
  ]);
  const seen: string[] = [];
  draft.members.forEach((role, id) => void seen.push(`${id} ${role}`));
  expect(seen).toEqual(['ann owner', 'bob member']);
  draft.accounts.set('2', account);
  expect(draft.accounts.get('2')).toBe(account);
  draft.accounts.clear();
  expect([draft.accounts.size, draft.accounts.get('1')]).toEqual([0, undefined]);
});

test('a set of a draft shows its own changes', () => {
  const { partyIds } = draftOf(stateWith());
  expect([partyIds.has('p'), partyIds.size, [...partyIds]]).toEqual([true, 2, ['p', 'q']]);
  partyIds.delete('p');
  partyIds.add('r');
  const seen: string[] = [];
  partyIds.forEach((id) => void seen.push(id));
  expect([partyIds.has('p'), partyIds.size, [...partyIds], [...partyIds.entries()], seen]).toEqual([
    false,
    2,
    ['q', 'r'],
    [
      ['q', 'q'],
      ['r', 'r'],
    ],
    ['q', 'r'],
  ]);
  partyIds.clear();
  expect([partyIds.size, partyIds.has('q')]).toEqual([0, false]);
});
