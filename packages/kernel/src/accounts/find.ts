// Which account a reference names: one function for every way in. It never looks at what an account holds.

import type { AccountState, AccountsPart } from './state.ts';

export type AccountNames = Pick<AccountsPart, 'accounts' | 'accountByCode' | 'accountIdsByReference'>;

/** In capitals letter by letter, as PostgreSQL has it: what has no capital of one letter stays, so that `ß` is never `SS`. */
export const inCapitals = (words: string): string =>
  words.replaceAll(/\p{Changes_When_Uppercased}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return capital.length === letter.length ? capital : letter;
  });

/** A reference outside as it is compared, and as its token is made: blanks and case aside, as an IBAN is written in groups or in one. */
export const normalReference = (reference: string): string => inCapitals(reference.replaceAll(' ', ''));

/** Notes what an account is called outside. Ids are kept in order, whichever account came first. */
export function noteReference(names: AccountNames, id: string, externalRef: string | null): void {
  if (externalRef === null || externalRef === '') return;
  noteUnder(names, id, normalReference(externalRef));
}

/** The same where its words are beside the log: it is found by their token, which no words are equal to (`pii_` in lower case). */
export function noteReferenceToken(names: AccountNames, id: string, token: string | null): void {
  if (token !== null) noteUnder(names, id, token);
}

function noteUnder(names: AccountNames, id: string, key: string): void {
  const known = names.accountIdsByReference.get(key);
  names.accountIdsByReference.set(key, known === undefined ? [id] : [...known, id].sort((a, b) => (a < b ? -1 : 1)));
}

/**
 * The account with this id, else with this code in any case, else the one that is called so outside (`external_ref`); undefined where there
 * is none, or more than one. `beforeSeq`: one that was opened at or after it is not there.
 */
export function findAccount(names: AccountNames, reference: string, beforeSeq = Number.POSITIVE_INFINITY): AccountState | undefined {
  const named = names.accounts.get(reference) ?? names.accountByCode.get(reference) ?? names.accountByCode.get(inCapitals(reference));
  if (named !== undefined && named.createdSeq < beforeSeq) return named;
  const called = listCalled(names, reference, beforeSeq);
  return called.length === 1 ? called[0] : undefined;
}

/** The accounts that a reference outside may mean: those that are open of all that are called so, or all where each is closed. */
export function listCalled(names: AccountNames, reference: string, beforeSeq = Number.POSITIVE_INFINITY): readonly AccountState[] {
  return calledUnder(names, [normalReference(reference)], beforeSeq);
}

/** The same of what is called so in words or by the token of these. */
export const listCalledOrToken = (names: AccountNames, reference: string, token: string, beforeSeq: number): readonly AccountState[] =>
  calledUnder(names, [normalReference(reference), token], beforeSeq);

function calledUnder(names: AccountNames, keys: readonly string[], beforeSeq: number): readonly AccountState[] {
  const ids = keys.flatMap((key) => names.accountIdsByReference.get(key) ?? []);
  const called = ids.flatMap((id) => names.accounts.get(id) ?? []).filter(({ createdSeq }) => createdSeq < beforeSeq);
  const open = called.filter(({ closed }) => !closed);
  return open.length === 0 ? called : open;
}

/** Whether it is the account's own id or code, not what it is called outside. */
export const isIdOrCode = ({ id, code }: AccountState, reference: string): boolean =>
  reference === id || reference === code || inCapitals(reference) === code;

/** Whether a reference can mean this account, whatever else is called so. */
export function mayMean(names: AccountNames, reference: string, id: string): boolean {
  const account = names.accounts.get(id);
  return (
    reference === id ||
    (account !== undefined && isIdOrCode(account, reference)) ||
    names.accountIdsByReference.get(normalReference(reference))?.includes(id) === true
  );
}
