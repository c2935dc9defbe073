import type { Account } from '@countinghouse/contract/features/accounts';
import { type ComboboxItem, type ComboboxLikeRenderOptionInput, Select, type SelectProps, Text } from '@mantine/core';
import { useState } from 'react';
import { useAccountSearch, useAccountsNamed } from '../../lib/calls/use-accounts.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Money } from '../money/Money.tsx';
import classes from './AccountPicker.module.css';
import { codeFirst } from './code-first.ts';

const LIST_WIDTH_PX = 420;

interface AccountPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'filter' | 'renderOption' | 'searchValue'> {
  /** What the value is of an account. */
  readonly by: 'id' | 'code';
  readonly value: string | null;
  readonly onChange: (account: Account | null) => void;
  /** Only accounts in it. */
  readonly currency?: string | undefined;
  /** Whether closed ones may be chosen too. */
  readonly closedToo?: boolean;
  /** One that is not offered, by its id. */
  readonly except?: string;
}

/** An account, looked for on the server by code, currency, reference or GL title; each with its currency and balance. */
export function AccountPicker({ by, value, onChange, currency, closedToo = false, except, ...rest }: AccountPickerProps) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const chosen = useAccountsNamed([value]).find((a) => a[by] === value);
  // A choice is written into the field: that is no search for it.
  const { found, searching } = useAccountSearch({ words: typed === chosen?.code ? '' : typed, currency, enabled: opened });
  const words = typed.trim().toLowerCase();
  // Enter takes the first: that is the account whose code was typed.
  const offered = codeFirst(found, words).filter((a) => a.id !== except && a.id !== chosen?.id);
  const all = chosen === undefined ? offered : [chosen, ...offered];
  const byValue = new Map(all.map((a) => [a[by], a]));
  const options = all.map((a) => ({ value: a[by], label: a.code, disabled: a.closed && !closedToo }));
  const renderOption = ({ option }: ComboboxLikeRenderOptionInput<ComboboxItem>) => {
    const a = byValue.get(option.value);
    if (a === undefined) return option.label;
    return (
      <span className={classes['option']}>
        <span>
          <strong>{a.code}</strong>{' '}
          <Text span size="xs" c="dimmed">
            {a.glTitle}
          </Text>
        </span>
        <Money
          amountE8={readMinorE8(a.balance, a.minorUnits)}
          minorUnits={a.minorUnits}
          currency={a.currency}
          showCurrency
          side
          inControl
        />
      </span>
    );
  };
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      comboboxProps={{ width: LIST_WIDTH_PX, position: 'bottom-start' }}
      nothingFoundMessage={searching ? 'Searching…' : 'No such account'}
      {...rest}
      data={value === null || value === '' || byValue.has(value) ? options : [{ value, label: by === 'code' ? value : '…' }, ...options]}
      // The server has chosen; what is chosen already is only offered while nothing else is looked for.
      filter={({ options: these }) =>
        words === '' || words === chosen?.code.toLowerCase() ? these : these.filter((o) => !('value' in o) || o.value !== chosen?.[by])
      }
      renderOption={renderOption}
      onDropdownOpen={() => setOpened(true)}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next === null ? null : (byValue.get(next) ?? null))}
    />
  );
}
