import { Select } from '@mantine/core';
import { useAccounts } from '../../../lib/calls/use-lists.ts';

interface AccountFilterProps {
  readonly value: string | undefined;
  readonly placeholder: string;
  readonly onChange: (id: string | undefined) => void;
}

/** An account by code, or all of them. */
export function AccountFilter({ value, placeholder, onChange }: AccountFilterProps) {
  const accounts = useAccounts();
  return (
    <Select
      aria-label="Account"
      placeholder={placeholder}
      w={220}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All accounts' }}
      nothingFoundMessage="No such account"
      data={accounts.map((a) => ({ value: a.id, label: `${a.code} · ${a.currency}` }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
