import type { FedAccount } from '@countinghouse/contract/recon-shapes';
import { useQuery } from '@tanstack/react-query';
import { statusQuery } from './queries.ts';

interface ChosenAccount {
  /** undefined: none was chosen, and no bank tells about any. */
  readonly account: string | undefined;
  /** Those that banks tell about. */
  readonly fed: readonly FedAccount[];
  readonly isPending: boolean;
}

/** The account that somebody chose; until they do, the one with the most open rows. */
export function useChosenAccount(chosen: string | undefined): ChosenAccount {
  const status = useQuery(statusQuery);
  const fed = status.data?.accounts ?? [];
  const [most] = fed.toSorted((a, b) => b.unmatched - a.unmatched);
  return { account: chosen ?? most?.id, fed, isPending: status.isPending };
}
