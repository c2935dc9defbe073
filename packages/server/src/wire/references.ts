// What accounts and bank sources are called outside: in the log as it is, or as a token with its words beside the log, as the
// organisation has chosen. Everything that writes, shows or looks for such a reference comes through here.

import { ERASED } from '@countinghouse/contract/features/privacy';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { listAccountsByReference, type NamedAccount } from '@countinghouse/store/features/accounts/reads';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import { read, type Tx } from '@countinghouse/store/reader';
import type { SideWrite } from '@countinghouse/store/sql/statement';
import type { Outcome } from '@countinghouse/store/writer/batch';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

type ReferenceKind = 'account-reference' | 'bank-account';

/** A reference as an event is to have it: at most one of the two. */
interface Told {
  readonly words: string | null;
  readonly token: string | null;
}

/**
 * Submits a command that tells of a reference (null: of none). Where the organisation chose otherwise a moment ago it is told anew, once.
 */
export async function submitWithReference(
  { ledger, pii }: Pick<Services, 'ledger' | 'pii'>,
  tenantId: string,
  { kind, words }: { readonly kind: ReferenceKind; readonly words: string | null },
  command: (told: Told) => Command,
): Promise<Outcome> {
  const submit = async (): Promise<Outcome> => {
    if (words === null || (await pii.referencesOf(tenantId)).references === 'clear')
      return ledger.submit(tenantId, command({ words, token: null }));
    const { token, store } = await pii.tokenise(tenantId, kind, words);
    const stores: readonly SideWrite[] = [store];
    return ledger.submit(tenantId, command({ words: null, token }), stores);
  };
  const outcome = await submit();
  if (outcome.kind !== 'refused' || outcome.code !== 'REFERENCES_CHANGED') return outcome;
  pii.forget(tenantId);
  return submit();
}

/**
 * The words of references that are tokens: what was erased says so. Throws OVERLOADED on a thread without keys, where a token is met that was
 * not there a moment ago.
 */
export async function referenceWords(
  pii: PiiStore | null,
  tenantId: string,
  tokens: readonly (string | null)[],
): Promise<(words: string | null, token: string | null) => string | null> {
  if (tokens.every((token) => token === null)) return (words) => words;
  if (pii === null) throw new Refusal('OVERLOADED');
  const said = await pii.reveal(tenantId, tokens);
  return (words, token) => (token === null ? words : (said.of(token) ?? ERASED));
}

/** The tokens of references by which accounts are looked for; none where no account has one. */
export async function referenceTokens(pii: PiiStore | null, tenantId: string, references: readonly string[]): Promise<readonly string[]> {
  if (pii === null || references.length === 0 || !(await pii.referencesOf(tenantId)).hasReferenceTokens) return [];
  return pii.tokensKnown(tenantId, 'account-reference', references);
}

/** The accounts that are called so outside, in words or by the token of these. */
export async function listCalledSo(
  tx: Tx,
  pii: PiiStore | null,
  tenantId: string,
  references: readonly string[],
): Promise<readonly NamedAccount[]> {
  return listAccountsByReference(tx, tenantId, references, await referenceTokens(pii, tenantId, references));
}

/**
 * Names of accounts as they may be kept in the log: one that is a reference with its words beside the log becomes the code of its account, where
 * that is one alone; every other stays as it is.
 */
async function keptNames(
  { pii, readerPool }: Pick<Services, 'pii' | 'readerPool'>,
  tenantId: string,
  names: readonly string[],
): Promise<(name: string) => string> {
  const asked = [...new Set(names)];
  const tokens = await referenceTokens(pii, tenantId, asked);
  if (tokens.length === 0) return (name) => name;
  const found = await read(readerPool, { tenantId }, (tx) => listAccountsByReference(tx, tenantId, [], tokens));
  const byToken = Map.groupBy(found, (account) => account.external_ref_token ?? '');
  const codes = new Map<string, string>();
  for (const [i, name] of asked.entries()) {
    const [account, ...others] = byToken.get(tokens[i] ?? '') ?? [];
    if (account !== undefined && others.length === 0) codes.set(name, account.code);
  }
  return (name) => codes.get(name) ?? name;
}

/** The same for the accounts of rows. */
export const keptNamesOf = (
  services: Pick<Services, 'pii' | 'readerPool'>,
  tenantId: string,
  rows: readonly { readonly debitAccount: string; readonly creditAccount: string }[],
): Promise<(name: string) => string> =>
  keptNames(
    services,
    tenantId,
    rows.flatMap((row) => [row.debitAccount, row.creditAccount]),
  );
