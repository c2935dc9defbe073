import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  for (const s of await read<{ name: string; account_id: string; bank_account: string | null }>(
    'select name, account_id, coalesce(bank_account, bank_account_token) as bank_account from recon_sources where tenant_id = $1',
  ))
    state.reconSources.set(s.name, { accountId: s.account_id, bankAccount: s.bank_account });
};
