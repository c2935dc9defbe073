import { currencies } from '@countinghouse/contract/features/currencies';
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';

/** One of the currencies the organisation allows. */
export function CurrencySelect(props: Omit<SelectProps, 'data'>) {
  const { data } = useQuery(q(currencies.tenantList));
  const options = (data?.currencies ?? []).map((c) => ({ value: c.code, label: c.code }));
  const chosen = props.value ?? props.defaultValue;
  const known = options.some((o) => o.value === chosen);
  return (
    <Select
      searchable
      data={known || !chosen ? options : [{ value: chosen, label: chosen }, ...options]}
      nothingFoundMessage="No such currency"
      {...props}
    />
  );
}
