import { expect, test } from 'vitest';
import { type AccountNames, findAccount, inCapitals, mayMean, normalReference, noteReference } from './find.ts';
import type { AccountState } from './state.ts';

const account = (id: string, code: string): AccountState => ({ id, code, createdSeq: 1, closed: false }) as AccountState;

function namesOf(accounts: readonly (readonly [AccountState, string | null])[]): AccountNames {
  const names: AccountNames = { accounts: new Map(), accountByCode: new Map(), accountIdsByReference: new Map() };
  for (const [one, reference] of accounts) {
    names.accounts.set(one.id, one);
    names.accountByCode.set(one.code, one);
    noteReference(names, one.id, reference);
  }
  return names;
}

test('references are compared letter by letter, blanks and case aside: ß is not SS', () => {
  const names = namesOf([
    [account('a', 'A'), 'Straße 1'],
    [account('b', 'B'), 'STRASSE 1'],
    [account('c', 'C'), 'Zürich'],
    [account('s', 'SS'), null],
  ]);
  const find = (reference: string) => findAccount(names, reference)?.id;
  expect(['STRAßE1', 'straße 1', 'strasse 1', 'STRASSE1', 'zürich', 'ZÜRICH'].map(find)).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
  expect(['ss', 'ß', 'ŝ'].map(find)).toEqual(['s', undefined, undefined]);
  expect([mayMean(names, 'ß', 's'), mayMean(names, 'ss', 's'), mayMean(names, 'straße 1', 'b')]).toEqual([false, true, false]);
});
test.each([
  ['de89 3704', 'DE893704'],
  ['ﬁ ŉ ß', 'ﬁŉß'],
  ['é ж ω', 'ÉЖΩ'],
])('%s is compared as %s', (reference, compared) => {
  expect(normalReference(reference)).toBe(compared);
  expect(inCapitals(compared)).toBe(compared);
});
