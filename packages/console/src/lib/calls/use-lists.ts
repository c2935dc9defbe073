// The two lists that half of all screens need beside their own: empty until they are there.
import { type Account, accounts } from '@countinghouse/contract/features/accounts';
import { type CurrencyInfo, currencies } from '@countinghouse/contract/features/currencies';
import { useQuery } from '@tanstack/react-query';
import { q } from './query.ts';

const noAccounts: readonly Account[] = [];
const noCurrencies: readonly CurrencyInfo[] = [];

/** All accounts of the organisation. `enabled`: false keeps them from being asked for. */
export const useAccounts = (enabled = true): readonly Account[] =>
  useQuery({ ...q(accounts.list, { body: {} }), enabled }).data?.accounts ?? noAccounts;

/** The currencies that the organisation posts in. */
export const useCurrencies = (): readonly CurrencyInfo[] => useQuery(q(currencies.tenantList)).data?.currencies ?? noCurrencies;
