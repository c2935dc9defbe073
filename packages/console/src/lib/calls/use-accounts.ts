// Accounts as they are looked for: some by words, or those that are named. A ledger has more of them than a screen loads.
import { ACCOUNT_REFERENCES_MAX, type Account, accounts } from '@countinghouse/contract/features/accounts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { given, q } from './query.ts';

const none: readonly Account[] = [];
const TYPING_MS = 150;
/** As many as a list of choices shows. */
export const ACCOUNT_CHOICES_MAX = 50;

interface AccountSearch {
  /** Words that are all in code, currency, kind, reference, GL code or GL title. Empty: the first by code. */
  readonly words: string;
  readonly currency?: string | undefined;
  /** False: they are not asked for. */
  readonly enabled?: boolean;
}

/** At most 50 accounts, by code; while the next are on their way those found before. */
export function useAccountSearch({ words, currency, enabled = true }: AccountSearch): {
  readonly found: readonly Account[];
  readonly searching: boolean;
} {
  const [typed] = useDebouncedValue(words.trim(), TYPING_MS);
  const body = { limit: ACCOUNT_CHOICES_MAX, ...given({ q: typed, currency }) };
  const source = useQuery({ ...q(accounts.list, { body }), enabled, placeholderData: keepPreviousData });
  return { found: source.data?.accounts ?? none, searching: source.isFetching || typed !== words.trim() };
}

/** The accounts that are named by id or code, the first 500 of them; empty until they are there. */
export function useAccountsNamed(references: readonly (string | null)[]): readonly Account[] {
  const named = [...new Set(references.filter((r) => r !== null && r !== ''))].sort().slice(0, ACCOUNT_REFERENCES_MAX) as string[];
  const body = { limit: ACCOUNT_REFERENCES_MAX, references: named };
  const source = useQuery({ ...q(accounts.list, { body }), enabled: named.length > 0, placeholderData: keepPreviousData });
  return named.length === 0 ? none : (source.data?.accounts ?? none);
}
