import type { Account } from '@countinghouse/contract/features/accounts';
import { type ComboboxItem, type ComboboxLikeRenderOptionInput, type OptionsFilter, Select, Text } from '@mantine/core';
import { useMemo } from 'react';
import { readMinorE8 } from '../../../lib/values/money.ts';
import { Money } from '../../../ui/value/Money.tsx';
import classes from './RowsEditor.module.css';

const OPTIONS_MAX = 50;

interface AccountSelectProps {
  readonly label: string;
  readonly accounts: readonly Account[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (account: Account | null) => void;
}

/** An account, looked for by code, reference or GL title; each with its currency and balance. */
export function AccountSelect({ label, accounts, value, error, onChange }: AccountSelectProps) {
  const byId = useMemo(() => new Map(accounts.map((a) => [a.id, a])), [accounts]);
  const data = useMemo(() => accounts.map((a) => ({ value: a.id, label: a.code, disabled: a.closed })), [accounts]);
  const filter: OptionsFilter = ({ options, search, limit }) => {
    const word = search.trim().toLowerCase();
    const matching = (options as ComboboxItem[]).filter((option) => {
      const a = byId.get(option.value);
      return `${option.label} ${a?.currency} ${a?.externalRef ?? ''} ${a?.glCode} ${a?.glTitle}`.toLowerCase().includes(word);
    });
    return matching.slice(0, limit);
  };
  const renderOption = ({ option }: ComboboxLikeRenderOptionInput<ComboboxItem>) => {
    const a = byId.get(option.value);
    if (a === undefined) return option.label;
    return (
      <span className={classes['option']}>
        <span>
          <strong>{a.code}</strong>{' '}
          <Text span size="xs" c="dimmed">
            {a.glTitle}
          </Text>
        </span>
        <Money amountE8={readMinorE8(a.balance, a.minorUnits)} minorUnits={a.minorUnits} currency={a.currency} showCurrency side />
      </span>
    );
  };
  return (
    <Select
      label={label}
      placeholder="Account"
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      limit={OPTIONS_MAX}
      comboboxProps={{ width: 420, position: 'bottom-start' }}
      nothingFoundMessage="No such account"
      data={data}
      filter={filter}
      renderOption={renderOption}
      value={value === '' ? null : value}
      error={error}
      onChange={(id) => onChange(id === null ? null : (byId.get(id) ?? null))}
    />
  );
}
