import { Select, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useAccounts } from '../../lib/calls/use-lists.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import type { StatementSearch } from './search.ts';

const OPTIONS_MAX = 50;

interface StatementFiltersProps {
  readonly accountId: string;
  readonly currency: string;
  readonly search: StatementSearch;
  readonly onChange: (change: Partial<StatementSearch>, options?: UrlStateOptions) => void;
}

/** Text, value dates, amounts and the other side: each of them in the address. */
export function StatementFilters({ accountId, currency, search, onChange }: StatementFiltersProps) {
  const accounts = useAccounts();
  const others = accounts.filter((a) => a.currency === currency && a.id !== accountId).map((a) => a.code);
  const chosen = search.counterparty;
  const date = (name: 'from' | 'to', label: string) => (
    <DateInput
      aria-label={label}
      placeholder={label}
      valueFormat="YYYY-MM-DD"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      w={120}
      value={search[name] ?? null}
      onChange={(next) => onChange({ [name]: next ?? undefined })}
    />
  );
  const amount = (name: 'min' | 'max', label: string, placeholder: string) => (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      inputMode="decimal"
      w={92}
      value={search[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value.trim() || undefined }, { replace: true })}
    />
  );
  return (
    <>
      <FilterInput
        label="Filter by narrative"
        placeholder="Filter by narrative…"
        value={search.q ?? ''}
        onChange={(next) => onChange({ q: next || undefined }, { replace: true })}
      />
      {date('from', 'From date')}
      {date('to', 'To date')}
      {amount('min', 'Amount from', 'Min')}
      {amount('max', 'Amount to', 'Max')}
      <Select
        aria-label="Counterparty"
        placeholder="Counterparty"
        w={150}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All counterparties' }}
        limit={OPTIONS_MAX}
        nothingFoundMessage="No such account"
        data={chosen === undefined || others.includes(chosen) ? others : [chosen, ...others]}
        value={chosen ?? null}
        onChange={(next) => onChange({ counterparty: next ?? undefined })}
      />
    </>
  );
}
