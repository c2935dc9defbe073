// The list that half of all screens need beside their own: empty until it is there.
import { type CurrencyInfo, currencies } from '@countinghouse/contract/features/currencies';
import { useQuery } from '@tanstack/react-query';
import { q } from './query.ts';

const noCurrencies: readonly CurrencyInfo[] = [];

/** The currencies that the organisation posts in. */
export const useCurrencies = (): readonly CurrencyInfo[] => useQuery(q(currencies.tenantList)).data?.currencies ?? noCurrencies;
