import type { Account } from '@countinghouse/contract/features/accounts';
import { reports } from '@countinghouse/contract/features/reports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { type AsOfChoice, askedOf } from './as-of.ts';
import { type Translator, translatorOf, untranslated } from './translation.ts';

/**
 * How sums become ones of the reporting currency: by the rates of a trial balance as of the same point, which is asked for only where
 * there are accounts in another currency. Null while it is on its way; after it could not be read, what needs no rate is all there is.
 */
export function useTranslator(accounts: readonly Pick<Account, 'currency'>[], choice: AsOfChoice): Translator | null {
  const own = useActiveTenant()?.reportingCurrency;
  const { value_date, ...known } = askedOf(choice) ?? {};
  const isNeeded = own !== undefined && accounts.some(({ currency }) => currency !== own);
  const { data, isError } = useQuery({
    ...q(reports.trialBalance, { query: { ...known, ...(value_date === undefined ? {} : { as_of: value_date }) } }),
    enabled: isNeeded,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (own === undefined) return null;
    if (!isNeeded || isError) return untranslated(own);
    return data === undefined ? null : translatorOf(data.translation);
  }, [own, isNeeded, isError, data]);
}
