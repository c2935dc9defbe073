import { useMemo } from 'react';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import type { IntentPayload } from '../../../lib/values/intent/payload.ts';
import type { CodeOf } from '../../../lib/values/intent/title.ts';

/** Codes of the accounts that the interest of intents is of. */
export function useCodes(payloads: readonly IntentPayload[]): CodeOf {
  const accounts = useAccountsNamed(payloads.map(({ interest }) => interest?.account_id ?? null));
  return useMemo(() => {
    const codes = new Map(accounts.map((a) => [a.id, a.code]));
    return (reference) => codes.get(reference) ?? null;
  }, [accounts]);
}
