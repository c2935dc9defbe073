import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currenciesQuery } from '../../lib/calls/queries.ts';

/** One of the currencies the organisation allows. */
export function CurrencySelect(props: Omit<SelectProps, 'data'>) {
  const { data } = useQuery(currenciesQuery);
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
