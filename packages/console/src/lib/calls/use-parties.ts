// Parties as they are looked for: some by words, or those that are named by id.
import { PARTIES_NAMED_MAX, type Party, parties } from '@countinghouse/contract/features/parties';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from './query.ts';

const none: readonly Party[] = [];
const TYPING_MS = 150;
/** As many as a list of choices shows. */
const PARTY_CHOICES_MAX = 50;

/** At most 50 parties, by label; while the next are on their way those found before. */
export function usePartySearch(words: string, enabled: boolean): { readonly found: readonly Party[]; readonly searching: boolean } {
  const [typed] = useDebouncedValue(words.trim(), TYPING_MS);
  const source = useQuery({
    ...q(parties.search, { query: { q: typed, page_size: PARTY_CHOICES_MAX } }),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { found: source.data?.parties ?? none, searching: source.isFetching || typed !== words.trim() };
}

/** What the first 500 of these are called, by id; empty until they are there. */
export function usePartyNames(ids: readonly (string | null)[]): ReadonlyMap<string, string> {
  const named = [...new Set(ids.filter((id) => id !== null))].sort().slice(0, PARTIES_NAMED_MAX);
  const { data } = useQuery({
    ...q(parties.names, { body: { ids: named } }),
    enabled: named.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.parties.map(({ id, label }) => [id, label])), [data]);
}
