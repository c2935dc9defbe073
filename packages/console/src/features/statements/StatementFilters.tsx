import { TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import { AccountPicker } from '../../ui/form/AccountPicker.tsx';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import type { StatementSearch } from './search.ts';

interface StatementFiltersProps {
  readonly accountId: string;
  readonly currency: string;
  readonly search: StatementSearch;
  readonly onChange: (change: Partial<StatementSearch>, options?: UrlStateOptions) => void;
}

/** Text, value dates, amounts and the other side: each of them in the address. */
export function StatementFilters({ accountId, currency, search, onChange }: StatementFiltersProps) {
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
      data-amount
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
      <AccountPicker
        aria-label="Counterparty"
        placeholder="Counterparty"
        w={150}
        by="code"
        currency={currency}
        except={accountId}
        closedToo
        clearable
        clearButtonProps={{ 'aria-label': 'All counterparties' }}
        value={search.counterparty ?? null}
        onChange={(account) => onChange({ counterparty: account?.code })}
      />
    </>
  );
}
