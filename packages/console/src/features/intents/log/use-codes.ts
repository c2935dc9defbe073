import { useMemo } from 'react';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { rowsOf } from '../payload.ts';
import type { LogRow } from './log.ts';
import { type CodeOf, referencesOf } from './words.ts';

/** Codes of the accounts that a page of the log names. */
export function useCodes(rows: readonly LogRow[] | undefined): CodeOf {
  const references = useMemo(
    () => (rows ?? []).flatMap(({ payload }) => [...rowsOf(payload).slice(0, 1).flatMap(referencesOf), payload.interest?.account_id]),
    [rows],
  );
  const accounts = useAccountsNamed(references.map((r) => r ?? null));
  return useMemo(() => {
    const codes = new Map(accounts.flatMap((a) => [[a.id, a.code] as const, [a.code, a.code] as const]));
    return (reference) => codes.get(reference) ?? null;
  }, [accounts]);
}
