import type { OpenReconPosting } from '@countinghouse/contract/recon-shapes';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { usePartyNames } from '../../../lib/calls/use-parties.ts';

export interface BooksWho {
  readonly accountId: string;
  readonly partyId: string;
  readonly name: string;
}

/** Whose the counter-accounts of postings are, as far as they are a party's. */
export function useBooksWho(postings: readonly OpenReconPosting[]): readonly BooksWho[] {
  const accounts = useAccountsNamed(postings.map((p) => p.counterparty.id));
  const names = usePartyNames(accounts.map((a) => a.party_id));
  return accounts.flatMap(({ id, party_id }) => {
    const name = party_id === null ? undefined : names.get(party_id);
    return party_id === null || name === undefined ? [] : [{ accountId: id, partyId: party_id, name }];
  });
}
